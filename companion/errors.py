"""What can go wrong in the application, and the exit status each has at the command line.

A message is one line that says what is wrong and what to do about it; `companion.cli` prints it.
"""


class CompanionError(Exception):
    """The command could not do its job; the message says why, in one line."""

    exit_code = 1


class BadInput(CompanionError, ValueError):
    """What the user gave (a file, a folder, an option) cannot be used as it is."""

    exit_code = 2
