"""The pictures that decided a verdict, kept beside the journal in a file of their own.

They are large and may be lost, the entries are small and may not: in one file, pictures would slow down every entry,
its check at the start, and its recovery. A picture that cannot be kept is told and costs nothing else.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Final

NAME: Final = "evidence.sqlite"
KEPT_BYTES: Final = 200_000_000

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
        self._limit = limit
        self._file = sqlite3.connect(folder / NAME, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute(TABLE)

    def keep(self, digest: str, jpeg: bytes, *, match: int, seq: int) -> None:
        """Keep the picture with the SHA-256 `digest`; sets `trouble` instead of raising."""
        try:
            self._file.execute(
                "INSERT OR IGNORE INTO frame (sum, match, seq, jpeg) VALUES (?, ?, ?, ?)",
                (digest, match, seq, jpeg),
            )
            self.trouble = None
        except sqlite3.Error as error:
            self.trouble = str(error)

    def find(self, digest: str) -> bytes | None:
        """The picture with this SHA-256, None if it is not kept any more."""
        with contextlib.suppress(sqlite3.Error):
            for (jpeg,) in self._file.execute("SELECT jpeg FROM frame WHERE sum = ?", (digest,)):
                return bytes(jpeg)
        return None

    def tidy(self) -> None:
        """Drop the oldest pictures beyond the limit."""

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
