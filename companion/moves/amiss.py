"""A whole board compared with a state: what stands where it should not."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.bfh import Piece, State
from companion.games.bfh.pieces import Square, square_of
from companion.moves.sights import Sighting, misfits, shown
from companion.moves.words import named


@dataclass(frozen=True)
class Misplaced:
    """A piece that surely is not where it should be."""

    piece: Piece
    belongs: Square | None
    """Where it should stand; None: off the board."""
    seen: Square | None
    """Where it stands; None: it is not to be seen."""
    order: bool = False
    """Whether it is only its place within the stack that is wrong."""

    @property
    def sentence(self) -> str:
        """What is to be done."""
        if self.order:
            return f"the stack on {self.belongs} is in the wrong order"
        if self.belongs is None:
            return f"take the {named(self.piece)} off {self.seen}"
        if self.seen is None:
            return f"{self.belongs} should hold {named(self.piece)}"
        return f"put the {named(self.piece)} back on {self.belongs}, it is on {self.seen}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """Where to look: where it stands, and where it should."""
        return tuple(dict.fromkeys(square for square in (self.seen, self.belongs) if square is not None))


def amiss(state: State, sighting: Sighting) -> tuple[Misplaced, ...]:
    """Everything that surely stands elsewhere than in `state`; nothing if the board may stand as it should.

    A match that is taken up again may go on once this is empty.
    """
    sighting = sighting.checked()
    found: dict[Piece, Misplaced] = {}
    wrong = sorted(misfits(state.stacks, sighting))
    for square in wrong:
        for piece in sighting.surely(square):
            belongs = square_of(state.stacks, piece)
            if belongs != square:
                found[piece] = Misplaced(piece, belongs, square)
    for square in wrong:
        seen = sighting.surely(square)
        for one in shown(state.stacks.get(square, ())):
            if sighting.may_hide(square, one.piece):
                continue
            if one.surely and one.piece not in seen and one.piece not in found:
                found[one.piece] = Misplaced(one.piece, square, sighting.place_of(one.piece))
    for square in wrong:
        if not any(square in (one.seen, one.belongs) for one in found.values()):
            found |= {one.piece: one for one in _within(square, state, sighting)}
    return tuple(found.values())


def _within(square: Square, state: State, sighting: Sighting) -> list[Misplaced]:
    """What is wrong with a stack of which only pieces that belong there are seen."""
    stack, seen = state.stacks[square], sighting.surely(square)
    for piece in seen:
        covers = [above for above in stack[stack.index(piece) + 1 :] if above.size > piece.size]
        if covers:
            return [Misplaced(covers[-1], square, sighting.place_of(covers[-1]))]
    return [Misplaced(seen[0], square, square, order=True)]
