"""The rectified plane shows every top as a square of one size, wherever it lies, and maps back to millimetres."""

import cv2
import numpy as np
import pytest

from tests.drawn import four_cards, lens_like_v3, looking
from vision.lens import View
from vision.plane import EDGE_PX, TopPlane
from vision.tops import corners_mm

VIEW = View(lens_like_v3(), looking((-10, -420, 545)))


@pytest.mark.parametrize("edge", [14.0, 16.0, 19.0])
@pytest.mark.parametrize("at", [(0.0, 0.0), (-240.0, 160.0), (250.0, -170.0)])
def test_a_top_is_a_square_of_one_size_anywhere(edge: float, at: tuple[float, float]) -> None:
    """Near or far, small dice or large: the network sees squares of the same size, where `place` says."""
    plane = TopPlane(VIEW, four_cards(), edge)
    corners = VIEW.project(corners_mm(*at, 0.3, edge)).astype(np.float32)
    square = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32) - 0.5
    H = cv2.getPerspectiveTransform(square, corners)
    top = cv2.warpPerspective(np.full((64, 64, 3), 255, np.uint8), H, (2304, 1296))
    picture = np.asarray(top, np.uint8)
    seen = plane.rectify(picture)[:, :, 0].astype(float) / 255
    assert seen.sum() == pytest.approx(EDGE_PX**2, rel=0.06)
    y, x = np.mgrid[: seen.shape[0], : seen.shape[1]]
    middle = plane.place([[(x * seen).sum() / seen.sum(), (y * seen).sum() / seen.sum()]])[0]
    assert middle == pytest.approx(at, abs=0.35)


def test_sizes_suit_the_network() -> None:
    """The finder halves three times: the plane's sides are multiples of 8 whatever the cards' places are."""
    for edge in (14.0, 15.3, 18.7):
        plane = TopPlane(VIEW, four_cards(), edge)
        assert plane.width % 8 == 0
        assert plane.height % 8 == 0


def test_an_absurd_table_is_refused() -> None:
    """Dice of a tenth of a millimetre would need a plane larger than memory: an error instead."""
    with pytest.raises(ValueError, match="too large"):
        TopPlane(VIEW, four_cards(), 0.1)
