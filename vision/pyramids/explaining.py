"""A whole board explained by the stacks that stand on it, those in front hiding those behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import permutations

from vision.networks import Floats32
from vision.pyramids.closer import Closer
from vision.pyramids.covered import hidden_squares
from vision.pyramids.evidence import MOST, Evidence
from vision.pyramids.fits import Fit
from vision.pyramids.fitting import fit
from vision.pyramids.judging import Explanation, judged, nearness
from vision.pyramids.leftover import Leftover
from vision.pyramids.overlooked import overlooked
from vision.pyramids.seen import Cell
from vision.pyramids.slivers import Sliver, piece_of, slivers
from vision.pyramids.solids import SIZES
from vision.pyramids.stacking import stacks
from vision.pyramids.stage import Stage
from vision.threads import both, each

_LEAST_TAUGHT = 0.1 * MOST
_MOST_TAUGHT = 7
"""So many patches are looked at for three pieces: shadows and the like may explain more than a small piece."""

NOWHERE: Mapping[Cell, AbstractSet[int]] = {}


def explain(
    stage: Stage,
    seen: Evidence,
    *,
    alike: Mapping[Cell, AbstractSet[int]] = NOWHERE,
    closer: Closer | None = None,
) -> Explanation:
    """Explain a picture by what its pixels say, and those of the whole picture where a `closer` look is needed.

    `alike` are for some squares the indices of colours that hardly show there.
    """
    left = Leftover(stage, seen.gain, seen.edge)
    fits = stacks(left)
    behind: list[Sliver] = []
    for sliver in slivers(left, seen, fits):
        piece = piece_of(left, sliver)
        if piece is None:
            behind.append(sliver)
        else:
            fits.append(piece)
            left.take(piece, grown=1)
    hidden = hidden_squares(stage, seen.hidden)
    order = sorted(fits, key=lambda f: nearness(stage, f))

    def compared(k: int) -> Fit:
        return order[k] if closer is None else closer.compared(stage, order[k], order[:k])

    faint, fits = both(
        lambda: overlooked(left, taken={found.cell for found in order}, hidden=hidden, alike=alike),
        lambda: each(compared, range(len(order))),
    )
    if closer is not None:
        faint = tuple(
            replace(one, fit=closer.compared(stage, one.fit, _nearer(stage, fits, one.fit)))
            if one.plain
            else one
            for one in faint
        )
    return judged(stage, seen, fits, faint, behind, alike=alike, hidden=hidden)


def _nearer(stage: Stage, fits: Sequence[Fit], found: Fit) -> list[Fit]:
    return [one for one in fits if nearness(stage, one) < nearness(stage, found)]


def three_sizes(
    stage: Stage, gain: Floats32, edge: Floats32, *, least_edged: float = 0.0
) -> tuple[Fit, ...] | None:
    """A small, a medium and a large piece on three squares that explain (H, W) gains best; None if there are none.

    What is less edged than `least_edged` is none of them.
    """
    left = Leftover(stage, gain[None], edge)
    found: list[list[Fit]] = []
    singles = [(size,) for size in SIZES]
    while len(found) < _MOST_TAUGHT:
        cell, score = next(iter(left.worth().items()), (None, 0.0))
        if cell is None or score < _LEAST_TAUGHT * stage.areas[cell]:
            break
        (whole,) = fit(left.about([cell]), [left.starts(cell)], stacks=singles)
        if whole.edged < least_edged:
            left.close(cell)
            continue
        found.append([whole, *whole.rivals])
        left.take(whole, grown=3)
    choices = []
    for order in permutations(found, len(SIZES)):
        some = [
            next((f for f in fits if f.sizes == (size,)), None)
            for fits, size in zip(order, SIZES, strict=True)
        ]
        chosen = tuple(f for f in some if f is not None)
        if len(chosen) == len(SIZES):
            choices.append((sum(f.likely * f.edged for f in chosen), chosen))
    return max(choices, key=lambda c: c[0])[1] if choices else None
