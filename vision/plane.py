"""The plane in which the dice's top faces lie, seen from straight above at one scale.

A top is EDGE_PX pixels wide there wherever it lies on the table and however large the dice are, so that one small
network finds it. Side faces are smeared away from the camera: that is how the network knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, Floats, View
from vision.pictures import Picture

EDGE_PX = 16
"""Width of a top on the plane, px."""

MARGIN_MM = 30.0
"""Beyond the centres of the cards dice are still looked for this far: most of half a card."""

_GRID = 8
_MULTIPLE = 8


class Area(NamedTuple):
    """A rectangle on the table, mm."""

    left: float
    near: float
    right: float
    far: float


class TopPlane:
    """Maps a picture to the plane at height `edge_mm` and places on it back to millimetres.

    The plane covers the corner cards with a margin, or an `area`. Raises ValueError if it would be absurdly large.
    """

    def __init__(
        self, view: View, cards: Sequence[Card], edge_mm: float, *, area: Area | None = None
    ) -> None:
        self.view = view
        self.edge_mm = edge_mm
        self.mm = edge_mm / EDGE_PX
        wanted = area if area is not None else _round_cards(cards)
        self.left, self.far = wanted.left, wanted.far
        wide, deep = wanted.right - self.left, self.far - wanted.near
        self.width = int(-(-wide / self.mm // _MULTIPLE) * _MULTIPLE)
        self.height = int(-(-deep / self.mm // _MULTIPLE) * _MULTIPLE)
        if self.width * self.height > 4_000_000:
            raise ValueError(f"a table of {wide:.0f} x {deep:.0f} mm is too large for dice of {edge_mm:g} mm")
        self._maps: tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]] | None = None
        middle = view.project([[0, 0, edge_mm], [edge_mm, 0, edge_mm]])
        self.shrink = 2 if np.linalg.norm(middle[1] - middle[0]) > 1.5 * EDGE_PX else 1
        """The picture is halved first where a pixel of the plane would skip some of its pixels."""

    @property
    def area(self) -> Area:
        """What of the table the plane covers."""
        return Area(self.left, self.far - self.height * self.mm, self.left + self.width * self.mm, self.far)

    def depth(self, x: float, y: float) -> float:
        """How far inside the plane a place lies, mm; negative outside."""
        area = self.area
        return min(x - area.left, area.right - x, y - area.near, area.far - y)

    def place(self, pixels: npt.ArrayLike) -> Floats:
        """(N, 2) px on the plane -> (N, 2) mm."""
        p = np.asarray(pixels, np.float64).reshape(-1, 2)
        return np.stack([self.left + (p[:, 0] + 0.5) * self.mm, self.far - (p[:, 1] + 0.5) * self.mm], axis=1)

    def rectify(self, picture: Picture, *, half: Picture | None = None) -> Picture:
        """The plane as the picture shows it, (height, width, 3) uint8 BGR; black where the picture ends.

        `half` is `halved(picture)`, if the caller has it.
        """
        if self._maps is None:
            self._maps = self._make_maps()
        if self.shrink == 2:
            picture = halved(picture) if half is None else half
        return np.asarray(cv2.remap(picture, self._maps[0], self._maps[1], cv2.INTER_LINEAR), np.uint8)

    def _make_maps(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
        """Projects every 8th pixel and interpolates: the error stays far below a tenth of a pixel."""
        u = np.arange(0, self.width + _GRID, _GRID)
        v = np.arange(0, self.height + _GRID, _GRID)
        grid = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
        top = np.concatenate([self.place(grid), np.full((len(grid), 1), self.edge_mm)], axis=1)
        pixels = (self.view.project(top) - (self.shrink - 1) / 2) / self.shrink
        coarse = np.nan_to_num(pixels, nan=-1e4).reshape(len(v), len(u), 2).astype(np.float32)
        fine = np.asarray(
            cv2.warpAffine(
                coarse,
                np.array([[_GRID, 0, 0], [0, _GRID, 0]], np.float32),
                (self.width, self.height),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )
        a, b = cv2.convertMaps(fine[..., 0].copy(), fine[..., 1].copy(), cv2.CV_16SC2)
        return np.asarray(a, np.int16), np.asarray(b, np.uint16)


def _round_cards(cards: Sequence[Card]) -> Area:
    xs, ys = [c.x for c in cards], [c.y for c in cards]
    return Area(min(xs) - MARGIN_MM, min(ys) - MARGIN_MM, max(xs) + MARGIN_MM, max(ys) + MARGIN_MM)


def halved(picture: Picture) -> Picture:
    """The picture at half its size, each pixel the mean of four; an odd last row or column is left out."""
    height, width = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
    half = cv2.resize(picture[:height, :width], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)
