"""A move that is half done: a piece that may move is in somebody's hand."""

from __future__ import annotations

from companion.games.bfh import Piece, State
from companion.games.bfh.pieces import Square, is_pinned, lift
from companion.moves.sights import Sighting, fits


def may_act(state: State) -> tuple[Piece, ...]:
    """The pieces on the board or off it that the rules let be moved in this phase."""
    if state.phase == "after_move":
        return () if state.moved is None else (state.moved,)
    return state.movable if state.phase in ("move", "choose") else ()


def lifted(state: State, sighting: Sighting) -> tuple[Piece, Square] | None:
    """The piece that is missing, with all that rode on it, while everything else stands as it did; and its square."""
    for square, stack in state.stacks.items():
        for piece in stack:
            if piece not in may_act(state) or is_pinned(stack, piece):
                continue
            left, unit = lift(state.stacks, square, piece)
            seen_elsewhere = any(sighting.place_of(one) is not None for one in unit)
            if not seen_elsewhere and fits(left, sighting):
                return piece, square
    return None
