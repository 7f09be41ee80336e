"""Where tops of dice lie on the rectified plane: a small fully convolutional network and the maxima of its heat."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32, network
from vision.pictures import Picture
from vision.plane import EDGE_PX

STRIDE = 4
FAINTEST = 0.15
"""Heat below this is nothing."""
MAYBE = 0.3
"""Heat below this is hardly a top; between this and SURE it may be one: hidden in part, or something else."""
SURE = 0.52

_APART = 0.62 * EDGE_PX


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


def maxima(heat: Floats32, floor: float) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of the cells that top their eight neighbours and `floor`; heat is (H, W)."""
    padded = np.pad(heat, 1, constant_values=-1e9)
    rows, columns = heat.shape
    around = np.full_like(heat, -1e9)
    for dy in range(3):
        for dx in range(3):
            if (dy, dx) != (1, 1):
                np.maximum(around, padded[dy : dy + rows, dx : dx + columns], out=around)
    at = np.nonzero((heat >= around) & (heat > floor))
    return at[0], at[1]


def sigmoid(x: Floats32) -> Floats32:
    """Logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def find_tops(plane: Picture) -> list[Found]:
    """Tops on a rectified plane (H, W, 3), H and W multiples of 8; the hottest first, none overlapping another."""
    out = network("finder")(scaled(plane))[0]
    heat = sigmoid(out[0])
    rows, columns = maxima(heat, FAINTEST)
    found: list[Found] = []
    for k in np.argsort(-heat[rows, columns], kind="stable"):
        r, c = int(rows[k]), int(columns[k])
        x = (c + float(out[1, r, c]) + 0.5) * STRIDE - 0.5
        y = (r + float(out[2, r, c]) + 0.5) * STRIDE - 0.5
        if any((x - f.x) ** 2 + (y - f.y) ** 2 < _APART**2 for f in found):
            continue
        turn = float(np.arctan2(out[4, r, c], out[3, r, c])) / 4
        found.append(Found(x, y, turn, float(heat[r, c]), float(sigmoid(out[5, r, c]))))
    return found
