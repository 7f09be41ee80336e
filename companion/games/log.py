"""The match log: a header and events, one JSON object a line, folded into the state of a match.

A game tells with a `Game` how its header and events read and what an event does. Reading, refusals and `undo` are the
same for all games and live here. An event that the rules forbid changes nothing and is remembered as a refusal; a line
that cannot be read at all is a `LogError`.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NoReturn, TypeVar

from companion.games.fields import Fields, LogError, Record, show

Match = TypeVar("Match")
Event = TypeVar("Event")
State = TypeVar("State")
Item = TypeVar("Item")

UNDO: Final = "undo"
BLANK: Final = b" \t\r"
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
LONGEST_WHOLE_NUMBER: Final = 1000
"""Digits of the longest whole number that is kept as one; Python refuses to write those beyond 4,300."""


class Refused(Exception):
    """The rules forbid an event here; `reason` says why and `rule` names the section that this rests on."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event that was refused: the line it stood in (the header is line 1), why, and the rule."""

    line: int
    reason: str
    rule: str

    def report(self) -> dict[str, object]:
        """The entry of the state's `refused` list."""
        return {"line": self.line, "reason": str(self)}

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


@dataclass(frozen=True)
class Game(Generic[Match, Event, State]):
    """A game as the log needs it: functions without side effects.

    `read_header` and `read_event` raise `LogError`; `apply` raises `Refused`.
    """

    name: str
    read_header: Callable[[Fields], Match]
    events: tuple[str, ...]
    read_event: Callable[[Match, str, Fields], Event]
    start: Callable[[Match], State]
    apply: Callable[[State, Event], State]
    report: Callable[[State], dict[str, object]]
    """The state as the match log's page describes it, without `refused`."""
    tell: Callable[[State], list[str]]
    """The state in a few lines for people."""


AnyGame = Game[Any, Any, Any]


class Forgotten(Exception):
    """An undo leads further back than the states that were kept; the log has to be folded anew."""


@dataclass(frozen=True, slots=True)
class Chain(Generic[Item]):
    """A list that is only ever added to or cut at its end, and so can be shared between the moments of a match."""

    last: Item
    before: "Chain[Item] | None" = field(repr=False, compare=False)
    length: int = 1

    @classmethod
    def adding(cls, item: Item, before: "Chain[Item] | None") -> "Chain[Item]":
        """The list with one more."""
        return cls(item, before, 1 if before is None else before.length + 1)


@dataclass(frozen=True)
class Play(Generic[Match, Event, State]):
    """A match as far as it has been recorded: the state it is in, the states before it, and what was refused.

    Whoever lets one grow for a whole evening can let it forget states from long ago.
    """

    game: Game[Match, Event, State]
    match: Match
    state: State
    earlier: Chain[State] | None = field(default=None, repr=False, compare=False)
    refusals: Chain[Refusal] | None = field(default=None, repr=False, compare=False)
    forgot: bool = field(default=False, repr=False, compare=False)
    """Whether there were states before the earliest that is kept."""

    @classmethod
    def begin(cls, game: Game[Match, Event, State], header: Fields) -> "Play[Match, Event, State]":
        """Start the match that `header` describes; raises `LogError`."""
        match = game.read_header(header)
        return cls(game, match, game.start(match))

    def take(self, event: Fields, *, line: int) -> "Play[Match, Event, State]":
        """The match after one more event, accepted or refused.

        Raises `LogError` if it is no event of the game, and `Forgotten` for an undo that goes back too far.
        """
        name = event["event"].one_of((*self.game.events, UNDO))
        if name == UNDO:
            return self._undo(line)
        read = self.game.read_event(self.match, name, event)
        try:
            state = self.game.apply(self.state, read)
        except Refused as refused:
            return self._refuse(Refusal(line, refused.reason, refused.rule))
        return replace(self, state=state, earlier=Chain.adding(self.state, self.earlier))

    def forgetting(self, *, keep: int) -> "Play[Match, Event, State]":
        """The same with hardly more than the last `keep` states before this one."""
        if self.earlier is None or self.earlier.length <= 2 * keep:
            return self
        kept: Chain[State] | None = None
        for state in _in_order(self.earlier)[-keep:]:
            kept = Chain.adding(state, kept)
        return replace(self, earlier=kept, forgot=True)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Everything that was refused so far, in the order of the log; no `undo` takes any of it back."""
        return tuple(_in_order(self.refusals))

    def report(self) -> dict[str, object]:
        """The state that `bears replay --json` prints."""
        return {**self.game.report(self.state), "refused": [refusal.report() for refusal in self.refused]}

    def _undo(self, line: int) -> "Play[Match, Event, State]":
        if self.forgot and (self.earlier is None or self.earlier.before is None):
            raise Forgotten  # one state before the present one is always there
        if self.earlier is None:
            return self._refuse(Refusal(line, "there is nothing left to take back", "match log: undo"))
        return replace(self, state=self.earlier.last, earlier=self.earlier.before)

    def _refuse(self, refusal: Refusal) -> "Play[Match, Event, State]":
        return replace(self, refusals=Chain.adding(refusal, self.refusals))


def replay(log: bytes, games: Mapping[str, AnyGame]) -> Play[Any, Any, Any]:
    """Fold a whole match log, whose header names one of `games`; raises `LogError` with the line and the field."""
    lines = records(log)
    number, header = next(lines)
    try:
        play = Play.begin(games[header["game"].one_of(tuple(games))], header)
        for number, event in lines:
            play = play.take(event, line=number)
    except LogError as error:
        raise (error if error.line is not None else error.at(number)) from None
    return play


def records(log: bytes) -> Iterator[tuple[int, Fields]]:
    """The objects of a log with the number of their line, the header first; raises `LogError`.

    Lines end at a line feed. Blank ones are passed over after the header.
    """
    if log.startswith(BYTE_ORDER_MARK):
        raise LogError("begins with a byte order mark; save the log as UTF-8 without one", line=1)
    for number, line in enumerate(log.split(b"\n"), start=1):
        if number == 1 or line.strip(BLANK):
            yield number, _read_line(line, number)


def _read_line(line: bytes, number: int) -> Fields:
    if not line.strip(BLANK):
        raise LogError("is blank, but the header of the match belongs here", line=number)
    try:
        given = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise LogError(f"is not UTF-8 at byte {error.start + 1}", line=number) from None
    except json.JSONDecodeError as error:
        raise LogError(f"is not valid JSON at column {error.colno}: {error.msg}", line=number) from None
    except RecursionError:
        raise LogError("is nested too deeply", line=number) from None
    except LogError as error:
        raise error.at(number) from None
    if not isinstance(given, Record):
        raise LogError(f"must be a JSON object, not {show(given)}", line=number)
    return Fields(given)


def _no_constant(name: str) -> NoReturn:
    raise LogError(f"is not valid JSON: there is no number {name}")


def _whole(digits: str) -> int | float:
    # A number that no field can have and no state can print, but that an ignored field may hold.
    return int(digits) if len(digits) <= LONGEST_WHOLE_NUMBER else math.inf


def _in_order(chain: Chain[Item] | None) -> list[Item]:
    items: list[Item] = []
    while chain is not None:
        items.append(chain.last)
        chain = chain.before
    return items[::-1]


_DECODER: Final = json.JSONDecoder(object_pairs_hook=Record, parse_int=_whole, parse_constant=_no_constant)
