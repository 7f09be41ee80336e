"""Edges in a picture of the board that the empty board has not."""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32
from vision.pyramids.lighting import planes

UNKNOWN_EDGE = np.float32(0.35)
"""How sure an edge is where nothing can be known: some of the board has that much of its own."""
_LEFT_OVER = 0.5
"""Share of the board's own edges that may be left: pictures are not equally sharp."""
_EDGE, _OVER_NOISE = 0.25, 2.5
"""A step of this much is surely an edge, if it is by so much more than what is usual on the board."""


def steps(pictures: Floats32) -> Floats32:
    """(2, K, H, W): how steep K pictures' logarithms of light (K, 3, H, W) are across and down, in the steepest.

    The first and the last row have no step: nothing is known of what is beyond.
    """
    count, _, height, width = pictures.shape
    flat = pictures.reshape(-1, width)
    out = np.empty((2, count, height, width), np.float32)
    for steep, (across, down) in zip(out, ((1, 0), (0, 1)), strict=True):
        each = np.asarray(cv2.Scharr(flat, cv2.CV_32F, across, down, scale=1 / 16), np.float32)
        each = np.abs(each, out=each).reshape(pictures.shape)
        np.maximum(np.maximum(each[:, 0], each[:, 1], out=steep), each[:, 2], out=steep)
    out[:, :, [0, -1]] = 0
    return out


def steepness(logs: Floats32) -> Floats32:
    """(H, W): how steep (H, W, 3) logarithms of light are."""
    return np.asarray(cv2.magnitude(*steps(planes(logs)[None])[:, 0]), np.float32)


def ridges(slopes: Floats32, own: Floats32, itself: Floats32, *, fine: float = 1.0) -> Floats32:
    """(H, W), 0 to 1: how sure there is an edge just here that the empty board has not.

    `slopes` (2, H, W) are the steps across and down of what is unlike the empty board, `own` (H, W) is how steep that
    is, and `itself` (H, W) the picture: where a piece hides an edge of the board, that has none. Only the ridge of an
    edge counts, the steepest pixel across it, however steep: that tells where it is to a part of a pixel, in soft
    pictures too. In pictures that are `fine` edges are less steep, by so many times.
    """
    across, down = slopes
    left_over = np.float32(_LEFT_OVER) * own
    steep = np.asarray(cv2.min(cv2.magnitude(across, down), itself), np.float32)
    steep -= left_over
    np.maximum(steep, 0, out=steep)
    above = np.asarray(cv2.dilate(steep, np.ones((5, 1), np.uint8)), np.float32)
    near = np.asarray(cv2.dilate(steep, np.ones((1, 5), np.uint8)), np.float32)
    near -= above
    near *= across > down
    near += above
    sure = max(_EDGE / fine, _OVER_NOISE * float(np.median(near[::3, ::3])))
    steep /= np.maximum(near, sure, out=near)
    return np.asarray(np.maximum(steep, UNKNOWN_EDGE * (left_over > sure / 2)), np.float32)
