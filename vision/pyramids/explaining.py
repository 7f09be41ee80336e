"""A whole board explained by the stacks that stand on it, those in front hiding those behind."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.board import SIDE
from vision.pyramids.evidence import MOST, Evidence
from vision.pyramids.fitting import UNKNOWN_EDGE, Fit, fit, patch
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES, base_heights, points
from vision.pyramids.spans import running
from vision.pyramids.stage import Stage, Starts, least_area

_LEAST = 0.2 * MOST
"""Gain, in whole small pieces' pixels, that makes a stack worth looking at."""
_MOST_STACKS = 40
_UNEXPLAINED = 0.55
"""Share of a small piece's pixels that, unexplained in one place, are a doubt."""
_STRANGE = -4.0
"""Pixels of which the board is less likely than this, in nats, need a piece to explain them."""
_MARGIN = 90.0
"""By how many nats a stack must explain its pixels better than any other make-up."""
_FILLED = 0.15
_EDGED = 0.6


@dataclass(frozen=True, eq=False)
class Odd:
    """A patch that no piece explains: place mm, outline (N, 2) px of the window."""

    reason: str
    x: float
    y: float
    outline: Floats


@dataclass(frozen=True, eq=False)
class Explanation:
    """The stacks, each with the reason why it is not sure (empty if it is) and its confidence; and what is left."""

    fits: tuple[Fit, ...]
    whys: tuple[str, ...]
    confidences: tuple[float, ...]
    odd: tuple[Odd, ...]
    hidden: tuple[Cell, ...]


def explain(stage: Stage, seen: Evidence) -> Explanation:
    """Explain a picture by what its pixels say."""
    left, edge = seen.gain.copy(), seen.edge.copy()
    fits: list[Fit] = []
    gains = dict.fromkeys(stage.trials, 0.0)
    starts: dict[Cell, Starts] = {}
    stale = set(stage.trials)
    areas = {cell: least_area(stage, cell) for cell in stage.trials}
    refused: set[Cell] = set()
    while len(fits) < _MOST_STACKS:
        best_of_all = running(left.max(axis=0)[None]) if stale else np.zeros((1, 1, 1), np.float32)
        for cell in stale:
            trials = stage.trials[cell]
            gains[cell], starts[cell] = trials.best(best_of_all)
        taken = {f.cell for f in fits} | refused
        worth = {c: g for c, g in gains.items() if c not in taken and g > _LEAST * areas[c]}
        if not worth:
            break
        cell = max(worth, key=worth.__getitem__)
        found = fit(stage, patch(left, edge, _room(stage, cell)), cell, starts[cell])
        if found.score < _LEAST * areas[cell]:
            refused.add(cell)
            stale = set()
            continue
        fits.append(found)
        mask = silhouette(stage, found, grown=1)
        left[:, mask] = 0
        edge[mask] = UNKNOWN_EDGE
        stale = {c for c, t in stage.trials.items() if _meets(t.box, mask)}
    return _judged(stage, seen, fits, areas)


def without(stage: Stage, seen: Evidence, outlines: list[Floats]) -> Evidence:
    """The evidence without what lies in some outlines (N, 2) px of the whole picture: hands may hide anything."""
    if not outlines:
        return seen
    mask = np.zeros(seen.board.shape, np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.round(stage.in_window(outline)).astype(np.int32)], 1)
    hidden = np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8))) > 0
    board, gain, edge = seen.board.copy(), seen.gain.copy(), seen.edge.copy()
    board[hidden], gain[:, hidden], edge[hidden] = 0, 0, UNKNOWN_EDGE
    return Evidence(board, gain, edge)


def _room(stage: Stage, cell: Cell) -> tuple[int, int, int, int]:
    left, top, right, bottom = stage.trials[cell].box
    return left - 10, top - 14, right + 10, bottom + 8


def silhouette(stage: Stage, found: Fit, *, grown: int = 0) -> npt.NDArray[np.bool_]:
    """(H, W): the pixels of the window that a stack covers, and so many pixels round about."""
    mask = np.zeros((stage.height, stage.width), np.uint8)
    for level, (size, z) in enumerate(zip(found.sizes, base_heights(found.sizes), strict=True)):
        shape = points(np.array([[found.x, found.y]]), np.array([found.yaws[level]]), size, stage.board.z + z)
        pixels = stage.project(shape)[0].astype(np.float32)
        hull = np.asarray(cv2.convexHull(pixels)).reshape(-1, 2)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    if grown:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8)), np.uint8)
    return mask > 0


