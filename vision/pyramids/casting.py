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
from vision.pyramids.kernels import shaded
from vision.pyramids.makeups import Indices
from vision.pyramids.solids import in_sight, points
from vision.pyramids.stage import Stage
from vision.pyramids.sums import running

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
        return np.asarray((seen.board < 0) & (seen.lighter < -_DARKER) & self._free)

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
        best = self._direction()
        if best is None:
            return None
        # light from near by comes to each stack from another side, and that of a window from several
        ways = np.array([stretch * _turned(best, turn) for turn in _TURNS for stretch in _STRETCHES])
        out = np.zeros(self._dark.shape, np.uint8)
        for pieces in self._pieces:
            free, dark = self._shaded(pieces, ways).T
            for way in ways[dark >= _DARK * free]:
                self._draw(out, pieces, way)
        return np.asarray(cv2.dilate(out, np.ones((2 * _ROOM + 1, 2 * _ROOM + 1), np.uint8))) > 0

    def _direction(self) -> Floats | None:
        """(2,): how far shadows reach over the board for each mm of height, mm; None where they are none."""
        azimuths = np.linspace(-np.pi, np.pi, _AZIMUTHS, endpoint=False)
        ways = np.array([(n * np.cos(a), n * np.sin(a)) for a in azimuths for n in _LENGTHS])
        tallest = sorted(self._pieces, key=lambda pieces: -float(pieces[..., 2].max()))[:_SEVERAL]
        if not tallest:
            return None
        free, dark = np.add.reduce([self._shaded(pieces, ways) for pieces in tallest]).T
        best = int(np.argmax(2 * dark - free))
        return ways[best] if dark[best] >= _FILLED * max(1, free[best]) else None

    def _shaded(self, pieces: Floats, ways: Floats) -> Indices:
        """(W, 2): how many pixels of a stack's shadows are free, and how many of these dark, in W ways."""
        stage = self._stage
        return shaded(stage.camera, stage.board.z, pieces, ways, _COARSE, *self._sums)

    @cached_property
    def _sums(self) -> tuple[Floats32, Floats32]:
        maps = [mask[::_COARSE, ::_COARSE].astype(np.float32) for mask in (self._free, self._dark)]
        free, dark = running(maps)
        return free, dark

    def _draw(self, out: npt.NDArray[np.uint8], pieces: Floats, way: Floats) -> None:
        """Put 1 where the shadow of a stack falls, from one of its pieces to the next."""
        flat = np.full((pieces.size // 3, 3), self._stage.board.z)
        flat[:, :2] = (pieces[..., :2] + pieces[..., 2:] * way).reshape(-1, 2)
        hull = cv2.convexHull(self._stage.project(flat).astype(np.float32))
        cv2.fillConvexPoly(out, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)

    @cached_property
    def _pieces(self) -> list[Floats]:
        """(L, 5, 3) mm of each stack: where over the table its corners and tips are, and how high above the board."""
        return [
            np.stack(
                [
                    points([found.x, found.y], yaw, size, z)
                    for yaw, (size, z) in zip(found.yaws, in_sight(found.pile), strict=True)
                ]
            )
            for found in self._fits
        ]


def _turned(way: Floats, by: float) -> Floats:
    return np.array([[np.cos(by), -np.sin(by)], [np.sin(by), np.cos(by)]]) @ way
