"""The SQLite file of the journal: its tables, how it is opened, and what its errors mean."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

from companion.journal.errors import JournalBusy, JournalError, JournalOutOfPlace, JournalTooNew
from companion.journal.rows import Row
from companion.journal.stamps import Stamp

NAME: Final = "journal.sqlite"
VERSION: Final = 1
APPLICATION: Final = 0x42656172
"""What SQLite's application id says of our files: "Bear"."""
PAGE_BYTES: Final = 4096
WRITTEN_AS: Final = 18
"""Where the file says how it wants to be written, https://www.sqlite.org/fileformat2.html#file_format_version_numbers."""
KNOWN_FORMS: Final = {1, 2}
MATCH_SHIFT: Final = 32
"""An entry's key is its match shifted by this, plus its number: one table in order of time, and no index to break."""
LARGEST_KEY: Final = (1 << 63) - 1
BUSY_S: Final = 5.0
CACHE: Final = -64
"""Pages kept in memory, in KiB (negative, see SQLite's cache_size); what is written is hardly read again."""
LOG_PAGES: Final = 1000
LOG_BYTES: Final = 4_000_000
"""How large the write-ahead log may stay."""

ENTRY: Final = """(
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
)"""
TABLES: Final = (
    f"CREATE TABLE entry {ENTRY}",
    # What could be read of a match behind a gap, kept but not used.
    f"CREATE TABLE stray {ENTRY.replace(' PRIMARY KEY', ' NOT NULL')}",
    # The format again, so that a damaged number in the file's header is not taken for a newer one.
    "CREATE TABLE format (version INTEGER NOT NULL)",
)

COLUMNS: Final = (
    *("key", "kind", "text", "why"),
    *("wall_ns", "synced", "boot", "mono_ns"),
    *("frame", "before", "sum"),
)
HOLDS: Final = {"entry": COLUMNS, "stray": COLUMNS, "format": ("version",)}
"""The columns of the tables that a journal of this format has."""

DAMAGE: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNREADABLE: Final = sqlite3.SQLITE_IOERR_CORRUPTFS
"""Though an error of the disk, this is damage: a part of the disk cannot be read any more."""
FORBIDDEN: Final = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
HELD: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}


class NotOurs(sqlite3.DatabaseError):
    """The file is one of SQLite's, but what it holds no journal can hold."""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the file, or make it; raises `sqlite3.Error`, and `JournalTooNew` for a newer format."""
    file = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    try:
        if version(file, path) == 0:
            _make_tables(file)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute(f"PRAGMA cache_size = {CACHE}")
        file.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        file.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
    except BaseException:
        file.close()
        raise
    return file


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open the journal without changing anything; raises `sqlite3.Error` and `JournalTooNew`."""
    file = opened_to_read(path)
    try:
        version(file, path)
    except BaseException:
        file.close()
        raise
    return file


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Open any file of SQLite without changing anything, whoever may be writing it; raises `sqlite3.Error`."""
    uri = path.absolute().as_uri()
    file = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=BUSY_S, isolation_level=None)
    try:
        number(file, "user_version")
    except sqlite3.Error as error:
        file.close()
        log = path.with_name(f"{path.name}-wal")
        if primary(error) not in FORBIDDEN or (log.exists() and log.stat().st_size):
            raise
    else:
        return file
    # In a folder where nothing can be written SQLite reads only what it is told nobody else is writing.
    return sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)


def spoilt(path: Path) -> bool:
    """Whether the file is damaged in a way that SQLite takes for an empty file, or for one it may only read."""
    if not path.exists() or not (size := path.stat().st_size):
        return False
    with contextlib.suppress(OSError), path.open("rb") as file:  # of what cannot be read SQLite will tell
        return size < PAGE_BYTES or file.read(WRITTEN_AS + 1)[WRITTEN_AS] not in KNOWN_FORMS
    return size < PAGE_BYTES


def version(file: sqlite3.Connection, path: Path) -> int:
    """The file's format, 0 for an empty file; raises `NotOurs`, and `JournalTooNew` for a newer one."""
    said, tables = number(file, "user_version"), _tables(file)
    if said == 0 and number(file, "page_count") == 0:
        return 0
    if said > VERSION and "version" in tables.get("format", ()):
        [(again,)] = file.execute("SELECT MAX(version) FROM format")
        if again != said:
            raise NotOurs(f"the file's format is {said} in one place and {again} in another")
        raise JournalTooNew(
            f"the journal {path} was written by a newer version of bears (format {said}, this one knows {VERSION}); "
            "update bears, or give another folder with --data"
        )
    if said != VERSION or not HOLDS.items() <= tables.items():
        raise NotOurs(
            f"no journal of format {said} has the tables {', '.join(map(str, tables)) or 'of an empty file'}"
        )
    return said


