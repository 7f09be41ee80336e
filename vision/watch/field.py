"""The campsite as the watching stream shows it: seen from above, and compared with how it was, whatever the light does.

Everything is done on a small square picture of the campsite, rectified at the height of the dice's tops. A hand that
stands between the camera and a die covers in it what it covers in the camera's picture, however tall it is; so where a
die's whole outline, top and sides, shows nothing foreign, the view of that die is clear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, Floats, View
from vision.pictures import Picture
from vision.plane import MARGIN_MM, TopPlane

Mask = npt.NDArray[np.bool_]
Floats32 = npt.NDArray[np.float32]

AROUND_MM = 34.0
"""The field reaches so far beyond the campsite: two dice's edges, so that a hand is seen before it is at a die."""

HALF = 2
"""Pixels of the field to one of its traits, each way."""

_FAINT_LIGHT = 8.0
"""Added to every grey level before its logarithm: noise in the dark is no change."""

_HUE, _LIGHTER, _DARKER = 0.11, 0.2, 0.9
"""How much colour, more light and less light make a change. A hand's shadow takes up to half of the light and little
colour; picture noise and JPEG give at most 0.04 of colour on a pixel of two millimetres."""

_AROUND, _GRAIN = (11, 11), (9, 9)
_ALIKE, _NOISE, _MEDIAN_SQUARE = 0.3, 3e-4, 0.455
"""Correlation of the grain on 9 x 9 pixels, the variance of relief that noise and JPEG have at least, and the median of
a square that is 1 in the mean (of normal noise). Of the same piece of wood it
is 0.6 and more, with a hand over it 0.2 and less; on a table without grain nothing is found."""

_LOGS = np.log(np.arange(256) + _FAINT_LIGHT).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Change:
    """Where the field differs from its reference, in halved pixels.

    `foreign` is what no light explains; `shade` where it is only darker, as under a hand.
    """

    foreign: Mask
    shade: Mask

    @property
    def share(self) -> float:
        """Share of the field that is foreign."""
        return float(self.foreign.mean())


