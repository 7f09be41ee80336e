"""The match being played: everything is in the journal, on the disk, before it is part of the match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from companion.boards import load_boards
from companion.games.catalogue import all_games
from companion.games.log import UNDO, AnyGame, Play, Refusal
from companion.journal import Journal, Row
from companion.match.account import Account
from companion.match.clock import MatchClock
from companion.match.story import Entry, Line, Story

Event = Mapping[str, object]

FAREWELL = "farewell"
"""The note that everybody has seen how a match ended."""


@dataclass(frozen=True)
class Outcome:
    """What became of an event, an undo or a correction."""

    accepted: bool
    seq: int | None
    """Its number in the match's journal; None if it was not recorded, as a correction that cannot be."""
    reason: str = ""
    """Why it was refused."""
    rule: str = ""
    """The section of the rules that this rests on."""


class Match:
    """A match that is being played and recorded; made by `begin` or `resume`.

    Whatever changes it is in the journal first: a call that raises `JournalError` changed nothing and may be tried
    again. A refused event is recorded too, for it is a part of the log; a refused correction is not. In memory is what
    it all comes to; explanations and pictures stay in the journal until they are asked for.
    """

    def __init__(self, journal: Journal, rows: Sequence[Row], games: Mapping[str, AnyGame]) -> None:
        self._journal = journal
        self._number = rows[0].match
        self._last_seq = rows[-1].seq
        self._clock = MatchClock.of(rows)
        self._account = Account.of(rows, games)

    @classmethod
    def begin(cls, journal: Journal, header: Event, *, games: Mapping[str, AnyGame] | None = None) -> Self:
        """Begin a new match; raises `LogError` if the header is none and `JournalError` if it cannot be recorded."""
        games = known_games() if games is None else games
        Story.begin(Line.of(header), games)
        return cls(journal, [journal.begin(header)], games)

    @classmethod
    def resume(
        cls, journal: Journal, number: int | None = None, *, games: Mapping[str, AnyGame] | None = None
    ) -> Self | None:
        """Take up match `number`, by default the last one, where it was left; None if people are done with it.

        Raises `JournalError`, and `MatchUnreadable` for a match that cannot be folded.
        """
        match = cls.unfinished(journal, number, games=games)
        if match is not None:
            match._record("resume", {})  # noqa: SLF001 - one of our own
        return match

    @classmethod
    def unfinished(
        cls, journal: Journal, number: int | None = None, *, games: Mapping[str, AnyGame] | None = None
    ) -> Self | None:
        """As `resume`, but only to be looked at: nothing is recorded.

        People are done with a match that was given up, or that is over and whose end they have seen.
        """
        if number is None:
            number = max(journal.matches(), default=0)
        rows = journal.rows(number)
        if not rows:
            return None
        match = cls(journal, rows, known_games() if games is None else games)
        done = match.closed or (match.over and FAREWELL in match.notes)
        return None if done else match

    @property
    def number(self) -> int:
        """The number of the match in the journal."""
        return self._number

    @property
    def story(self) -> Story:
        """Events, undos and corrections, and what follows from them."""
        return self._account.story

    @property
    def header(self) -> Mapping[str, Any]:
        """The header of the match log: game, players, settings."""
        return self.story.header.said

    @property
    def play(self) -> Play[Any, Any, Any]:
        """The fold of the effective log."""
        return self.story.play

    @property
    def state(self) -> Any:  # noqa: ANN401 - each game has its own
        """The state of the game."""
        return self.story.play.state

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._account.over

    @property
    def closed(self) -> str:
        """Why the match was given up; "" if it was not."""
        return self._account.closed

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every event as it was taken, with its number and what became of it."""
        return self.story.entries

    @property
    def notes(self) -> Mapping[str, Mapping[str, Any]]:
        """The last note of each name."""
        return self._account.notes

    def take(self, event: Event, *, why: Event | None = None, frame: bytes | None = None) -> Outcome:
        """Record an event of the game with its explanation and evidence, then let it take effect.

        Raises `LogError` if it is no event of this game, `JournalError` if it could not be recorded.
        """
        if event.get("event") == UNDO:
            return self.undo()
        line = Line.of(event)
        self.story.take(line, self.next_seq)  # whatever is no event must not get into the journal
        return self._record("event", event, why=why, frame=frame)

    def undo(self) -> Outcome:
        """Take back the last event or correction that counts; raises `JournalError`."""
        return self._record("undo", {})

    def correct(self, seq: int, events: Iterable[Event], *, about: str = "") -> Outcome:
        """Put `events` in the place of entry `seq`: one, several, or none to strike it out.

        Refused, with nothing recorded, if an event that counts would not be accepted any more. Raises `LogError` if
        one of them is no event of this game, `JournalError` if it could not be recorded.
        """
        return self.amend({seq: events}, about=about)

    def amend(self, changes: Mapping[int, Iterable[Event]], *, about: str = "") -> Outcome:
        """As `correct`, for several entries at once; `about` says in a few words what was put right."""
        changed = {seq: list(events) for seq, events in sorted(changes.items())}
        _, refusal = self.preview(changed)
        if refusal is not None:
            return _outcome(None, refusal)
        return self._record("correct", {"changes": list(changed.items()), "about": about})

    def preview(self, changes: Mapping[int, Iterable[Event]]) -> tuple[Story, Refusal | None]:
        """What `amend` would make of the match, and why it could not be; records nothing. Raises `LogError`."""
        lines = [(seq, [Line.of(event) for event in events]) for seq, events in sorted(changes.items())]
        return self.story.correct(lines, self.next_seq)

    def note(self, name: str, body: Event, *, frame: bytes | None = None) -> None:
        """Record what has to be remembered and is no event of the game; raises `JournalError`."""
        self._record("note", {"note": name, "body": body}, frame=frame)

    def close(self, why: str) -> None:
        """Give the match up: it is not resumed any more. Raises `JournalError`."""
        self._record("close", {"why": why})

    def log_bytes(self) -> bytes:
        """The effective match log, JSON lines: `bears replay` of it gives the state that the match is in."""
        return self.story.log

    def seconds(self, mono_ns: int) -> float:
        """The time `t` of the match at a monotonic time; it rises over restarts and power cuts."""
        return self._clock.seconds(mono_ns)

    def why(self, seq: int) -> Mapping[str, Any] | None:
        """The explanation recorded with entry `seq`, if there is one; raises `JournalError` if it cannot be read."""
        row = self._journal.row(self.number, seq)
        return None if row is None else row.why

    def frame(self, seq: int) -> bytes | None:
        """The picture kept as evidence of entry `seq`, JPEG; None if there is none any more.

        Raises `JournalError` if the entry cannot be read.
        """
        row = self._journal.row(self.number, seq)
        return None if row is None else self._journal.frame(row)

    @property
    def next_seq(self) -> int:
        """The number that the next entry in the journal will have."""
        return self._last_seq + 1

    def _record(
        self, kind: str, body: Event, *, why: Event | None = None, frame: bytes | None = None
    ) -> Outcome:
        row = self._journal.append(self.number, kind, body, why=why, frame=frame)
        self._last_seq = row.seq
        self._clock = self._clock.after(row)
        return _outcome(row.seq, self._account.follow(row))


@cache
def known_games(boards: Path | None = None) -> Mapping[str, AnyGame]:
    """The games that there are, with the shipped boards and those in the folder `boards`; raises `BadInput`."""
    return all_games(load_boards(boards))


def _outcome(seq: int | None, refusal: Refusal | None) -> Outcome:
    if refusal is None:
        return Outcome(accepted=True, seq=seq)
    return Outcome(accepted=False, seq=seq, reason=refusal.reason, rule=refusal.rule)
