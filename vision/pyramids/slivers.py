"""Pieces of which hardly more than a rim shows beside another that hides them.

Where such a piece may stand is hard to guess: a trial piece that is a little off covers more of the board than of the
sliver. So every square that it may stand on is looked at exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.pyramids.evidence import MOST, Evidence, Mask
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.seen import Cell
from vision.pyramids.stage import Stage

_PLAINLY = 0.5 * MOST
"""Pixels that speak for a piece by more than this are some piece's."""
_SHARE = 0.2
"""Slivers are no smaller, in small pieces."""
_EDGE, _OUTLINED = 0.6, 0.25
"""How sure edges are, and how many of the pixels about a sliver's outline they must be: shadows have soft ones."""
_LEAST, _EDGED, _COVERED = 0.3 * MOST, 0.5, 0.7
"""The score for each pixel in sight, how edged it must be, and how much of the sliver it explains, to be its piece."""
_HIDDEN = 0.15
"""How much of what is about a sliver must be the stack that hides the rest."""
_MOST_SQUARES = 4


@dataclass(frozen=True, eq=False)
class Sliver:
    """Pixels (H, W) that are plainly a piece's, and where their middle is, px of the window."""

    mask: Mask
    middle: Floats


def slivers(left: Leftover, seen: Evidence, fits: Sequence[Fit]) -> list[Sliver]:
    """What is left of a picture beside stacks that is plainly of other pieces, and has an outline."""
    plain = (left.most > _PLAINLY).astype(np.uint8)
    plain = np.asarray(cv2.morphologyEx(plain, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    least = _SHARE * min(left.stage.areas.values())
    if cv2.countNonZero(plain) < least:
        return []
    count, labels, stats, middles = cv2.connectedComponentsWithStats(plain)
    out = []
    for k in range(1, count):
        size = int(stats[k, cv2.CC_STAT_AREA])
        if size < least or size < _SHARE * _area(left.stage, middles[k]):
            continue
        mask = np.asarray(labels) == k
        about = _grown(mask, 4)
        if _beside(about, left.stage, fits) < _HIDDEN * np.count_nonzero(about):
            continue
        rim = _grown(mask, 2) & _grown(~mask, 1)
        if (seen.edge[rim] > _EDGE).mean() >= _OUTLINED:
            out.append(Sliver(mask, np.asarray(middles[k], np.float64)))
    return out


def piece_of(left: Leftover, sliver: Sliver) -> Fit | None:
    """The stack that a sliver belongs to; None if no such is found."""
    cells = _squares(left, sliver)
    if not cells:
        return None
    found = fit(left.about(cells), [left.stage.trials[cell].best(left.sums()) for cell in cells])
    good = [one for one in found if _explains(left, sliver, one)]
    return max(good, key=lambda one: one.likely, default=None)


def _grown(mask: Mask, by: int) -> Mask:
    side = 2 * by + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8))) > 0


def _beside(pixels: Mask, stage: Stage, fits: Sequence[Fit]) -> int:
    """How many of some pixels (H, W) are of stacks."""
    found = (footprint(stage, one) for one in fits)
    return sum(int(np.count_nonzero(where.of(pixels) & where.mask)) for where in found)


def _explains(left: Leftover, sliver: Sliver, found: Fit) -> bool:
    where = footprint(left.stage, found)
    mine = where.of(sliver.mask) & where.mask
    in_sight = np.count_nonzero(where.of(left.most)[where.mask])
    return bool(
        np.count_nonzero(mine) >= _COVERED * np.count_nonzero(sliver.mask)
        and found.score >= _LEAST * in_sight
        and found.edged >= _EDGED
    )


def _squares(left: Leftover, sliver: Sliver) -> list[Cell]:
    """The open squares nearest to a sliver whose pieces may show it."""
    rows, columns = (np.flatnonzero(sliver.mask.any(axis=axis)) for axis in (1, 0))
    boxes = left.stage.boxes
    holds = (boxes[:, 0] <= columns[0]) & (boxes[:, 1] <= rows[0])
    holds &= (boxes[:, 2] > columns[-1]) & (boxes[:, 3] > rows[-1])
    off = np.hypot(*((boxes[:, :2] + boxes[:, 2:]) / 2 - sliver.middle).T)
    order = [k for k in np.argsort(off).tolist() if holds[k]]
    cells = [[*left.stage.trials][k] for k in order]
    return [cell for cell in cells if left.is_open(cell)][:_MOST_SQUARES]


def _area(stage: Stage, middle: Floats) -> float:
    """Of a small piece near a pixel, px."""
    x, y = stage.view.on_plane(stage.whole(middle[None]), stage.board.z)[0].tolist()
    cell = stage.board.cell_at(x, y)
    return min(stage.areas.values()) if cell is None else stage.areas[cell]
