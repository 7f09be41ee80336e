"""Which stack, exactly where, explains the pixels of a square best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.seen import Cell
from vision.pyramids.snapping import snapped
from vision.pyramids.solids import STACKS, Sizes, in_sight, points
from vision.pyramids.spans import EDGES, Spans, running, spans
from vision.pyramids.stage import Stage, Starts

_REACH_MM, _REACH_RAD = 6.5, np.pi / 4
_WIDE, _CLOSE = 44, 12
"""Places tried: at first with every yaw, then round some of the best."""
_STARTS, _APART_RAD = 2, 0.35
_HOPELESS, _HOPELESS_START = 0.65, 0.2
"""What explains less than this share of what another explains, or more than that share less, is not tried further."""
_ROUNDS = (0.35, 0.15)
_LAST = (0.08,)
_RIDERS_YAWS = 8
_HARDLY = 40.0
"""Nats between two colours that are as good as none."""
_KEPT = 3
"""Make-ups that are fitted exactly in the end: the best and its nearest rivals."""
_EDGE_WORTH = 10.0
"""What a pixel of a sure edge where one should be is worth, beside one where nothing can be known."""
UNKNOWN_EDGE = 0.35
"""How sure an edge is where nothing can be known: some of the board has that much of its own."""
_LOST_WORTH, _LOST = 4.0, 0.6
"""What an edge that a stack does not explain costs it, and how sure it has to be."""
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
    pile: Sizes
    x: float
    y: float
    yaws: tuple[float, ...]
    colours: tuple[int, ...]
    score: float
    edged: float
    """How much of its outline has an edge in the picture, 0 to 1."""
    tinted: float
    """The share of what its colour explains that the next colour does not, for the piece where that is least."""
    rivals: tuple[Fit, ...] = ()

    @property
    def sizes(self) -> Sizes:
        """Of the pieces in sight."""
        return tuple(size for size, _ in in_sight(self.pile))

    @property
    def margin(self) -> float:
        """By how much it explains the pixels better than what would look otherwise, nats."""
        others = (r.score for r in self.rivals if (r.sizes, r.colours) != (self.sizes, self.colours))
        return self.score - max(others, default=0.0)


@dataclass(frozen=True, eq=False)
class Patch:
    """What the pixels about a square say.

    `sums` (C, h, w + 1) are running sums of the colours' gains, `most` (1, h, w + 1) of the highest of them; `edge` and
    `about` (h, w) whether there is an edge just there, and nearby; `left` and `top` px of its corner in the window.
    """

    sums: Floats32
    most: Floats32
    edge: Floats32
    about: Floats32
    left: int
    top: int


def patch(gain: Floats32, edge: Floats32, box: tuple[int, int, int, int]) -> Patch:
    """The patch of a window's gains (C, H, W) and edges (H, W) in a box (left, top, right, bottom)."""
    height, width = edge.shape
    left, top = min(max(box[0], 0), width - 2), min(max(box[1], 0), height - 2)
    right, bottom = max(min(box[2], width), left + 2), max(min(box[3], height), top + 2)
    some, edge = gain[:, top:bottom, left:right], edge[top:bottom, left:right]
    about = np.asarray(cv2.dilate(edge, np.ones((5, 5), np.uint8)), np.float32)
    return Patch(running(some), running(some.max(axis=0)[None]), edge, about, left, top)


def fit(stage: Stage, seen: Patch, cell: Cell, starts: Starts, *, stacks: Sequence[Sizes] = STACKS) -> Fit:
    """The best stack on a square, beginning where its lowest piece may stand, with its rivals."""
    found: list[tuple[float, Sizes, Floats]] = []
    firsts = []
    for size in sorted({sizes[0] for sizes in stacks}):
        trials = _round(np.array(starts[size]), 1.0, _WIDE)
        firsts.append((size, trials, _scores(stage, seen, cell, (size,), trials, alone=False, rough=True)))
    most = max(float(scores.max()) for _, _, scores in firsts)
    for size, trials, scores in firsts:
        if scores.max() < _HOPELESS * most and len(stacks) > len(firsts):
            continue
        at = _lowest(stage, seen, cell, size, trials, scores)
        found += [_with_riders(stage, seen, cell, sizes, at) for sizes in stacks if sizes[0] == size]
    found.sort(key=lambda f: -f[0])
    kept = [(sizes, at) for score, sizes, at in found[:_KEPT] if score > _HOPELESS * found[0][0]]
    fits = [_exactly(stage, seen, cell, sizes, at) for sizes, at in kept or [found[0][1:]]]
    lost = _unexplained(stage, seen, fits)
    fits = [replace(f, score=f.score - _LOST_WORTH * n) for f, n in zip(fits, lost, strict=True)]
    fits.sort(key=lambda f: -f.score)
    return replace(fits[0], rivals=tuple(fits[1:]))


