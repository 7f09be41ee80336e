"""The pyramids of Bears, Foxes & Hares, and the stacks they stand in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NEUTRAL: Final = "neutral"
HARE: Final = 1
FOX: Final = 2
BEAR: Final = 3
SIZES: Final = (HARE, FOX, BEAR)


@dataclass(frozen=True, order=True)
class Piece:
    """One pyramid: a player's colour or `neutral`, and its size, 1 hare, 2 fox, 3 bear."""

    colour: str
    size: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.size}"


Square = str
Stack = tuple[Piece, ...]
"""The pieces on one square from bottom to top; of two that touch, one is larger."""
Stacks = Mapping[Square, Stack]
"""The occupied squares of a board."""


def trio(colour: str) -> tuple[Piece, Piece, Piece]:
    """The hare, the fox and the bear of a colour."""
    return Piece(colour, HARE), Piece(colour, FOX), Piece(colour, BEAR)


def square_of(stacks: Stacks, piece: Piece) -> Square | None:
    """Where `piece` stands; `None` if it is not on the board."""
    return next((square for square, stack in stacks.items() if piece in stack), None)


def piece_on(stack: Stack, piece: Piece) -> Piece | None:
    """The piece directly on `piece` in its stack, if there is one."""
    above = stack[stack.index(piece) + 1 :]
    return above[0] if above else None


def is_pinned(stack: Stack, piece: Piece) -> bool:
    """Whether a larger piece stands directly on `piece` (rulebook: Other special moves)."""
    above = piece_on(stack, piece)
    return above is not None and above.size > piece.size


def lift(stacks: Stacks, square: Square, piece: Piece) -> tuple[dict[Square, Stack], Stack]:
    """Take `piece` with everything on it off the board; returns the board left and what was lifted."""
    stack = stacks[square]
    level = stack.index(piece)
    left = {**stacks, square: stack[:level]}
    if not left[square]:
        del left[square]
    return left, stack[level:]
