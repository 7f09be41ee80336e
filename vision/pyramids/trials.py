"""Single pieces tried on a square, which tell whether it is worth a closer look and where to begin there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.solids import SIZES
from vision.pyramids.spans import Columns, spans

_EVERY = 2
"""Only each second row is looked at: enough to begin with, in half the time and memory."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, px."""


@dataclass(frozen=True)
class Start:
    """A piece that was tried: where (mm, mm, and yaw in rad), what it gains, and the box of its pixels."""

    at: tuple[float, float, float]
    gain: float
    box: Box


Starts = Mapping[int, Start]
"""By size, where to begin to look for a piece."""


@dataclass(frozen=True, eq=False)
class Trials:
    """Pieces of each size at the same places (K, 3), mm, mm and rad: of SIZES * K pieces which pixels they cover.

    `begins` and `ends` (R, SIZES * K) tell where in running sums of the window their rows begin and end; `boxes`
    (SIZES * K, 4) and `box` are left, top, right and bottom of each and of all of them, px.
    """

    places: Floats
    begins: Columns
    ends: Columns
    boxes: Columns
    box: Box

    def best(self, sums: Floats32) -> Starts:
        """The best of them of each size, from running sums (1, W + 1, H)."""
        flat = sums.ravel()
        rows = flat.take(self.ends)
        rows -= flat.take(self.begins)
        scores = _EVERY * rows.sum(axis=0).reshape(len(SIZES), -1)
        starts = {}
        for level, (size, k) in enumerate(zip(SIZES, scores.argmax(axis=1).tolist(), strict=True)):
            x, y, yaw = self.places[k].tolist()
            left, top, right, bottom = self.boxes[level * len(self.places) + k].tolist()
            starts[size] = Start((x, y, yaw), float(scores[level, k]), (left, top, right, bottom))
        return starts

    def most_hidden(self, sums: Floats32) -> tuple[float, ...]:
        """How much is hidden of the piece of each size of which least can be seen: 1 less that, in small pieces.

        From running sums (1, W + 1, H) of what is hidden.
        """
        flat = sums.ravel()
        pixels = (self.ends - self.begins).sum(axis=0) / sums.shape[2]
        inside = (flat.take(self.ends) - flat.take(self.begins)).sum(axis=0)
        small = np.maximum(pixels[: len(self.places)], 1)
        shares = 1 - (pixels - inside).reshape(len(SIZES), -1) / small
        return tuple(shares.max(axis=1).tolist())


def trials(pixels: Floats, size: tuple[int, int], places: Floats) -> Trials:
    """The trials of pieces whose (SIZES * K, 5, 2) px in a window of (width, height) and (K, 3) places are given."""
    low, high = np.floor(pixels.min(axis=1)), np.ceil(pixels.max(axis=1)) + 1
    boxes = np.concatenate([low, high], axis=1).astype(np.int32)
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    found = spans(np.moveaxis(pixels, (2, 1), (0, 1)), size, np.array([top]), bottom - top)
    begins, ends = (
        (columns * np.int32(size[1]) + found.rows)[:, ::_EVERY].T for columns in (found.left, found.right)
    )
    box = left, top, right, bottom
    return Trials(places, np.ascontiguousarray(begins), np.ascontiguousarray(ends), boxes, box)
