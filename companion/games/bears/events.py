"""What can happen in a match of Bears!, and how it reads in the match log."""

from dataclasses import dataclass
from typing import Final

from companion.games.bears.calls import Call
from companion.games.bears.dice import FACES, Campsite, Pair, SeatDice
from companion.games.bears.settings import Match
from companion.games.fields import Fields, LogError, Value


@dataclass(frozen=True)
class CampRolled:
    """The Camp Dice have been rolled, before play."""

    campsite: Campsite


@dataclass(frozen=True)
class RoundStarted:
    """Play begins at `t` seconds from the start of the match."""

    t: float


@dataclass(frozen=True)
class Camp:
    """What is in the campsite from `t` on."""

    t: float
    campsite: Campsite


@dataclass(frozen=True)
class RoundEnded:
    """The referee closes the round at `t` although nobody called."""

    t: float


@dataclass(frozen=True)
class RoundRead:
    """The table at the end of a round: the campsite, and the dice in front of each player in the order read."""

    campsite: Campsite
    seats: tuple[tuple[str, SeatDice], ...]


Event = CampRolled | RoundStarted | Camp | Call | RoundEnded | RoundRead

EVENTS: Final = ("camp_rolled", "round_started", "camp", "call", "round_ended", "round_read")


def read_event(match: Match, name: str, fields: Fields) -> Event:
    """Read the event `name`, one of `EVENTS`; raises `LogError`."""
    match name:
        case "camp_rolled":
            return CampRolled(_read_campsite(fields))
        case "round_started":
            return RoundStarted(_read_time(fields))
        case "camp":
            return Camp(_read_time(fields), _read_campsite(fields))
        case "call":
            return Call(_read_time(fields), fields["player"].one_of(match.players))
        case "round_ended":
            return RoundEnded(_read_time(fields))
        case "round_read":
            return RoundRead(
                _read_campsite(fields["campsite"].fields()), _read_seats(match, fields["players"].fields())
            )
    raise ValueError(f"{name} is not an event of Bears!")


def _read_time(fields: Fields) -> float:
    return fields["t"].number(at_least=0)


def _read_campsite(fields: Fields) -> Campsite:
    return Campsite(fields["bears"].whole(at_least=0), fields["tents"].whole(at_least=0))


def _read_seats(match: Match, players: Fields) -> tuple[tuple[str, SeatDice], ...]:
    seats = []
    for name, value in players.all():
        if name not in match.players:
            raise LogError("names nobody in this match", field=value.path)
        dice = value.fields()
        pairs = tuple(_read_pair(pair) for pair in dice["pairs"].items())
        loose = tuple(face.one_of(FACES) for face in dice["loose"].items())
        seats.append((name, SeatDice(pairs, loose)))
    return tuple(seats)


def _read_pair(pair: Value) -> Pair:
    faces = tuple(face.one_of(FACES) for face in pair.items())
    if len(faces) != 2:
        raise LogError(f"must be a pair of two faces, not of {len(faces)}", field=pair.path)
    try:
        return Pair.of(*faces)
    except ValueError as error:
        raise LogError(f"is wrong: {error}", field=pair.path) from None
