"""The shadows that stacks cast on the board: all in one direction, and as long as the stacks are high.

Where that is so, dark patches that lie within them are no doubts, however dark and sharp they are. What is dark beyond
them is something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.evidence import Evidence, Mask
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.solids import in_sight, points
from vision.pyramids.stage import Stage

_COARSE = 4
"""The direction is looked for in a picture so many times smaller."""
_DARKER = 0.2
"""Pixels in a shadow are darker than the board by this, nats."""
_AZIMUTHS, _LENGTHS = 24, (0.4, 0.7, 1.1, 1.8)
"""Directions and lengths of shadows, in heights, that are tried; then, by how much each stack's may differ."""
_TURNS, _STRETCHES = (-0.45, -0.3, -0.15, 0.0, 0.15, 0.3, 0.45), (0.5, 0.75, 1.0, 1.3)
_SEVERAL = 6
"""So many stacks, the tallest, tell where shadows fall."""
_FILLED, _DARK = 0.5, 0.75
"""The share of them that must be dark, for them to be shadows; and of each stack's in light from a little elsewhere."""
_WITHIN, _MOSTLY = 0.85, 0.4
"""The share of a dark patch that must lie within shadows; and of an outline that must be dark to be one's."""
_ROOM = 3
"""Pixels by which shadows may be larger than thought."""
_AT, _LEAST_LIT = 9, 0.5
"""How wide, in pixels, what lies at an outline is; and how much of it must have no shadow to tell of the rest."""
_ABOUT = 1.1
"""How far round the board, in boards, shadows may fall."""


