"""A move that is half done: a piece that may move is in somebody's hand."""

from __future__ import annotations

from companion.games.bfh import Piece, State
from companion.games.bfh.pieces import Square, is_pinned, lift
from companion.moves.sights import Sighting, fits


def lifted(state: State, sighting: Sighting) -> tuple[Piece, Square] | None:
    """The piece that is missing, with all that rode on it, while everything else stands as it did; and its square.

    Only a piece of whoever's turn it is, or a neutral one, that nothing pins.
    """
    if state.phase == "placing":
        return None
    for square, stack in state.stacks.items():
        for piece in stack:
            if piece not in state.movable or is_pinned(stack, piece):
                continue
            left, unit = lift(state.stacks, square, piece)
            seen_elsewhere = any(sighting.place_of(one) is not None for one in unit)
            if not seen_elsewhere and fits(left, sighting):
                return piece, square
    return None
