"""How much of a pattern behind is in a piece, and what the coloured shadows of pieces look like."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramids.colours import TaughtColours
from vision.pyramids.edges import steepness
from vision.pyramids.evidence import Evidence, weigh
from vision.pyramids.fits import Footprint
from vision.pyramids.lighting import FLOOR, change_of_light
from vision.pyramids.looks import looks
from vision.pyramids.shades import shaded
from vision.pyramids.showing import Facets, facets, showing, together

CORNERS = np.array([[10.0, 40.0], [30.0, 44.0], [50.0, 40.0], [30.0, 36.0], [30.0, 4.0]])
"""Of a piece, px: its base and its tip."""


def piece() -> Facets:
    """A rectangle of pixels on both sides of the piece's middle."""
    mask = np.zeros((30, 24), bool)
    mask[2:28, 2:22] = True
    return facets(Footprint(slice(8, 38), slice(18, 42), mask), CORNERS)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.6])
def test_the_share_is_told_whatever_light_falls_on_the_sides(share: float) -> None:
    """One side is bright and the other dark, and both get darker downwards."""
    where = piece()
    behind = np.where((where.rows // 6 + where.columns // 7) % 2, 0.5, 0.1).astype(np.float32)
    noise = np.random.default_rng(4).normal(0, 0.01, len(behind))
    light = 0.2 + 0.3 * where.sides - 0.004 * where.rows + share * behind + noise
    told = showing(light.astype(np.float32), behind, where)
    assert told.share == pytest.approx(share, abs=max(3 * told.error, 0.01))
    assert told.error < 0.05


def test_nothing_is_told_where_all_behind_is_alike() -> None:
    """Nor of a few pixels."""
    where = piece()
    flat = np.full(len(where.rows), 0.3, np.float32) + np.linspace(0, 1e-4, len(where.rows), dtype=np.float32)
    noise = np.random.default_rng(4).normal(0, 0.01, len(flat)).astype(np.float32)
    assert showing(0.4 + noise, flat, where).error > 0.3
    few = Facets(where.rows[:10], where.columns[:10], where.sides[:10])
    assert showing(flat[:10], flat[:10], few).error == float("inf")


def test_sides_of_several_pieces_stay_apart() -> None:
    """Each may be lit in its own way."""
    both = together([piece(), piece()])
    assert set(both.sides.tolist()) == {0, 1, 2, 3}


def board(light: tuple[float, float, float], part: tuple[float, float, float]) -> Evidence:
    """A grey board of which some of the blue, green and red light is left in a square patch."""
    empty = np.broadcast_to(np.log(np.array(light, np.float32) + FLOOR), (80, 100, 3)).astype(np.float32)
    now = empty.copy()
    now[30:50, 40:60] = np.log(np.array(light) * part + FLOOR)
    nothing = looks(TaughtColours({}), empty)
    return weigh(now, change_of_light(now, empty), nothing, steepness(empty))


PATCH = Footprint(slice(32, 48), slice(42, 58), np.ones((16, 16), bool))
ORANGE = (0.0, 0.1, 0.5)


@pytest.mark.parametrize(
    ("part", "expected"),
    [((0.3, 0.44, 1.0), 1.0), ((0.25, 0.3, 0.5), 1.0), ((1.0, 0.5, 0.3), 0.0), ((2.0, 2.0, 2.0), 0.0)],
    ids=["half of it through orange", "deeper", "blue", "brighter"],
)
def test_a_shadow_has_the_colour_of_the_light_that_comes_through(
    part: tuple[float, float, float], expected: float
) -> None:
    """Of that light some is left, and none of its own is added."""
    found = shaded(board((0.4, 0.4, 0.4), part), PATCH, [ORANGE])
    assert found.mean() == pytest.approx(expected, abs=0.1)
    assert not shaded(board((0.4, 0.4, 0.4), part), PATCH, []).any()
