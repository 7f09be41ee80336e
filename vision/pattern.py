"""Patterns of the table itself: checks of a cloth, knots of wood, which look like tops of dice and are no dice.

They look in a picture as they do in that of the empty table, whatever the light, and no die's top does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.faces import FLAT, Shots, cut_top, spread
from vision.lens import Floats, View
from vision.networks import Floats32
from vision.pictures import Picture, StoredPicture, pixels_of

SAME, ROUND_ABOUT = 0.75, 0.5
"""Correlations with the empty table from which the inner part of a crop, and the whole of it, show just that.

The inner part of dice reaches 0.4, of a cloth's checks 0.95; round about a small die the pattern shows as it was.
"""

_RIM = 8


class EmptyTops:
    """What places of the empty table would look like as tops; `background` was taken from `view`."""

    def __init__(self, background: Picture | StoredPicture, view: View) -> None:
        self._background, self._view = background, view
        self._scale = np.array(
            [background.shape[1] / view.lens.width, background.shape[0] / view.lens.height], np.float64
        )

    def shows(self, shot: Shots, corners: Floats, view: View) -> bool:
        """Whether a crop, cut at `corners` (4, 2) px of a picture taken from `view`, shows the table's own pattern."""
        return self.shown_by([shot], [corners], view)[0]

    def shown_by(self, shots: Sequence[Shots], corners: Sequence[Floats], view: View) -> list[bool]:
        """The same for many crops of a picture."""
        if not shots:
            return []
        table = view.on_plane(np.concatenate(corners), 0.0)
        places = np.concatenate([table, np.zeros((len(table), 1))], axis=1)
        before = (self._view.project(np.nan_to_num(places)).reshape(-1, 4, 2) + 0.5) * self._scale - 0.5
        known = [bool(np.isfinite(quad).all()) for quad in table.reshape(-1, 4, 2)]
        return [k and self._same(shot, quad) for shot, quad, k in zip(shots, before, known, strict=True)]

    def _same(self, shot: Shots, before: Floats) -> bool:
        empty = cut_top(pixels_of(self._background), before)
        return (
            spread(empty) > 2 * FLAT
            and alike(_inner(shot), _inner(empty)) > SAME
            and alike(shot, empty) > ROUND_ABOUT
        )


def _inner(shot: Shots) -> Shots:
    return np.ascontiguousarray(shot[_RIM:-_RIM, _RIM:-_RIM])


def alike(one: Shots, other: Shots) -> float:
    """Correlation of two crops over all colours, -1..1."""
    a, b = _standing_out(one), _standing_out(other)
    return float(a @ b) / max(math.sqrt(float(a @ a) * float(b @ b)), 1e-6)


def _standing_out(shot: Shots) -> Floats32:
    """A crop without its grain and its mean colour, in one row."""
    soft = np.asarray(cv2.blur(shot.astype(np.float32), (3, 3)), np.float32)
    soft -= np.array(cv2.mean(soft)[:3], np.float32)
    return soft.reshape(-1)
