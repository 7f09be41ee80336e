"""The pictures that decided a verdict, kept beside the journal in a file of their own.

They are large and may be lost, the entries are small and may not: in one file, pictures would slow down every entry,
its check at the start, and its recovery. A picture that cannot be kept is told and costs nothing else. It survives
the end of the process at once, but a power cut only from the next `tidy` on: no verdict waits for a picture.
"""

import contextlib
import hashlib
import sqlite3
import time
from pathlib import Path
from typing import Final

from companion.journal import schema

NAME: Final = "evidence.sqlite"
KEPT_BYTES: Final = 200_000_000
LOG_PAGES: Final = 4000
"""A log of this size is brought into the file although nobody has tidied: 16 MB."""

TABLE: Final = """
CREATE TABLE IF NOT EXISTS frame (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    sum TEXT NOT NULL UNIQUE,
    match INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    jpeg BLOB NOT NULL
)
"""


class Evidence:
    """The kept pictures of a folder, at most `limit` bytes of them; the oldest make room."""

    def __init__(self, folder: Path, *, limit: int = KEPT_BYTES) -> None:
        self.trouble: str | None = None
        """Why the last picture could not be kept; None if all is well."""
        self._path = folder / NAME
        self._limit = limit
        self._file: sqlite3.Connection | None = None
        self._bytes = 0

    def keep(self, digest: str, jpeg: bytes, *, match: int, seq: int) -> None:
        """Keep the picture with the SHA-256 `digest`; sets `trouble` instead of raising."""
        self.trouble = None
        if len(jpeg) > self._limit:
            self.trouble = "the picture is larger than all the room there is for pictures"
            return
        try:
            file = self._opened()
            file.execute("BEGIN IMMEDIATE")
            try:
                self._make_room(file, self._limit - len(jpeg))
                file.execute(
                    "INSERT OR IGNORE INTO frame (sum, match, seq, jpeg) VALUES (?, ?, ?, ?)",
                    (digest, match, seq, jpeg),
                )
                file.execute("COMMIT")
            except BaseException:
                if file.in_transaction:
                    file.execute("ROLLBACK")
                raise
            self._bytes += len(jpeg)
        except (sqlite3.Error, OSError) as error:
            self._set_aside(error)
            self.trouble = f"the picture could not be kept: {error}"

    def find(self, digest: str) -> bytes | None:
        """The picture with this SHA-256, None if it is not kept any more."""
        with contextlib.suppress(sqlite3.Error, OSError):
            return _find(self._opened(), digest)
        return None

    def tidy(self) -> None:
        """Bring the pictures of the last minutes onto the disk."""
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                schema.checkpoint(self._file)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._file.close()
            self._file = None

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            file = sqlite3.connect(self._path, timeout=schema.BUSY_S, isolation_level=None)
            try:
                file.execute("PRAGMA journal_mode = WAL")
                file.execute("PRAGMA synchronous = NORMAL")
                file.execute(f"PRAGMA cache_size = {schema.CACHE}")
                file.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
                file.execute(f"PRAGMA journal_size_limit = {schema.LOG_BYTES}")
                file.execute(TABLE)
                [(self._bytes,)] = file.execute("SELECT TOTAL(LENGTH(jpeg)) FROM frame")
            except BaseException:
                file.close()
                raise
            self._file = file
        return self._file

    def _make_room(self, file: sqlite3.Connection, limit: int) -> None:
        while self._bytes > limit:
            oldest = file.execute("SELECT number, LENGTH(jpeg) FROM frame ORDER BY number LIMIT 1").fetchone()
            if oldest is None:
                return
            file.execute("DELETE FROM frame WHERE number = ?", oldest[:1])
            self._bytes -= oldest[1]

    def _set_aside(self, error: Exception) -> None:
        """Begin anew if the file is damaged; the next picture is kept again."""
        self.close()
        if isinstance(error, sqlite3.Error) and schema.damaged(error):
            name = time.strftime("evidence-damaged-%Y%m%d-%H%M%S.sqlite")
            with contextlib.suppress(OSError):
                for end in ("-wal", "-shm"):
                    self._path.with_name(f"{NAME}{end}").unlink(missing_ok=True)
                self._path.rename(self._path.with_name(name))


def find_frame(folder: Path, digest: str) -> bytes | None:
    """The picture with this SHA-256 in a folder that somebody else may be writing; None if it is not there."""
    if not (folder / NAME).exists():
        return None
    with (
        contextlib.suppress(sqlite3.Error, OSError),
        contextlib.closing(schema.opened_to_read(folder / NAME)) as file,
    ):
        return _find(file, digest)
    return None


def _find(file: sqlite3.Connection, digest: str) -> bytes | None:
    found = file.execute("SELECT jpeg FROM frame WHERE sum = ?", (digest,)).fetchone()
    if found is None or hashlib.sha256(found[0]).hexdigest() != digest:
        return None
    return bytes(found[0])
