"""Where tops of dice lie on the rectified plane: a small fully convolutional network and the maxima of its heat."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import SMALLEST, Floats32, network
from vision.pictures import Picture
from vision.plane import EDGE_PX

STRIDE = 4
FAINTEST = 0.15
"""Heat below this is nothing."""
MAYBE = 0.3
"""Heat below this is hardly a top; between this and SURE it may be one: hidden in part, or something else."""
SURE = 0.52

_BAND, _STEP = 128, 8
"""Rows of a plane that go through the stem together, about, and rows more above them: a cell sees 3 px above itself."""
_LARGE = 128_000
"""Pixels of a plane that is worth parting."""

APART = 0.62
"""Tops nearer to each other than this, in edges, are one."""


@dataclass(frozen=True)
class Found:
    """A top on the plane: centre px, heat, visible share, and its turn.

    The turn is in radians, counter-clockwise on the table, modulo a quarter.
    """

    x: float
    y: float
    turn: float
    heat: float
    visible: float


def scaled(picture: Picture) -> Floats32:
    """(H, W, 3) uint8 -> (1, 3, H, W) float32 as the finders take it."""
    out = np.empty((1, 3, *picture.shape[:2]), np.float32)
    for plane, channel in zip(out[0], cv2.split(picture), strict=True):
        np.copyto(plane, channel)  # channel by channel, for numpy turns axes slowly
    out -= 114.75
    out /= 63.75
    return out


def maxima(logits: Floats32, floor: float) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of the cells whose heat tops their eight neighbours' and `floor`; logits of heat are (H, W)."""
    around = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    at = np.nonzero((logits >= around) & (logits > math.log(floor / (1 - floor))))
    return at[0], at[1]


def sigmoid(x: Floats32) -> Floats32:
    """Logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def _stem(plane: Picture) -> Floats32:
    """(1, C, H/STRIDE, W/STRIDE): what the finder's first layers make of a plane (H, W, 3).

    They are finer than all others and need most of the memory. Each of their cells sees only what is near it, so a
    large plane goes through them in bands that overlap a little: the result is the same, bit by bit.
    """
    stem = network("finder-stem")
    height, width = plane.shape[:2]
    count = round(height / _BAND)
    if count < 2 or height * width < _LARGE:
        return stem(scaled(plane))
    tall = -(-height // count // _STEP) * _STEP + _STEP
    out = np.empty((1, SMALLEST["finder"][1], height // STRIDE, width // STRIDE), np.float32)
    for k in range(count):
        top = min(max(0, k * height // count // _STEP * _STEP - _STEP), height - tall)
        seen = _STEP // STRIDE if top else 0
        band = stem.answer(partial(scaled, plane[top : top + tall]))
        out[:, :, top // STRIDE + seen : (top + tall) // STRIDE] = band[:, :, seen:]
    stem.let_go()
    return out


def find_tops(plane: Picture) -> list[Found]:
    """Tops on a rectified plane (H, W, 3), H and W multiples of 8; the hottest first, none overlapping another."""
    out = network("finder").answer(partial(_stem, plane))[0]
    rows, columns = maxima(out[0], FAINTEST)
    peaks = out[:, rows, columns]
    peaks[[0, 5]] = sigmoid(peaks[[0, 5]])
    xs = ((columns + peaks[1] + 0.5) * STRIDE - 0.5).tolist()
    ys = ((rows + peaks[2] + 0.5) * STRIDE - 0.5).tolist()
    turns = (np.arctan2(peaks[4], peaks[3]) / 4).tolist()
    heat, visible = peaks[0].tolist(), peaks[5].tolist()
    found: list[Found] = []
    for k in np.argsort(-peaks[0], kind="stable").tolist():
        x, y = xs[k], ys[k]
        if all((x - f.x) ** 2 + (y - f.y) ** 2 >= (APART * EDGE_PX) ** 2 for f in found):
            found.append(Found(x, y, turns[k], heat[k], visible[k]))
    return found
