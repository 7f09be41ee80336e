"""The screens of Bears, Foxes & Hares, as values: what each of them says, without a pixel.

Pieces are called as people call them (`red fox`), squares as on the board (`d4`).
"""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
"""A square of the little board, as the device sees it: column to the right, row away from it, from 0."""


@dataclass(frozen=True)
class BoardMap:
    """A little board: where pieces stand, and the squares to look at."""

    columns: int
    rows: int
    pieces: tuple[tuple[Cell, int], ...]
    """Each occupied square with the size of its uppermost piece, 1 to 3."""
    marked: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class PlaceNeutral:
    """One of the neutral pieces is placed on an empty square; `left` are the sizes still to be placed, 1 to 3."""

    player: str
    turn: int
    left: tuple[int, ...]
    watched: bool = True
    """Whether the camera will see it; else ok enters it."""


@dataclass(frozen=True)
class TurnChoice:
    """Roll or make a special move: chosen before the roll. `home` of three pieces have got home."""

    player: str
    turn: int
    options: tuple[str, ...]
    chosen: int
    home: int


@dataclass(frozen=True)
class RollDie:
    """People roll their own die beside the board; `why` it could not be read, "" before."""

    player: str
    why: str


@dataclass(frozen=True)
class Rolled:
    """The roll, and the pieces that may move: own and neutral ones by size, 1 to 3."""

    player: str
    value: int
    own: tuple[int, ...]
    neutral: tuple[int, ...]
    pinned: bool = False
    """Whether next shows which pieces are pinned."""
    watched: bool = True


@dataclass(frozen=True)
class SpecialMove:
    """A special move instead of a roll: which own and neutral pieces may make one, by size."""

    player: str
    own: tuple[int, ...]
    neutral: tuple[int, ...]
    watched: bool = True


@dataclass(frozen=True)
class MoveSeen:
    """What was moved, as it was found."""

    player: str
    what: str
    board: BoardMap


@dataclass(frozen=True)
class AfterMove:
    """The piece that moved may make its special move; or the turn ends. `deed`: Hop, Swap or Shove; "" if it cannot."""

    player: str
    piece: str
    deed: str
    watched: bool = True


@dataclass(frozen=True)
class NotAllowed:
    """What was done is against the rules: why, by which section, where, and what to put back."""

    reason: str
    rule: str
    put_back: tuple[str, ...]
    board: BoardMap


@dataclass(frozen=True)
class PutBack:
    """The board does not stand as the match says: one of the things to put right."""

    what: str
    number: int
    of: int
    board: BoardMap


@dataclass(frozen=True)
class PutDown:
    """A piece is missing from the board: it is in somebody's hand."""

    player: str
    piece: str
    square: str
    rolled: int | None
    """How far it goes; None if nothing was rolled."""


@dataclass(frozen=True)
class WhichMove:
    """Several moves look like this; people say which it was."""

    options: tuple[str, ...]
    chosen: int
    board: BoardMap


@dataclass(frozen=True)
class Pinned:
    """The pieces that may not move: each with its square and what stands on it."""

    pieces: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class BoardDoubt:
    """What the camera cannot make out on the board, and where."""

    reason: str
    number: int
    of: int
    board: BoardMap


BfhScreen = (
    PlaceNeutral
    | TurnChoice
    | RollDie
    | Rolled
    | SpecialMove
    | MoveSeen
    | AfterMove
    | NotAllowed
    | PutBack
    | PutDown
    | WhichMove
    | Pinned
    | BoardDoubt
)
