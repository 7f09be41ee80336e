"""Hands, arms and sleeves over the table, which may hide dice.

A small network looks at the picture and at one of the empty table, both coarsely. It was trained to mark what reaches
in from outside, and to leave alone what lies or stands there: dice, cards, books, cups. Nothing is read from the
difference of the two pictures; it only says where the camera can't see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, Floats, View
from vision.networks import Floats32, network
from vision.pictures import Picture, StoredPicture, pixels_of
from vision.plane import halved

SIZE = (288, 160)
"""Width and height of what the network looks at, px."""
_CELL = 2
"""Pixels of that to a cell of its answer."""

DEEP_MM = 25.0
"""What reaches less than this into the area between the cards hides no seat's dice."""
AREA_MM2 = 1200.0
"""Less than this would hide no die: a die's top is 200 to 360 square millimetres, and it shows its sides too."""

_SURELY, _PERHAPS, _LEAST = 0.0, -3.0, 4
"""Logits of what reaches in, and of what does if it goes on from that; and so many cells of the first there must be. A
hand of an unheard-of colour is hardly marked, its arm is."""


@dataclass(frozen=True)
class Cover:
    """Something over the table: the place (mm) farthest in, and its outline in px of the picture."""

    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class Glance:
    """A picture and that of the empty table from the same view, both (160, 288, 3) uint8, and where that is known."""

    now: Picture
    empty: Picture | None
    known: npt.NDArray[np.bool_] | None


class Overseer:
    """Sees what covers the table between `cards`; `background` is the empty table from `view`, None if unknown."""

    def __init__(self, background: Picture | StoredPicture | None, view: View, cards: Sequence[Card]) -> None:
        self._empty = None if background is None else _small(pixels_of(background))
        self._view = view
        self._area = np.array([[c.x, c.y] for c in sorted(cards, key=lambda c: c.id)], np.float64)

    def glance(self, picture: Picture, view: View, *, half: Picture | None = None) -> Glance:
        """A picture (H, W, 3) taken from `view`, as `covers` looks at it; `half` is `halved(picture)`, if known."""
        now = _small(picture if half is None else half)
        if self._empty is None:
            return Glance(now, None, None)
        return Glance(now, *self._seen_from(view, now))

    def covers(self, picture: Picture, view: View, *, glance: Glance | None = None) -> tuple[Cover, ...]:
        """What covers the table in a picture (H, W, 3) taken from `view`; `glance` is that at it, if known."""
        glance = self.glance(picture, view) if glance is None else glance
        x = np.zeros((1, 6, SIZE[1], SIZE[0]), np.float32)
        x[0, :3] = _scaled(glance.now)
        if glance.empty is not None:
            x[0, 3:] = _scaled(glance.empty)
        logit = network("cover")(x)[0, 0]
        count, labels = cv2.connectedComponents((logit > _PERHAPS).astype(np.uint8), connectivity=8)
        surely = np.bincount(np.asarray(labels)[logit > _SURELY], minlength=count)
        step = np.array([picture.shape[1] / SIZE[0], picture.shape[0] / SIZE[1]]) * _CELL
        blobs = (np.asarray(labels) == k for k in range(1, count) if surely[k] >= _LEAST)
        return tuple(c for blob in blobs if (c := self._cover(blob, view, step)) is not None)

    def _seen_from(self, view: View, now: Picture) -> tuple[Picture, npt.NDArray[np.bool_]]:
        """The empty table as `view` would show it, and where; where it was out of sight, what is there now."""
        assert self._empty is not None
        if view.pose is self._view.pose:
            return self._empty, np.ones(SIZE[::-1], np.bool_)
        square = np.concatenate([self._area, np.zeros((len(self._area), 1))], axis=1)
        before, after = (_shrunk(v.project(square), v) for v in (self._view, view))
        H, _ = cv2.findHomography(before, after)
        out = now.copy()
        warped = np.asarray(cv2.warpPerspective(self._empty, H, SIZE, flags=cv2.INTER_LINEAR), np.uint8)
        known = np.asarray(cv2.warpPerspective(np.ones(SIZE[::-1], np.uint8), H, SIZE)) > 0
        out[known] = warped[known]
        return out, known

    def _cover(self, blob: npt.NDArray[np.bool_], view: View, step: Floats) -> Cover | None:
        rows, columns = np.nonzero(blob)
        pixels = (np.stack([columns, rows], axis=1) + 0.5) * step - 0.5
        table = view.on_plane(pixels, 0.0)
        depth = self._depth(table)
        inside = depth > 0
        if not inside.any() or depth.max() < DEEP_MM:
            return None
        right = view.on_plane(pixels[inside] + np.array([step[0], 0]), 0.0) - table[inside]
        down = view.on_plane(pixels[inside] + np.array([0, step[1]]), 0.0) - table[inside]
        if np.nansum(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])) < AREA_MM2:
            return None
        contours, _ = cv2.findContours(blob.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outline = (np.asarray(max(contours, key=len)).reshape(-1, 2) + 0.5) * step - 0.5
        x, y = table[int(np.argmax(depth))]
        return Cover(float(x), float(y), tuple((float(a), float(b)) for a, b in outline))

    def _depth(self, places: Floats) -> Floats:
        """How far inside the quadrilateral of the cards each place (N, 2) mm lies; negative outside."""
        out = np.full(len(places), np.inf)
        for a, b in zip(self._area, np.roll(self._area, -1, axis=0), strict=True):
            along = (b - a) / np.linalg.norm(b - a)
            out = np.minimum(out, (places - a) @ np.array([-along[1], along[0]]))
        return np.asarray(np.nan_to_num(out, nan=-1.0), np.float64)


def _small(picture: Picture) -> Picture:
    """The picture at SIZE; first by halves, which is many times faster than by any other factor."""
    while picture.shape[1] >= 2 * SIZE[0] and picture.shape[0] >= 2 * SIZE[1]:
        picture = halved(picture)
    return np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _scaled(small: Picture) -> Floats32:
    return np.asarray(((small.astype(np.float32) - 114.75) / 63.75).transpose(2, 0, 1), np.float32)


def _shrunk(pixels: Floats, view: View) -> Floats:
    """Pixels of a whole picture in the small one."""
    scale = np.array([SIZE[0] / view.lens.width, SIZE[1] / view.lens.height])
    return np.asarray((pixels + 0.5) * scale - 0.5, np.float64)
