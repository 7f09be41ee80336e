"""Is a piece held up by others that hardly show? What seems to stand on the board may ride on one as dark as that.

To one camera a rider on something unseen looks like the same piece farther away on the board. Where it would be if a
larger one were below it, and whether the pixels speak against that one, is quickly told.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.lens import Floats
from vision.pyramids.fits import Fit
from vision.pyramids.fitting import LOST_WORTH, best_of, fit_from, seen_as
from vision.pyramids.leftover import Leftover
from vision.pyramids.lines import unexplained
from vision.pyramids.makeups import PARTS
from vision.pyramids.scoring import Squares, near_rims
from vision.pyramids.seen import Cell
from vision.pyramids.solids import STACKS, Sizes, in_sight
from vision.pyramids.stage import Stage

_YAWS = 8
_DENIED = -3.0
"""Nats: where pixels just below a piece's foot speak against any other piece by more, there is none."""
_ROUGHLY = 60.0
"""By how many nats less a stack may explain before it is fitted exactly."""
_RATHER = 100.0
"""By how many nats a stack must be less likely for one with something below it to be taken instead."""
_BELOW_PX = 3.0
_ALONG = np.linspace(0.1, 0.9, 9)[:, None]


def lifted(left: Leftover, found: Fit) -> Fit:
    """The stack that explains the same pixels with a larger piece below, if that explains more; else as it was found.

    The other one is among the rivals.
    """
    if not _may_hide(left, found):
        return found
    others = [other for other in _others(left.stage, found) if left.is_open(other[1], found.cell)]
    if not others:
        return found
    squares = left.about([*(cell for _, cell, _ in others), found.cell], leniently=True)
    least = seen_as(squares, len(others), found).score - _ROUGHLY
    best = found
    likely = best_of(squares, [pile for pile, _, _ in others], np.stack([tried for _, _, tried in others]))
    for which, (pile, _, tried) in enumerate(others):
        if likely[which] > least:
            best = _better(squares, which, best, pile, tried)
    return best


def _others(stage: Stage, found: Fit) -> list[tuple[Sizes, Cell, Floats]]:
    """Stacks that show the same pieces where they seem to be: make-up, square, and (N, PARTS) places to try."""
    eye, at = stage.view.pose.eye, np.array([found.x, found.y])
    out = []
    for pile in STACKS:
        shown = in_sight(pile)
        more = len(shown) - len(found.sizes)
        if more < 1 or tuple(size for size, _ in shown[more:]) != found.sizes:
            continue
        nearer = shown[more][1] / (eye[2] - stage.board.z)
        place = at + (eye[:2] - at) * nearer
        cell = stage.board.cell_at(*place.tolist())
        if cell is not None:
            out.append((pile, cell, _turned(place, found, more)))
    return out


def _may_hide(left: Leftover, found: Fit) -> bool:
    """Whether something just below the foot of a stack may be a piece."""
    base = found.corners[0, :4]
    rims = near_rims(base)
    a, b = base[rims][:, None], base[(rims + 1) % 4][:, None]
    spots = (a + (b - a) * _ALONG).reshape(-1, 2) + np.array([0.0, _BELOW_PX])
    return left.most_at(spots) > _DENIED


def _turned(place: Floats, found: Fit, more: int) -> Floats:
    """(N, PARTS): a stack at a place, what carries the pieces that were found turned in any way."""
    out = np.zeros((_YAWS, PARTS))
    out[:, :2] = place
    out[:, 2 : 2 + more] = (found.yaws[0] + np.arange(_YAWS) * (np.pi / 2 / _YAWS))[:, None]
    out[:, 2 + more : 2 + more + len(found.yaws)] = found.yaws
    return out


def _better(squares: Squares, which: int, found: Fit, pile: Sizes, tried: Floats) -> Fit:
    """A stack that was fitted, or one of other make-up on one of some squares, to be tried at some places."""
    other = fit_from(squares, which, pile, tried)
    lost = [LOST_WORTH * n for n in unexplained(squares, which, [found, other])]
    again = seen_as(squares, squares.cells.index(found.cell), found)
    less = found.likely - (again.likely - lost[0])
    found = replace(
        found,
        likely=found.likely - less,
        rivals=tuple(replace(rival, likely=rival.likely - less) for rival in found.rivals),
    )
    other = replace(other, likely=other.likely - lost[1])
    first, second = (found, other) if found.likely + _RATHER >= other.likely else (other, found)
    return replace(first, rivals=(replace(second, rivals=()), *found.rivals))
