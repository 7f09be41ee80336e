"""A picture beside the empty board: the light's change taken out, and what is left.

Values are logarithms of the light that fell on the sensor, so that more light adds the same everywhere.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32
from vision.pictures import Picture

_FLOOR = 0.012
"""Added to the light before its logarithm: what is darker is mostly noise and stray light."""

_STEP = 6
"""Every such pixel is enough to measure how the light changed."""

_ROUNDS = 6
_ODD = 0.12


def _log_table() -> Floats32:
    level = np.arange(256) / 255.0
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.log(light + _FLOOR), np.float32)


_LOG = _log_table()


def logarithm(picture: Picture) -> Floats32:
    """(H, W, 3) float32: the logarithm of the light, of a picture (H, W, 3) uint8 BGR in the usual sRGB."""
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def change_of_light(now: Floats32, empty: Floats32) -> Floats32:
    """(H, W, 3): how much more light there is than in the picture of the empty board; smooth over the board.

    Pieces, hands and shadows are left out as long as they cover less than half.
    """
    height, width = now.shape[:2]
    some = (now[::_STEP, ::_STEP] - empty[::_STEP, ::_STEP]).reshape(-1, 3)
    rows, columns = some_rows(height, width)
    basis = _basis(rows, columns)
    weight = np.ones(len(some), np.float32)
    weights = np.zeros((basis.shape[1], 3), np.float32)
    start = np.median(some, axis=0)
    weights[0] = start
    for _ in range(_ROUNDS):
        off = np.abs(some - basis @ weights).max(axis=1)
        weight = 1.0 / (1.0 + (off / _ODD) ** 2) ** 2
        weighted = basis * weight[:, None]
        square = weighted.T @ basis + 1e-3 * np.eye(basis.shape[1], dtype=np.float32)
        weights = np.linalg.solve(square, weighted.T @ some)
    u, v = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    small_v, small_u = np.meshgrid(v[:: _STEP * 2], u[:: _STEP * 2], indexing="ij")
    field = _basis(small_v.ravel(), small_u.ravel()) @ weights
    field = field.reshape(*small_v.shape, 3).astype(np.float32)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def some_rows(height: int, width: int) -> tuple[Floats32, Floats32]:
    """The places of every few pixels, -1..1 from side to side: rows, columns."""
    v = np.linspace(-1, 1, height, dtype=np.float32)[::_STEP]
    u = np.linspace(-1, 1, width, dtype=np.float32)[::_STEP]
    rows, columns = np.meshgrid(v, u, indexing="ij")
    return rows.ravel(), columns.ravel()


def _basis(v: Floats32, u: Floats32) -> Floats32:
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1).astype(np.float32)
