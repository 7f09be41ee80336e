"""Which square of the match's board is which cell of the grid that the camera sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

from companion.games.bfh import Board
from companion.games.bfh.board import FILES
from companion.games.bfh.pieces import Square, Stacks
from companion.screens.bfh_kinds import BoardMap, Cell

Corner = Literal["near left", "near right", "far right", "far left"]
CORNERS: Final[tuple[Corner, ...]] = get_args(Corner)
"""Counter-clockwise, from where the device's grid begins."""


class Squares:
    """The squares of a board that lies with `a1` at one corner, as the device sees it."""

    def __init__(self, board: Board, a1: Corner = "near left") -> None:
        self._board = board
        self._turns = CORNERS.index(a1)

    @property
    def shape(self) -> tuple[int, int]:
        """Columns and rows of the grid."""
        files, ranks = self._board.files, self._board.ranks
        return (ranks, files) if self._turns % 2 else (files, ranks)

    def cell(self, square: Square) -> Cell:
        """The cell of a square of the board."""
        file, rank = FILES.index(square[0]), int(square[1:]) - 1
        files, ranks = self._board.files, self._board.ranks
        for _ in range(self._turns):
            file, rank = ranks - 1 - rank, file
            files, ranks = ranks, files
        return file, rank

    def square(self, cell: Cell) -> Square | None:
        """The square of a cell; None if the board has none there."""
        column, row = cell
        columns, rows = self.shape
        if not (0 <= column < columns and 0 <= row < rows):
            return None
        for _ in range(self._turns):
            column, row = row, columns - 1 - column
            columns, rows = rows, columns
        return f"{FILES[column]}{row + 1}"

    def drawn(self, stacks: Stacks, marked: Iterable[Square] = ()) -> BoardMap:
        """The little board with these stacks, and with squares to look at."""
        columns, rows = self.shape
        pieces = tuple(sorted((self.cell(square), stack[-1].size) for square, stack in stacks.items()))
        return BoardMap(columns, rows, pieces, tuple(self.cell(square) for square in marked))
