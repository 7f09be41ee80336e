"""Tops of dice anywhere in any photograph, whatever their size: for pictures without corner cards.

The picture is searched at several sizes by a network that knows tops of 20 to 44 pixels. A top seen from afar is
nearly a parallelogram; the network gives its centre and shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from vision.finder import STRIDE, maxima, scaled, sigmoid
from vision.lens import Floats
from vision.networks import Floats32, network
from vision.pictures import Picture

LONGEST = 1600
"""Longer pictures are shrunk to this first: a die that then has less than 20 px would be hard to read anyway."""
_SIGHT = 96
"""How far round a cell the network sees, px, up to a multiple of 8."""
_BAND_PIXELS = 200_000
"""About as many pixels are looked at together."""
_STEP = 1.35
_ALIKE = 1.5
"""Tops over each other whose sizes differ by less are one top, found twice."""
_SMALLEST = 160
_FLOOR = 0.2
_TYPICAL = (17.0, 54.0)
"""Edges, px, that a search at one size is trusted with; what is smaller or larger is found better at another size."""
MOST = 120
"""Tops considered in one picture: more is a pattern, not dice."""

_DARK, _LIT = 110.0, 225.0
"""Pictures whose brightest places have less than the first of 255 levels are brightened to the second."""
MOST_GAIN = 4.0
"""What must be brightened by more than this is too dark to be sure of anything."""


@dataclass(frozen=True, eq=False)
class LooseTop:
    """A top in a picture: corners (4, 2) px, in order round it; heat and visible share."""

    corners: Floats
    heat: float
    visible: float

    @property
    def centre(self) -> Floats:
        """(2,) px."""
        return np.asarray(self.corners.mean(axis=0), np.float64)

    @property
    def edge(self) -> float:
        """Side of a square of the same area, px."""
        a, b = self.corners[2] - self.corners[0], self.corners[3] - self.corners[1]
        return math.sqrt(max(abs(float(a[0] * b[1] - a[1] * b[0])) / 2, 1e-6))


def shape(values: Floats32) -> Floats:
    """(5,) moments xx, xy, yy (cells squared / 16) and cos, sin of four turns -> edge vectors (2, 2) px, as rows."""
    xx, xy, yy = (float(v) * 16 for v in values[:3])
    w, v = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    root = v @ np.diag(np.sqrt(np.maximum(w, 0.5))) @ v.T
    turn = math.atan2(float(values[4]), float(values[3])) / 4
    c, s = math.cos(turn), math.sin(turn)
    return np.asarray((root @ np.array([[c, -s], [s, c]])).T * STRIDE, np.float64)


def gain(picture: Picture) -> float:
    """By how much a dark picture must be brightened to look like those that the networks know; 1 for most."""
    brightest = float(np.percentile(picture[::8, ::8].max(axis=2), 99))
    return min(MOST_GAIN, _LIT / max(brightest, 1.0)) if brightest < _DARK else 1.0


def brightened(picture: Picture, by: float) -> Picture:
    """The same picture if `by` is 1, else a brighter copy."""
    return picture if by == 1 else np.asarray(cv2.convertScaleAbs(picture, alpha=by), np.uint8)


def find_in(picture: Picture, factor: float, *, brighter: float = 1.0) -> list[LooseTop]:
    """Tops found when the picture is resized by `factor`, and made `brighter`.

    Corners are in px of the picture as given.
    """
    height, width = picture.shape[:2]
    size = (max(8, round(width * factor)), max(8, round(height * factor)))
    small = np.asarray(
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    )
    small = brightened(np.asarray(small, np.uint8), brighter)
    padded = cv2.copyMakeBorder(small, 0, -size[1] % 8, 0, -size[0] % 8, cv2.BORDER_REPLICATE)
    out = answer(np.asarray(padded, np.uint8))
    fx, fy = size[0] / width, size[1] / height
    tops = []
    for r, c in zip(*maxima(out[0], _FLOOR), strict=True):
        edges = shape(out[3:8, r, c])
        centre = (np.array([c + out[1, r, c], r + out[2, r, c]]) + 0.5) * STRIDE
        corners = (
            centre
            + np.array([-edges[0] + edges[1], edges[0] + edges[1], edges[0] - edges[1], -edges[0] - edges[1]])
            / 2
        )
        right, across = corners[1] - corners[0], corners[2] - corners[0]
        if right[0] * across[1] < right[1] * across[0]:  # mirrored: go round the other way
            corners = corners[::-1]
        top = LooseTop(corners / [fx, fy] - 0.5, float(sigmoid(out[0, r, c])), float(sigmoid(out[8, r, c])))
        if _TYPICAL[0] < top.edge * math.sqrt(fx * fy) < _TYPICAL[1]:
            tops.append(top)
    return tops


def answer(picture: Picture) -> Floats32:
    """What the network says of a picture (H, W, 3), H and W multiples of 8: (9, H/4, W/4).

    Band by band, for a large picture at once takes 100 MB and more. Bands overlap by as much as the network sees
    round a cell, so that its answer is that for the whole picture.
    """
    height = picture.shape[0]
    count = max(1, round(picture.shape[0] * picture.shape[1] / _BAND_PIXELS))
    step = -(-height // count // 8) * 8
    parts = []
    for top in range(0, height, step):
        low, high = max(0, top - _SIGHT), min(height, top + step + _SIGHT)
        out = network("loose").answer(partial(scaled, picture[low:high]))[0]
        parts.append(out[:, (top - low) // STRIDE : (min(top + step, height) - low) // STRIDE].copy())
    return np.concatenate(parts, axis=1)


def find_loose(picture: Picture, *, brighter: float = 1.0) -> list[LooseTop]:
    """What may be tops in a picture (H, W, 3), at whatever size; the hottest first, none over another of its size."""
    longest = max(picture.shape[:2])
    factor = min(1.0, LONGEST / longest) if longest > 700 else 1.25
    every: list[LooseTop] = []
    while not every or min(picture.shape[:2]) * factor > _SMALLEST:
        every += find_in(picture, factor, brighter=brighter)
        factor /= _STEP
        if min(picture.shape[:2]) * factor < 48:
            break
    every.sort(key=lambda t: -t.heat)
    every = every[: 4 * MOST]
    places = np.array([t.centre for t in every]).reshape(-1, 2)
    edges = np.array([t.edge for t in every])
    kept: list[int] = []
    for k in range(len(every)):
        apart = np.hypot(*(places[kept] - places[k]).T)
        ratio = edges[kept] / edges[k]
        near = (apart < 0.55 * np.maximum(edges[kept], edges[k])) & (ratio < _ALIKE) & (ratio > 1 / _ALIKE)
        if not near.any():
            kept.append(k)
    return [every[k] for k in kept[:MOST]]


def overlap(a: LooseTop, b: LooseTop) -> bool:
    """Whether two tops can't both be there."""
    return bool(np.linalg.norm(a.centre - b.centre) < 0.55 * max(a.edge, b.edge))


def find_boxed(picture: Picture, box: Sequence[float]) -> LooseTop | None:
    """The top of the one die in a box (left, top, right, bottom) px that a person drew; None if there is none."""
    x0, y0, x1, y1 = box
    side = max(x1 - x0, y1 - y0)
    low = np.maximum(np.floor(np.array([x0, y0]) - 0.5 * side), 0).astype(int)
    high = np.ceil(np.array([x1, y1]) + 0.5 * side).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    best: LooseTop | None = None
    for wanted in (30.0, 36.0, 44.0):
        for top in find_in(np.ascontiguousarray(part), wanted / side):
            cx, cy = top.centre + low
            if x0 < cx < x1 and y0 < cy < y1 and (best is None or top.heat > best.heat):
                best = LooseTop(top.corners + low, top.heat, top.visible)
    return best