def insert(file: sqlite3.Connection, rows: Iterable[Row], *, table: str = "entry") -> None:
    """Add entries, all or none; they are on the disk when this returns. Raises `sqlite3.Error`."""
    if file.in_transaction:  # left behind by a disk on which even taking back failed
        file.execute("ROLLBACK")
    file.execute("BEGIN IMMEDIATE")
    try:
        file.executemany(
            f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - a table of ours
            map(_as_line, rows),
        )
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def rows(file: sqlite3.Connection, match: int | None = None) -> Iterator[Row]:
    """The entries of a match, or of all, in order, as they are in the file.

    Raises `ValueError` for what is none, and `NotOurs` for what is not even text.
    """
    first, last = (0, LARGEST_KEY) if match is None else (key(match, 0), key(match + 1, 0) - 1)
    with _text_expected():
        for found in file.execute(
            "SELECT * FROM entry WHERE key BETWEEN ? AND ? ORDER BY key", (first, last)
        ):
            yield as_row(found)


def row(file: sqlite3.Connection, match: int, seq: int) -> Row | None:
    """One entry as it is in the file, None if there is none; raises as `rows` does."""
    with _text_expected():
        found = file.execute("SELECT * FROM entry WHERE key = ?", (key(match, seq),)).fetchone()
    return None if found is None else as_row(found)


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
            0 | 1 | None as synced,
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
    """Bring the write-ahead log into the file itself; raises `sqlite3.Error`."""
    file.execute("PRAGMA wal_checkpoint(PASSIVE)")


def number(file: sqlite3.Connection, pragma: str) -> int:
    """A number that SQLite knows about the file."""
    [(value,)] = file.execute(f"PRAGMA {pragma}")
    return int(value)


def damaged(error: sqlite3.Error) -> bool:
    """Whether an error means that the file itself is damaged, and not that something around it is in the way."""
    return isinstance(error, NotOurs) or primary(error) in DAMAGE or _code(error) == UNREADABLE


def primary(error: sqlite3.Error) -> int:
    """The family of an error, as SQLite counts them; 0 for one that SQLite did not raise."""
    return _code(error) & 0xFF


def explain(
    error: sqlite3.Error, folder: Path, *, to: Literal["read", "written"] = "written"
) -> JournalError:
    """What an error of SQLite means to people, and what they can do; `to` says what should have been done."""
    journal = f"the journal in {folder}"
    if damaged(error):
        return JournalError(
            f"{journal} is damaged ({error}); start bears again, it recovers what can be read"
        )
    kind = primary(error)
    if kind == sqlite3.SQLITE_FULL:
        return JournalError(f"the disk is full, {journal} could not be {to}; free some space and try again")
    if kind in FORBIDDEN:
        return JournalOutOfPlace(f"{journal} may not be {to}; check the owner and permissions of the folder")
    if kind in HELD:
        return JournalBusy(f"{journal} is held by another program ({error}); close that one and try again")
    if kind == sqlite3.SQLITE_NOMEM:
        return JournalError(
            f"{journal} could not be {to}: the computer ran out of memory; close other programs and try again"
        )
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return JournalError(
        f"{journal} could not be {to}: {error} ({name}); what was recorded before stands, try again"
    )


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0))


@contextlib.contextmanager
def _text_expected() -> Iterator[None]:
    """Raises `NotOurs` where there are other bytes: the only error without a code while rows are fetched."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if _code(error):
            raise
        raise NotOurs(str(error)) from error


def _tables(file: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The columns of every table in the file; raises `NotOurs` for such as nobody can have made."""
    tables: dict[str, tuple[str, ...]] = {}
    try:
        with _text_expected():
            for table, column in file.execute(
                "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c ORDER BY t.name, c.cid"
            ):
                tables[table] = (*tables.get(table, ()), column)
    except UnicodeDecodeError as error:  # what SQLite said, with a name that is no text
        raise NotOurs("the names of its tables cannot be read") from error
    except sqlite3.Error as error:
        if _code(error) == sqlite3.SQLITE_ERROR:
            raise NotOurs(str(error)) from error
        raise
    return tables


def _make_tables(file: sqlite3.Connection) -> None:
    file.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    file.execute("PRAGMA synchronous = EXTRA")
    file.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        file.execute(statement)
    file.execute("INSERT INTO format VALUES (?)", (VERSION,))
    file.execute(f"PRAGMA application_id = {APPLICATION}")
    file.execute(f"PRAGMA user_version = {VERSION}")
    file.execute("COMMIT")


def _as_line(row: Row) -> tuple[object, ...]:
    stamp = row.stamp
    return (
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
    )
