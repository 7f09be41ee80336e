"""Pieces that hardly differ from the board, being as dark as it or as a shadow on it. Their outlines give them away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from vision.pyramids.fits import Fit
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.lifting import coloured
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES

_EDGED = 0.5
"""How edged an outline must be, part of which may be hidden, to be looked at closely."""
_LEAST = 1.0
"""Score, in small pieces' pixels, edges counted, that a piece must have."""
_PLAIN, _MUCH = 0.7, 1.5
"""How edged the outline must be, and the score, to be surely a piece's."""
_LOOKS = ((0.9, 0.1), (0.65, 0.2))
"""What makes a square worth a look: gain, in small pieces' pixels, and the share of edges among pixels that may be a
piece's, of which glare and soft shadows have few."""
_ROUNDS = 3


@dataclass(frozen=True, eq=False)
class Faint:
    """A stack that hardly differs from the board, and whether its outline is plainly seen."""

    fit: Fit
    plain: bool


def overlooked(left: Leftover, hidden: Collection[Cell] = ()) -> tuple[Faint, ...]:
    """Stacks whose outlines are seen in what is left of a picture, although the pixels do not speak for a piece.

    Squares that are `hidden` are not looked at.
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


def _is_worth_a_look(left: Leftover, cell: Cell, gain: float) -> bool:
    looks = [edgy for some, edgy in _LOOKS if gain > some * left.stage.areas[cell]]
    return bool(looks) and left.edginess(cell) >= min(looks)


def _worth(left: Leftover, found: Fit) -> float:
    """The score in small pieces' pixels."""
    return found.score / left.stage.areas[found.cell]
