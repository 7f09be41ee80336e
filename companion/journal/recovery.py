"""A damaged journal: set aside under another name, with everything that can still be read taken over into a new one."""

import contextlib
import os
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

from companion.journal import schema
from companion.journal.carving import WriteAheadLog, carve
from companion.journal.errors import of_the_folder
from companion.journal.rows import Row, checksum, written
from companion.journal.stamps import Stamps

BEING_MADE: Final = "journal.being-made"
RECOVERED: Final = "journal.recovered"
"""The new file once it is complete, until it is in its place; whoever finds one puts it there."""
INDEX: Final = "-shm"
AT_ONCE: Final = 1
"""What was being written when the power went is at most one transaction, and nobody was told of it."""
TOLD: Final = "recovered"
"""The kind of the entry that tells in a match that something of it was lost."""


@dataclass(frozen=True)
class Recovery:
    """What became of a damaged journal."""

    kept: Path
    """Where the damaged file is now."""
    entries: int
    """How many entries were recovered."""
    lost: int
    """How many are known to be lost, or are of no use without those; the last ones of all leave no trace."""
    matches: tuple[int, ...] = ()
    """The matches that lost something."""

    @property
    def sentence(self) -> str:
        """What people are told."""
        said = f"The journal was damaged; {_count(self.entries)} could be read"
        if self.lost:
            plural = "es" if len(self.matches) > 1 else ""
            said += f", {_count(self.lost)} of match{plural} {', '.join(map(str, self.matches))} could not"
        return f"{said}. The damaged file is kept as {self.kept.name}."


@dataclass(frozen=True)
class Sorted:
    """Entries found one by one, put in order."""

    matches: tuple[tuple[Row, ...], ...]
    """Of each match what has no gap, from its header on."""
    strays: tuple[Row, ...]
    """What stands behind a gap and would tell something else than what happened."""
    lost: tuple[tuple[int, int], ...]
    """The matches that lost something, and how many entries."""


def open_sound(folder: Path, now: Stamps) -> tuple[sqlite3.Connection, Recovery | None]:
    """Open the journal in `folder` or make a new one; one that is damaged is recovered first.

    Raises `JournalTooNew`, and `JournalError` if the folder cannot be used.
    """
    try:
        kept = _finish(folder)
        log = WriteAheadLog.read(log_of(folder / schema.NAME))
        file = _open(folder, log)
        if file is None:
            recovery = _recover(folder, log, now)
            return schema.open_for_writing(folder / schema.NAME), recovery
        sync_folder(folder)
        return file, None if kept is None else _finished(file, kept)
    except sqlite3.Error as error:
        raise schema.explain(error, folder) from error
    except OSError as error:
        raise of_the_folder(error, folder) from error


