"""The SQLite file of the journal: its one table, how it is opened, and what its errors mean."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalError, JournalTooNew
from companion.journal.rows import Row
from companion.journal.stamps import Stamp

VERSION: Final = 1
APPLICATION: Final = 0x42656172
"""What SQLite's application id says of our files: "Bear"."""
PAGE_BYTES: Final = 4096
MATCH_SHIFT: Final = 32
"""An entry's key is its match shifted by this, plus its number: one table in order of time, and no index to break."""
BUSY_S: Final = 5.0

TABLE: Final = """
CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    why TEXT,
    wall_ns INTEGER NOT NULL,
    synced INTEGER,
    boot TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    frame TEXT,
    before TEXT NOT NULL,
    sum TEXT NOT NULL
)
"""

FULL: Final = {sqlite3.SQLITE_FULL}
READ_ONLY: Final = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the file, or make it; raises `JournalError`."""
    file = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    try:
        file.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        version = _number(file, "user_version")
        if version > VERSION:
            raise JournalTooNew(
                f"the journal {path} was written by a newer version of bears (format {version}, this one knows "
                f"{VERSION}); update bears, or give another folder with --data"
            )
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        if version == 0:
            file.execute("BEGIN IMMEDIATE")
            file.execute(TABLE)
            file.execute(f"PRAGMA application_id = {APPLICATION}")
            file.execute(f"PRAGMA user_version = {VERSION}")
            file.execute("COMMIT")
    except sqlite3.Error as error:
        file.close()
        raise explain(error, path.parent) from error
    except BaseException:
        file.close()
        raise
    return file


def insert(file: sqlite3.Connection, row: Row) -> None:
    """Add an entry; it is on the disk when this returns, and not there at all if this raises `sqlite3.Error`."""
    stamp = row.stamp
    file.execute("BEGIN IMMEDIATE")
    try:
        file.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key(row.match, row.seq),
                row.kind,
                row.text,
                row.why_text,
                stamp.wall_ns,
                stamp.synced,
                stamp.boot,
                stamp.mono_ns,
                row.frame,
                row.before,
                row.sum,
            ),
        )
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def rows(file: sqlite3.Connection, match: int) -> Iterator[Row]:
    """The entries of a match, in order, as they are in the file."""
    for found in file.execute(
        "SELECT * FROM entry WHERE key BETWEEN ? AND ? ORDER BY key", (key(match, 0), key(match + 1, 0) - 1)
    ):
        yield as_row(found)


def matches(file: sqlite3.Connection) -> list[int]:
    """The numbers of all matches, in order; as many look-ups as there are matches."""
    found: list[int] = []
    while True:
        after = key(found[-1] + 1, 0) if found else 0
        [(least,)] = file.execute("SELECT MIN(key) FROM entry WHERE key >= ?", (after,))
        if least is None:
            return found
        found.append(least >> MATCH_SHIFT)


def key(match: int, seq: int) -> int:
    """The key of an entry."""
    return match << MATCH_SHIFT | seq


def as_row(found: tuple[object, ...]) -> Row:
    """The entry in a line of the table; raises `ValueError` for one that no journal can hold."""
    match found:
        case (
            int(key_),
            str(kind),
            str(text),
            str() | None as why,
            int(wall_ns),
            int() | None as synced,
            str(boot),
            int(mono_ns),
            str() | None as frame,
            str(before),
            str(total),
        ):
            return Row(
                match=key_ >> MATCH_SHIFT,
                seq=key_ & ((1 << MATCH_SHIFT) - 1),
                kind=kind,
                text=text,
                why_text=why,
                stamp=Stamp(wall_ns, None if synced is None else bool(synced), boot, mono_ns),
                frame=frame,
                before=before,
                sum=total,
            )
    raise ValueError("not an entry of the journal")


def checkpoint(file: sqlite3.Connection) -> None:
    """Bring what is in the write-ahead log into the file itself."""
    file.execute("PRAGMA wal_checkpoint(PASSIVE)")


def explain(error: sqlite3.Error, folder: Path) -> JournalError:
    """What an error of SQLite means to people, and what they can do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in FULL:
        return JournalError(
            f"the disk is full, the journal in {folder} could not be written; free some space and try again"
        )
    if code in READ_ONLY:
        return JournalError(
            f"the journal in {folder} may not be written; check the folder's owner and permissions"
        )
    return JournalError(
        f"the journal in {folder} could not be used: {error}; nothing recorded before is lost, try again"
    )


def _number(file: sqlite3.Connection, pragma: str) -> int:
    [(value,)] = file.execute(f"PRAGMA {pragma}")
    return int(value)
