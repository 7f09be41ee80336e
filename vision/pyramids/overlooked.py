"""Pieces that hardly differ from the board, being as dark as it or as a shadow on it. Their outlines give them away."""

from __future__ import annotations

from dataclasses import dataclass

from vision.pyramids.fits import Fit
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.lifting import coloured
from vision.pyramids.solids import SIZES

_EDGED = 0.5
"""How edged an outline must be, part of which may be hidden, to be looked at closely."""
_LEAST = 1.0
"""Score, in small pieces' pixels, edges counted, that a piece must have."""
_PLAIN, _MUCH = 0.7, 1.5
"""How edged the outline must be, and the score, to be surely a piece's."""
_EDGY = 0.1
"""The share of edges among pixels that may be a piece's: glare and soft shadows have fewer."""
_SOME = 0.9
"""Gain, in small pieces' pixels, that makes a square worth a look."""
_ROUNDS = 3


@dataclass(frozen=True, eq=False)
class Faint:
    """A stack that hardly differs from the board, and whether its outline is plainly seen."""

    fit: Fit
    plain: bool


def overlooked(left: Leftover) -> tuple[Faint, ...]:
    """Stacks whose outlines are seen in what is left of a picture, although the pixels do not speak for a piece."""
    hard, left = left, left.lenient()
    out = []
    singles = [(size,) for size in SIZES]
    for _ in range(_ROUNDS):
        worth = [cell for cell, gain in left.worth().items() if gain > _SOME * left.stage.areas[cell]]
        cells = left.apart([cell for cell in worth if left.edginess(cell) >= _EDGY])
        if not cells:
            break
        tried = fit(left.about(cells), [left.starts(cell) for cell in cells], stacks=singles)
        seen = [found for found in tried if _worth(left, found) > _LEAST and found.edged >= _EDGED]
        if seen:
            cells = [found.cell for found in seen]
            better = fit(left.about(cells), [left.starts(cell) for cell in cells])
            told = hard.about(cells)
            out += [
                Faint(coloured(told, k, found), found.edged >= _PLAIN and _worth(left, seen[k]) >= _MUCH)
                for k, found in enumerate(better)
                if found.edged >= _EDGED
            ]
        for found in tried:
            left.take(found, grown=3)
    return tuple(out)


def _worth(left: Leftover, found: Fit) -> float:
    """The score in small pieces' pixels."""
    return found.score / left.stage.areas[found.cell]
