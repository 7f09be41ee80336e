"""Edges in a picture of the board that the empty board has not."""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32

UNKNOWN_EDGE = np.float32(0.35)
"""How sure an edge is where nothing can be known: some of the board has that much of its own."""
_LEFT_OVER = 0.5
"""Share of the board's own edges that may be left: pictures are not equally sharp."""
_EDGE, _OVER_NOISE = 0.25, 2.5
"""A step of this much is surely an edge, if it is by so much more than what is usual on the board."""


def steps(logs: Floats32) -> Floats32:
    """(2, H, W): how steep (H, W, 3) logarithms of light are across and down, in the steepest channel."""
    across = _most(np.abs(cv2.Scharr(logs, cv2.CV_32F, 1, 0, scale=1 / 16)))
    return np.stack([across, _most(np.abs(cv2.Scharr(logs, cv2.CV_32F, 0, 1, scale=1 / 16)))])


def _most(values: Floats32) -> Floats32:
    """(H, W): the highest of the three channels; many times faster than a maximum along a short axis."""
    a, b, c = cv2.split(values)
    return np.asarray(cv2.max(cv2.max(a, b), c), np.float32)


def steepness(logs: Floats32) -> Floats32:
    """(H, W): how steep (H, W, 3) logarithms of light are."""
    return np.asarray(cv2.magnitude(*steps(logs)), np.float32)


def ridges(slopes: Floats32, own: Floats32, itself: Floats32) -> Floats32:
    """(H, W), 0 to 1: how sure there is an edge just here that the empty board has not.

    `slopes` (2, H, W) are the steps across and down of what is unlike the empty board, `own` (H, W) is how steep that
    is, and `itself` (H, W) the picture: where a piece hides an edge of the board, that has none. Only the ridge of an
    edge counts, the steepest pixel across it, however steep: that tells where it is to a part of a pixel, in soft
    pictures too.
    """
    across, down = slopes
    left_over = np.float32(_LEFT_OVER) * own
    steep = np.maximum(cv2.min(cv2.magnitude(across, down), itself) - left_over, 0)
    above = np.asarray(cv2.dilate(steep, np.ones((5, 1), np.uint8)), np.float32)
    near = np.asarray(cv2.dilate(steep, np.ones((1, 5), np.uint8)), np.float32)
    near -= above
    near *= across > down
    near += above
    sure = max(_EDGE, _OVER_NOISE * float(np.median(near[::3, ::3])))
    steep /= np.maximum(near, sure, out=near)
    return np.asarray(np.maximum(steep, UNKNOWN_EDGE * (left_over > sure / 2)), np.float32)
