"""How pieces come down on a square: riding, pinning, and displacing what is of the same size.

A `Motion` is a move or a special up to the moment when something is still in the air; what remains to be chosen is
where displaced pieces go.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.bfh.board import DIRECTIONS, Board, Direction
from companion.games.bfh.pieces import Piece, Square, Stack, Stacks
from companion.games.bfh.sections import OTHER_SPECIAL_MOVES
from companion.games.log import Refused


@dataclass(frozen=True)
class Motion:
    """A move or special with nothing chosen yet: the board without what is in the air, and where that comes down."""

    stacks: Stacks
    unit: Stack = ()
    """What is to land on `square`; nothing if all is down already."""
    square: Square | None = None
    home: Stack = ()
    """What has reached the inner end of its path."""


@dataclass(frozen=True)
class Displaced:
    """A piece that has to leave `square` for a neighbouring one."""

    piece: Piece
    square: Square


def settle(board: Board, motion: Motion, displace: Sequence[Direction]) -> Stacks:
    """The board after `motion`, displaced pieces going where `displace` says; raises `Refused`.

    Every entry has to be used (rulebook: Other special moves).
    """
    stacks, displaced = _come_down(motion)
    for used, direction in enumerate(displace):
        if displaced is None:
            raise Refused(f"{len(displace) - used} entries of displace are left over", OTHER_SPECIAL_MOVES)
        square = board.beside(displaced.square, direction)
        if square is None:
            raise Refused(
                f"{displaced.piece} cannot be displaced off the board, {direction} of {displaced.square}",
                OTHER_SPECIAL_MOVES,
            )
        stacks, displaced = _set_down(stacks, (displaced.piece,), square)
    if displaced is not None:
        raise Refused(
            f"{displaced.piece} is displaced from {displaced.square} and needs a direction",
            OTHER_SPECIAL_MOVES,
        )
    return stacks


def ways_to_settle(board: Board, motion: Motion) -> Iterator[tuple[tuple[Direction, ...], Stacks]]:
    """Every board that `motion` can end in, each with the shortest entries of `displace` that lead there.

    Displaced pieces of one size can push each other round for ever; what leads to a situation met before is left out.
    """
    waiting: list[tuple[tuple[Direction, ...], Stacks, Displaced | None]] = [((), *_come_down(motion))]
    met = {_situation(*waiting[0][1:])}
    for displace, stacks, displaced in waiting:
        if displaced is None:
            yield displace, stacks
            continue
        for direction in DIRECTIONS:
            square = board.beside(displaced.square, direction)
            if square is None:
                continue
            further = _set_down(stacks, (displaced.piece,), square)
            if _situation(*further) not in met:
                met.add(_situation(*further))
                waiting.append(((*displace, direction), *further))


def _situation(stacks: Stacks, displaced: Displaced | None) -> object:
    return frozenset(stacks.items()), displaced


def _come_down(motion: Motion) -> tuple[Stacks, Displaced | None]:
    if motion.square is None:
        return motion.stacks, None
    return _set_down(motion.stacks, motion.unit, motion.square)


def _set_down(stacks: Stacks, unit: Stack, square: Square) -> tuple[Stacks, Displaced | None]:
    """Put `unit` on `square`; of two pieces of the same size the one that stood there has to leave.

    What is then below is never of that size too: pieces that touch differ in size.
    """
    below = stacks.get(square, ())
    if below and below[-1].size == unit[0].size:
        return {**stacks, square: (*below[:-1], *unit)}, Displaced(below[-1], square)
    return {**stacks, square: (*below, *unit)}, None
