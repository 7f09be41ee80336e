"""What the board would be after moves that the rules forbid, so that one that was made can be recognised.

Nothing here looks at whose turn it is, what was rolled or what is pinned; that is left to whoever says why it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.games.bfh import Piece, State
from companion.games.bfh.board import DIRECTIONS, Board, Direction
from companion.games.bfh.landing import Motion, ways_to_settle
from companion.games.bfh.motions import line_of
from companion.games.bfh.pieces import BEAR, FOX, Square, Stack, Stacks, lift, square_of

Manner = Literal["whole", "alone", "on top"]
"""How a piece was set elsewhere: with all that was on it, without that, or on one of its size that stayed."""


@dataclass(frozen=True)
class Carried:
    """A piece set on another square as by a move."""

    piece: Piece
    to: Square
    manner: Manner
    after: Stacks


@dataclass(frozen=True)
class Done:
    """A special move, whoever's piece it is and whether or not it may."""

    piece: Piece
    direction: Direction
    displace: tuple[Direction, ...]
    after: Stacks


def carried(state: State, piece: Piece, to: Square) -> Iterator[Carried]:
    """Every way in which `piece` may have been set on `to`."""
    square = square_of(state.stacks, piece)
    if square is None:
        yield from _set_down(state.match.board, state.stacks, (piece,), to, "whole")
        return
    left, unit = lift(state.stacks, square, piece)
    yield from _set_down(state.match.board, left, unit, to, "whole")
    if len(unit) > 1:
        stack = state.stacks[square]
        alone = {**state.stacks, square: tuple(one for one in stack if one != piece)}
        yield from _set_down(state.match.board, alone, (piece,), to, "alone")


def _set_down(board: Board, left: Stacks, unit: Stack, to: Square, manner: Manner) -> Iterator[Carried]:
    for _, after in ways_to_settle(board, Motion(left, unit, to)):
        yield Carried(unit[0], to, manner, after)
    below = left.get(to, ())
    if below and below[-1].size == unit[0].size:
        yield Carried(unit[0], to, "on top", {**left, to: (*below, *unit)})


def done(state: State, piece: Piece) -> Iterator[Done]:
    """Every special move of `piece`, with every choice of where displaced pieces go."""
    square = square_of(state.stacks, piece)
    if square is None:
        return
    board = state.match.board
    for direction in DIRECTIONS:
        motion = _special(board, state.stacks, piece, square, direction)
        if motion is not None:
            for displace, after in ways_to_settle(board, motion):
                yield Done(piece, direction, displace, after)


def _special(
    board: Board, stacks: Stacks, piece: Piece, square: Square, direction: Direction
) -> Motion | None:
    beside = board.beside(square, direction)
    if beside is None or beside not in stacks:
        return None
    left, unit = lift(stacks, square, piece)
    if piece.size == FOX:
        return Motion({**left, beside: unit}, stacks[beside], square)
    if piece.size != BEAR:
        beyond = board.beside(square, direction, steps=2)
        return None if beyond is None else Motion(left, unit, beyond)
    line = tuple(line_of(board, stacks, square, direction))
    for place in line:
        left[place], unit = unit, stacks[place]
    beyond = board.beside(line[-1], direction)
    if beyond is not None:
        left[beyond] = unit
    return Motion(left)
