"""The application: the commands people type, the rules of the games, and what turns a reading into points.

It may use every other package of the project; no other package may use it.
"""

__version__ = "0.1.0"
