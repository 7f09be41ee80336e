"""Stacks moved so that their outlines and rims lie on the edges in the picture, many at once.

Along each line that should be seen, places are looked at to both sides of it; the nearest clear edge pulls. A few steps
of least squares bring all of them together. Source: Harris, "Tracking with rigid models", 1992 (the RAPiD tracker).
"""

from __future__ import annotations

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.makeups import LEVELS, MOST_LEVELS, PARTS, SKIRT, Indices, Pieces
from vision.pyramids.patches import sampled
from vision.pyramids.scoring import Squares, facing_rims

_REACH_PX = 4.0
_OFFSETS = np.arange(-_REACH_PX, _REACH_PX + 0.5, 0.5, dtype=np.float32)
_NEAR = 0.03
"""How much clearer an edge must be to pull from a pixel farther, squared."""
_CLEAR = 0.35
_RIM = np.linspace(0.06, 0.94, 13)
_SIDE = np.linspace(0.04, 0.98, 13)
_ON_SKIRT = 0.92
"""Share of a side below a rider's rim that is looked at."""
_UPPERMOST = np.arange(MOST_LEVELS) == LEVELS[:, None] - 1
_HELD = 0.02
"""Pixels' worth of edges that hold each number where it is."""
_STEPS_MM, _STEPS_RAD = 0.5, 0.02
_UNITS = np.array([_STEPS_MM] * 2 + [_STEPS_RAD] * (PARTS - 2))
_ROUND = np.array([0.0, 0.0] + [_STEPS_RAD] * (PARTS - 2))
_NUDGES = np.stack([np.zeros(PARTS), *(np.eye(2, PARTS) * _STEPS_MM), _ROUND])


def snapped(squares: Squares, which: Indices, makeups: Indices, at: Floats, *, times: int = 3) -> Floats:
    """The places (N, PARTS) near `at` where lines of stacks of `makeups` (N,) on the squares `which` lie on edges."""
    pieces = Pieces(makeups)
    shares = np.empty((4, len(pieces.of), len(_SIDE)))
    shares[:2] = _RIM
    shares[2:] = _SIDE * np.where(_UPPERMOST, 1.0, _ON_SKIRT * SKIRT)[pieces.kind, pieces.level, None]
    corners = squares.patches.corners[which].T[:, None, None, pieces.of]
    for _ in range(times):
        flat = squares.window.projected(pieces.solids(at + _NUDGES[:, None], squares.window.board.z))
        at = at + _step(squares, which, pieces, flat - corners, shares) * _UNITS
    return at


def _step(squares: Squares, which: Indices, pieces: Pieces, shapes: Floats, shares: Floats) -> Floats:
    """(N, PARTS) units to move by, from (2, 5, 4, M) px of pieces where they are, and nudged along, up and round.

    `shares` (4, M, K) are where along each line to look.
    """
    starts, ends = _lines(shapes)
    start, along = starts[:, :, 0], ends[:, :, 0] - starts[:, :, 0]
    length = np.maximum(np.hypot(*along), 1e-6)
    normal = along[::-1] / length
    np.negative(normal[0], out=normal[0])
    seen = _across(squares, which[pieces.of], start[..., None] + along[..., None] * shares, normal)
    best = (seen - np.float32(_NEAR) * _OFFSETS**2).argmax(axis=-1)
    clear = seen.take(best + np.arange(0, seen.size, len(_OFFSETS)).reshape(best.shape))
    weight = np.where(clear > _CLEAR, clear, 0.0)
    # how far each spot goes along its normal with each nudge
    first, last = (
        (some[0, :, 1:] - some[0, :, :1]) * normal[0, :, None]
        + (some[1, :, 1:] - some[1, :, :1]) * normal[1, :, None]
        for some in (starts, ends)
    )
    pull = first[..., None] + (last - first)[..., None] * shares[:, None]
    count = len(pieces.of)
    pull = pull.transpose(2, 1, 0, 3).reshape(count, 3, -1)
    weight, off = (some.transpose(1, 0, 2).reshape(count, -1) for some in (weight, _OFFSETS[best]))
    return _solved(pieces, pull, pull * weight[:, None], off[..., None])


def _solved(pieces: Pieces, pull: Floats, weighted: Floats, off: Floats) -> Floats:
    """(N, PARTS) least squares' steps of (M, 3, K) pulls, weighted too, to (M, K, 1) offsets."""
    squares, sides = weighted @ np.swapaxes(pull, 1, 2), weighted @ off
    count, turn = len(pieces.begin), 2 + pieces.level
    matrix, side = np.zeros((count, PARTS, PARTS)), np.zeros((count, PARTS, 1))
    matrix[:, :2, :2], side[:, :2] = pieces.together(squares[:, :2, :2]), pieces.together(sides[:, :2])
    matrix[pieces.of, :2, turn] = matrix[pieces.of, turn, :2] = squares[:, :2, 2]
    matrix[pieces.of, turn, turn], side[pieces.of, turn] = squares[:, 2, 2], sides[:, 2]
    matrix += _HELD * np.eye(PARTS)
    return np.asarray(np.clip(np.linalg.solve(matrix, side)[..., 0], -2.0, 2.0))


def _lines(shapes: Floats) -> tuple[Floats, Floats]:
    """(2, 4, 4, M) px each: the ends of the lines that should be seen, the same for all four ways to stand.

    They are the two rims that face the camera and the two sides that bound the picture of the piece.
    """
    base, tip = shapes[:, :4], shapes[:, 4:]
    (u, v), (tip_u, tip_v) = base[:, :, 0], tip[:, 0, 0]
    u, v = u - np.add.reduce(u) / 4, v - np.add.reduce(v) / 4
    across = u * (tip_v - np.add.reduce(base[1, :, 0]) / 4) - v * (tip_u - np.add.reduce(base[0, :, 0]) / 4)
    sides = np.stack([across.argmin(axis=0), across.argmax(axis=0)])
    facing = facing_rims(base[1, :, 0])[:, None]
    first = np.where(facing, base[:, :2], base[:, 2:])
    last = np.where(facing, base[:, 1:3], base[:, [3, 0]])
    bounds = np.take_along_axis(base, sides[None, :, None], axis=1)
    return np.concatenate([first, bounds], axis=1), np.concatenate([last, tip, tip], axis=1)


def _across(squares: Squares, which: Indices, spots: Floats, normal: Floats) -> Floats32:
    """(4, M, K, offsets): the edges to both sides of (2, 4, M, K) px, 0 beyond the patch."""
    patches = squares.patches
    (u, v), normals = spots.astype(np.float32)[..., None], normal.astype(np.float32)[..., None, None]
    u, v = u + normals[0] * _OFFSETS, v + normals[1] * _OFFSETS
    right, bottom = patches.width - 1, patches.height - 1
    all_in = u.min() >= 0 and v.min() >= 0 and u.max() <= right and v.max() <= bottom
    beyond = None if all_in else (v < 0) | (v > bottom) | (u < 0) | (u > right)
    v += (which * patches.height).astype(np.float32)[:, None, None]
    wide = -1, u.shape[-2] * u.shape[-1]
    seen = sampled(patches.edge, u.reshape(wide), v.reshape(wide)).reshape(u.shape)
    if beyond is not None:
        seen[beyond] = 0
    return seen
