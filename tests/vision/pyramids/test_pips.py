"""Which spots lie by the rims of a stack, on drawn pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated.board.look import make_board_look
from vision.lens import Lens, Pose, View
from vision.pictures import Picture
from vision.pyramids.board import Board
from vision.pyramids.fits import Fit
from vision.pyramids.scoring import near_rims
from vision.pyramids.solids import base_heights, points
from vision.pyramids.spots import strays
from vision.pyramids.window import Window

OPTICS = make_board_look(3, ("red",)).table.optics
K, R, T = (np.asarray(values, np.float64) for values in (OPTICS.K, OPTICS.R, OPTICS.t))
VIEW = View(Lens(*OPTICS.size, K, np.zeros(5)), Pose(R, T))
BOARD = Board(-160.0, -150.0, 0.0, 40.0)
X, Y, YAW = 0.0, 0.0, 0.5
U, V = VIEW.project([[X, Y, 20.0]])[0].astype(int).tolist()
WINDOW = Window(VIEW, BOARD, 1, (U - 90, V - 110, 180, 220))


def stack(*sizes: int) -> Fit:
    """On one place, all turned alike."""
    z = base_heights(sizes)
    shapes = [points([(X, Y)], [YAW], size, low)[0] for size, low in zip(sizes, z, strict=True)]
    corners = WINDOW.project(np.array(shapes))
    yaws, colours = (YAW,) * len(sizes), (0,) * len(sizes)
    return Fit((4, 3), sizes, X, Y, yaws, colours, score=0, likely=0, edged=1, corners=corners)


def picture(found: Fit, tone: int, pip: int, *, levels: tuple[int, ...], rim: bool = True) -> Picture:
    """The stack in one tone of grey, with a pip on both near sides of some levels, by the rim or in the middle."""
    out = np.full((WINDOW.height, WINDOW.width, 3), 150, np.uint8)
    for level, shape in enumerate(found.corners):
        hull = cv2.convexHull(np.round(shape).astype(np.int32))
        cv2.fillConvexPoly(out, hull, (tone, tone, tone), cv2.LINE_AA)
        for side in near_rims(shape[None, :4])[0].tolist() if level in levels else []:
            middle = (shape[side] + shape[(side + 1) % 4]) / 2
            u, v = (middle + (shape[4] - middle) * (0.08 if rim else 0.35)).round().astype(int).tolist()
            cv2.circle(out, (u, v), 3, (pip, pip, pip), -1, cv2.LINE_AA)
    return out


@pytest.mark.parametrize(("tone", "pip"), [(30, 220), (210, 40)], ids=["black", "white"])
def test_a_riders_pips_belong_to_no_single_piece(tone: int, pip: int) -> None:
    """Of one colour with what carries it, they may be all that shows of it."""
    shown = picture(stack(3, 2), tone, pip, levels=(0, 1))
    assert strays(WINDOW, shown, [stack(3), stack(3, 2)]) == [2, 0]
    alone = picture(stack(3), tone, pip, levels=(0,))
    assert strays(WINDOW, alone, [stack(3), stack(3, 2)]) == [0, 0]


def test_without_pips_by_the_lowest_rim_spots_say_nothing() -> None:
    """They may be dirt or glare on pieces that have none."""
    found = stack(3)
    assert strays(WINDOW, picture(found, 30, 220, levels=()), [found]) == [0]
    assert strays(WINDOW, picture(found, 30, 220, levels=(0,), rim=False), [found]) == [0]


def test_lines_are_no_spots() -> None:
    """As where two sides meet."""
    found = stack(3)
    shown = picture(found, 30, 220, levels=(0,))
    tip, foot = found.corners[0, 4], found.corners[0, :4].mean(axis=0)
    ends = np.round([tip, foot]).astype(int).tolist()
    cv2.line(shown, ends[0], ends[1], (200, 200, 200), 2)
    assert strays(WINDOW, shown, [found]) == [0]
