"""Pips: spots along the lower rims of pieces, which tell how many pieces there are where all are of one colour.

How many there are on a side and where in its row is not asked, as sets differ in that: only whether a spot lies by a
rim.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.lens import Floats
from vision.pictures import Picture
from vision.pyramids.evidence import Mask
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.scoring import near_rims
from vision.pyramids.solids import BASE_MM, HEIGHT_MM
from vision.pyramids.window import Window

_ROW_MM = (0.6, 5.4)
"""How far above the rim pips lie, up the side."""
_DIFFERENT = (18.0, 0.15)
"""By how many levels of grey, and by what share of what is about, a spot differs from it."""
_WIDE_MM = (0.8, 4.5)
"""How wide spots are, at least and at most."""
_FULL, _LONG = 0.5, 2.6
"""How much of its box a spot fills, and how much longer than wide that may be: lines are no spots."""


def strays(window: Window, picture: Picture, fits: Sequence[Fit]) -> list[int]:
    """For each of some stacks on a square, how many of the spots in a window of a picture lie by none of its rims.

    None at all if not even the lowest piece of any has spots by its rim: then there are no pips to be seen.
    """
    places = _spots(picture, _all_of(window, fits), _px_per_mm(fits[0]))
    if not len(places):
        return [0] * len(fits)
    rows = [_by_a_rim(found, places) for found in fits]
    if not any(each[0].any() for each in rows):
        return [0] * len(fits)
    return [int(np.count_nonzero(~each.any(axis=0))) for each in rows]


def _all_of(window: Window, fits: Sequence[Fit]) -> Mask:
    """(H, W): well inside of what all the stacks cover."""
    inside = np.ones((window.height, window.width), bool)
    for found in fits:
        mask = np.zeros_like(inside)
        where = footprint(window, found)
        where.of(mask)[where.mask] = True
        inside &= mask
    return np.asarray(cv2.erode(inside.astype(np.uint8), np.ones((5, 5), np.uint8))) > 0


def _spots(picture: Picture, inside: Mask, px_per_mm: float) -> Floats:
    """(N, 2) px: the middles of spots."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    usual = np.asarray(cv2.medianBlur(grey, 2 * round(2.5 * px_per_mm) + 1), np.float32)
    odd = np.abs(grey.astype(np.float32) - usual) > np.maximum(_DIFFERENT[0], _DIFFERENT[1] * usual)
    odd &= inside
    count, _, stats, middles = cv2.connectedComponentsWithStats(odd.astype(np.uint8))
    out = []
    low, high = (mm * px_per_mm for mm in _WIDE_MM)
    for k in range(1, count):
        wide, tall, area = stats[k, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA]].tolist()
        long, short = max(wide, tall), min(wide, tall)
        if low <= long <= high and long <= _LONG * short and area >= _FULL * wide * tall:
            out.append(middles[k])
    return np.array(out, np.float64).reshape(-1, 2)


def _px_per_mm(found: Fit) -> float:
    base = found.corners[0, :4]
    sides = np.hypot(*(base - base[[1, 2, 3, 0]]).T)
    return float(sides.max()) / BASE_MM[found.sizes[0]]


def _by_a_rim(found: Fit, places: Floats) -> Mask:
    """(L, N): whether (N, 2) px lie in the row above a near rim of each piece."""
    out = np.zeros((len(found.sizes), len(places)), bool)
    for level, (size, corners) in enumerate(zip(found.sizes, found.corners, strict=True)):
        slant = float(np.hypot(HEIGHT_MM[size], BASE_MM[size] / 2))
        for rim in near_rims(corners[None, :4])[0].tolist():
            a, b, tip = corners[rim], corners[(rim + 1) % 4], corners[4]
            low, high = (mm / slant for mm in _ROW_MM)
            strip = [a + low * (tip - a), b + low * (tip - b), b + high * (tip - b), a + high * (tip - a)]
            shape = np.array(strip, np.float32)
            out[level] |= [cv2.pointPolygonTest(shape, place.tolist(), False) >= 0 for place in places]
    return out
