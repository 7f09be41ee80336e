"""What happened in a match, folded: events, what was taken back, what was corrected, and what follows from it all.

The *effective log* is the match log (as `bears replay` reads it) that gives the state a match is in. Without
corrections it is just what was taken, refusals and undos included. A correction puts other events in an entry's place,
and the whole is folded anew. What counted has to count still, or the correction is refused. An event that was refused
at its time does not come to life by a correction, and what was taken back stays so: where the corrected log has no
place for them, they fall out of it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from companion.games.fields import Fields
from companion.games.log import UNDO, AnyGame, Forgotten, Play, Refusal, records

Fate = Literal["counts", "refused", "undone", "undoes"]

TAKEN_BACK: Final = "match log: undo"
CORRECTING: Final = "match log: corrections"
KEPT_STATES: Final = 32
"""So many states before the present one are kept at least; what lies further back is folded anew if asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a match log, as it is written."""

    text: str

    @classmethod
    def of(cls, said: Mapping[str, object]) -> "Line":
        """The line that says `said`; raises `ValueError` or `TypeError` for what JSON cannot say."""
        return cls(json.dumps(said, allow_nan=False))

    @property
    def fields(self) -> Fields:
        """The line as a game reads it; raises `LogError`."""
        return next(records(self.text.encode("utf-8")))[1]

    @property
    def said(self) -> Mapping[str, Any]:
        """The line as an object; not to be changed."""
        return self.fields.values


UNDO_LINE: Final = Line('{"event": "undo"}')


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it was taken: its number in the journal, and what became of it."""

    seq: int
    line: Line
    fate: Fate
    partner: int | None = None
    """The entry that an undo took back, or the undo that took this one back."""

    @property
    def event(self) -> Mapping[str, Any]:
        """The event."""
        return self.line.said


@dataclass(frozen=True, slots=True)
class Correction:
    """Other events in the place of some entries, each in order; none where an entry is struck out."""

    seq: int
    changes: tuple[tuple[int, tuple[Line, ...]], ...]


