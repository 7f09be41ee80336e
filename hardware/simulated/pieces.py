"""Pieces of pictures that are put over others: cut-outs, shades, and what moves.

What rests is composed in floating point, once; what moves, in bytes, in every picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.optics import Floats

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1: the pixels from (x0, y0) up to, without, (x1, y1)."""


@dataclass(frozen=True, eq=False)
class Cutout:
    """A piece of a picture: tones times coverage (h, w, 3) float32 0..255, and coverage (h, w, 1 or 3) 0..1."""

    box: Box
    tones: Floats
    cover: Floats

    def over(self, part: Floats, box: Box) -> None:
        """Compose over `part`, the pixels in `box` of a picture, float32, in place."""
        mine, theirs = overlap(self.box, box)
        if mine is not None and theirs is not None:
            part[theirs] = part[theirs] * (1 - self.cover[mine]) + self.tones[mine]


class Glaze(Cutout):
    """A piece one can see through: it takes away light of what is behind, and adds its own."""

    def over(self, part: Floats, box: Box) -> None:
        """Compose over `part`, the pixels in `box` of a picture, float32, in place."""
        mine, theirs = overlap(self.box, box)
        if mine is not None and theirs is not None:
            light = light_of(part[theirs]) * (1 - self.cover[mine]) + light_of(self.tones[mine])
            part[theirs] = tones_of(light)


def light_of(tones: Floats) -> Floats:
    """Linear light, 0..1, of tones, 0..255."""
    return np.asarray(np.power(tones / np.float32(255), np.float32(2.2)), np.float32)


def tones_of(light: Floats) -> Floats:
    """Tones, 0..255, of linear light."""
    return np.asarray(255 * np.power(np.minimum(light, 1), np.float32(1 / 2.2)), np.float32)


def overlap(a: Box, b: Box) -> tuple[tuple[slice, slice] | None, tuple[slice, slice] | None]:
    """Where two boxes overlap, as slices of what fills each."""
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    if x1 <= x0 or y1 <= y0:
        return None, None
    return (
        (slice(y0 - a[1], y1 - a[1]), slice(x0 - a[0], x1 - a[0])),
        (slice(y0 - b[1], y1 - b[1]), slice(x0 - b[0], x1 - b[0])),
    )


def box_round(pixels: Floats, margin: int, size: tuple[int, int]) -> Box | None:
    """The smallest box with a margin round pixels (N, 2), inside a picture; None if it is outside."""
    x0, y0 = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - margin, 0).tolist()
    x1, y1 = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + margin + 1, size).tolist()
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def quarters(box: Box) -> tuple[Floats, Floats]:
    """The middles of the four quarters of every pixel of a box: x and y, px, each (2 h, 2 w) float32."""
    x0, y0, x1, y1 = box
    u, v = np.meshgrid(
        x0 - 0.25 + 0.5 * np.arange(2 * (x1 - x0), dtype=np.float32),
        y0 - 0.25 + 0.5 * np.arange(2 * (y1 - y0), dtype=np.float32),
    )
    return u, v


@dataclass(frozen=True, eq=False)
class Overlay:
    """What is multiplied with a part of a picture, 255 leaving it as it is, and what is added; (h, w, 3) uint8."""

    box: Box
    keep: Picture
    add: Picture | None = None

    @classmethod
    def of(cls, box: Box, tones: Picture, cover: Picture) -> Overlay:
        """From tones times coverage (h, w, 3), and coverage (h, w), 255 being all."""
        return cls(box, np.asarray(cv2.cvtColor(cv2.bitwise_not(cover), cv2.COLOR_GRAY2BGR), np.uint8), tones)

    def onto(self, shown: Picture) -> None:
        """Draw into a picture, in place."""
        height, width = shown.shape[:2]
        mine, theirs = overlap(self.box, (0, 0, width, height))
        if mine is None or theirs is None:
            return
        part = shown[theirs]
        out = cv2.multiply(part, self.keep[mine], scale=1 / 255)
        if self.add is not None:
            out = cv2.add(out, self.add[mine], dst=out)
        part[:] = out


def smeared(picture: Picture, shift: Floats) -> Picture:
    """The mean of a picture (h, w) or (h, w, 3) on its way along `shift` (2,) px, round its middle."""
    length = float(np.hypot(*shift))
    if length < 1.0:
        return picture
    count = min(2 + int(length / 2.5), 7)
    total = np.zeros(picture.shape, np.uint16)
    h, w = picture.shape[:2]
    for k in range(count):
        by = (k / (count - 1) - 0.5) * shift
        dx, dy = round(float(by[0])), round(float(by[1]))
        to = total[max(dy, 0) : h + min(dy, 0), max(dx, 0) : w + min(dx, 0)]
        to += picture[max(-dy, 0) : h + min(-dy, 0), max(-dx, 0) : w + min(-dx, 0)]
    return np.asarray(total // count, np.uint8)
