"""Squares and millimetres."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pyramids.board import SIDE, Board

boards = st.builds(
    Board,
    x0=st.floats(-300, 300),
    y0=st.floats(-300, 300),
    yaw_deg=st.floats(-180, 180),
    cell_mm=st.floats(20, 60),
    z=st.floats(0, 10),
)


@given(boards, st.floats(-2, 10), st.floats(-2, 10))
def test_places_come_back_as_they_were(board: Board, column: float, row: float) -> None:
    """To the table and back is where one was."""
    assert board.to_cells(board.to_table([(column, row)]))[0] == pytest.approx((column, row), abs=1e-6)


@given(boards, st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
def test_the_middle_of_a_square_is_in_it(board: Board, column: int, row: int) -> None:
    """And a square's width beyond the board is no square."""
    x, y = board.to_table([(column + 0.5, row + 0.5)])[0]
    assert board.cell_at(x, y) == (column, row)
    x, y = board.to_table([(column + 0.5, -0.5)])[0]
    assert board.cell_at(x, y) is None


@given(boards)
def test_the_corners_go_round_the_grid(board: Board) -> None:
    """Near left, near right, far right, far left, all on the board's surface."""
    corners = board.corners()
    assert np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) == pytest.approx(
        [SIDE * board.cell_mm] * 4
    )
    assert (corners[:, 2] == board.z).all()
