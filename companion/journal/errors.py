"""What can go wrong with the journal; each message is one line that says what to do."""

from companion.errors import CompanionError


class JournalError(CompanionError):
    """Something was not recorded, or cannot be read; whatever was recorded before still stands."""


class JournalBusy(JournalError):
    """Another process is writing this journal."""


class JournalTooNew(JournalError):
    """The journal was written by a newer version of the program."""
