"""The rules of the games: pure folds of a match's events into its state, each verdict with the rule it rests on.

Nothing here knows a camera, a file or a clock. `log` reads and folds any game's match log, `fields` reads its values
exactly; `bears`, `bfh` and `outrun` are the games, and `catalogue` lists them.
"""
