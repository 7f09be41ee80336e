"""The journal looked at from outside: without the lock, while it may be written, and without changing anything."""

import contextlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.journal import schema
from companion.journal.carving import WriteAheadLog, carve
from companion.journal.errors import of_the_folder
from companion.journal.recovery import RECOVERED, log_of, sort_out
from companion.journal.rows import Row


@dataclass(frozen=True)
class Contents:
    """Everything in a journal at one moment."""

    matches: Mapping[int, tuple[Row, ...]]
    """The entries of each match, in order."""
    damaged: bool = False
    """Whether this is only what can still be read."""


def read_journal(folder: Path) -> Contents:
    """Read the whole journal in `folder`; without one it is empty.

    Raises `JournalTooNew`, and `JournalError` if it cannot be read.
    """
    path = folder / schema.NAME
    try:
        if (folder / RECOVERED).exists():
            path = folder / RECOVERED
        log = WriteAheadLog.read(log_of(path))
        empty = not path.exists() or path.stat().st_size == 0
        headless = log is not None and log.frames and (log.salt is None or empty)
        rows: list[Row] | None = []
        if headless or schema.spoilt(path):
            rows = None
        elif not empty:
            rows = _rows(path)
        if rows is not None:
            return Contents({match[0].match: match for match in sort_out(rows).matches})
        found = sort_out(carve(path, log))
    except OSError as error:
        raise of_the_folder(error, folder) from error
    except sqlite3.Error as error:
        raise schema.explain(error, folder, to="read") from error
    return Contents({match[0].match: match for match in found.matches}, damaged=True)


def _rows(path: Path) -> list[Row] | None:
    """All entries, None if the file is damaged; raises `sqlite3.Error` for anything else."""
    try:
        with contextlib.closing(schema.open_for_reading(path)) as file:
            rows = list(schema.rows(file))
    except ValueError:
        return None
    except sqlite3.Error as error:
        if schema.damaged(error):
            return None
        raise
    return rows if all(row.sound for row in rows) and not sort_out(rows).lost else None
