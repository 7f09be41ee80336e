"""What hands at a simulated board do so that the pieces stand as the match does, carefully or not."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from companion.games.bfh import Piece, Special, State
from companion.games.bfh.board import STEPS
from companion.games.bfh.motions import line_of
from companion.games.bfh.pieces import BEAR, NEUTRAL, Stacks, square_of
from companion.table.bfh.diary import Deed
from companion.table.bfh.putting import Cell, Key, Stack, puts
from companion.table.bfh.squares import Squares
from hardware.simulated.board.hands import PyramidHand
from hardware.simulated.board.world import BoardWorld

Doing = Generator[float, None, None]


class Handiwork:
    """The pieces of a match in a simulated world; `neutral` is the colour of the neutral ones.

    Doings are generators that yield how many seconds go by before the next thing.
    """

    def __init__(
        self, world: BoardWorld, squares: Squares, *, neutral: str, rng: np.random.Generator
    ) -> None:
        self._world, self._squares, self._neutral, self._rng = world, squares, neutral, rng
        self.across: dict[Key, Cell] = {}
        """Pieces that were set down across a line, and the squares that were meant."""

    def lay(self, stacks: Stacks) -> None:
        """Lay the board at once."""
        self.across.clear()
        self._world.lay(self._cells(stacks))

    def stands(self, stacks: Stacks) -> bool:
        """Whether the board stands so, were it across lines."""
        return self._world.top.stacks() == self._cells(stacks)

    def doing(self, hand: PyramidHand, deed: Deed, *, sloppy: bool) -> Doing:
        """Do with the pieces what somebody does in the game; a sloppy one sets the last of them across a line."""
        event = deed.event
        line = self._line(event, deed.before) if isinstance(event, Special) else []
        if isinstance(event, Special) and line:
            yield from hand.pushing(line, self._step(event))
        yield from self.arranging(hand, deed.after.stacks, sloppy=sloppy)

    def arranging(self, hand: PyramidHand, stacks: Stacks, *, sloppy: bool = False) -> Doing:
        """Carry pieces until the board stands so."""
        top = self._world.top
        now = {
            place: tuple((piece.colour, piece.size) for piece in pieces)
            for place, pieces in top.standing.items()
        }
        steps = list(puts(now, self._cells(stacks)))
        for number, step in enumerate(steps, start=1):
            if step.to is None:
                yield from hand.putting_aside(step.piece)
                continue
            off = None
            if sloppy and number == len(steps) and step.to not in top.standing:
                off = self._over_a_line(step.to)
                self.across[step.piece] = step.to
            yield from hand.carrying(step.piece, step.to, off=off)

    def straightening(self, hand: PyramidHand) -> Doing:
        """Put what stands across a line into its square."""
        top = self._world.top
        for key, cell in list(self.across.items()):
            stack = top.standing.get(cell, ())
            if stack and (stack[0].colour, stack[0].size) == key:
                yield from hand.carrying(key, cell, off=(0.5, 0.5))
            self.across.pop(key)

    def nudging(self, hand: PyramidHand, cell: Cell) -> Doing:
        """Set the pile of a square, if there is one, down anew in the middle."""
        stack = self._world.top.standing.get(cell, ())
        if stack:
            yield from hand.carrying((stack[0].colour, stack[0].size), cell, off=(0.5, 0.5))

    def _line(self, event: Special, state: State) -> list[Cell]:
        """The cells that a bear pushes, its own first; none if it is no bear, or stands on something."""
        square = square_of(state.stacks, event.piece)
        if event.piece.size != BEAR or square is None or state.stacks[square][0] != event.piece:
            return []
        board = state.match.board
        return [
            self._squares.cell(each)
            for each in (square, *line_of(board, state.stacks, square, event.direction))
        ]

    def _step(self, event: Special) -> Cell:
        """A direction as the device sees it."""
        east, north = STEPS[event.direction]
        middle = self._squares.cell("d4")
        beside = self._squares.cell(f"{'abcdefgh'[3 + east]}{4 + north}")
        return beside[0] - middle[0], beside[1] - middle[1]

    def _over_a_line(self, cell: Cell) -> tuple[float, float]:
        """The way from the middle of a square, mm, to a place across one of its lines, on the board."""
        grid, rng = self._world.top.grid, self._rng
        ways = [
            (column, row)
            for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= cell[0] + column < grid.columns and 0 <= cell[1] + row < grid.rows
        ]
        column, row = ways[int(rng.integers(len(ways)))]
        by = float(rng.uniform(0.42, 0.5))
        x, y = grid.place(cell[0] + 0.5 + by * column, cell[1] + 0.5 + by * row)
        middle = grid.middle(cell)
        return x - middle[0], y - middle[1]

    def _cells(self, stacks: Stacks) -> dict[Cell, Stack]:
        return {
            self._squares.cell(square): tuple(self._key(piece) for piece in stack)
            for square, stack in stacks.items()
        }

    def _key(self, piece: Piece) -> Key:
        return (self._neutral if piece.colour == NEUTRAL else piece.colour), piece.size