def sort_out(found: Iterable[Row]) -> Sorted:
    """Put entries that were found one by one in order, as far as each follows from the one before."""
    by_match: defaultdict[int, defaultdict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in found:
        by_match[row.match][row.seq].append(row)
    matches, strays, lost = [], [], []
    for match, by_seq in sorted(by_match.items()):
        kept = _chain(by_seq)
        if kept:
            matches.append(tuple(kept))
        if max(by_seq) > len(kept):
            lost.append((match, max(by_seq) - len(kept)))
            strays += [row for seq in sorted(by_seq) if seq > len(kept) for row in by_seq[seq]]
    return Sorted(tuple(matches), tuple(strays), tuple(lost))


def sync_folder(folder: Path) -> None:
    """Bring the names of the files in `folder` onto the disk; raises `OSError`."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def _open(folder: Path, log: WriteAheadLog | None) -> sqlite3.Connection | None:
    """Open the journal; None if it is damaged. Raises `sqlite3.Error` for anything else."""
    path = folder / schema.NAME
    empty = not path.exists() or path.stat().st_size == 0
    if schema.spoilt(path) or (log is not None and log.frames and (empty or log.salt is None)):
        return None
    try:
        file = schema.open_for_writing(path)
    except sqlite3.Error as error:
        if schema.damaged(error):
            return None
        raise
    with contextlib.ExitStack() as unless_sound:
        unless_sound.callback(file.close)
        try:
            sound = _sound(file) and (log is None or log.commits_passed_over(log_of(path, INDEX)) <= AT_ONCE)
        except ValueError:
            return None
        except sqlite3.Error as error:
            if schema.damaged(error):
                return None
            raise
        if sound:
            unless_sound.pop_all()
            return file
    return None


def _sound(file: sqlite3.Connection) -> bool:
    if [found for (found,) in file.execute("PRAGMA quick_check(1)")] != ["ok"]:
        return False
    ends: dict[int, Row] = {}
    for row in schema.rows(file):
        end = ends.get(row.match)
        follows = (row.seq, row.before) == ((1, "") if end is None else (end.seq + 1, end.sum))
        if not follows or not row.sound:
            return False
        ends[row.match] = row
    return True


def _recover(folder: Path, log: WriteAheadLog | None, now: Stamps) -> Recovery:
    """Make a new journal of what can be read; raises `OSError` and `sqlite3.Error`, and then nothing has changed."""
    found = sort_out(carve(folder / schema.NAME, log))
    kept = _unused(folder, time.strftime("journal-damaged-%Y%m%d-%H%M%S"))
    recovery = Recovery(
        kept=kept,
        entries=sum(map(len, found.matches)),
        lost=sum(lost for _, lost in found.lost),
        matches=tuple(match for match, _ in found.lost),
    )
    (folder / BEING_MADE).unlink(missing_ok=True)
    file = schema.open_for_writing(folder / BEING_MADE)
    try:
        lost = dict(found.lost)
        told = {"file": kept.name, "entries": recovery.entries}
        rows = [row for match in found.matches for row in match]
        rows += [
            _told(match[-1], told | {"lost": lost[n]}, now)
            for match in found.matches
            if (n := match[0].match) in lost
        ]
        schema.insert(file, rows)
        schema.insert(file, found.strays, table="stray")
        file.execute("PRAGMA journal_mode = DELETE")
    finally:
        file.close()
    (folder / BEING_MADE).rename(folder / RECOVERED)
    sync_folder(folder)
    _put_in_place(folder, kept, log)
    return recovery


def _finish(folder: Path) -> Path | None:
    """Finish a recovery that a power cut interrupted; where the damaged file is then. Raises `OSError`."""
    if not (folder / RECOVERED).exists():
        return None
    kept = _unused(folder, time.strftime("journal-damaged-%Y%m%d-%H%M%S"))
    _put_in_place(folder, kept, WriteAheadLog.read(log_of(folder / schema.NAME)))
    return kept


def _finished(file: sqlite3.Connection, kept: Path) -> Recovery:
    """What the recovery that was interrupted had found."""
    rows = list(schema.rows(file))
    ends = {row.match: row for row in rows}
    lost = {match: row.body["lost"] for match, row in ends.items() if row.kind == TOLD}
    return Recovery(kept, len(rows) - len(lost), sum(lost.values()), tuple(lost))


def _put_in_place(folder: Path, kept: Path, log: WriteAheadLog | None) -> None:
    """Set the damaged file aside as `kept`, with its write-ahead log, and put the new one in its place."""
    damaged = folder / schema.NAME
    if log is not None:
        log_of(kept).write_bytes(log.raw)
    for end in ("-wal", INDEX):
        log_of(damaged, end).unlink(missing_ok=True)
    with contextlib.suppress(FileNotFoundError):
        damaged.rename(kept)
    (folder / RECOVERED).rename(damaged)
    sync_folder(folder)


def _chain(by_seq: Mapping[int, Sequence[Row]]) -> list[Row]:
    """The entries from the header on, each of which follows from the one before.

    Of two that do, as when a write failed and was tried again, it is the one from which others follow.
    """
    kept: list[Row] = []
    before = ""
    for seq in count(1):
        fitting = [row for row in by_seq.get(seq, ()) if row.before == before]
        if not fitting:
            return kept
        followed = {row.before for row in by_seq.get(seq + 1, ())}
        row = next((row for row in fitting if row.sum in followed), fitting[-1])
        kept.append(row)
        before = row.sum
    raise AssertionError("counting has no end")


def _told(last: Row, body: Mapping[str, object], now: Stamps) -> Row:
    """The entry that tells in a match that something of it was lost."""
    row = replace(
        last,
        seq=last.seq + 1,
        kind=TOLD,
        text=written(body),
        why_text=None,
        stamp=now(),
        frame=None,
        before=last.sum,
    )
    return replace(row, sum=checksum(row))


def _unused(folder: Path, name: str) -> Path:
    """A path in `folder` like `name` that nothing has yet."""
    paths = (folder / f"{name}{f'-{k}' if k else ''}.sqlite" for k in count())
    return next(path for path in paths if not path.exists())


def log_of(path: Path, end: str = "-wal") -> Path:
    """The file beside the one at `path` in which SQLite keeps its write-ahead log, or the index of that."""
    return path.with_name(f"{path.name}{end}")


def _count(entries: int) -> str:
    return "1 entry" if entries == 1 else f"{entries} entries"
