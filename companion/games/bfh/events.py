"""What can happen in a match of Bears, Foxes & Hares, and how it reads in the match log."""

from dataclasses import dataclass
from typing import Final

from companion.games.bfh.board import DIRECTIONS, Direction
from companion.games.bfh.pieces import Piece, Square
from companion.games.bfh.settings import Match
from companion.games.fields import Fields


@dataclass(frozen=True)
class Place:
    """A neutral piece is put on the board, in the first three turns."""

    piece: Piece
    at: Square


@dataclass(frozen=True)
class Roll:
    """The player chose to roll the die."""

    value: int


@dataclass(frozen=True)
class Move:
    """A piece goes as far as was rolled, from `start` if it enters; `displace` says where displaced pieces go."""

    piece: Piece
    start: Square | None = None
    displace: tuple[Direction, ...] = ()


@dataclass(frozen=True)
class Special:
    """A hare hops, a fox swaps or a bear shoves in `direction`; `displace` says where displaced pieces go."""

    piece: Piece
    direction: Direction
    displace: tuple[Direction, ...] = ()


@dataclass(frozen=True)
class EndTurn:
    """The player makes no special move after the move."""


@dataclass(frozen=True)
class Pass:
    """No piece can move as far as was rolled."""


Event = Place | Roll | Move | Special | EndTurn | Pass

EVENTS: Final = ("place", "roll", "move", "special", "end_turn", "pass")


def read_event(match: Match, name: str, fields: Fields) -> Event:
    """Read the event `name`, one of `EVENTS`; raises `LogError`."""
    match name:
        case "place":
            return Place(_read_piece(match, fields), _read_square(match, fields, "at"))
        case "roll":
            return Roll(fields["value"].whole(at_least=1, at_most=6))
        case "move":
            piece = _read_piece(match, fields)
            start = _read_square(match, fields, "start") if fields.has("start") else None
            return Move(piece, start, _read_displace(fields))
        case "special":
            piece = _read_piece(match, fields)
            return Special(piece, fields["direction"].one_of(DIRECTIONS), _read_displace(fields))
        case "end_turn":
            return EndTurn()
        case "pass":
            return Pass()
    raise ValueError(f"{name} is not an event of Bears, Foxes & Hares")


def _read_piece(match: Match, fields: Fields) -> Piece:
    return match.pieces[fields["piece"].one_of(tuple(match.pieces))]


def _read_square(match: Match, fields: Fields, name: str) -> Square:
    return fields[name].one_of(match.board.squares, called=f"a square, {match.board.extent}")


def _read_displace(fields: Fields) -> tuple[Direction, ...]:
    return tuple(direction.one_of(DIRECTIONS) for direction in fields.get("displace", []).items())
