"""One writer: whoever holds the lock file of a folder. The kernel lets go of it when its holder dies, in any way."""

import fcntl
import os
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalBusy

NAME: Final = "journal.lock"


class Lock:
    """The right to write the journal in a folder; raises `JournalBusy` if somebody else has it."""

    def __init__(self, folder: Path) -> None:
        file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o644)
        self._file: int | None = file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(file, 20, 0).decode("ascii", "replace").strip()
            os.close(file)
            raise JournalBusy(
                f"another bears (process {holder or 'unknown'}) is keeping the journal in {folder}; "
                "end it first, or give another folder with --data"
            ) from None
        try:
            os.ftruncate(file, 0)
            os.pwrite(file, f"{os.getpid()}\n".encode("ascii"), 0)
        except OSError:
            pass  # who holds it is only told, a full disk must not lock people out

    def release(self) -> None:
        """Let somebody else write; harmless a second time."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