def _lowest(stage: Stage, seen: Patch, cell: Cell, size: int, trials: Floats, scores: Floats32) -> Floats:
    """Where the lowest piece of a stack stands (mm, mm, rad), if it is of this size; it may carry others.

    `scores` (N,) of `trials` (N, 3) say where to begin.
    """
    chosen: list[int] = []
    for k in np.argsort(-scores):
        turns = (trials[k, 2] - trials[chosen, 2] + np.pi / 4) % (np.pi / 2) - np.pi / 4
        if chosen and scores[k] < scores.max() - _HOPELESS_START * abs(scores.max()):
            break
        if (np.abs(turns) > _APART_RAD).all():
            chosen.append(int(k))
        if len(chosen) == _STARTS:
            break
    best, most = np.asarray(trials[chosen[0]], np.float64), -np.inf
    for k in chosen:
        at = trials[k]
        for reach in _ROUNDS:
            at, score = _best(stage, seen, cell, (size,), _round(at, reach, _CLOSE), alone=False, rough=True)
        at = snapped(stage, seen.edge, (seen.left, seen.top), (size,), at)
        score = float(_scores(stage, seen, cell, (size,), at[None], alone=False)[0])
        if score > most:
            best, most = at, score
    return best


def _with_riders(
    stage: Stage, seen: Patch, cell: Cell, sizes: Sizes, lowest: Floats
) -> tuple[float, Sizes, Floats]:
    """A stack of these sizes whose lowest piece stands at `lowest` (mm, mm, rad): its score, sizes and place."""
    at, score = lowest, -np.inf
    # riders are tried one by one, each on what holds it up
    for end in range(2, len(sizes) + 1):
        part = sizes[:end]
        if len(in_sight(part)) != len(at) - 1 or (end < len(sizes) and max(sizes[end:]) > sizes[end - 1]):
            continue
        yaws = lowest[2] + np.arange(_RIDERS_YAWS) * (np.pi / 2 / _RIDERS_YAWS)
        trials = np.concatenate([np.tile(at, (_RIDERS_YAWS, 1)), yaws[:, None]], axis=1)
        at, score = _best(stage, seen, cell, part, trials)
    if len(sizes) == 1:
        at, score = _best(stage, seen, cell, sizes, at[None])
    return score, sizes, at


def _exactly(stage: Stage, seen: Patch, cell: Cell, sizes: Sizes, at: Floats) -> Fit:
    at = snapped(stage, seen.edge, (seen.left, seen.top), sizes, at)
    score = -np.inf
    for reach in _LAST:
        at, score = _best(stage, seen, cell, sizes, _round(at, reach, _CLOSE))
    gains, edged, _ = _levels(stage, seen, seen.sums, seen.edge, sizes, at[None])
    best = np.sort(gains[:, :, 0], axis=1)
    return Fit(
        cell=cell,
        pile=sizes,
        x=float(at[0]),
        y=float(at[1]),
        yaws=tuple(at[2:].tolist()),
        colours=tuple(int(c) for c in gains[:, :, 0].argmax(axis=1)),
        score=score,
        edged=float(edged[0]),
        tinted=float(_distinct(best[:, -1], best[:, -2]).min()) if best.shape[1] > 1 else 1.0,
    )


def _distinct(first: Floats32, second: Floats32) -> Floats32:
    """(L,) the share of the first gains by which the second are less; 0 where even the first are hardly any."""
    return np.where(first - second < _HARDLY, 0.0, (first - second) / np.maximum(first, 1.0)).astype(
        np.float32
    )


def _unexplained(stage: Stage, seen: Patch, fits: Sequence[Fit]) -> list[int]:
    """For each of some stacks tried on a square: how many pixels of sure edges about them it does not explain."""
    height, width = seen.edge.shape
    about = np.zeros((height, width), np.uint8)
    lines = []
    for found in fits:
        mine = np.zeros((height, width), np.uint8)
        for level, (size, z) in enumerate(in_sight(found.pile)):
            place, yaw = np.array([[found.x, found.y]]), np.array([found.yaws[level]])
            shape = stage.project(points(place, yaw, size, stage.board.z + z))[0] - (seen.left, seen.top)
            fixed = np.round(shape * 16).astype(np.int32)
            cv2.fillConvexPoly(about, cv2.convexHull(fixed), 1, cv2.LINE_8, 4)
            for a, b in EDGES:
                cv2.line(mine, fixed[a].tolist(), fixed[b].tolist(), 1, 3, cv2.LINE_8, 4)
        lines.append(mine)
    near = np.asarray(cv2.dilate(about, np.ones((5, 5), np.uint8))) > 0
    sure = near & (seen.edge > _LOST)
    return [int(np.count_nonzero(sure & (mine == 0))) for mine in lines]


def _round(at: Floats, reach: float, count: int) -> Floats:
    """Places round one (2 + L,): mm, mm and yaws."""
    room = np.array([_REACH_MM] * 2 + [_REACH_RAD] * (len(at) - 2))
    return np.asarray(at + _pattern(count, len(at)) * reach * room, np.float64)


