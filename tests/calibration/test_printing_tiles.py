from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import CalibrationError
from calibration.printing_shapes import PAPERS, RIM_MM
from calibration.printing_tiles import FOOT_MM, GLUE_MM, Box, Tiling, share_out


@st.composite
def drawings(draw: st.DrawFn) -> tuple[Box, list[float], list[float], str]:
    """A drawing of whole squares, the lines between them as seams, and a paper."""
    square = draw(st.sampled_from([26.0, 35.0, 40.0, 60.0]))
    across, up = draw(st.integers(1, 26)), draw(st.integers(1, 26))
    box = Box(-across * square / 2, -up * square / 2, across * square / 2, up * square / 2)
    return (
        box,
        [box.left + k * square for k in range(1, across)],
        [box.bottom + k * square for k in range(1, up)],
        draw(st.sampled_from(sorted(PAPERS))),
    )


@given(drawings())
def test_sheets_hold_the_whole_drawing_once_and_each_fits_its_paper(
    drawing: tuple[Box, list[float], list[float], str],
) -> None:
    """Nothing may be missing at a seam, and a printer cuts off what reaches into its rim."""
    box, across, up, paper = drawing
    try:
        tiling = share_out(box, across=across, up=up, paper=paper)
    except CalibrationError as problem:
        assert "sheets" in str(problem)  # noqa: PT017 - the only reason that there is for such squares
        return
    assert sorted(tiling.size) == sorted(PAPERS[paper])
    assert len(tiling.tiles) == tiling.columns * tiling.rows
    _check_line(tiling, [(t.box.left, t.box.right) for t in tiling.tiles if t.row == 0], box.left, box.right)
    _check_line(
        tiling, [(t.box.bottom, t.box.top) for t in tiling.tiles if t.column == 0], box.bottom, box.top
    )
    for tile in tiling.tiles:
        assert tile.box.right in (*across, box.right)
        assert tile.box.top in (*up, box.top)
        assert tile.printed.right - tile.box.right == (GLUE_MM if tile.glue_right else 0)
        assert tile.printed.top - tile.box.top == (GLUE_MM if tile.glue_above else 0)
        x, y = tiling.corner(tile)
        assert min(x, y - FOOT_MM) >= RIM_MM - 1e-9
        assert x + tile.printed.width <= tiling.size[0] - RIM_MM + 1e-9
        assert y + tile.printed.height <= tiling.size[1] - RIM_MM + 1e-9


def _check_line(tiling: Tiling, pieces: list[tuple[float, float]], start: float, stop: float) -> None:
    assert pieces[0][0] == start
    assert pieces[-1][1] == stop
    assert all(before[1] == after[0] for before, after in pairwise(pieces))


def test_a_drawing_that_fits_is_not_cut() -> None:
    """Glue is a nuisance."""
    assert len(share_out(Box(0, 0, 190, 270), across=[95], up=[135], paper="a4").tiles) == 1


def test_what_cannot_be_cut_anywhere_is_refused() -> None:
    """A card must not have a seam through it."""
    with pytest.raises(CalibrationError, match="too small"):
        share_out(Box(0, 0, 300, 300), across=[], up=[], paper="a4")


def test_a_wall_full_of_paper_is_refused() -> None:
    """Nobody glues a hundred sheets."""
    with pytest.raises(CalibrationError, match="sheets of a4"):
        share_out(
            Box(0, 0, 2000, 2000), across=list(range(50, 2000, 50)), up=list(range(50, 2000, 50)), paper="a4"
        )
