"""Shadows as dark and sharp as of a spotlight, painted beside the pieces of a simulated board."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from companion.eyes import BoardEyes
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pyramid, Scene
from tests.vision.pyramids.simulated import OPAQUE
from vision.lens import Floats, View
from vision.pictures import Picture
from vision.pyramids.solids import points

PIECES = [
    Pyramid(colour, size, *OPAQUE.grid.middle(cell), yaw)
    for cell, colour, size, yaw in (
        ((1, 5), "black", 3, 0.4),
        ((4, 4), "blue", 2, 0.9),
        ((3, 1), "red", 3, 0.2),
        ((6, 6), "green", 3, 0.6),
    )
]
Way = tuple[float, float]
"""How far shadows reach over the board for each mm of height, mm."""


@pytest.fixture(scope="module")
def lit(renderer: Renderer) -> Picture:
    """The four pieces in soft light."""
    piles = tuple(piled([piece], OPAQUE.grid.z) for piece in PIECES)
    return renderer.take(Scene((), (), OPAQUE.table.cards, OPAQUE.table.light, piles=piles), 1)


def shaded(lit: Picture, view: View | None, casting: Sequence[Pyramid], way: Way, left: float) -> Picture:
    """The picture with shadows of some pieces on the board, in which so much of each tone is left."""
    assert view is not None
    dark = np.zeros(lit.shape[:2], np.uint8)
    for piece in casting:
        corners = points([piece.x, piece.y], piece.yaw, piece.size, 0.0)
        flat = np.column_stack([corners[:, :2] + corners[:, 2:] * way, np.full(5, OPAQUE.grid.z)])
        fill(dark, view.project(flat), 1)
    for piece in PIECES:
        fill(dark, view.project(points([piece.x, piece.y], piece.yaw, piece.size, OPAQUE.grid.z)), 0)
    out = np.where(dark[..., None] > 0, lit * left, lit).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.6), np.uint8)


def fill(mask: Picture, pixels: Floats, value: int) -> None:
    hull = cv2.convexHull(pixels.astype(np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), value, cv2.LINE_8, 4)


@pytest.mark.parametrize(
    ("way", "left"),
    [
        ((1.1, 0.2), 0.15),
        ((-1.0, 0.3), 0.15),
        ((-0.9, -0.5), 0.15),
        ((1.1, 0.2), 0.3),
        ((-1.0, 0.3), 0.3),
        ((-0.9, -0.5), 0.3),
    ],
)
def test_the_shadows_of_pieces_are_no_doubts(
    eyes: BoardEyes, opaque: Profile, lit: Picture, way: Way, left: float
) -> None:
    """Though they are darker than the board ever is and have edges like pieces."""
    seen = eyes.read(shaded(lit, opaque.view, PIECES, way, left))
    assert {(piece.colour, piece.size) for piece in seen.pieces} == {(p.colour, p.size) for p in PIECES}
    assert seen.sure


@pytest.mark.parametrize("cell", [(1, 2), (5, 2), (4, 6)])
@pytest.mark.parametrize("left", [0.15, 0.3])
def test_a_shadow_of_no_piece_is_a_doubt(
    eyes: BoardEyes, opaque: Profile, lit: Picture, cell: tuple[int, int], left: float
) -> None:
    """It may be a dark thing, or a piece nobody sees may cast it."""
    nobody = Pyramid("none", 3, *OPAQUE.grid.middle(cell), 0.4)
    assert not eyes.read(shaded(lit, opaque.view, [*PIECES, nobody], (-1.0, 0.3), left)).sure
