"""A closer look, in the picture's full size, at stacks that another make-up of the same colours would resemble.

Only their outlines, rims and pips tell those apart, and these are twice as large and as sharp there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.lens import View
from vision.pictures import Picture
from vision.pyramids.edges import UNKNOWN_EDGE, steepness
from vision.pyramids.evidence import Evidence, Mask, weigh
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.fitting import fitted_anew
from vision.pyramids.lighting import logarithm
from vision.pyramids.patches import patches
from vision.pyramids.scoring import Squares
from vision.pyramids.spots import strays
from vision.pyramids.stage import Stage
from vision.pyramids.window import Window

_CLOSE, _CLOSE_HIGHER, _RIVALS = 500.0, 700.0, 2
"""By how many nats a rival may be less likely for both to be looked at more closely; one that has a
piece more on a stack, as that is easily missed; and how many are."""
_STRAY = 75.0
"""What a pip costs that lies by no rim of a stack: nats, as much as the line round it."""
_CONTRADICTED = 350.0
"""By how many nats a stack may be less likely and yet as good, if more pips lie by its rims."""
_ROOM = 8
"""Pixels round about."""


@dataclass(frozen=True, eq=False)
class Closer:
    """A picture, the empty board as a picture taken from `before`, and what was seen of the picture."""

    picture: Picture
    empty: Picture
    before: View
    seen: Evidence

    def compared(self, stage: Stage, found: Fit, nearer: Sequence[Fit]) -> Fit:
        """The stack or that of its close rivals that is more likely in full size, with the others as its rivals.

        Stacks that are `nearer` may hide parts of it.
        """
        close = [found, *[rival for rival in found.rivals if _is_close(found, rival)][:_RIVALS]]
        if stage.shrink == 1 or len(close) == 1:
            return found
        squares = self._squares(stage, close, nearer)
        anew = fitted_anew(squares, 0, close)
        spots = strays(squares.window, squares.window.cut(self.picture), anew)
        likely = [one.likely - _STRAY * count for one, count in zip(anew, spots, strict=True)]
        best = int(np.argmax(likely))
        if not self._shines(found):
            # where outlines and pips contradict each other, nothing is sure
            likely = [
                likely[best] if count < spots[best] and one > likely[best] - _CONTRADICTED else one
                for one, count in zip(likely, spots, strict=True)
            ]
        less = found.likely - likely[best]
        others = [
            replace(one, likely=likely[close.index(one)] if one in close else one.likely - less, rivals=())
            for one in (found, *found.rivals)
            if one is not close[best]
        ]
        others.sort(key=lambda f: -f.likely)
        return replace(close[best], likely=likely[best], rivals=tuple(others))

    def _shines(self, found: Fit) -> bool:
        """Whether pips of far sides may be seen through the lowest piece, and those of near ones mirrored in it."""
        looks = self.seen.colours.looks
        return looks.names[found.colours[0]] in looks.colours.through

    def _squares(self, stage: Stage, fits: Sequence[Fit], nearer: Sequence[Fit]) -> Squares:
        corners = np.concatenate([found.corners.reshape(-1, 2) for found in fits])
        left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - _ROOM, 0).tolist()
        right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + _ROOM, stage.size).tolist()
        rows, columns = slice(top, bottom), slice(left, right)
        times = stage.shrink
        rectangle = (
            times * (stage.left + left),
            times * (stage.top + top),
            times * (right - left),
            times * (bottom - top),
        )
        window = Window(stage.view, stage.board, 1, rectangle)
        empty = logarithm(window.empty_seen(self.empty, self.before))
        colours = self.seen.colours
        seen = weigh(
            logarithm(window.cut(self.picture)),
            colours.change.closer(rows, columns, empty),
            colours.looks.before(empty),
            steepness(empty),
            fine=times,
        )
        taken = _taken(stage, nearer, self.seen.hidden)[rows, columns]
        hidden = cv2.resize(taken.astype(np.uint8), window.size, interpolation=cv2.INTER_NEAREST) > 0
        seen.gain[:, hidden], seen.edge[hidden] = 0, UNKNOWN_EDGE
        everything = (0, 0, window.width, window.height)
        return Squares(window, [fits[0].cell], patches(seen.gain, seen.edge, [everything]), float(times))


def _is_close(found: Fit, rival: Fit) -> bool:
    higher = len(rival.sizes) > len(found.sizes) > 1
    near = rival.likely > found.likely - (_CLOSE_HIGHER if higher else _CLOSE)
    return near and {*rival.colours} == {*found.colours}


def _taken(stage: Stage, nearer: Sequence[Fit], hidden: Mask | None) -> Mask:
    """(H, W): what stacks and hands hide."""
    out = np.zeros((stage.height, stage.width), bool) if hidden is None else hidden.copy()
    for found in nearer:
        where = footprint(stage, found, grown=1)
        where.of(out)[where.mask] = True
    return out
