"""How well stacks explain the pixels about their squares, many stacks at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.makeups import Indices, Mask, most_levels, solids, there
from vision.pyramids.patches import Patches, sampled
from vision.pyramids.seen import Cell
from vision.pyramids.spans import Spans, spans
from vision.pyramids.stage import Stage

EDGE_WORTH = 10.0
"""What a pixel of a sure edge where one should be is worth, beside one where nothing can be known."""
_ALONG = np.array([0.12, 0.31, 0.5, 0.69, 0.88])[:, None]
_OUTSIDE = 2000.0
"""What a square's width beyond the square costs."""
_MORE = 60.0
"""What every further piece has to explain: a simpler stack is preferred."""
_NOWHERE = -1e4


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of one board with what is seen about each."""

    stage: Stage
    cells: Sequence[Cell]
    patches: Patches


@dataclass(frozen=True, eq=False)
class Explained:
    """What N stacks of up to L levels explain.

    `gains` (N, L, C) of each level in each colour, `edged` (N,) how edged the outline is, 0 to 1, of `length` (N,) px.
    """

    gains: Floats32
    edged: Floats32
    length: Floats32


def scores(
    squares: Squares,
    which: Indices,
    makeups: Indices,
    at: Floats,
    *,
    alone: bool = True,
    rough: bool = False,
) -> Floats32:
    """(N,) scores of stacks on the squares `which` (N,), of `makeups` (N,), `at` (N, PARTS).

    Not `alone`, a piece may carry others of other colours. `rough`, edges count that are near.
    """
    found = explained(squares, which, makeups, at, alone=alone, rough=rough)
    count = found.gains.shape[1]
    scores = found.gains.max(axis=2).sum(axis=1)
    scores += EDGE_WORTH * (found.edged - UNKNOWN_EDGE) * found.length
    scores -= _MORE * np.count_nonzero(there(makeups, count), axis=1)
    inside = squares.stage.board.to_cells(at[:, :2]) - np.array(squares.cells)[which]
    out = np.maximum(np.maximum(-inside, inside - 1).max(axis=1), 0)
    return np.asarray(scores - out * _OUTSIDE, np.float32)


def explained(
    squares: Squares,
    which: Indices,
    makeups: Indices,
    at: Floats,
    *,
    alone: bool = True,
    rough: bool = False,
) -> Explained:
    """What stacks on the squares `which` (N,), of `makeups` (N,), `at` (N, PARTS) explain."""
    patches, count = squares.patches, most_levels(makeups)
    shapes = squares.stage.project(solids(makeups, at, squares.stage.board.z, count))
    shapes -= patches.corners[which][:, None, None]
    real = there(makeups, count)
    # levels that there are not lie inside of the lowest, in a point
    v = shapes[..., 1].reshape(len(at), -1).T
    low = np.floor(np.minimum.reduce([*v])).astype(np.int64)
    high = np.ceil(np.maximum.reduce([*v])).astype(np.int64) + 1
    shapes[~real] = _NOWHERE
    tops, size = np.repeat(low, count), (patches.width, patches.height)
    found = spans(shapes.reshape(-1, 5, 2), size, tops, int((high - low).max())).reshaped(real.shape)
    found.rows += (which * patches.height).astype(np.int32)[:, None, None]
    sums = patches.sums if alone else patches.most
    gains = found.total(sums)
    if count > 1:
        gains[:, :, :-1] -= found[:, :-1].overlap(sums, found[:, 1:])
    edge = patches.about if rough else patches.edge
    sides, side_count = _sides(found, edge)
    feet, foot_count = _feet(shapes, real, edge, which * patches.height, patches.height)
    length = np.maximum(side_count + foot_count, 1)
    return Explained(np.moveaxis(gains, 0, 2), (sides + feet) / length, length)


def _sides(found: Spans, edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges at the left and right ends of each row of a stack, and their number."""
    left, right = found.first.min(axis=1), found.last.max(axis=1)
    full = right > left
    rows = found.rows[:, 0].astype(np.float32)
    ends = sampled(edge, np.where(full, left, 0), rows) + sampled(edge, np.where(full, right, 0), rows)
    total = (ends * full).sum(axis=1, dtype=np.float32)
    return total, 2.0 * np.count_nonzero(full, axis=1).astype(np.float32)


def _feet(
    shapes: Floats, real: Mask, edge: Floats32, tops: Indices, height: int
) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges along the lower rims of all pieces that face the camera, and the rims' length, px."""
    rims = near_rims(shapes[..., :4, :])[..., None]
    a, b = (np.take_along_axis(shapes, k, axis=-2) for k in (rims, (rims + 1) % 4))
    spots = (a[..., None, :] * (1 - _ALONG) + b[..., None, :] * _ALONG).astype(np.float32)
    length = np.linalg.norm(b - a, axis=3) * real[..., None]
    v = np.clip(spots[..., 1], 0, height - 1) + tops.astype(np.float32)[:, None, None, None]
    flat = len(spots), -1
    seen = sampled(edge, spots[..., 0].reshape(flat), v.reshape(flat)).reshape(spots.shape[:-1])
    sure = seen.mean(axis=3)
    # on a piece of its own colour a rider's rim may not show
    np.maximum(sure[:, 1:], UNKNOWN_EDGE, out=sure[:, 1:])
    return (
        (sure * length).sum(axis=(1, 2)).astype(np.float32),
        length.sum(axis=(1, 2)).astype(np.float32),
    )


def near_rims(corners: Floats) -> Indices:
    """(..., 2): at which corners the two lower rims begin that face the camera, of bases' (..., 4, 2) px."""
    # the middles of opposite rims are opposite each other
    middles = corners[..., 1] + corners[..., (1, 2, 3, 0), 1]
    return np.where(middles[..., :2] > middles[..., 2:], (0, 1), (2, 3))