def _meets(box: tuple[int, int, int, int], mask: npt.NDArray[np.bool_]) -> bool:
    left, top, right, bottom = box
    return bool(mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)].any())


def _judged(stage: Stage, seen: Evidence, fits: list[Fit], areas: dict[Cell, float]) -> Explanation:
    order = sorted(fits, key=lambda f: _nearness(stage, f))
    whys, confidences = [], []
    for found in order:
        mask = silhouette(stage, found)
        margin = found.score - max((r.score for r in found.rivals), default=0.0)
        filled = found.score / (MOST * max(int(mask.sum()), 1))
        why = ""
        if margin < _MARGIN:
            why = "could be another stack"
        elif filled < _FILLED:
            why = "not much like a piece"
        elif found.edged < _EDGED:
            why = "its outline is not seen"
        whys.append(why)
        confidences.append(max(0.0, min(1.0, filled, margin / _MARGIN)))
    rest = seen.board < _STRANGE
    for found in order:
        rest &= ~silhouette(stage, found, grown=2)
    return Explanation(tuple(order), tuple(whys), tuple(confidences), _odd(stage, rest, areas), ())


def _nearness(stage: Stage, found: Fit) -> float:
    eye = stage.view.pose.eye
    return float(np.hypot(found.x - eye[0], found.y - eye[1]))


def _odd(stage: Stage, rest: npt.NDArray[np.bool_], areas: dict[Cell, float]) -> tuple[Odd, ...]:
    """Patches on the board that nothing explains, if a piece could be there."""
    ring = stage.project(stage.board.corners()).astype(np.float32)
    field = np.zeros(rest.shape, np.uint8)
    cv2.fillConvexPoly(field, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    patches = cv2.morphologyEx(
        (rest & (field > 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )
    count, labels, stats, middles = cv2.connectedComponentsWithStats(np.asarray(patches, np.uint8))
    out = []
    for k in range(1, count):
        pixel = stage.whole(np.asarray(middles[k : k + 1], np.float64))
        x, y = stage.view.on_plane(pixel, stage.board.z)[0].tolist()
        column, row = np.clip(stage.board.to_cells([(x, y)])[0].astype(int), 0, SIDE - 1).tolist()
        if stats[k, cv2.CC_STAT_AREA] < _UNEXPLAINED * areas[column, row]:
            continue
        contours, _ = cv2.findContours(
            (np.asarray(labels) == k).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        outline = stage.whole(np.asarray(max(contours, key=len), np.float64).reshape(-1, 2))
        out.append(Odd("something here is no upright piece that was taught", x, y, outline))
    return tuple(out)


def three_sizes(stage: Stage, gain: Floats32, edge: Floats32) -> tuple[Fit, ...] | None:
    """A small, a medium and a large piece on three squares that explain (H, W) gains best; None if there are none."""
    left, edge = gain.copy()[None], edge.copy()
    taken: set[Cell] = set()
    found: list[list[Fit]] = []
    singles = [(size,) for size in SIZES]
    while len(found) < len(SIZES):
        sums = running(left)
        best: tuple[float, Cell, Starts] | None = None
        for cell, trials in stage.trials.items():
            if cell in taken:
                continue
            score, starts = trials.best(sums)
            if best is None or score > best[0]:
                best = score, cell, starts
        assert best is not None
        score, cell, starts = best
        if score < _LEAST * least_area(stage, cell):
            return None
        taken.add(cell)
        whole = fit(stage, patch(left, edge, _room(stage, cell)), cell, starts, stacks=singles)
        found.append([whole, *whole.rivals])
        mask = silhouette(stage, whole, grown=3)
        left[:, mask], edge[mask] = 0, UNKNOWN_EDGE
    choices = []
    for order in permutations(SIZES):
        some = [
            next((f for f in fits if f.sizes == (size,)), None)
            for fits, size in zip(found, order, strict=True)
        ]
        chosen = tuple(f for f in some if f is not None)
        if len(chosen) == len(SIZES):
            choices.append((sum(f.score for f in chosen), chosen))
    return max(choices, key=lambda c: c[0])[1] if choices else None
