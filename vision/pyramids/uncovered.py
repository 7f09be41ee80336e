"""Stacks that stand in plain sight where a hand was said to be.

What tells hands tells them coarsely: pieces beside one, or between its fingers, are taken for parts of it. Skin and
cloth have no outlines and colours of pieces; what has all of both is one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.pyramids.evidence import Evidence
from vision.pyramids.fits import Fit, faces, footprint
from vision.pyramids.leftover import Leftover
from vision.pyramids.stacking import stacks
from vision.pyramids.stage import Stage

_TOUCHED = 0.05
"""The share of its pixels that may be hidden without a stack being looked at here."""
_EDGED, _COLOURED = 0.75, 0.9
"""How edged its outline must be, and the share of each piece's pixels that must speak for its colour."""
_BESIDE = 4
"""Pixels round about a stack that are seen as well."""


def uncovered(stage: Stage, whole: Evidence, seen: Evidence) -> Evidence:
    """What is `seen` of a picture, together with the stacks in what is hidden of it that are in plain sight.

    `whole` is what the picture's pixels say, hidden or not.
    """
    if seen.hidden is None:
        return seen
    left = Leftover(stage, whole.gain, whole.edge)
    for cell, trials in stage.trials.items():
        if not _reaches(seen, trials.box):
            left.close(cell)
    hidden = seen.hidden.copy()
    board, gain, edge = seen.board.copy(), seen.gain.copy(), seen.edge.copy()
    for found in stacks(left):
        where = footprint(stage, found)
        if where.of(seen.hidden)[where.mask].mean() > _TOUCHED and _is_plain(stage, whole, found):
            about = footprint(stage, found, grown=_BESIDE)
            about.of(hidden)[about.mask] = False
            for mine, all_of_it in ((board, whole.board), (edge, whole.edge)):
                about.of(mine)[about.mask] = about.of(all_of_it)[about.mask]
            about.of(gain)[:, about.mask] = about.of(whole.gain)[:, about.mask]
    return replace(seen, board=board, gain=gain, edge=edge, hidden=hidden)


def _reaches(seen: Evidence, box: tuple[int, int, int, int]) -> bool:
    """Whether something hidden lies in a box: left, top, right, bottom."""
    assert seen.hidden is not None, "something is"
    left, top, right, bottom = box
    return bool(seen.hidden[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)].any())


def _is_plain(stage: Stage, whole: Evidence, found: Fit) -> bool:
    shares = [
        float(np.mean(face.of(whole.gain)[colour][face.mask] > 0))
        for face, colour in zip(faces(stage, found), found.colours, strict=True)
        if face.mask.any()
    ]
    return found.edged >= _EDGED and min(shares, default=0.0) >= _COLOURED
