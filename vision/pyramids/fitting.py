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
from vision.pyramids.spans import Spans, spans
from vision.pyramids.stage import Stage

_FIRST, _LATER, _ROUNDS = 40, 28, 3
_KEPT = 3
_REACH_MM, _REACH_RAD = 6.0, 0.5


@dataclass(frozen=True, eq=False)
class Fit:
    """A stack on a square: place mm, a yaw (rad) and a colour's index for each piece from below, and its score.

    `rivals` are the scores of the best of each other make-up that was tried.
    """

    cell: Cell
    sizes: Sizes
    x: float
    y: float
    yaws: tuple[float, ...]
    colours: tuple[int, ...]
    score: float
    rivals: tuple[Fit, ...] = ()


def evaluate(stage: Stage, sums: Floats32, sizes: Sizes, at: Floats) -> Floats32:
    """(L, C, N): how much each level of a stack gains in each colour; `at` (N, 2 + L) mm and yaws in rad."""
    seen = outlines(stage, sizes, at)
    gains = [seen[-1].total(sums)]
    gains += [low.without(sums, high) for low, high in zip(seen[-2::-1], seen[:0:-1], strict=True)]
    return np.stack(gains[::-1])


def outlines(stage: Stage, sizes: Sizes, at: Floats) -> list[Spans]:
    """The spans of every level, over the same rows."""
    shapes = [
        stage.project(points(at[:, :2], at[:, 2 + level], size, stage.board.z + z))
        for level, (size, z) in enumerate(zip(sizes, base_heights(sizes), strict=True))
    ]
    low = min(float(s[..., 1].min()) for s in shapes)
    high = max(float(s[..., 1].max()) for s in shapes)
    rows = int(np.floor(low)), int(np.ceil(high)) + 1
    return [spans(s, stage.size, rows) for s in shapes]


def fit(
    stage: Stage,
    sums: Floats32,
    cell: Cell,
    start: tuple[float, float, float],
    *,
    stacks: Sequence[Sizes] = STACKS,
) -> Fit:
    """The best stack near `start` (mm, mm, rad) on a square, with its rivals."""
    found: list[tuple[float, Sizes, Floats]] = []
    for sizes in stacks:
        at = np.array([start[0], start[1], *([start[2]] * len(sizes))])
        best, score = _step(stage, sums, cell, sizes, at, 1.0, _FIRST)
        found.append((score, sizes, best))
    found.sort(key=lambda f: -f[0])
    fits = []
    for score, sizes, at in found[:_KEPT]:
        best, best_score = at, score
        for round_ in range(_ROUNDS):
            best, best_score = _step(stage, sums, cell, sizes, best, 0.5 ** (round_ + 1), _LATER)
        gains = evaluate(stage, sums, sizes, best[None])[:, :, 0]
        colours = tuple(int(c) for c in gains.argmax(axis=1))
        fits.append(
            Fit(cell, sizes, float(best[0]), float(best[1]), tuple(best[2:].tolist()), colours, best_score)
        )
    fits.sort(key=lambda f: -f.score)
    first = fits[0]
    return Fit(
        first.cell, first.sizes, first.x, first.y, first.yaws, first.colours, first.score, tuple(fits[1:])
    )


def _step(
    stage: Stage, sums: Floats32, cell: Cell, sizes: Sizes, at: Floats, reach: float, count: int
) -> tuple[Floats, float]:
    trials = at + _pattern(count, len(at)) * reach * np.array([_REACH_MM] * 2 + [_REACH_RAD] * len(sizes))
    scores = evaluate(stage, sums, sizes, trials).max(axis=1).sum(axis=0)
    inside = stage.board.to_cells(trials[:, :2]) - cell
    out = np.maximum(np.maximum(-inside, inside - 1).max(axis=1), 0)
    scores = scores - np.asarray(out, np.float32) * 4000
    k = int(scores.argmax())
    return trials[k], float(scores[k])


@lru_cache(maxsize=16)
def _pattern(count: int, parts: int) -> Floats:
    """(count, parts) steps in -1..1, the first of none; always the same."""
    steps = np.random.default_rng(count * 10 + parts).uniform(-1, 1, (count, parts))
    steps[0] = 0
    return steps
