"""Which stack, exactly where, explains the pixels of a square best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.seen import Cell
from vision.pyramids.solids import STACKS, Sizes, base_heights, points
from vision.pyramids.spans import Spans, running, spans
from vision.pyramids.stage import Stage, Starts

_FIRST, _LATER, _ROUNDS = 40, 28, 3
_KEPT = 4
_REACH_MM, _REACH_RAD = 6.0, 0.5
_EDGE_WORTH = 3.0
"""What a pixel of a sure edge where one should be is worth, twice; half of it is taken away where there is none."""
_ALONG = (0.12, 0.31, 0.5, 0.69, 0.88)
_OUTSIDE = 2000.0
"""What a square's width beyond the square costs."""
_MORE = 60.0
"""What every further piece has to explain: a simpler stack is preferred."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A stack on a square: place mm, a yaw (rad) and a colour's index for each piece from below, and its score.

    `rivals` are the best of the other make-ups that were tried.
    """

    cell: Cell
    sizes: Sizes
    x: float
    y: float
    yaws: tuple[float, ...]
    colours: tuple[int, ...]
    score: float
    edged: float
    """How much of its outline has an edge in the picture, -0.5 to 0.5."""
    rivals: tuple[Fit, ...] = ()


@dataclass(frozen=True, eq=False)
class Patch:
    """What the pixels about a square say: running sums (C, h, w + 1) of the gains, edges (h, w), its corner's px."""

    sums: Floats32
    edge: Floats32
    left: int
    top: int


def patch(gain: Floats32, edge: Floats32, box: tuple[int, int, int, int]) -> Patch:
    """The patch of a window's gains (C, H, W) and edges (H, W) in a box (left, top, right, bottom)."""
    height, width = edge.shape
    left, top = min(max(box[0], 0), width - 2), min(max(box[1], 0), height - 2)
    right, bottom = max(min(box[2], width), left + 2), max(min(box[3], height), top + 2)
    return Patch(running(gain[:, top:bottom, left:right]), edge[top:bottom, left:right], left, top)


def fit(
    stage: Stage,
    seen: Patch,
    cell: Cell,
    starts: Starts,
    *,
    stacks: Sequence[Sizes] = STACKS,
) -> Fit:
    """The best stack on a square, beginning where its lowest piece may stand, with its rivals."""
    found: list[tuple[float, Sizes, Floats]] = []
    for sizes in stacks:
        x, y, yaw = starts[sizes[0]]
        at = np.array([x, y, *([yaw] * len(sizes))])
        best, score = _step(stage, seen, cell, sizes, at, 1.0, _FIRST)
        found.append((score, sizes, best))
    found.sort(key=lambda f: -f[0])
    fits = []
    for score, sizes, at in found[:_KEPT]:
        best, best_score = at, score
        for round_ in range(_ROUNDS):
            best, best_score = _step(stage, seen, cell, sizes, best, 0.5 ** (round_ + 1), _LATER)
        gains, edged, _ = _levels(stage, seen, sizes, best[None])
        colours = tuple(int(c) for c in gains[:, :, 0].argmax(axis=1))
        yaws = tuple(best[2:].tolist())
        fits.append(
            Fit(cell, sizes, float(best[0]), float(best[1]), yaws, colours, best_score, float(edged[0]))
        )
    fits.sort(key=lambda f: -f.score)
    a = fits[0]
    return Fit(a.cell, a.sizes, a.x, a.y, a.yaws, a.colours, a.score, a.edged, tuple(fits[1:]))


def _step(
    stage: Stage, seen: Patch, cell: Cell, sizes: Sizes, at: Floats, reach: float, count: int
) -> tuple[Floats, float]:
    trials = at + _pattern(count, len(at)) * reach * np.array([_REACH_MM] * 2 + [_REACH_RAD] * len(sizes))
    gains, edged, length = _levels(stage, seen, sizes, trials)
    scores = gains.max(axis=1).sum(axis=0) + 2 * _EDGE_WORTH * edged * length - _MORE * len(sizes)
    inside = stage.board.to_cells(trials[:, :2]) - cell
    out = np.maximum(np.maximum(-inside, inside - 1).max(axis=1), 0)
    scores = scores - np.asarray(out, np.float32) * _OUTSIDE
    k = int(scores.argmax())
    return trials[k], float(scores[k])


