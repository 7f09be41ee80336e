"""A whole board explained by the stacks that stand on it, those in front hiding those behind."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.board import SIDE
from vision.pyramids.evidence import MOST, Evidence
from vision.pyramids.fitting import Fit, corners, fit
from vision.pyramids.patches import Box, patches
from vision.pyramids.scoring import UNKNOWN_EDGE, Squares
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES
from vision.pyramids.spans import running
from vision.pyramids.stage import Stage, Starts, least_area

_WORTH, _LEAST = 0.06 * MOST, 0.12 * MOST
"""Gain, in whole small pieces' pixels, that make a square worth a look; and the score, edges counted."""
_LEAST_TAUGHT = 0.1 * MOST
_SOME = 0.2
"""Pixels, in small pieces, that must speak for a piece about a square for it to be looked at."""
_MOST_STACKS = 40
_UNEXPLAINED = 0.55
"""Share of a small piece's pixels that, unexplained in one place, are a doubt."""
_DIM = 0.0
"""Pixels of which the board is less likely than this are not lit as the rest of it."""
_INSIDE_EDGE, _EDGY = 0.6, 0.12
_STRANGE = -6.0
"""Pixels of which the board is less likely than this, in nats, need a piece to explain them."""
_MARGIN = 140.0
"""By how many nats a stack must explain its pixels better than any other make-up."""
_TINTED = 0.5
"""What share of what its colour explains the next colour must fail to explain."""
_EDGED = 0.6
_UNSEEN = 0.5
"""What is less edged than this is no piece but a shadow or the like, unless something strange is left there."""


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


def explain(stage: Stage, seen: Evidence, clear: AbstractSet[int] = frozenset()) -> Explanation:
    """Explain a picture by what its pixels say; `clear` are the indices of colours one can see through."""
    left, edge = seen.gain.copy(), seen.edge.copy()
    most = left.max(axis=0)
    fits: list[Fit] = []
    gains = dict.fromkeys(stage.trials, 0.0)
    starts: dict[Cell, Starts] = {}
    stale = set(stage.trials)
    areas = {cell: least_area(stage, cell) for cell in stage.trials}
    refused: set[Cell] = set()
    while len(fits) < _MOST_STACKS:
        best_of_all = running([most]) if stale else np.zeros((1, 1, 1), np.float32)
        speaking = cv2.integral((most > 0).astype(np.uint8)) if stale else np.zeros((1, 1))
        for cell in stale:
            trials = stage.trials[cell]
            if _counted(speaking, trials.box) < _SOME * areas[cell]:
                gains[cell] = 0.0
                continue
            gains[cell], starts[cell] = trials.best(best_of_all)
        taken = {f.cell for f in fits} | refused
        worth = {c: g for c, g in gains.items() if c not in taken and g > _WORTH * areas[c]}
        if not worth:
            break
        cells = _apart(stage, worth)
        about = patches(left, most, edge, [_room(stage, cell) for cell in cells])
        stale = set()
        for found in fit(Squares(stage, cells, about), [starts[cell] for cell in cells]):
            if found.score < _LEAST * areas[found.cell] or found.edged < _UNSEEN:
                refused.add(found.cell)
                continue
            fits.append(found)
            mask = silhouette(stage, found, grown=1)
            left[:, mask], most[mask], edge[mask] = 0, 0, UNKNOWN_EDGE
            stale |= {c for c, t in stage.trials.items() if _meets(t.box, mask)}
    return _judged(stage, seen, fits, areas, clear)


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
    return Evidence(board, gain, edge, hidden)


def _apart(stage: Stage, worth: Mapping[Cell, float]) -> list[Cell]:
    """The squares worth most of all about them: what stands on one of them hides no pixel that another looks at."""
    rooms: dict[Cell, Box] = {}
    out = []
    for cell in sorted(worth, key=worth.__getitem__, reverse=True):
        room = _room(stage, cell)
        if not any(_overlap(room, other) for other in rooms.values()):
            out.append(cell)
        rooms[cell] = room
    return out


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _room(stage: Stage, cell: Cell) -> Box:
    left, top, right, bottom = stage.trials[cell].box
    return left - 10, top - 14, right + 10, bottom + 8


def silhouette(stage: Stage, found: Fit, *, grown: int = 0) -> npt.NDArray[np.bool_]:
    """(H, W): the pixels of the window that a stack covers, and so many pixels round about."""
    mask = np.zeros((stage.height, stage.width), np.uint8)
    for shape in corners(stage, found):
        hull = np.asarray(cv2.convexHull(shape.astype(np.float32))).reshape(-1, 2)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    if grown:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8)), np.uint8)
    return mask > 0


