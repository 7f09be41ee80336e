"""How the networks were made: scenes by rule, training, export. Needs the extra `train`; nothing else imports this.

Start at `pipeline` (the stages), `scene` (what is drawn), `targets` (what is asked) and `train_finder` (how it is
learned).
"""
