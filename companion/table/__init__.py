"""One running table: takes what happens in order, and drives match, referee and everything that people see and hear.

`Table` is the way in. Each part of an evening is a module with a course of its name: `rolling`, `starting`, `playing`,
`ending`, `showing`; which comes next follows from the state of the match alone.
"""
