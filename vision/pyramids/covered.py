"""What is hidden of a board, by a hand or the like and by what stands there: pixels, squares, and parts of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.lens import Floats
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.evidence import Evidence, Mask
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES
from vision.pyramids.stage import Stage
from vision.pyramids.sums import running

_GONE = 0.6
"""The hidden share of a small piece from which on nobody can tell whether it is there."""
_BEHIND = 0.75
"""The same of pieces that others hide or are taken for: what shows of them beside those is seen well."""
_ENOUGH = 0.5
"""So much of what a small piece covers has to be hidden about a square for it to be looked at exactly."""
_PARTLY = 0.12
"""The hidden share of a stack from which on it is not surely read."""
_NEAR, _BESIDE, _PLAIN = 4, 0.05, 0.75
"""Of so many pixels round a stack no more than this share may be hidden, unless its outline is so plain: a finger tip
that was not seen as one may look like a piece."""


def without(stage: Stage, seen: Evidence, outlines: Sequence[Floats]) -> Evidence:
    """The evidence without what lies in some outlines (N, 2) px of the whole picture: hands may hide anything."""
    mask = np.zeros(seen.board.shape, np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.round(stage.in_window(outline)).astype(np.int32)], 1)
    hidden = np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8))) > 0
    if not hidden.any():
        return seen
    board, gain, edge = seen.board.copy(), seen.gain.copy(), seen.edge.copy()
    board[hidden], gain[:, hidden], edge[hidden] = 0, 0, UNKNOWN_EDGE
    return replace(seen, board=board, gain=gain, edge=edge, hidden=hidden)


def hidden_squares(stage: Stage, hidden: Mask | None) -> tuple[Cell, ...]:
    """The squares on which a small piece could stand unseen."""
    if hidden is None:
        return ()
    sums = running([hidden.astype(np.float32)])
    return tuple(cell for cell, trials in stage.trials.items() if trials.most_hidden(sums)[0] >= _GONE)


def squares_behind(stage: Stage, fits: Sequence[Fit], odd: Sequence[Floats]) -> dict[Cell, int]:
    """The squares without a stack on which a piece could stand behind others, or be taken for a part of them.

    With the size of the largest that could. `odd` are outlines (N, 2) px of the whole picture round what is no stack.
    """
    mask = np.zeros((stage.height, stage.width), np.uint8)
    for found in fits:
        where = footprint(stage, found)
        where.of(mask)[where.mask] = 1
    for outline in odd:
        cv2.fillPoly(mask, [np.round(stage.in_window(outline)).astype(np.int32)], 1)
    sums = running([mask.astype(np.float32)])
    taken = {found.cell for found in fits}
    out = {}
    for cell, (left, top, right, bottom) in zip(stage.trials, stage.boxes.tolist(), strict=True):
        if cell in taken or np.count_nonzero(mask[top:bottom, left:right]) < _ENOUGH * stage.areas[cell]:
            continue
        gone = [share >= _BEHIND for share in stage.trials[cell].most_hidden(sums)]
        if any(gone):
            out[cell] = max(size for size, hidden in zip(SIZES, gone, strict=True) if hidden)
    return out


def partly_hidden(stage: Stage, found: Fit, hidden: Mask | None) -> bool:
    """Whether so much of a stack is hidden that it is not surely read, or so near that it may be more of what hides."""
    if hidden is None:
        return False
    where, about = footprint(stage, found), footprint(stage, found, grown=_NEAR)
    covered, near = (int(np.count_nonzero(some.of(hidden)[some.mask])) for some in (where, about))
    size, all_about = (int(np.count_nonzero(some.mask)) for some in (where, about))
    if covered > _PARTLY * size:
        return True
    return found.edged < _PLAIN and near - covered > _BESIDE * (all_about - size)
