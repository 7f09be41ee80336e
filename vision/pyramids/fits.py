"""A stack as it was fitted, and the pixels that it covers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.seen import Cell
from vision.pyramids.solids import Sizes, in_sight
from vision.pyramids.window import Window


@dataclass(frozen=True, eq=False)
class Fit:
    """A stack on a square: place mm, a yaw (rad) and a colour's index for each piece from below.

    `score` says how well it explains the pixels, nats; `likely` compares it with its `rivals`, the best of the other
    make-ups that were tried.
    """

    cell: Cell
    pile: Sizes
    x: float
    y: float
    yaws: tuple[float, ...]
    colours: tuple[int, ...]
    score: float
    likely: float
    edged: float
    """How much of its outline has an edge in the picture, 0 to 1."""
    corners: Floats
    """(L, 5, 2) px of the window: the base's corners and the tip of each piece in sight."""
    rivals: tuple[Fit, ...] = ()

    @property
    def sizes(self) -> Sizes:
        """Of the pieces in sight."""
        return tuple(size for size, _ in in_sight(self.pile))

    @property
    def margin(self) -> float:
        """By how much it is more likely than what would look otherwise, nats."""
        others = (r.likely for r in self.rivals if (r.sizes, r.colours) != (self.sizes, self.colours))
        return self.likely - max(others, default=0.0)


@dataclass(frozen=True, eq=False)
class Footprint:
    """Pixels of a window: those of `mask` (h, w), which lies at `rows` and `columns`."""

    rows: slice
    columns: slice
    mask: npt.NDArray[np.bool_]

    def meets(self, box: tuple[int, int, int, int]) -> bool:
        """Whether some of them lie in a box: left, top, right, bottom."""
        across, down = self.columns.start, self.rows.start
        left, top, right, bottom = box[0] - across, box[1] - down, box[2] - across, box[3] - down
        if right <= 0 or bottom <= 0:
            return False
        return bool(self.mask[max(top, 0) : bottom, max(left, 0) : right].any())

    def of(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The part (..., h, w) of (..., H, W) values in which they are, to look at or to change."""
        return values[..., self.rows, self.columns]


def footprint(window: Window, found: Fit, *, grown: int = 0) -> Footprint:
    """The pixels that a stack covers, and so many pixels round about."""
    corners = found.corners.reshape(-1, 2)
    room = grown + 1
    low, high = np.floor(np.minimum.reduce(corners)).tolist(), np.ceil(np.maximum.reduce(corners)).tolist()
    left, top = (min(max(int(a) - room, 0), most - 1) for a, most in zip(low, window.size, strict=True))
    right = min(max(int(high[0]) + room + 1, left + 1), window.width)
    bottom = min(max(int(high[1]) + room + 1, top + 1), window.height)
    mask = np.zeros((bottom - top, right - left), np.uint8)
    for shape in found.corners - (left, top):
        _fill(mask, shape)
    if grown:
        mask = np.asarray(cv2.dilate(mask, _squared(grown)), np.uint8)
    return Footprint(slice(top, bottom), slice(left, right), mask.view(bool))


@cache
def _squared(by: int) -> npt.NDArray[np.uint8]:
    return np.ones((2 * by + 1, 2 * by + 1), np.uint8)


def _fill(mask: npt.NDArray[np.uint8], shape: Floats) -> None:
    """Put 1 where one of the pieces (5, 2) px is."""
    hull = cv2.convexHull(shape.astype(np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull * np.float32(16)).astype(np.int32), 1, cv2.LINE_8, 4)


def faces(window: Window, found: Fit) -> list[Footprint]:
    """What is seen of each piece of a stack, the lowest first, well inside its outline."""
    whole = footprint(window, found)
    left, top = whole.columns.start, whole.rows.start
    out = []
    covered = np.zeros(whole.mask.shape, np.uint8)
    for shape in found.corners[::-1] - (left, top):
        mask = np.zeros_like(covered)
        _fill(mask, shape)
        inside = cv2.erode(mask & (1 - covered), np.ones((3, 3), np.uint8)) > 0
        out.append(Footprint(whole.rows, whole.columns, inside))
        covered |= mask
    return out[::-1]


def silhouette(window: Window, found: Fit) -> npt.NDArray[np.bool_]:
    """(H, W): the pixels of the window that a stack covers."""
    mask = np.zeros((window.height, window.width), bool)
    where = footprint(window, found)
    where.of(mask)[:] = where.mask
    return mask
