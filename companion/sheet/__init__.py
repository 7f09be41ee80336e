"""The score sheet of one picture: from the dice that were seen to everyone's points, with every doubt.

Pure functions on values; knows the table (seats, campsite, pairs) and the rules' scoring, and nothing of pixels
beyond handing them on. Start at `assess`; `layout`, `pairs`, `hiding` and `points` are what it is made of, `lines`
and `words` say what came out.
"""
