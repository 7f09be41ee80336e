"""What can go wrong with the journal; each message is one line that says what to do."""

import errno
from pathlib import Path

from companion.errors import BadInput, CompanionError


class JournalError(CompanionError):
    """Something was not recorded, or cannot be read; whatever was recorded before still stands."""


class JournalOutOfPlace(JournalError):
    """The folder that was named can hold no journal."""

    exit_code = BadInput.exit_code


class JournalBusy(JournalError):
    """Another process is writing this journal."""


class JournalTooNew(JournalError):
    """The journal was written by a newer version of the program."""


def of_the_folder(error: OSError, folder: Path) -> JournalError:
    """What an error of the system about the journal's files means to people, and what they can do."""
    said = f"the journal in {folder} cannot be used: {error.strerror or error}"
    if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.EACCES, errno.EPERM, errno.EROFS}:
        return JournalOutOfPlace(f"{said}; name another folder with --data, or in the settings")
    return JournalError(said)
