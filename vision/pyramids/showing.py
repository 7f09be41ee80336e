"""How much of what is behind a piece shows through it: the squares' pattern, whatever light falls on the piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.fits import Footprint

_FEWEST = 25
"""Pixels of a piece that tell anything."""
_TOGETHER = 4.0
"""Neighbouring pixels are off together, by which the error is larger than of as many by themselves."""
_ROUNDS = 6
_FAR, _NOISE = 2.0, 1e-4
_HOLD = 1e-6


@dataclass(frozen=True)
class Showing:
    """The share of the light behind that is seen, and its error; infinite if nothing can be told."""

    share: float
    error: float


NOTHING_TOLD = Showing(0.0, float("inf"))


@dataclass(frozen=True, eq=False)
class Facets:
    """Pixels of pieces, with the place (N, 2) of each and the number (N,) of the side of a piece that it is on."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    sides: npt.NDArray[np.int64]


def facets(face: Footprint, corners: Floats) -> Facets:
    """The pixels well inside what is seen of a piece with (5, 2) px corners, on the two sides that face the camera."""
    inside = cv2.erode(face.mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rows, columns = np.nonzero(inside)
    rows, columns = rows + face.rows.start, columns + face.columns.start
    near, tip = corners[corners[:4, 1].argmax()], corners[4]
    across = (columns - near[0]) * (tip[1] - near[1]) - (rows - near[1]) * (tip[0] - near[0])
    return Facets(rows, columns, (across > 0).astype(np.int64))


def together(some: Sequence[Facets]) -> Facets:
    """Those of several pieces, whose sides stay apart."""
    return Facets(
        np.concatenate([one.rows for one in some]),
        np.concatenate([one.columns for one in some]),
        np.concatenate([one.sides + 2 * k for k, one in enumerate(some)]),
    )


def smooth(light: Floats32) -> Floats32:
    """Light (H, W) or (H, W, 3) with less noise, in which lines need not meet to the pixel."""
    return np.asarray(cv2.blur(light, (3, 3)), np.float32)


def showing(light: Floats32, behind: Floats32, where: Facets) -> Showing:
    """How much of the light `behind` (N,) is in the light (N,) of pixels on some sides.

    Each side may be lit in its own way, evenly or more and more; what then is left of the pattern behind is told by
    robust least squares.
    """
    if len(light) < _FEWEST:
        return NOTHING_TOLD
    places = np.stack([where.columns, where.rows], axis=1).astype(np.float64)
    columns = [behind.astype(np.float64)]
    for side in np.unique(where.sides):
        on = where.sides == side
        off = np.where(on[:, None], places - places[on].mean(axis=0), 0.0) / 10
        columns += [on.astype(np.float64), off[:, 0], off[:, 1]]
    known = np.stack(columns, axis=1)
    hold = _HOLD * np.eye(known.shape[1])
    weight, spread, matrix = np.ones(len(light)), 0.0, hold
    solved = np.zeros(known.shape[1])
    for _ in range(_ROUNDS):
        weighted = known * weight[:, None]
        matrix = known.T @ weighted + hold
        solved = np.asarray(np.linalg.solve(matrix, weighted.T @ light), np.float64)
        off = light - known @ solved
        spread = 1.4826 * float(np.median(np.abs(off))) + _NOISE
        weight = 1 / (1 + (off / (_FAR * spread)) ** 2)
    error = _TOGETHER * spread * float(np.sqrt(np.linalg.inv(matrix)[0, 0]))
    return Showing(float(solved[0]), error)
