"""Single pieces tried on a square, which tell whether it is worth a closer look and where to begin there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.kernels import spanned, totals
from vision.pyramids.makeups import Columns, Indices
from vision.pyramids.solids import SIZES

_EVERY = 2
"""Only each second row is looked at: enough to begin with."""

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

    `spans` are as `spanned` gives them, `pixels` (SIZES, K) how many these are; `boxes` (SIZES * K, 4) and `box` are
    left, top, right and bottom of each and of all of them, px.
    """

    places: Floats
    spans: tuple[Columns, Columns, Columns]
    pixels: Indices
    boxes: Columns
    box: Box

    def best(self, sums: Floats32) -> Starts:
        """The best of them of each size, from running sums (1, W + 1, H)."""
        scores = totals(sums[0], *self.spans, _EVERY).reshape(len(SIZES), -1)
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
        inside = totals(sums[0], *self.spans, 1).reshape(len(SIZES), -1)
        shares = 1 - (self.pixels - inside) / np.maximum(self.pixels[0], 1)
        return tuple(shares.max(axis=1).tolist())


def trials(pixels: Floats, size: tuple[int, int], places: Floats) -> Trials:
    """The trials of pieces whose (SIZES * K, 5, 2) px in a window of (width, height) and (K, 3) places are given."""
    low, high = np.floor(pixels.min(axis=1)), np.ceil(pixels.max(axis=1)) + 1
    boxes = np.concatenate([low, high], axis=1).astype(np.int32)
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    spans = spanned(pixels, *size)
    counts = (spans[2] - spans[1]).sum(axis=1).reshape(len(SIZES), -1)
    return Trials(places, spans, counts, boxes, (left, top, right, bottom))
