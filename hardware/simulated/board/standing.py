"""Pyramids as solids, and how they stand: on a square, riding on a larger one, over a smaller one, on their side.

mm in the table frame. A smaller piece on a larger one sits over its tip; a larger one over a smaller one hides it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.optics import Floats
from hardware.simulated.scene import Pile, Pyramid

BASE_HEIGHT: dict[int, tuple[float, float]] = {1: (14.3, 25.4), 2: (19.8, 34.9), 3: (25.4, 44.5)}
"""Side of the base and height of each size, mm: https://looneypyramids.wiki/wiki/Piece"""
NAMES = {1: "small", 2: "medium", 3: "large"}
_WALL = 4.0
"""So much higher is the tip of a piece than the tip that it sits over, mm."""


@dataclass(frozen=True)
class Grid:
    """Where a board's squares are: the outer corner of column 0 and row 0, its turn, the squares' side, its surface."""

    x0: float
    y0: float
    yaw: float
    cell: float
    z: float
    columns: int = 8
    rows: int = 8

    def place(self, column: float, row: float) -> tuple[float, float]:
        """Where a place counted in squares is, mm; (0.5, 0.5) is the middle of the first square."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        u, v = column * self.cell, row * self.cell
        return self.x0 + u * c - v * s, self.y0 + u * s + v * c

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Where the middle of a square, (column, row) from 0, is, mm."""
        return self.place(cell[0] + 0.5, cell[1] + 0.5)

    def counted(self, x: float, y: float) -> tuple[float, float]:
        """The inverse of `place`."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy = x - self.x0, y - self.y0
        return (dx * c + dy * s) / self.cell, (dy * c - dx * s) / self.cell

    def on(self, x: float, y: float) -> bool:
        """Whether a place is on the board."""
        column, row = self.counted(x, y)
        return 0 <= column < self.columns and 0 <= row < self.rows

    @property
    def corners(self) -> Floats:
        """(4, 3) mm: the outer corners (0, 0), (columns, 0), (columns, rows), (0, rows)."""
        at = [(0, 0), (self.columns, 0), (self.columns, self.rows), (0, self.rows)]
        return np.array([[*self.place(*a), self.z] for a in at])


def piled(pieces: Sequence[Pyramid], surface: float) -> Pile:
    """Pieces, bottom to top, as a pile on a surface: each as high as those below let it come down."""
    out: list[Pyramid] = []
    for piece in pieces:
        height = BASE_HEIGHT[piece.size][1]
        bases = [below.z + BASE_HEIGHT[below.size][1] + _WALL - height for below in out]
        out.append(replace(piece, z=max([surface, *bases]), tilt=0.0))
    return Pile(tuple(out))


def covered(pile: Pile, level: int) -> int | None:
    """The level of the piece that hides the piece at a level, being larger and over it; None if it can be seen."""
    piece = pile.pieces[level]
    for k, above in enumerate(pile.pieces[level + 1 :], start=level + 1):
        if above.size > piece.size and above.z <= piece.z + 0.5:
            return k
    return None


def toppled(piece: Pyramid) -> Pyramid:
    """The same piece lying on a side, its tip pointing where it is turned to."""
    base, height = BASE_HEIGHT[piece.size]
    tilt = math.pi - math.atan2(height, base / 2)
    lying = replace(piece, z=0.0, tilt=tilt, lean=piece.yaw)
    return replace(lying, z=-float(outline(lying)[:, 2].min()))


def turn_of(piece: Pyramid) -> Floats:
    """Directions of a piece's body -> of the table, (3, 3)."""
    c, s = math.cos(piece.yaw), math.sin(piece.yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if piece.tilt:
        axis = np.array([-math.sin(piece.lean), math.cos(piece.lean), 0]) * piece.tilt
        turn = np.asarray(cv2.Rodrigues(axis)[0]).reshape(3, 3) @ turn
    return turn


def outline(piece: Pyramid, *, up_to: float = 1.0) -> Floats:
    """The four base corners and the tip, (5, 3) mm; `up_to` a share of the height, the four corners there, (8, 3)."""
    base, height = BASE_HEIGHT[piece.size]
    h = base / 2
    foot = np.array([[-h, h, 0.0], [h, h, 0], [h, -h, 0], [-h, -h, 0]])
    top = np.array([[0, 0, height]]) if up_to >= 1 else foot * (1 - up_to) + [0, 0, height * up_to]
    local = np.concatenate([foot, top])
    return np.asarray(local @ turn_of(piece).T + [piece.x, piece.y, piece.z])
