"""One running table: takes what happens in order, and drives match, referee and everything that people see and hear.

`Table` is the way in; each phase of a match is a module of `phases`, and a phase says which one comes next.
"""