class Shadows:
    """Where shadows of some stacks fall, as the picture shows."""

    def __init__(self, stage: Stage, seen: Evidence, fits: Sequence[Fit]) -> None:
        self._stage, self._seen, self._fits = stage, seen, fits

    def resembles(self, where: Mask) -> bool:
        """Whether what looks like an outline round pixels (H, W) is a shadow that lies there, and board beside it."""
        dark = where & self._dark
        return bool(np.count_nonzero(dark) >= _MOSTLY * np.count_nonzero(where)) and self.explain(dark)

    def explain(self, patch: Mask) -> bool:
        """Whether pixels (H, W) are of a dark patch that lies within shadows."""
        cast = self._cast
        if cast is None or not patch.any():
            return False
        labels = self._patches
        found = np.bincount(labels[patch])[1:]
        if found.sum() < _WITHIN * np.count_nonzero(patch):
            return False
        for label in np.flatnonzero(found) + 1:
            whole = labels == label
            if np.count_nonzero(whole & cast) < _WITHIN * np.count_nonzero(whole):
                return False
        return True

    def edged(self, silhouette: Mask, edge: Floats32) -> float:
        """How edged the outline of pixels (H, W) is where no shadow lies at it, 0 to 1; 0 where that is too little.

        Between a dark side and the shadow that it casts there is no edge to be seen.
        """
        contours, _ = cv2.findContours(silhouette.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if self._cast is None or not contours:
            return 0.0
        columns, rows = np.concatenate(contours)[:, 0].T
        shadow = (self._dark & self._cast).astype(np.uint8)
        lit = np.asarray(cv2.dilate(shadow, np.ones((_AT, _AT), np.uint8)))[rows, columns] == 0
        if np.count_nonzero(lit) < _LEAST_LIT * len(lit):
            return 0.0
        near = np.asarray(cv2.dilate(edge, np.ones((3, 3), np.uint8)), np.float32)
        return float(near[rows, columns][lit].mean())

    @cached_property
    def _dark(self) -> Mask:
        """(H, W): what is darker than the board, and no stack."""
        seen = self._seen
        board = seen.colours.change.at(slice(None)).board
        darker = seen.colours.logs.mean(axis=2) - board.mean(axis=0)
        out = (seen.board < 0) & (darker < -_DARKER) & self._free
        return np.asarray(out)

    @cached_property
    def _free(self) -> Mask:
        out = np.zeros(self._seen.board.shape, np.uint8)
        corners = self._stage.board.corners()
        middle = corners.mean(axis=0)
        ring = self._stage.project(middle + _ABOUT * (corners - middle))
        cv2.fillConvexPoly(out, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        for found in self._fits:
            where = footprint(self._stage, found, grown=1)
            where.of(out)[where.mask] = 0
        return out > 0

    @cached_property
    def _patches(self) -> npt.NDArray[np.int32]:
        opened = cv2.morphologyEx(self._dark.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return np.asarray(cv2.connectedComponents(opened)[1], np.int32)

    @cached_property
    def _cast(self) -> Mask | None:
        """(H, W): where shadows fall; None if none do that all point in one direction."""
        dark, free = self._dark[::_COARSE, ::_COARSE], self._free[::_COARSE, ::_COARSE]
        best = self._direction(dark, free)
        if best is None:
            return None
        # light from near by comes to each stack from another side, and that of a window from several
        ways = np.array([stretch * _turned(best, turn) for turn in _TURNS for stretch in _STRETCHES])
        out = np.zeros(self._dark.shape, np.uint8)
        for corners in self._corners:
            hulls = self._hulls(corners, ways)
            for hull in hulls:
                if _filled(hull / _COARSE, dark, free) >= _DARK:
                    _draw(out, hull, 1)
        return np.asarray(cv2.dilate(out, np.ones((2 * _ROOM + 1, 2 * _ROOM + 1), np.uint8))) > 0

    def _direction(self, dark: Mask, free: Mask) -> Floats | None:
        """(2,): how far shadows reach over the board for each mm of height, mm; None where they are none."""
        azimuths = np.linspace(-np.pi, np.pi, _AZIMUTHS, endpoint=False)
        ways = np.array([(n * np.cos(a), n * np.sin(a)) for a in azimuths for n in _LENGTHS])
        tallest = sorted(self._corners, key=lambda corners: -float(corners[:, 2].max()))[:_SEVERAL]
        each = [self._hulls(corners, ways) for corners in tallest]
        if not each:
            return None
        drawn = [_drawn(hulls, free.shape, _COARSE) & free for hulls in zip(*each, strict=True)]
        worth = [_worth(dark, where) for where in drawn]
        best = int(np.argmax(worth))
        filled = dark[drawn[best]]
        return ways[best] if filled.size and filled.mean() >= _FILLED else None

    @cached_property
    def _corners(self) -> list[Floats]:
        """(N, 3) mm of each stack: where over the table its corners and tips are, and how high above the board."""
        out = []
        for found in self._fits:
            shapes = [
                points([found.x, found.y], yaw, size, z)
                for yaw, (size, z) in zip(found.yaws, in_sight(found.pile), strict=True)
            ]
            out.append(np.concatenate(shapes))
        return out

    def _hulls(self, corners: Floats, ways: Floats) -> list[Floats]:
        """The outlines (N, 2) px of a stack's shadow if light comes in some ways (W, 2)."""
        flat = np.full((len(ways), *corners.shape), self._stage.board.z)
        flat[..., :2] = corners[:, :2] + corners[:, 2:] * ways[:, None]
        pixels = self._stage.project(flat).astype(np.float32)
        return [np.asarray(cv2.convexHull(some), np.float64)[:, 0] for some in pixels]


def _turned(way: Floats, by: float) -> Floats:
    return np.array([[np.cos(by), -np.sin(by)], [np.sin(by), np.cos(by)]]) @ way


def _filled(hull: Floats, dark: Mask, free: Mask) -> float:
    """The share of what is free (H, W) of an outline (N, 2) px that is dark; all of nothing."""
    most = np.array(free.shape[::-1])
    # never without a pixel, wherever the outline lies
    left, top = np.clip(np.floor(hull.min(axis=0)), 0, most - 1).astype(int).tolist()
    right, bottom = np.clip(np.ceil(hull.max(axis=0)) + 1, (left + 1, top + 1), most).astype(int).tolist()
    rows, columns = slice(top, bottom), slice(left, right)
    some = free[rows, columns]
    where = _drawn([hull - (left, top)], some.shape, 1) & some
    count = int(np.count_nonzero(where))
    return int(np.count_nonzero(where & dark[rows, columns])) / count if count else 1.0


def _worth(dark: Mask, where: Mask) -> int:
    """How many more pixels are dark than are not."""
    return 2 * int(np.count_nonzero(dark & where)) - int(np.count_nonzero(where))


def _drawn(hulls: Sequence[Floats], shape: tuple[int, ...], smaller: int) -> Mask:
    out = np.zeros(shape, np.uint8)
    for hull in hulls:
        _draw(out, hull, smaller)
    return out > 0


def _draw(out: npt.NDArray[np.uint8], hull: Floats, smaller: int) -> None:
    cv2.fillConvexPoly(out, np.round(hull / smaller * 16).astype(np.int32), 1, cv2.LINE_8, 4)