def _best(
    stage: Stage,
    seen: Patch,
    cell: Cell,
    sizes: Sizes,
    trials: Floats,
    *,
    alone: bool = True,
    rough: bool = False,
) -> tuple[Floats, float]:
    """The best of (N, 2 + L) places, and its score."""
    scores = _scores(stage, seen, cell, sizes, trials, alone=alone, rough=rough)
    k = int(scores.argmax())
    return np.asarray(trials[k], np.float64), float(scores[k])


def _scores(
    stage: Stage,
    seen: Patch,
    cell: Cell,
    sizes: Sizes,
    trials: Floats,
    *,
    alone: bool = True,
    rough: bool = False,
) -> Floats32:
    """(N,) scores of (N, 2 + L) places. Not `alone`, a piece may carry others of other colours."""
    sums = seen.sums if alone else seen.most
    edge = seen.about if rough else seen.edge
    gains, edged, length = _levels(stage, seen, sums, edge, sizes, trials)
    scores = (
        gains.max(axis=1).sum(axis=0) + _EDGE_WORTH * (edged - UNKNOWN_EDGE) * length - _MORE * len(gains)
    )
    inside = stage.board.to_cells(trials[:, :2]) - cell
    out = np.maximum(np.maximum(-inside, inside - 1).max(axis=1), 0)
    return np.asarray(scores - out * _OUTSIDE, np.float32)


def _levels(
    stage: Stage, seen: Patch, sums: Floats32, edge: Floats32, sizes: Sizes, at: Floats
) -> tuple[Floats32, Floats32, Floats32]:
    """(L, C, N) gain of each level in each colour, (N,) how edged the outline is, (N,) px of outline looked at.

    `at` (N, 2 + L) mm and yaws in rad.
    """
    shapes = [
        stage.project(points(at[:, :2], at[:, 2 + level], size, stage.board.z + z)) - (seen.left, seen.top)
        for level, (size, z) in enumerate(in_sight(sizes))
    ]
    low = min(float(s[..., 1].min()) for s in shapes)
    high = max(float(s[..., 1].max()) for s in shapes)
    rows = int(np.floor(low)), int(np.ceil(high)) + 1
    height, width = edge.shape
    levels = [spans(s, (width, height), rows) for s in shapes]
    gains = [levels[-1].total(sums)]
    gains += [below.without(sums, above) for below, above in zip(levels[-2::-1], levels[:0:-1], strict=True)]
    sides, side_count = _sides(levels, edge)
    feet, foot_count = _feet(shapes, edge)
    length = np.maximum(side_count + foot_count, 1)
    return np.stack(gains[::-1]), (sides + feet) / length, length


def _sides(levels: Sequence[Spans], edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges at the left and right ends of each row of a stack, and their number."""
    left = np.minimum.reduce([level.first for level in levels])
    right = np.maximum.reduce([level.last for level in levels])
    full = right > left
    rows = np.arange(levels[0].top, levels[0].top + left.shape[1], dtype=np.float32)
    rows = np.broadcast_to(rows, left.shape)
    ends = _sampled(edge, np.where(full, left, 0), rows) + _sampled(edge, np.where(full, right, 0), rows)
    return np.asarray((ends * full).sum(axis=1), np.float32), 2.0 * np.count_nonzero(full, axis=1).astype(
        np.float32
    )


def _feet(shapes: Sequence[Floats], edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges along the lower rims of all pieces that face the camera, and the rims' length, px."""
    total = np.zeros(len(shapes[0]), np.float32)
    count = np.zeros(len(shapes[0]), np.float32)
    share = np.array(_ALONG)[:, None]
    for level, shape in enumerate(shapes):
        a = shape[:, :4]
        b = np.roll(a, -1, axis=1)
        spots = (a[:, :, None] * (1 - share) + b[:, :, None] * share).astype(np.float32)
        near = (a + b)[:, :, 1] / 2 > a[:, :, 1].mean(axis=1, keepdims=True)
        length = np.linalg.norm(b - a, axis=2) * near
        flat = spots.reshape(len(spots), -1, 2)
        seen = _sampled(edge, flat[..., 0], flat[..., 1]).reshape(spots.shape[:3])
        sure = seen.mean(axis=2)
        if level:  # on a piece of its own colour a rider's rim may not show
            sure = np.maximum(sure, UNKNOWN_EDGE)
        total += (sure * length).sum(axis=1).astype(np.float32)
        count += length.sum(axis=1).astype(np.float32)
    return total, count


def _sampled(values: Floats32, u: Floats32, v: Floats32) -> Floats32:
    """(N, M) values at (N, M) px, interpolated; those at the border beyond it."""
    found = cv2.remap(
        values,
        np.ascontiguousarray(u, np.float32),
        np.ascontiguousarray(v, np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(found, np.float32)


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