class Field:
    """The campsite of `radius_mm` round the origin and its surroundings, in pictures taken from `view`."""

    def __init__(self, view: View, *, radius_mm: float, edge_mm: float) -> None:
        self.view, self.edge_mm, self.radius_mm = view, edge_mm, radius_mm
        reach = radius_mm + AROUND_MM - MARGIN_MM
        square = [Card(k, sx * reach, sy * reach, 0.0) for k, (sx, sy) in enumerate(_SQUARE)]
        self.plane = TopPlane(view, square, edge_mm)
        self.size = (self.plane.width, self.plane.height)
        self._eye = view.pose.eye
        columns, rows = np.meshgrid(
            np.arange(self.size[0] // HALF) * HALF + 0.5, np.arange(self.size[1] // HALF) * HALF + 0.5
        )
        places = self.plane.place(np.stack([columns, rows], axis=-1)).reshape((*rows.shape, 2))
        self.inside: Mask = np.hypot(places[..., 0], places[..., 1]) <= radius_mm
        """Which of the halved pixels lie in the campsite."""

    def halved(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of the halved pixel that shows a place at the height of the tops."""
        column, row = ((self.pixels([[x, y]])[0] + 0.5) / HALF).astype(int)
        rows, columns = self.inside.shape
        return min(max(int(row), 0), rows - 1), min(max(int(column), 0), columns - 1)

    @property
    def halved_mm(self) -> float:
        """The side of a halved pixel."""
        return self.plane.mm * HALF

    def pixels_mm2(self, square_mm: float) -> float:
        """How many halved pixels an area covers."""
        return square_mm / self.halved_mm**2

    def window(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom px of the part of the camera's picture that the field shows."""
        reach = self.radius_mm + AROUND_MM
        corners = [[sx * reach, sy * reach, z] for sx, sy in _SQUARE for z in (0.0, self.edge_mm)]
        pixels = np.nan_to_num(self.view.project(corners), nan=0.0)
        width, height = self.view.lens.width, self.view.lens.height
        low = np.clip(np.floor(pixels.min(axis=0)), 0, [width - 1, height - 1]).astype(int)
        high = np.clip(np.ceil(pixels.max(axis=0)), low + 1, [width, height]).astype(int)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def pixels(self, places: npt.ArrayLike) -> Floats:
        """(N, 2) px of the field of the (N, 2) mm places at the height of the tops."""
        p = np.asarray(places, np.float64).reshape(-1, 2)
        mm = self.plane.mm
        return np.stack(
            [(p[:, 0] - self.plane.left) / mm - 0.5, (self.plane.far - p[:, 1]) / mm - 0.5], axis=1
        )

    def top(self, x: float, y: float, turn: float, share: float = 1.0) -> Floats:
        """(4, 2) px of the field: the corners of a die's top, shrunk to `share` of its edge."""
        return self.pixels(_corners(x, y, turn, self.edge_mm * share))

    def outline(self, x: float, y: float, turn: float) -> Floats:
        """(8, 2) px of the field: where the corners of a whole die are seen, top and foot."""
        top = _corners(x, y, turn, self.edge_mm)
        towards = self._eye[:2] - top
        foot = top + towards * (self.edge_mm / self._eye[2])
        return self.pixels(np.concatenate([top, foot]))

    def drawn(self, outline: Floats, grow_mm: float = 0.0) -> Mask:
        """The halved pixels inside the hull of an outline (N, 2) px of the field, and `grow_mm` round it."""
        mask = np.zeros((self.size[1] // HALF, self.size[0] // HALF), np.uint8)
        points = (outline + 0.5) / HALF - 0.5
        hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
        if grow_mm > 0:
            mask = np.asarray(cv2.dilate(mask, _disc(round(grow_mm / self.halved_mm))), np.uint8)
        return mask > 0


@dataclass(frozen=True, eq=False)
class Traits:
    """What is compared of a field: `tones` (h, w, 3), halved: the logs of brightness and of blue and red against green.

    `relief` (H, W) and its local mean and variance tell what grain and print there is, whatever the light.
    """

    tones: Floats32
    relief: Floats32
    mean: Floats32
    variance: Floats32

    @classmethod
    def of(cls, field: Picture, shown: Floats32) -> Traits:
        """Those of a field picture (H, W, 3) with this relief."""
        small = cv2.resize(
            field, (field.shape[1] // HALF, field.shape[0] // HALF), interpolation=cv2.INTER_AREA
        )
        blue, green, red = cv2.split(cv2.LUT(small, _LOGS))
        tones = cv2.merge([(blue + green + red) / 3, blue - green, red - green])
        return cls._made(np.asarray(tones, np.float32), shown)

    @classmethod
    def _made(cls, tones: Floats32, shown: Floats32) -> Traits:
        mean = _blurred(shown)
        return cls(tones, shown, mean, _blurred(shown * shown) - mean * mean)

    def renewed(self, zone: Mask, now: Traits) -> Traits:
        """The same with what is now in `zone` (halved pixels)."""
        whole = np.repeat(np.repeat(zone, HALF, axis=0), HALF, axis=1)
        return self._made(
            np.where(zone[..., None], now.tones, self.tones), np.where(whole, now.relief, self.relief)
        )


def relief(picture: Picture) -> Floats32:
    """(H, W): by how much each pixel of a field (H, W, 3) is lighter than those around it, as a logarithm."""
    logs = cv2.LUT(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), _LOGS)
    return np.asarray(logs - cv2.blur(logs, _AROUND), np.float32)


def compared(now: Traits, before: Traits) -> Change:
    """Where a field differs from what it was, apart from a light that changed everywhere alike."""
    off = now.tones - before.tones
    off = off - np.median(off[::3, ::3].reshape(-1, 3), axis=0)
    light, blue, red = cv2.split(cv2.blur(off, (3, 3)))
    hue = np.maximum(np.abs(blue), np.abs(red)) > _HUE
    foreign = hue | (light > _LIGHTER) | (light < -_DARKER) | _otherwise_grained(now, before)
    return Change(foreign, (light < -_LIGHTER) & ~foreign)


def _otherwise_grained(now: Traits, before: Traits) -> Mask:
    """Where there was grain or print that is no longer there, or another; (h, w), halved."""
    squares = (now.relief[::3, ::3] - before.relief[::3, ::3]) ** 2
    noise = np.float32(max(_NOISE, 1.5 * float(np.median(squares)) / _MEDIAN_SQUARE / 2))
    both = _blurred(now.relief * before.relief) - now.mean * before.mean
    least = np.sqrt(np.maximum(now.variance, 0) * np.maximum(before.variance, 0))
    alike = (both + noise) / (least + noise)
    halved = cv2.resize(alike, (alike.shape[1] // HALF, alike.shape[0] // HALF), interpolation=cv2.INTER_AREA)
    return np.asarray(halved < _ALIKE)


def _blurred(shown: Floats32) -> Floats32:
    return np.asarray(cv2.blur(shown, _GRAIN), np.float32)


def grown(mask: Mask, pixels: int) -> Mask:
    """The mask and what lies within so many pixels of it."""
    if pixels <= 0:
        return mask
    return np.asarray(cv2.dilate(mask.astype(np.uint8), _disc(pixels)) > 0)


def shrunk(mask: Mask, pixels: int) -> Mask:
    """What of the mask lies farther than so many pixels from its edge."""
    return np.asarray(cv2.erode(mask.astype(np.uint8), _disc(max(pixels, 1))) > 0)


_SQUARE: Sequence[tuple[int, int]] = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _corners(x: float, y: float, turn: float, edge: float) -> Floats:
    h = edge / 2
    c, s = math.cos(turn), math.sin(turn)
    square = np.array([[-h, h], [h, h], [h, -h], [-h, -h]]) @ np.array([[c, s], [-s, c]])
    return np.asarray(square + np.array([x, y]), np.float64)


def _disc(radius: int) -> npt.NDArray[np.uint8]:
    return np.asarray(
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)), np.uint8
    )
