"""What the camera sees of every square, and what it would have to see of a stack.

A larger piece hides the smaller ones below it, so stacks are never compared, only what is visible of them. Every piece
of a match is there once, by colour and size, which makes a sure sighting of it worth much: it is nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.games.bfh import Piece
from companion.games.bfh.pieces import Square, Stack, Stacks

Unclear = Literal["hidden", "doubtful", "unsure", "behind"]
"""Why a square does not show all that stands there: hidden by a hand, covered by something odd, badly seen, or behind
what stands before it."""


@dataclass(frozen=True)
class SeenPiece:
    """A piece of which something can be seen; only one that is `sure` says anything about what was moved."""

    piece: Piece
    sure: bool = True


@dataclass(frozen=True)
class Shown:
    """A piece that would be visible. `surely` is False under another of its own size, where a rim shows or does not."""

    piece: Piece
    surely: bool = True


@dataclass(frozen=True)
class Sighting:
    """A board as one picture shows it."""

    pieces: Mapping[Square, tuple[SeenPiece, ...]] = field(default_factory=dict)
    """What can be seen on each square, bottom to top; squares on which nothing is seen are left out."""
    hidden: frozenset[Square] = frozenset()
    """Squares on which something may stand unseen."""
    doubtful: frozenset[Square] = frozenset()
    """Squares where something lies or hovers that is no upright piece of this match."""
    behind: Mapping[Square, int] = field(default_factory=dict)
    """Squares on which pieces up to a size may stand unseen behind others, or be taken for a part of them."""

    def unclear(self, square: Square) -> Unclear | None:
        """Why not all of a square can be relied on, None if it can."""
        if square in self.doubtful:
            return "doubtful"
        if not all(seen.sure for seen in self.pieces.get(square, ())):
            return "unsure"
        if square in self.hidden:
            return "hidden"
        return "behind" if square in self.behind else None

    def may_hide(self, square: Square, piece: Piece) -> bool:
        """Whether a piece that is not surely seen on a square may stand there all the same."""
        unclear = self.unclear(square)
        return unclear is not None and (unclear != "behind" or piece.size <= self.behind[square])

    @property
    def unclear_squares(self) -> frozenset[Square]:
        """All squares that cannot be relied on."""
        unsure = {square for square, seen in self.pieces.items() if not all(one.sure for one in seen)}
        return self.hidden | self.doubtful | self.behind.keys() | unsure

    def surely(self, square: Square) -> tuple[Piece, ...]:
        """The pieces that are surely there, bottom to top."""
        return tuple(seen.piece for seen in self.pieces.get(square, ()) if seen.sure)

    def place_of(self, piece: Piece) -> Square | None:
        """Where a piece surely stands."""
        return next((square for square in self.pieces if piece in self.surely(square)), None)

    def checked(self) -> Sighting:
        """The same with nothing sure that cannot be: a piece that is seen twice is sure nowhere."""
        times = Counter(seen.piece for stack in self.pieces.values() for seen in stack if seen.sure)
        if all(number == 1 for number in times.values()):
            return self
        pieces = {
            square: tuple(SeenPiece(one.piece, one.sure and times[one.piece] == 1) for one in stack)
            for square, stack in self.pieces.items()
        }
        return replace(self, pieces=pieces)


def shown(stack: Stack) -> tuple[Shown, ...]:
    """What can be seen of a stack, bottom to top: no piece with a larger one anywhere above it."""
    return tuple(
        Shown(piece, surely=all(above.size < piece.size for above in stack[level + 1 :]))
        for level, piece in enumerate(stack)
        if all(above.size <= piece.size for above in stack[level + 1 :])
    )


def fits(stacks: Stacks, sighting: Sighting) -> bool:
    """Whether the board may stand so, for all that is surely seen."""
    return not any(misfits(stacks, sighting))


def misfits(stacks: Stacks, sighting: Sighting) -> Iterator[Square]:
    """The squares that surely show something else than they would."""
    for square in {*stacks, *sighting.pieces}:
        if not _shows(sighting, square, shown(stacks.get(square, ()))):
            yield square


def _shows(sighting: Sighting, square: Square, view: tuple[Shown, ...]) -> bool:
    """Whether what is surely seen on a square may be this view of it."""
    seen = sighting.surely(square)
    if not _in_order(seen, [one.piece for one in view]):
        return False
    return all(one.piece in seen or sighting.may_hide(square, one.piece) for one in view if one.surely)


def _in_order(seen: tuple[Piece, ...], pieces: list[Piece]) -> bool:
    """Whether all of `seen` are among `pieces`, in the same order."""
    rest = iter(pieces)
    return all(piece in rest for piece in seen)
