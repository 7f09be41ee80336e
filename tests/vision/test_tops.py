"""A top's corners are those of the die on the table, and what the picture's edge cuts off is not taken for whole."""

import numpy as np
import pytest

from tests.drawn import four_cards, lens_like_v3, looking
from vision import tops
from vision.finder import Found
from vision.lens import View
from vision.tops import MOSTLY, Top, Tops, corners_mm, squares_mm

EDGE = 16.0
VIEW = View(lens_like_v3(), looking((-10, -420, 545)))
PICTURE = np.full((1296, 2304, 3), 90, np.uint8)


@pytest.mark.parametrize(
    ("turn", "corners"),
    [
        (0.0, [(2, 28), (18, 28), (18, 12), (2, 12)]),
        (np.pi / 2, [(2, 12), (2, 28), (18, 28), (18, 12)]),
        (np.pi, [(18, 12), (2, 12), (2, 28), (18, 28)]),
    ],
)
def test_corners_go_round_from_the_upper_left(turn: float, corners: list[tuple[float, float]]) -> None:
    """A face is cut out upright by them: in another order, or mirrored, no taught face would be known again."""
    found = corners_mm(10, 20, turn, EDGE)
    assert found == pytest.approx(np.array([(x, y, EDGE) for x, y in corners]))


def test_many_squares_are_those_of_each() -> None:
    """All tops of a picture are worked out at once."""
    places, turns = np.array([[0.0, 0.0], [50.0, -30.0], [7.0, 80.0]]), np.array([0.2, -0.4, 1.1])
    each = [corners_mm(x, y, turn, EDGE) for (x, y), turn in zip(places, turns, strict=True)]
    assert squares_mm(places, turns, EDGE) == pytest.approx(np.array(each))


def found_at(monkeypatch: pytest.MonkeyPatch, *pixels: tuple[float, float]) -> list[Top]:
    """The tops where the finder finds one in the middle of each of these pixels of the picture, the whole in sight."""
    finding = Tops(four_cards(), EDGE)
    plane = finding.plane(VIEW)
    at = VIEW.on_plane(np.array(pixels), EDGE)
    us, vs = (at[:, 0] - plane.left) / plane.mm - 0.5, (plane.far - at[:, 1]) / plane.mm - 0.5
    made = [Found(u, v, 0.3, 0.9 - 0.1 * k, 0.95) for k, (u, v) in enumerate(zip(us, vs, strict=True))]
    monkeypatch.setattr(tops, "find_tops", lambda _plane: made)
    return finding(PICTURE, VIEW)


def test_a_top_is_where_the_finder_saw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In millimetres, in the picture, and as much in sight as the finder says."""
    (top,) = found_at(monkeypatch, (1200, 700))
    assert top.corners.mean(axis=0) == pytest.approx((1200, 700), abs=0.5)
    assert top.corners == pytest.approx(VIEW.project(corners_mm(top.x, top.y, 0.3, EDGE)))
    assert top.found.visible == 0.95


@pytest.mark.parametrize(
    "pixel", [(3, 700), (2300, 700), (1200, 1292), (1200, 3)], ids=["left", "right", "near", "far"]
)
def test_what_the_edge_of_the_picture_cuts_off_is_seen_in_part(
    monkeypatch: pytest.MonkeyPatch, pixel: tuple[float, float]
) -> None:
    """Half a face may look like another one, whatever the finder thinks."""
    whole, cut = found_at(monkeypatch, (1200, 700), pixel)
    assert whole.found.visible == 0.95
    assert cut.found.visible < MOSTLY


def test_what_lies_outside_the_picture_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to cut out."""
    (whole,) = found_at(monkeypatch, (1200, 700), (-60, 700))
    assert whole.found.visible == 0.95


def test_the_plane_is_kept_while_the_camera_stands_still() -> None:
    """Its map takes longer to make than a picture to read."""
    finding = Tops(four_cards(), EDGE)
    assert finding.plane(VIEW) is finding.plane(VIEW)
    assert finding.plane(View(VIEW.lens, VIEW.pose)).view is not VIEW
