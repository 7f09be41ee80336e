"""The pieces' sizes, and how high they stand on each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pyramids.solids import (
    BASE_MM,
    HEIGHT_MM,
    LARGE,
    MEDIUM,
    RIDE_MM,
    SIZES,
    SMALL,
    STACKS,
    base_heights,
    in_sight,
    points,
)


@given(st.lists(st.sampled_from(SIZES), min_size=1, max_size=5).map(tuple))
def test_every_piece_rests_on_the_board_or_on_a_tip(sizes: tuple[int, ...]) -> None:
    """A piece comes down until its inside rests on a tip below or its rim on the board, and no lower."""
    heights = base_heights(sizes)
    for level, size in enumerate(sizes):
        over = [heights[k] + HEIGHT_MM[sizes[k]] + RIDE_MM - HEIGHT_MM[size] for k in range(level)]
        assert heights[level] >= 0
        assert all(heights[level] >= z - 1e-9 for z in over)
        assert heights[level] in {0.0, *over}


@given(st.lists(st.sampled_from(SIZES), min_size=1, max_size=5).map(tuple))
def test_what_is_in_sight_gets_smaller_upwards(sizes: tuple[int, ...]) -> None:
    """What a larger or equal piece covers is not in sight; the topmost always is."""
    seen = [size for size, _ in in_sight(sizes)]
    assert seen == sorted(set(seen), reverse=True)
    assert seen[-1] == sizes[-1]


def test_a_rider_shows_four_millimetres_above_the_tip_below() -> None:
    """The published sets' figures: a small one on a medium one on a large one."""
    assert base_heights((MEDIUM, SMALL)) == pytest.approx((0, 13.5))
    assert base_heights((LARGE, MEDIUM, SMALL)) == pytest.approx((0, 13.6, 27.1))


def test_a_covered_piece_holds_up_what_stands_over_it() -> None:
    """A medium one over a small one on a large one stands 4 mm higher than without the small one."""
    assert in_sight((LARGE, SMALL, MEDIUM))[1][1] == pytest.approx(in_sight((LARGE, MEDIUM))[1][1] + RIDE_MM)
    assert (LARGE, SMALL, MEDIUM) in STACKS


@given(
    st.floats(-300, 300),
    st.floats(-300, 300),
    st.floats(0, 2 * np.pi),
    st.sampled_from(SIZES),
    st.floats(0, 30),
)
def test_the_base_is_a_square_below_the_tip(x: float, y: float, yaw: float, size: int, z: float) -> None:
    """Sides, diagonals and height are those of the size, however it is turned."""
    (shape,) = points(np.array([[x, y]]), np.array([yaw]), size, z)
    base, tip = shape[:4], shape[4]
    assert np.linalg.norm(np.roll(base, -1, axis=0) - base, axis=1) == pytest.approx([BASE_MM[size]] * 4)
    assert base.mean(axis=0) == pytest.approx([x, y, z], abs=1e-9)
    assert tip == pytest.approx([x, y, z + HEIGHT_MM[size]])
