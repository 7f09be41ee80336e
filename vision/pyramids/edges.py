"""Edges in a picture of the board that the empty board has not."""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32
from vision.pyramids.lighting import planes
from vision.pyramids.pixels import crests, steps

UNKNOWN_EDGE = np.float32(0.35)
"""How sure an edge is where nothing can be known: some of the board has that much of its own."""
_LEFT_OVER = 0.5
"""Share of the board's own edges that may be left: pictures are not equally sharp."""
_EDGE, _OVER_NOISE = 0.25, 2.5
"""A step of this much is surely an edge, if it is by so much more than what is usual on the board."""


def steepness(logs: Floats32) -> Floats32:
    """(H, W): how steep (H, W, 3) logarithms of light are."""
    return np.asarray(cv2.magnitude(*steps(planes(logs))), np.float32)


def ridges(slopes: Floats32, own: Floats32, itself: Floats32, *, fine: float = 1.0) -> Floats32:
    """(H, W), 0 to 1: how sure there is an edge just here that the empty board has not.

    `slopes` (2, H, W) are the steps across and down of what is unlike the empty board, `own` (H, W) is how steep that
    is, and `itself` (H, W) the picture: where a piece hides an edge of the board, that has none. Only the ridge of an
    edge counts, the steepest pixel across it, however steep: that tells where it is to a part of a pixel, in soft
    pictures too. In pictures that are `fine` edges are less steep, by so many times.
    """
    steep, near = crests(slopes, own, itself, np.float32(_LEFT_OVER))
    sure = np.float32(max(_EDGE / fine, _OVER_NOISE * float(np.median(near[::3, ::3]))))
    steep /= np.maximum(near, sure, out=near)
    return np.asarray(np.maximum(steep, UNKNOWN_EDGE * (own > sure / (2 * _LEFT_OVER))), np.float32)
