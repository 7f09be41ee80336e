"""What can happen in a match of Outrun the Bear, and how it reads in the match log."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from companion.games.fields import Fields, LogError, Value
from companion.games.outrun.settings import Match

Choice = Literal["equip", "exchange", "none"]
Kind = Literal["action", "equipment"]

CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True)
class Move:
    """A card moves `runner` so many rows forward or, below 0, back."""

    runner: str
    rows: int


@dataclass(frozen=True)
class Draw:
    """A card lets `runner` draw."""

    runner: str
    cards: int


@dataclass(frozen=True)
class Discard:
    """A card makes `runner` discard."""

    runner: str
    cards: int


@dataclass(frozen=True)
class RemoveCard:
    """The card that `runner` has just played leaves the game."""

    runner: str


Effect = Move | Draw | Discard | RemoveCard

EFFECTS: Final = ("move", "draw", "discard", "remove_card")


@dataclass(frozen=True)
class ResolveTerrain:
    """The terrain step; at the campsite and in a rest area with a choice."""

    choice: Choice | None = None


@dataclass(frozen=True)
class Crawl:
    """The runner crawls."""


@dataclass(frozen=True)
class Sprint:
    """The runner discards cards and sprints."""


@dataclass(frozen=True)
class PlayCard:
    """The runner plays an action or equipment card from the hand."""

    kind: Kind
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class React:
    """`runner` plays a reaction in the turn of another."""

    runner: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class EndTurn:
    """The runner draws, and the turn passes on."""


@dataclass(frozen=True)
class BearMoves:
    """The Bear's turn, with the values of the cards drawn for it."""

    values: tuple[int, ...]


Event = ResolveTerrain | Crawl | Sprint | PlayCard | React | EndTurn | BearMoves

EVENTS: Final = ("terrain", "crawl", "sprint", "card", "reaction", "end_turn", "bear")


def read_event(match: Match, name: str, fields: Fields) -> Event:
    """Read the event `name`, one of `EVENTS`; raises `LogError`."""
    match name:
        case "terrain":
            return ResolveTerrain(fields["choice"].one_of(CHOICES) if fields.has("choice") else None)
        case "crawl":
            return Crawl()
        case "sprint":
            return Sprint()
        case "card":
            return PlayCard(fields["kind"].one_of(KINDS), _read_effects(match, fields))
        case "reaction":
            return React(fields["player"].one_of(match.runners), _read_effects(match, fields))
        case "end_turn":
            return EndTurn()
        case "bear":
            return BearMoves(tuple(value.whole(at_least=0) for value in fields["values"].items()))
    raise ValueError(f"{name} is not an event of Outrun the Bear")


def _read_effects(match: Match, fields: Fields) -> tuple[Effect, ...]:
    return tuple(_read_effect(match, effect) for effect in fields["effects"].items())


def _read_effect(match: Match, effect: Value) -> Effect:
    fields = effect.fields()
    given = [name for name in EFFECTS if fields.has(name)]
    if len(given) != 1:
        raise LogError(f"must have exactly one of {', '.join(EFFECTS)}", field=effect.path)
    runner = fields[given[0]].one_of(match.runners)
    match given[0]:
        case "move":
            rows = fields["rows"]
            if rows.whole() == 0:
                raise LogError("must not be 0", field=rows.path)
            return Move(runner, rows.whole())
        case "draw":
            return Draw(runner, fields["cards"].whole(at_least=1))
        case "discard":
            return Discard(runner, fields["cards"].whole(at_least=1))
    return RemoveCard(runner)
