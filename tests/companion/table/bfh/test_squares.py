from hypothesis import given
from hypothesis import strategies as st

from companion.games.bfh import Board
from companion.games.bfh.board import DIRECTIONS
from companion.table.bfh.squares import CORNERS, Corner, Squares
from tests.companion.table.bfh.bfh_bench import BOARDS

TWO_ARM = BOARDS["two-arm"]
OBLONG = Board("oblong", 3, 2, (("a1", "b1", "c1", "c2", "b2", "a2"),))


def test_a1_lies_where_it_is_said_to() -> None:
    """People set the corner; the rest follows, and the board is turned, never mirrored."""
    cells = {
        corner: (Squares(TWO_ARM, corner).cell("a1"), Squares(TWO_ARM, corner).cell("h1"))
        for corner in CORNERS
    }
    assert cells == {
        "near left": ((0, 0), (7, 0)),
        "near right": ((7, 0), (7, 7)),
        "far right": ((7, 7), (0, 7)),
        "far left": ((0, 7), (0, 0)),
    }


@given(st.sampled_from(CORNERS), st.sampled_from([TWO_ARM, OBLONG]))
def test_every_square_has_its_own_cell(corner: Corner, board: Board) -> None:
    """There and back, neighbours beside each other, and nothing outside."""
    squares = Squares(board, corner)
    columns, rows = squares.shape
    cells = {squares.cell(square): square for square in board.squares}
    assert set(cells) == {(column, row) for column in range(columns) for row in range(rows)}
    for cell, square in cells.items():
        assert squares.square(cell) == square
        for direction in DIRECTIONS:
            other = board.beside(square, direction)
            if other is not None:
                x, y = squares.cell(other)
                assert abs(x - cell[0]) + abs(y - cell[1]) == 1
    for outside in ((-1, 0), (0, -1), (columns, 0), (0, rows)):
        assert squares.square(outside) is None
