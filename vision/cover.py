"""What reaches over the table from the picture's edge and may hide dice: a hand, an arm, a sleeve, somebody's head.

Compared with a picture of the empty table, coarsely, with the change of light taken out. It only says where the
camera can't see; nothing is read from the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, View
from vision.pictures import Picture

_SHRINK = 8
_REACH_MM = 70.0
"""What reaches less than this into the area between the cards hides no seat's dice."""
_AREA_MM2 = 2500.0

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Cover:
    """Something over the table: the place (mm) farthest in, and its outline in px of the picture."""

    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


class EmptyTable:
    """The empty table as the camera saw it from `view`; `cards` bound the area where dice may lie."""

    def __init__(self, background: Picture, view: View, cards: Sequence[Card]) -> None:
        self._small = _small(background)
        self._view = view
        corners = sorted(cards, key=lambda c: c.id)
        self._area = np.array([[c.x, c.y] for c in corners], np.float64)

    def covers(
        self, picture: Picture, view: View, tops: Sequence[npt.NDArray[np.float64]]
    ) -> tuple[Cover, ...]:
        """What covers the table in a picture taken from `view`, where dice with these tops ((4, 2) px) lie."""
        now = _small(picture)
        rows, columns = now.shape[:2]
        then, known = self._seen_from(view, (columns, rows))
        strange = _strange(now, then, known)
        for top in tops:
            middle = top.mean(axis=0)
            reach = (top - middle) * 1.5 + middle
            body = np.concatenate([reach, reach + np.array([0, 0.9 * np.ptp(top[:, 1])])])
            hull = np.asarray(cv2.convexHull((body / _SHRINK).astype(np.float32))).reshape(1, -1, 2)
            cv2.fillPoly(strange, np.round(hull).astype(np.int32), 0)
        strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, labels = cv2.connectedComponents(strange, connectivity=8)
        return tuple(
            c for k in range(1, count) if (c := self._cover(np.asarray(labels) == k, view)) is not None
        )

    def _seen_from(self, view: View, size: tuple[int, int]) -> tuple[Picture, Mask]:
        """The empty table as `view` would show it, small, and where that is known."""
        if view is self._view and self._small.shape[1::-1] == size:
            return self._small, np.ones(size[::-1], bool)
        square = np.concatenate([self._area, np.zeros((4, 1))], axis=1)
        before = (self._view.project(square) + 0.5) / _SHRINK - 0.5
        after = (view.project(square) + 0.5) / _SHRINK - 0.5
        H = cv2.getPerspectiveTransform(before.astype(np.float32), after.astype(np.float32))
        whole = np.ones(self._small.shape[:2], np.uint8)
        known = np.asarray(cv2.warpPerspective(whole, H, size), np.uint8)
        return np.asarray(cv2.warpPerspective(self._small, H, size), np.uint8), known > 0

    def _cover(self, blob: Mask, view: View) -> Cover | None:
        ys, xs = np.nonzero(blob)
        rows, columns = blob.shape
        if ys.min() > 1 and xs.min() > 1 and ys.max() < rows - 2 and xs.max() < columns - 2:
            return None
        pixels = (np.stack([xs, ys], axis=1) + 0.5) * _SHRINK - 0.5
        table = view.on_plane(pixels, 0.0)
        depth = self._depth(table)
        inside = depth > 0
        if not inside.any() or depth.max() < _REACH_MM:
            return None
        shares = _cell_area(view, pixels[inside])
        if shares.sum() < _AREA_MM2:
            return None
        deepest = table[int(np.argmax(depth))]
        contours, _ = cv2.findContours(blob.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outline = np.asarray(max(contours, key=len)).reshape(-1, 2) * _SHRINK
        return Cover(float(deepest[0]), float(deepest[1]), tuple((float(a), float(b)) for a, b in outline))

    def _depth(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How far inside the quadrilateral of the cards each place (N, 2) mm lies; negative outside."""
        out = np.full(len(places), np.inf)
        for a, b in zip(self._area, np.roll(self._area, -1, axis=0), strict=True):
            along = (b - a) / np.linalg.norm(b - a)
            out = np.minimum(out, (places - a) @ [-along[1], along[0]])
        return np.nan_to_num(out, nan=-1.0)


def _small(picture: Picture) -> Picture:
    size = (max(1, picture.shape[1] // _SHRINK), max(1, picture.shape[0] // _SHRINK))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _cell_area(view: View, pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Area on the table of the cells round these pixels, mm squared."""
    right = view.on_plane(pixels + np.array([_SHRINK, 0]), 0.0) - view.on_plane(pixels, 0.0)
    down = view.on_plane(pixels + np.array([0, _SHRINK]), 0.0) - view.on_plane(pixels, 0.0)
    return np.nan_to_num(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))


def _strange(now: Picture, then: Picture, known: Mask) -> npt.NDArray[np.uint8]:
    """Where the picture differs from the empty table by more than light: 0 or 255.

    The log ratio of the two is fitted by a smooth surface for each channel (another lamp, another exposure), robustly;
    what is left is strange if its colour changed, or if it became much brighter or darker. A shadow keeps the colour.
    """
    ratio = np.log(now.astype(np.float32) + 10) - np.log(then.astype(np.float32) + 10)
    rows, columns = ratio.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6).astype(np.float32)
    flat = ratio.reshape(-1, 3)
    use = known.reshape(-1).copy()
    step = basis[use][::7], flat[use][::7]
    fit = np.zeros((6, 3), np.float32)
    fit[0] = np.median(step[1], axis=0)
    for _ in range(6):
        off = np.abs(step[1] - step[0] @ fit).max(axis=1)
        weight = 1 / (1 + (off / 0.15) ** 2)
        a = step[0] * weight[:, None]
        fit = np.linalg.lstsq(a.T @ step[0] + 1e-3 * np.eye(6, dtype=np.float32), a.T @ step[1], rcond=None)[
            0
        ]
    left = (flat - basis @ fit).reshape(rows, columns, 3)
    left = np.asarray(cv2.GaussianBlur(left, (3, 3), 0))
    grey = left.mean(axis=2)
    colour = np.abs(left - grey[..., None]).max(axis=2)
    strange = ((colour > 0.16) | (grey > 0.45) | (grey < -1.1)) & known
    return strange.astype(np.uint8) * 255
