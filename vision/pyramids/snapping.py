"""Stacks moved so that their outlines and rims lie on the edges in the picture, many at once.

Along each line that should be seen, places are looked at to both sides of it; the nearest clear edge pulls. A few steps
of least squares bring all of them together. Source: Harris, "Tracking with rigid models", 1992 (the RAPiD tracker).
"""

from __future__ import annotations

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.makeups import LEVELS, PARTS, SKIRT, Indices, Mask, most_levels, solids, there
from vision.pyramids.patches import sampled
from vision.pyramids.scoring import Squares, near_rims

_REACH_PX = 4.0
_OFFSETS = np.arange(-_REACH_PX, _REACH_PX + 0.5, 0.5, dtype=np.float32)
_NEAR = 0.03
"""How much clearer an edge must be to pull from a pixel farther, squared."""
_CLEAR = 0.35
_RIM = np.linspace(0.06, 0.94, 13)
_SIDE = np.linspace(0.04, 0.98, 13)
_ON_SKIRT = 0.92
"""Share of a side below a rider's rim that is looked at."""
_HELD = 0.02
"""Pixels' worth of edges that hold each number where it is."""
_STEPS_MM, _STEPS_RAD = 0.5, 0.02
_UNITS = np.array([_STEPS_MM] * 2 + [_STEPS_RAD] * (PARTS - 2))
_ROUND = np.array([0.0, 0.0] + [_STEPS_RAD] * (PARTS - 2))
_NUDGES = np.stack([np.zeros(PARTS), *(np.eye(2, PARTS) * _STEPS_MM), _ROUND])


def snapped(squares: Squares, which: Indices, makeups: Indices, at: Floats, *, times: int = 3) -> Floats:
    """The places (N, PARTS) near `at` where lines of stacks of `makeups` (N,) on the squares `which` lie on edges."""
    count = most_levels(makeups)
    real = there(makeups, count)
    tops = np.where(np.arange(count) == LEVELS[makeups][:, None] - 1, 1.0, _ON_SKIRT * SKIRT[makeups, :count])
    shares = np.empty((*tops.shape, 4, len(_SIDE)))
    shares[:, :, :2] = _RIM
    shares[:, :, 2:] = (_SIDE * tops[..., None])[:, :, None]
    for _ in range(times):
        moved = (at + _NUDGES[:, None]).reshape(-1, PARTS)
        flat = squares.window.project(solids(np.tile(makeups, 4), moved, squares.window.board.z, count))
        shapes = flat.reshape(4, len(at), count, 5, 2) - squares.patches.corners[which][:, None, None]
        at = at + _step(squares, which, shapes, shares, real) * _UNITS
    return at


def _step(squares: Squares, which: Indices, shapes: Floats, shares: Floats, real: Mask) -> Floats:
    """(N, PARTS) units to move by, from (4, N, L, 5, 2) px of pieces where they are, and nudged along, up and round."""
    starts, ends = _lines(shapes)
    start, along = starts[0], ends[0] - starts[0]
    length = np.maximum(np.hypot(along[..., :1], along[..., 1:]), 1e-6)
    normal = np.stack([-along[..., 1], along[..., 0]], axis=-1) / length
    seen = _across(squares, which, start[..., None, :] + along[..., None, :] * shares[..., None], normal)
    best = (seen - np.float32(_NEAR) * _OFFSETS**2).argmax(axis=-1)
    clear = np.take_along_axis(seen, best[..., None], axis=-1)[..., 0]
    weight = np.where((clear > _CLEAR) & real[..., None, None], clear, 0.0)
    # how far each spot goes along its normal with each nudge
    first = ((starts[1:] - start) * normal).sum(axis=-1)[..., None]
    last = ((ends[1:] - ends[0]) * normal).sum(axis=-1)[..., None]
    pull = np.moveaxis(first + (last - first) * shares, 0, 2).reshape(*real.shape, 3, -1)
    flat = weight.reshape(*real.shape, 1, -1)
    return _solved(pull, pull * flat, _OFFSETS[best].reshape(*real.shape, -1, 1))


def _solved(pull: Floats, weighted: Floats, off: Floats) -> Floats:
    """(N, PARTS) least squares' steps of (N, L, 3, M) pulls, weighted too, to (N, L, M, 1) offsets."""
    squares, sides = weighted @ np.swapaxes(pull, 2, 3), (weighted @ off)[..., 0]
    matrix = np.zeros((len(pull), PARTS, PARTS))
    side = np.zeros((len(pull), PARTS, 1))
    matrix[:, :2, :2], side[:, :2, 0] = squares[:, :, :2, :2].sum(axis=1), sides[:, :, :2].sum(axis=1)
    for level in range(pull.shape[1]):
        turn = 2 + level
        matrix[:, :2, turn] = matrix[:, turn, :2] = squares[:, level, :2, 2]
        matrix[:, turn, turn], side[:, turn, 0] = squares[:, level, 2, 2], sides[:, level, 2]
    matrix += _HELD * np.eye(PARTS)
    return np.asarray(np.clip(np.linalg.solve(matrix, side)[..., 0], -2.0, 2.0))


def _lines(shapes: Floats) -> tuple[Floats, Floats]:
    """(4, N, L, 4, 2) px each: the ends of the lines that should be seen, the same for all four.

    They are the two rims that face the camera and the two sides that bound the picture of the piece.
    """
    base, tip = shapes[..., :4, :], shapes[..., 4:, :]
    here, middle = base[0], base[0].mean(axis=-2, keepdims=True)
    rims = near_rims(here)
    upright = tip[0] - middle
    across = (here - middle)[..., 0] * upright[..., 1] - (here - middle)[..., 1] * upright[..., 0]
    sides = np.stack([across.argmin(axis=-1), across.argmax(axis=-1)], axis=-1)
    first, last = np.concatenate([rims, sides], axis=-1), (rims + 1) % 4
    n, level = (k[..., None] for k in np.ogrid[: base.shape[1], : base.shape[2]])
    return base[:, n, level, first], np.concatenate([base[:, n, level, last], tip, tip], axis=-2)


def _across(squares: Squares, which: Indices, spots: Floats, normal: Floats) -> Floats32:
    """(N, L, 4, M, offsets): the edges to both sides of (N, L, 4, M, 2) px, 0 beyond the patch."""
    patches = squares.patches
    u = spots[..., :1].astype(np.float32) + normal[..., None, :1].astype(np.float32) * _OFFSETS
    v = spots[..., 1:].astype(np.float32) + normal[..., None, 1:].astype(np.float32) * _OFFSETS
    beyond = (v < 0) | (v > patches.height - 1) | (u < 0) | (u > patches.width - 1)
    v += (which * patches.height).astype(np.float32)[:, None, None, None, None]
    shape = u.shape
    seen = sampled(patches.edge, u.reshape(len(u), -1), v.reshape(len(v), -1)).reshape(shape)
    seen[beyond] = 0
    return seen
