"""What people do on the simulated board that the rules forbid, and that can be seen to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from companion.games.bfh import Move, Place, Special, State, apply, legal_moves
from companion.games.bfh.pieces import BEAR, Piece, Square, Stack, Stacks, lift
from companion.games.log import Refused
from companion.moves.explaining import explanations, with_specials
from companion.moves.sights import shown

View = frozenset[tuple[Square, tuple[Piece, ...]]]


def view_of(stacks: Stacks) -> View:
    """All that can be seen of a board."""
    return frozenset((square, tuple(one.piece for one in shown(stack))) for square, stack in stacks.items())


def forbidden(state: State, rng: np.random.Generator) -> dict[Square, Stack] | None:
    """A board that somebody makes who errs, and that no legal event explains; None if nothing comes to mind."""
    legal = {view_of(state.stacks), *(view_of(option.after.stacks) for option in explanations(state))}
    if state.phase == "move":
        legal |= {view_of(option.after.stacks) for option in with_specials(state)}
    attempts = [stacks for stacks in _attempts(state, rng) if view_of(stacks) not in legal]
    return dict(attempts[int(rng.integers(len(attempts)))]) if attempts else None


def _attempts(state: State, rng: np.random.Generator) -> Iterator[Mapping[Square, Stack]]:
    """Boards after moves of another length, of another player, with what is pinned, or at the wrong time."""
    for other in _mistaken(state):
        events = [event for event in legal_moves(other) if isinstance(event, Move | Special | Place)]
        for k in rng.permutation(len(events))[:4]:
            try:
                yield apply(other, events[int(k)]).stacks
            except Refused:
                continue
    yield from _pinned_elsewhere(state, rng)


def _mistaken(state: State) -> Iterator[State]:
    """The match as somebody may think that it stands."""
    if state.phase == "move":
        for value in range(1, 7):
            if value != state.rolled:
                yield replace(state, rolled=value)
        yield replace(state, turn=state.turn + 1)
        yield replace(state, rolled=None)
    elif state.phase == "choose":
        yield replace(state, turn=state.turn + 1)
        yield replace(state, rolled=3)
    elif state.phase == "after_move":
        yield replace(state, moved=None)
        yield replace(state, moved=None, rolled=2)
    elif state.phase == "placing":
        yield replace(state, turn=4, rolled=1)


def _pinned_elsewhere(state: State, rng: np.random.Generator) -> Iterator[Mapping[Square, Stack]]:
    """A pinned piece is pulled out from under a larger one and set on an empty square."""
    empty = sorted(state.match.board.squares - state.stacks.keys())
    for square, stack in state.stacks.items():
        for level, piece in enumerate(stack[:-1]):
            if stack[level + 1].size > piece.size and piece.size != BEAR:
                left, _ = lift(state.stacks, square, piece)
                to = empty[int(rng.integers(len(empty)))]
                yield {**left, square: (*stack[:level], *stack[level + 1 :]), to: (piece,)}
