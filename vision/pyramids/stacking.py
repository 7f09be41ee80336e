"""The stacks that explain what is left of a picture, the one that explains most first."""

from __future__ import annotations

from vision.pyramids.evidence import MOST
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.lifting import lifted

_LEAST = (0.3 * MOST, 0.15 * MOST)
"""Score a pixel, edges counted, that a stack must have to be told by its pixels; and one whose outline is plain."""
_OUTLINED = 0.7
_MOST_STACKS = 40
_UNSEEN = 0.5
"""What is less edged than this is no piece but a shadow or the like, unless something strange is left there."""


def stacks(left: Leftover) -> list[Fit]:
    """The stacks that their pixels tell; what they explain is taken away."""
    fits: list[Fit] = []
    while len(fits) < _MOST_STACKS and (worth := left.worth()):
        cells = left.apart([*worth])
        for found in fit(left.about(cells), [left.starts(cell) for cell in cells]):
            if not left.is_as_seen(found.cell):
                continue
            least = _LEAST[found.edged >= _OUTLINED] * footprint(left.stage, found).mask.sum()
            if found.score < least or found.edged < _UNSEEN:
                left.close(found.cell)
                continue
            stack = lifted(left, found)
            left.close(found.cell)
            fits.append(stack)
            left.take(stack, grown=1)
    return fits
