"""A stack moved so that its outline and rims lie on the edges in the picture.

Along each line that should be seen, places are looked at to both sides of it; the nearest clear edge pulls. A few steps
of least squares bring all of them together. Source: Harris, "Tracking with rigid models", 1992 (the RAPiD tracker).
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.solids import HEIGHT_MM, Sizes, in_sight, points
from vision.pyramids.stage import Stage

_REACH_PX = 4.0
_OFFSETS = np.arange(-_REACH_PX, _REACH_PX + 0.5, 0.5)
_NEAR = 0.03
"""How much clearer an edge must be to pull from a pixel farther, squared."""
_CLEAR = 0.35
_RIM = np.linspace(0.06, 0.94, 13)
_SIDE = np.linspace(0.04, 0.98, 13)
_HELD = 0.02
"""Pixels' worth of edges that hold each number where it is."""
_STEPS_MM, _STEPS_RAD = 0.5, 0.02


def snapped(
    stage: Stage, ridge: Floats32, corner: tuple[int, int], sizes: Sizes, at: Floats, *, times: int = 3
) -> Floats:
    """The place (2 + L,) mm and yaws near `at` where a stack's lines lie on edges.

    `ridge` (h, w), 0 to 1, is how sure there is an edge just there, in a patch whose corner lies at px of the window.
    """
    units = np.array([_STEPS_MM, _STEPS_MM] + [_STEPS_RAD] * (len(at) - 2))
    nudges = np.concatenate([np.zeros((1, len(at))), np.diag(units)])
    for _ in range(times):
        lines = _lines(stage, sizes, at + nudges, corner)
        here, slopes = lines[0], lines[1:] - lines[0]
        along = here[:, -1] - here[:, 0]
        length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
        normal = np.stack([-along[:, 1], along[:, 0]], axis=1) / length
        spots = here[:, :, None] + normal[:, None, None] * _OFFSETS[:, None]
        seen = _sampled(ridge, spots)
        best = (seen - _NEAR * _OFFSETS**2).argmax(axis=2)
        clear = np.take_along_axis(seen, best[..., None], axis=2)[..., 0]
        weight = np.where(clear > _CLEAR, clear, 0.0)
        off = _OFFSETS[best]
        pull = (slopes * normal[None, :, None]).sum(axis=3).reshape(len(at), -1)
        flat = weight.ravel()
        square = (pull * flat) @ pull.T + _HELD * np.eye(len(at))
        step = np.linalg.solve(square, (pull * flat) @ off.ravel())
        at = at + np.clip(step, -2.0, 2.0) * units
    return at


def _lines(stage: Stage, sizes: Sizes, at: Floats, corner: tuple[int, int]) -> Floats:
    """(N, lines, spots, 2) px: spots along all lines that should be seen, the same lines for all of `at` (N, 2 + L)."""
    found = []
    for level, (size, z) in enumerate(in_sight(sizes)):
        shape = stage.project(points(at[:, :2], at[:, 2 + level], size, stage.board.z + z)) - corner
        base, tip = shape[:, :4], shape[:, 4:]
        after = np.roll(base, -1, axis=1)
        middle = base[0].mean(axis=0)
        near = ((base[0] + after[0]) / 2)[:, 1] > middle[1]
        rims = base[:, near, None] + (after - base)[:, near, None] * _RIM[:, None]
        found.append(rims)
        upright = tip[0, 0] - middle
        across = (base[0] - middle) @ np.array([upright[1], -upright[0]])
        ends = [int(across.argmin()), int(across.argmax())]
        top = 1.0 if level == len(at[0]) - 3 else _skirt(sizes, level)
        found.append(base[:, ends, None] + (tip - base[:, ends])[:, :, None] * (_SIDE * top)[:, None])
    return np.concatenate(found, axis=1)


def _skirt(sizes: Sizes, level: int) -> float:
    """The share of a side below the rim of the piece that rides on it."""
    (size, low), (_, high) = in_sight(sizes)[level : level + 2]
    return 0.92 * (high - low) / HEIGHT_MM[size]


def _sampled(values: Floats32, spots: Floats) -> Floats32:
    flat = spots.reshape(spots.shape[0], -1, 2).astype(np.float32)
    found = cv2.remap(
        values,
        np.ascontiguousarray(flat[..., 0]),
        np.ascontiguousarray(flat[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    return np.asarray(found, np.float32).reshape(spots.shape[:3])
