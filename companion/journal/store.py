"""The journal's one writer."""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.journal import schema
from companion.journal.errors import of_the_folder
from companion.journal.evidence import KEPT_BYTES, Evidence
from companion.journal.lock import Lock
from companion.journal.recovery import Recovery, open_sound, sync_folder
from companion.journal.rows import Row, checksum, unbroken, written
from companion.journal.stamps import Stamps, stamps


class Journal:
    """All matches in one folder, of which this is the only writer.

    An entry is on the disk when the call that records it returns. A call that raises `JournalError` has recorded
    nothing and may simply be tried again. To be used from one thread.
    """

    def __init__(
        self,
        folder: Path,
        *,
        lock: Lock,
        file: sqlite3.Connection,
        evidence: Evidence,
        now: Stamps,
        recovery: Recovery | None,
    ) -> None:
        self.folder = folder
        self.recovery = recovery
        """What was recovered and lost when the journal was opened and found damaged; None if it was sound."""
        self._lock = lock
        self._file = file
        self._evidence = evidence
        self._now = now
        self._tails: dict[int, Row] = {}

    @classmethod
    def open(cls, folder: Path, *, now: Stamps | None = None, evidence_bytes: int = KEPT_BYTES) -> Self:
        """Open the journal in `folder` for writing, or make a new one.

        `now` tells the moment of each entry, `evidence_bytes` how much room the kept pictures may take. Raises
        `JournalBusy`, `JournalTooNew`, or `JournalError` if the folder cannot be used.
        """
        try:
            _make_folder(folder)
            lock = Lock(folder)
        except OSError as error:
            raise of_the_folder(error, folder) from error
        try:
            now = stamps() if now is None else now
            file, recovery = open_sound(folder, now)
            return cls(
                folder,
                lock=lock,
                file=file,
                evidence=Evidence(folder, limit=evidence_bytes),
                now=now,
                recovery=recovery,
            )
        except BaseException:
            lock.release()
            raise

    def begin(self, header: Mapping[str, object]) -> Row:
        """Record the header of a new match; its number is one above the last."""
        matches = self.matches()
        return self._record(matches[-1] + 1 if matches else 1, "header", header, None, None)

    def append(
        self,
        match: int,
        kind: str,
        body: Mapping[str, object],
        *,
        why: Mapping[str, object] | None = None,
        frame: bytes | None = None,
    ) -> Row:
        """Record an entry of `match`, with its explanation and the picture that is its evidence (JPEG).

        Raises `JournalError`; then nothing was recorded. A picture that cannot be kept is no reason to lose the
        entry: `evidence_trouble` says so then.
        """
        return self._record(match, kind, body, why, frame)

    def matches(self) -> list[int]:
        """The numbers of all matches."""
        with self._trouble():
            return schema.matches(self._file)

    def rows(self, match: int) -> list[Row]:
        """The entries of `match`, in order; none if there is no such match."""
        with self._trouble():
            return unbroken(schema.rows(self._file, match))

    def row(self, match: int, seq: int) -> Row | None:
        """One entry of `match`; None if there is none of that number, or it is damaged."""
        with self._trouble():
            found = schema.row(self._file, match, seq)
        return found if found is not None and found.sound else None

    def frame(self, row: Row) -> bytes | None:
        """The picture kept as evidence of an entry; None if there is none or it had to make room."""
        return None if row.frame is None else self._evidence.find(row.frame)

    @property
    def evidence_trouble(self) -> str | None:
        """Why the last picture could not be kept; None if all is well."""
        return self._evidence.trouble

    def tidy(self) -> None:
        """Do what takes a moment and can wait, such as between two rounds. Never raises."""
        with contextlib.suppress(sqlite3.Error):
            schema.checkpoint(self._file)
        self._evidence.tidy()

    def close(self) -> None:
        """Let go of the journal; everything is on the disk already."""
        with contextlib.suppress(sqlite3.Error):
            self._file.close()
        self._evidence.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _record(
        self,
        match: int,
        kind: str,
        body: Mapping[str, object],
        why: Mapping[str, object] | None,
        frame: bytes | None,
    ) -> Row:
        tail = self._tail(match)
        row = Row(
            match=match,
            seq=1 if tail is None else tail.seq + 1,
            kind=kind,
            text=written(body),
            why_text=None if why is None else written(why),
            stamp=self._now(),
            frame=None if frame is None else hashlib.sha256(frame).hexdigest(),
            before="" if tail is None else tail.sum,
            sum="",
        )
        row = replace(row, sum=checksum(row))
        self._tails.pop(match, None)
        with self._trouble():
            schema.insert(self._file, [row])
        self._tails[match] = row
        if frame is not None and row.frame is not None:
            self._evidence.keep(row.frame, frame, match=match, seq=row.seq)
        return row

    def _tail(self, match: int) -> Row | None:
        if match not in self._tails:
            rows = self.rows(match)
            if not rows:
                return None
            self._tails[match] = rows[-1]
        return self._tails[match]

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise schema.explain(error, self.folder) from error
        except ValueError as error:
            raise schema.explain(schema.NotOurs(str(error)), self.folder) from error


def _make_folder(folder: Path) -> None:
    """Make the folder and those above it, and sync each into the one that holds it; raises `OSError`."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in missing:
        sync_folder(place.parent)
