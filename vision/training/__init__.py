"""How the networks were made: scenes by rule, training, export. Needs the extra `train`; nothing else imports this.

Start at `scene` (what is drawn), `train_finder` and `train_embedding` (what is learned), `export` (what is kept).
"""