def _levels(stage: Stage, seen: Patch, sizes: Sizes, at: Floats) -> tuple[Floats32, Floats32, Floats32]:
    """(L, C, N) gain of each level in each colour, (N,) how edged the outline is, (N,) px of outline looked at.

    `at` (N, 2 + L) mm and yaws in rad.
    """
    shapes = [
        stage.project(points(at[:, :2], at[:, 2 + level], size, stage.board.z + z)) - (seen.left, seen.top)
        for level, (size, z) in enumerate(zip(sizes, base_heights(sizes), strict=True))
    ]
    low = min(float(s[..., 1].min()) for s in shapes)
    high = max(float(s[..., 1].max()) for s in shapes)
    rows = int(np.floor(low)), int(np.ceil(high)) + 1
    height, width = seen.edge.shape
    levels = [spans(s, (width, height), rows) for s in shapes]
    gains = [levels[-1].total(seen.sums)]
    gains += [
        below.without(seen.sums, above) for below, above in zip(levels[-2::-1], levels[:0:-1], strict=True)
    ]
    sides, side_count = _sides(levels, seen.edge)
    feet, foot_count = _feet(shapes, seen.edge)
    length = np.maximum(side_count + foot_count, 1)
    return np.stack(gains[::-1]), (sides + feet) / length, length


def _sides(levels: Sequence[Spans], edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges at the left and right ends of each row of a stack, and their number."""
    left, right = levels[0].left, levels[0].right
    for level in levels[1:]:
        full = level.right > level.left
        left = np.where(full, np.minimum(left, level.left), left)
        right = np.where(full, np.maximum(right, level.right), right)
    width = edge.shape[1]
    rows = np.arange(levels[0].top, levels[0].top + left.shape[1])[None]
    full = right > left
    ends = edge[rows, np.minimum(left, width - 1)] + edge[rows, np.maximum(right - 1, 0)]
    return np.asarray((ends * full).sum(axis=1), np.float32), 2.0 * np.count_nonzero(full, axis=1).astype(
        np.float32
    )


def _feet(shapes: Sequence[Floats], edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges along the lower rims of all pieces that face the camera, and the rims' length, px."""
    height, width = edge.shape
    total = np.zeros(len(shapes[0]), np.float32)
    count = np.zeros(len(shapes[0]), np.float32)
    share = np.array(_ALONG)[:, None]
    for shape in shapes:
        a = shape[:, :4]
        b = np.roll(a, -1, axis=1)
        spots = a[:, :, None] * (1 - share) + b[:, :, None] * share
        near = (a + b)[:, :, 1] / 2 > a[:, :, 1].mean(axis=1, keepdims=True)
        u = np.clip(np.rint(spots[..., 0]).astype(np.int32), 0, width - 1)
        v = np.clip(np.rint(spots[..., 1]).astype(np.int32), 0, height - 1)
        length = np.linalg.norm(b - a, axis=2) * near
        total += (edge[v, u].mean(axis=2) * length).sum(axis=1).astype(np.float32)
        count += length.sum(axis=1).astype(np.float32)
    return total, count


@lru_cache(maxsize=16)
def _pattern(count: int, parts: int) -> Floats:
    """(count, parts) steps in -1..1, the first of none; always the same."""
    # multiples of the roots of x ** (parts + 1) = x + 1 fill the room evenly
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (parts + 1))
    steps = (np.arange(count)[:, None] * root ** -np.arange(1.0, parts + 1) + 0.5) % 1 * 2 - 1
    steps[0] = 0
    return np.asarray(steps, np.float64)
