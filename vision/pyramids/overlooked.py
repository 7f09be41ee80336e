"""Pieces that hardly differ from the board, being as dark as it or as a shadow on it. Their outlines give them away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from vision.pyramids.alike import hinted
from vision.pyramids.fits import Fit
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES

_EDGED = (0.53, 0.65)
"""How edged an outline must be, part of which may be hidden; on a free square, and where something stands already."""
_LEAST = 1.0
"""Score, in small pieces' pixels, edges counted, that a piece must have."""
_PLAIN, _MUCH = 0.7, 1.5
"""How edged the outline must be, and the score, to be surely a piece's."""
_LOOKS = ((0.9, 0.07), (0.65, 0.15))
"""What makes a square worth a look: gain, in small pieces' pixels, and the share of edges among pixels that may be a
piece's, of which glare and soft shadows have few."""
_ROUNDS = 3
_ALONE_EDGED, _ALONE = 0.48, 0.2
"""How edged an outline must be, and its score, of which no pixel tells."""


@dataclass(frozen=True, eq=False)
class Faint:
    """A stack that hardly differs from the board, and whether its outline is plainly seen."""

    fit: Fit
    plain: bool


def overlooked(
    left: Leftover, *, taken: Collection[Cell], hidden: Collection[Cell] = (), alike: Collection[Cell] = ()
) -> tuple[Faint, ...]:
    """Stacks whose outlines are seen in what is left of a picture, although the pixels do not speak for a piece.

    On squares that are `taken` it has to show more: their stacks have shadows. Those `hidden` are not looked at; on
    those that look `alike` to a piece, edges alone are doubts.
    """
    hard, left = left, left.lenient()
    for cell in hidden:
        left.close(cell)
    out = []
    singles = [(size,) for size in SIZES]
    for _ in range(_ROUNDS):
        cells = left.apart(
            [cell for cell, gain in left.worth().items() if _is_worth_a_look(left, cell, gain)]
        )
        if not cells:
            break
        tried = fit(left.about(cells), [left.starts(cell) for cell in cells], stacks=singles)
        seen = [
            found
            for found in tried
            if _worth(left, found) > _LEAST and found.edged >= _EDGED[found.cell in taken]
        ]
        if seen:
            cells = [found.cell for found in seen]
            better = fit(left.about(cells), [left.starts(cell) for cell in cells])
            out += [
                Faint(found, found.edged >= _PLAIN and _worth(left, seen[k]) >= _MUCH)
                for k, found in enumerate(better)
                if found.edged >= _EDGED[found.cell in taken]
            ]
        for found in tried:
            left.take(found, grown=3)
    return *out, *_by_edges_alone(hard, out, {*alike}.difference(hidden, taken))


def _by_edges_alone(hard: Leftover, faint: Sequence[Faint], cells: Collection[Cell]) -> list[Faint]:
    """Pieces of which no pixel tells, on squares where that may be; `faint` were found already."""
    if not cells:
        return []
    left = Leftover(hard.stage, np.zeros((1, *hard.edge.shape), np.float32), hard.edge)
    for one in faint:
        left.take(one.fit, grown=3)
    starts = hinted(left.stage, left.edge, [cell for cell in cells if left.is_open(cell)])
    if not starts:
        return []
    found = fit(left.about([*starts]), [*starts.values()], stacks=[(size,) for size in SIZES])
    return [
        Faint(one, plain=False) for one in found if one.edged >= _ALONE_EDGED and _worth(left, one) >= _ALONE
    ]


def _is_worth_a_look(left: Leftover, cell: Cell, gain: float) -> bool:
    looks = [edgy for some, edgy in _LOOKS if gain > some * left.stage.areas[cell]]
    return bool(looks) and left.edginess(cell) >= min(looks)


def _worth(left: Leftover, found: Fit) -> float:
    """The score in small pieces' pixels."""
    return found.score / left.stage.areas[found.cell]