class Clash(Exception):
    """A correction that cannot be: an event that counts would be refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(frozen=True)
class Story:
    """A match up to one moment; every step gives a new one."""

    header: Line
    games: Mapping[str, AnyGame] = field(repr=False)
    play: Play[Any, Any, Any] = field(repr=False)
    entries: tuple[Entry, ...] = ()
    corrections: tuple[Correction, ...] = ()
    """Those in force, in the order they were made."""
    lines: tuple[Line, ...] = field(default=(), repr=False)
    """The effective log behind the header."""

    @classmethod
    def begin(cls, header: Line, games: Mapping[str, AnyGame]) -> "Story":
        """The match that `header` describes; raises `LogError`."""
        return cls(header, games, _begin(header, games))

    @property
    def log(self) -> bytes:
        """The effective log: the match as `bears replay` reads it."""
        return "".join(f"{line.text}\n" for line in (self.header, *self.lines)).encode("utf-8")

    def entry(self, seq: int) -> Entry | None:
        """The entry of this number, None if it is no event."""
        return next((entry for entry in self.entries if entry.seq == seq), None)

    def standing(self, seq: int) -> tuple[Line, ...]:
        """What now stands in the place of an entry: itself, or what the last correction put there."""
        replaced = _replaced(self.corrections)
        if seq in replaced:
            return replaced[seq]
        entry = self.entry(seq)
        return () if entry is None else (entry.line,)

    def take(self, line: Line, seq: int) -> "tuple[Story, Refusal | None]":
        """The match after an event, and why it was refused if it was; raises `LogError` if it is no event."""
        before = self.play
        try:
            play = before.take(line.fields, line=len(self.lines) + 2)
        except Forgotten:
            before = self._replayed()
            play = before.take(line.fields, line=len(self.lines) + 2)
        refusal = _newly_refused(before, play)
        play = play.forgetting(keep=KEPT_STATES)
        entry = Entry(seq, line, "counts" if refusal is None else "refused")
        return replace(self, play=play, entries=(*self.entries, entry), lines=(*self.lines, line)), refusal

    def undo(self, seq: int) -> "tuple[Story, Refusal | None]":
        """The match without the last event or correction that counts."""
        last = max((entry.seq for entry in self.entries if entry.fate == "counts"), default=0)
        if self.corrections and self.corrections[-1].seq > last:
            return self._fold(self.entries, self.corrections[:-1]), None
        story, refusal = self.take(UNDO_LINE, seq)
        if refusal is not None:
            return story, refusal
        entries = [
            replace(entry, fate="undone", partner=seq) if entry.seq == last else entry
            for entry in self.entries
        ]
        return replace(story, entries=(*entries, Entry(seq, UNDO_LINE, "undoes", last))), None

    def correct(
        self, changes: Iterable[tuple[int, Sequence[Line]]], seq: int
    ) -> "tuple[Story, Refusal | None]":
        """The match with other events in the place of some entries; itself and the reason where that cannot be.

        Raises `LogError` if one of the events is none.
        """
        changed = tuple((number, tuple(lines)) for number, lines in changes)
        for number, lines in changed:
            entry = self.entry(number)
            if entry is None or entry.line.said["event"] == UNDO:
                return self, Refusal(0, f"entry {number} is no event of this match", CORRECTING)
            if entry.fate == "undone":
                return self, Refusal(0, f"entry {number} was taken back and cannot be corrected", CORRECTING)
            for line in lines:
                line.fields["event"].one_of(self.play.game.events)
        try:
            return self._fold(self.entries, (*self.corrections, Correction(seq, changed))), None
        except Clash as clash:
            return self, clash.refusal

    def _fold(self, entries: tuple[Entry, ...], corrections: tuple[Correction, ...]) -> "Story":
        """Fold everything anew; raises `Clash` and `LogError`."""
        play = _begin(self.header, self.games)
        replaced = _replaced(corrections)
        lines: list[Line] = []
        dropped = _interrupted(entries, replaced)
        for entry in entries:
            corrected = entry.seq in replaced
            for line in replaced[entry.seq] if corrected else (entry.line,):
                if entry.seq in dropped or (entry.fate == "undoes" and entry.partner in dropped):
                    continue
                after = play.take(line.fields, line=len(lines) + 2)
                refusal = _newly_refused(play, after)
                if refusal is not None and (corrected or entry.fate == "counts"):
                    raise Clash(replace(refusal, reason=_clash(line, refusal.reason, corrected=corrected)))
                if (entry.fate == "refused" and not corrected and refusal is None) or (
                    entry.fate == "undone" and refusal is not None
                ):
                    dropped.add(entry.seq)
                    continue
                play = after
                lines.append(line)
        play = play.forgetting(keep=KEPT_STATES)
        return replace(self, play=play, entries=entries, corrections=corrections, lines=tuple(lines))

    def _replayed(self) -> Play[Any, Any, Any]:
        """The fold of the effective log, with all states that it went through."""
        play = _begin(self.header, self.games)
        for number, line in enumerate(self.lines, start=2):
            play = play.take(line.fields, line=number)
        return play


def _begin(header: Line, games: Mapping[str, AnyGame]) -> Play[Any, Any, Any]:
    return Play.begin(games[header.fields["game"].one_of(tuple(games))], header.fields)


def _replaced(corrections: Iterable[Correction]) -> dict[int, tuple[Line, ...]]:
    return {number: lines for correction in corrections for number, lines in correction.changes}


def _interrupted(entries: Iterable[Entry], replaced: Mapping[int, tuple[Line, ...]]) -> set[int]:
    """What was taken back, but not before something that counts by a correction, which an undo would hit instead."""
    counting = [seq for seq, lines in replaced.items() if lines]
    return {
        entry.seq
        for entry in entries
        if entry.fate == "undone" and any(entry.seq < seq < (entry.partner or 0) for seq in counting)
    }


def _newly_refused(before: Play[Any, Any, Any], after: Play[Any, Any, Any]) -> Refusal | None:
    if after.refusals is before.refusals or after.refusals is None:
        return None
    return after.refusals.last


def _clash(line: Line, reason: str, *, corrected: bool) -> str:
    if corrected:
        return reason
    at = f" at {line.said['t']:g} s" if "t" in line.said else ""
    return f"then the {line.said['event']}{at} that came later could not be: {reason}"
