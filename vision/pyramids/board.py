"""The board: where its squares are on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.seen import Cell

SIDE = 8
"""Squares along each side."""


@dataclass(frozen=True)
class Board:
    """A grid of 8 x 8 squares: its corner (0, 0) and size in mm, `yaw_deg` counter-clockwise, its surface at `z` mm.

    Columns run along the board's x, rows along its y; lying square before the device, to the right and away from it.
    """

    x0: float
    y0: float
    yaw_deg: float
    cell_mm: float
    z: float = 0.0

    def to_table(self, cells: npt.ArrayLike) -> Floats:
        """(N, 2) mm on the table of (N, 2) places in squares from the corner, fractions too."""
        p = np.asarray(cells, np.float64).reshape(-1, 2)
        return np.asarray(self._origin + p @ (self._axes * self.cell_mm), np.float64)

    def to_cells(self, places: npt.ArrayLike) -> Floats:
        """(N, 2) places in squares from the corner of (N, 2) mm on the table."""
        p = np.asarray(places, np.float64).reshape(-1, 2)
        return np.asarray((p - self._origin) @ (self._axes.T / self.cell_mm), np.float64)

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The square at a place on the table (mm), None off the board."""
        column, row = np.floor(self.to_cells([(x, y)])[0]).astype(int).tolist()
        return (column, row) if 0 <= column < SIDE and 0 <= row < SIDE else None

    def corners(self) -> Floats:
        """(4, 3) mm: the grid's corners (0, 0), (8, 0), (8, 8), (0, 8), in squares."""
        flat = self.to_table([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)])
        return np.concatenate([flat, np.full((4, 1), self.z)], axis=1)

    @cached_property
    def _origin(self) -> Floats:
        return np.array([self.x0, self.y0])

    @cached_property
    def _axes(self) -> Floats:
        """Which way columns, and which way rows go on the table."""
        a = math.radians(self.yaw_deg)
        return np.array([(math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))])
