"""Single pieces tried on a square, which tell whether it is worth a closer look and where to begin there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.solids import SIZES
from vision.pyramids.spans import Columns, spans

Starts = dict[int, tuple[float, float, float]]
"""By size, where to begin to look for a piece: mm, mm, and yaw in rad."""


@dataclass(frozen=True, eq=False)
class Trials:
    """Pieces of each size at the same places (K, 3), mm, mm and rad: of SIZES * K pieces which pixels they cover.

    `begins` and `ends` (R, SIZES * K) tell where in running sums of the window their rows begin and end; `box` is left,
    top, right and bottom of all of them, px.
    """

    places: Floats
    begins: Columns
    ends: Columns
    box: tuple[int, int, int, int]

    def best(self, sums: Floats32) -> tuple[float, Starts]:
        """What the best of them gains, from running sums (1, W + 1, H), and for each size where its best stands."""
        flat = sums.ravel()
        rows = flat.take(self.ends)
        rows -= flat.take(self.begins)
        scores = rows.sum(axis=0).reshape(len(SIZES), -1)
        starts = {}
        for size, k in zip(SIZES, scores.argmax(axis=1).tolist(), strict=True):
            x, y, yaw = self.places[k].tolist()
            starts[size] = x, y, yaw
        return float(scores.max()), starts


def trials(pixels: Floats, size: tuple[int, int], places: Floats) -> Trials:
    """The trials of pieces whose (SIZES * K, 5, 2) px in a window of (width, height) and (K, 3) places are given."""
    (left, top), (right, bottom) = np.floor(pixels.min(axis=(0, 1))), np.ceil(pixels.max(axis=(0, 1))) + 1
    found = spans(pixels, size, np.full(len(pixels), int(top)), int(bottom - top))
    begins, ends = ((columns * np.int32(size[1]) + found.rows).T for columns in (found.left, found.right))
    box = int(left), int(top), int(right), int(bottom)
    return Trials(places, np.ascontiguousarray(begins), np.ascontiguousarray(ends), box)
