"""Colours and lines of a drawing, and the shapes that stand for dice."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.sheet.assessment import Assessment, Die
from vision.pictures import Picture

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255, as in the picture."""

SURE: Colour = (90, 215, 60)
DOUBT: Colour = (20, 165, 255)
ASIDE: Colour = (165, 165, 165)
PAIR: Colour = (245, 170, 60)
ZONE: Colour = (255, 255, 255)
DARK: Colour = (25, 25, 25)

Spots = npt.NDArray[np.float64]
"""(N, 2) px in the picture."""


def stroke_for(width: int) -> int:
    """How wide lines are in a picture of this width, px: alike on a screen whatever the picture's size."""
    return max(2, round(width / 800))


def rgb(colour: Colour) -> Colour:
    """The colour in Pillow's order."""
    return colour[2], colour[1], colour[0]


def colour_of(die: Die, *, doubted: bool) -> Colour:
    """What a die is drawn in; `doubted` if some doubt is about it."""
    if not die.counts:
        return ASIDE
    return SURE if die.sure and not doubted else DOUBT


def shape_of(die: Die, *, loose: bool) -> Spots:
    """What is drawn round a die: its top, or the whole die where the picture is loose; (N, 2) px."""
    if len(die.outline) > 2 and not loose:
        return np.asarray(die.outline, dtype=np.float64)
    left, top, right, bottom = die.box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)


def grown(spots: Spots, by: float) -> Spots:
    """The shape with its corners moved outwards by so many px, so that a line round it does not hide the icon."""
    out = spots - spots.mean(axis=0)
    length = np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
    return np.asarray(spots + out / length * by, dtype=np.float64)


def hull(assessment: Assessment, members: Sequence[int], by: float) -> Spots:
    """A line round several dice, `by` px off them."""
    every = np.concatenate([grown(shape_of(assessment.dice[k], loose=assessment.loose), by) for k in members])
    return np.asarray(cv2.convexHull(every.astype(np.float32)), dtype=np.float64).reshape(-1, 2)


def line(
    canvas: Picture, points: npt.ArrayLike, colour: Colour, stroke: int, *, closed: bool = False
) -> None:
    """A line with a dark rim, to be seen on any table; what lies far outside the picture is left out."""
    spots = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    limit = 4.0 * max(canvas.shape[:2])
    spots = spots[(np.abs(spots) < limit).all(axis=1)]
    if len(spots) < 2:
        return
    # OpenCV draws sub-pixel places as whole numbers of sixteenths.
    fixed = np.round(spots * 16).astype(np.int32).reshape(-1, 1, 2)
    for shade, wide in ((DARK, stroke + max(2, stroke // 2)), (colour, stroke)):
        cv2.polylines(canvas, [fixed], closed, shade, wide, cv2.LINE_AA, 4)