def _counted(sums: npt.NDArray[Any], box: tuple[int, int, int, int]) -> float:
    """What an integral picture says about a box (left, top, right, bottom), as far as it lies inside."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    left, right = (min(max(v, 0), width) for v in (box[0], box[2]))
    top, bottom = (min(max(v, 0), height) for v in (box[1], box[3]))
    return float(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _meets(box: tuple[int, int, int, int], mask: npt.NDArray[np.bool_]) -> bool:
    left, top, right, bottom = box
    return bool(mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)].any())


def _judged(
    stage: Stage, seen: Evidence, fits: list[Fit], areas: dict[Cell, float], clear: AbstractSet[int]
) -> Explanation:
    order = sorted(fits, key=lambda f: _nearness(stage, f))
    whys, confidences = [], []
    for found in order:
        margin = found.margin
        why = ""
        if seen.hidden is not None and (silhouette(stage, found, grown=4) & seen.hidden).any():
            why = "partly covered"
        elif margin < _MARGIN:
            why = "could be another stack"
        elif found.tinted < _TINTED:
            why = "could be of another colour"
        elif any(a == b for a, b in pairwise(found.colours)) and clear:
            why = "what rides on it may be clear"
        elif found.edged < _EDGED:
            why = "its outline is not seen"
        whys.append(why)
        sureness = min(margin / (2 * _MARGIN), found.tinted / (2 * _TINTED), found.edged)
        confidences.append(max(0.0, min(1.0, sureness)))
    free = np.ones(seen.board.shape, bool)
    for found in order:
        free &= ~silhouette(stage, found, grown=3)
    odd = _odd(stage, seen, free, areas, wary=bool(clear))
    return Explanation(tuple(order), tuple(whys), tuple(confidences), odd, _hidden(stage, seen))


def _hidden(stage: Stage, seen: Evidence) -> tuple[Cell, ...]:
    """The squares whose middle something covers."""
    if seen.hidden is None:
        return ()
    cells = list(stage.trials)
    places = stage.board.to_table(np.array(cells) + 0.5)
    spots = stage.project(np.concatenate([places, np.full((len(cells), 1), stage.board.z + 5.0)], axis=1))
    u = np.clip(np.rint(spots[:, 0]), 0, stage.width - 1).astype(int)
    v = np.clip(np.rint(spots[:, 1]), 0, stage.height - 1).astype(int)
    return tuple(cell for cell, covered in zip(cells, seen.hidden[v, u], strict=True) if covered)


def _nearness(stage: Stage, found: Fit) -> float:
    eye = stage.view.pose.eye
    return float(np.hypot(found.x - eye[0], found.y - eye[1]))


def _odd(
    stage: Stage, seen: Evidence, free: npt.NDArray[np.bool_], areas: dict[Cell, float], *, wary: bool
) -> tuple[Odd, ...]:
    """Patches on the board that nothing explains, if a piece could be there.

    Where some pieces are clear (`wary`), what is only darker than the board could be one, too; but in a shadow there
    are no edges.
    """
    strange = seen.board < _STRANGE
    rest = free & (seen.board < _DIM if wary else strange)
    ring = stage.project(stage.board.corners()).astype(np.float32)
    field = np.zeros(rest.shape, np.uint8)
    cv2.fillConvexPoly(field, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    edged = np.asarray(seen.edge > _INSIDE_EDGE, np.uint8)
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
        mine = np.asarray(labels) == k
        inside = np.asarray(cv2.erode(mine.astype(np.uint8), np.ones((5, 5), np.uint8))) > 0
        odd = np.count_nonzero(strange & mine) > _UNEXPLAINED * areas[column, row]
        if not odd and not (wary and inside.sum() >= 30 and edged[inside].mean() >= _EDGY):
            continue
        contours, _ = cv2.findContours(mine.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
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
        sums = running([*left])
        best: tuple[float, Cell, Starts] | None = None
        for cell, trials in stage.trials.items():
            if cell in taken:
                continue
            score, starts = trials.best(sums)
            if best is None or score > best[0]:
                best = score, cell, starts
        assert best is not None
        score, cell, starts = best
        if score < _LEAST_TAUGHT * least_area(stage, cell):
            return None
        taken.add(cell)
        about = patches(left, left[0], edge, [_room(stage, cell)])
        (whole,) = fit(Squares(stage, [cell], about), [starts], stacks=singles)
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
