"""How well pictures are read, measured on a labelled set: read, compare with the truth, add up.

`truth` is what was really there, `judging` compares one assessment with it, `tally` adds up and tells.
"""
