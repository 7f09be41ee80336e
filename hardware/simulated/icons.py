"""What is printed on the simulated dice: bear, tent, runner, gun, sleeper, and pips, drawn from lines and discs.

A face's print is ink coverage, (FACE, FACE) float32, 0..1, upright. Every face has several drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.floating[Any]]

FACE = 64
"""Side of a face's print, px."""
_FINE = 4
"""Drawn so many times larger."""

CAMP = ("bear", "tent")
"""Faces of the Camp Dice; a die has 2 bears and 4 tents."""
PLAYER = ("runner", "gun", "sleeper")
"""Faces of the Player Dice; a die has 2 of each."""

PIPS = ("1", "2", "3", "4", "5", "6")
"""Faces of an ordinary die."""


class _Pen:
    """Draws on the unit square, y down, with (0, 0) in the middle of the face and the face's edge 1 long."""

    def __init__(self) -> None:
        self.paper = np.zeros((FACE * _FINE, FACE * _FINE), np.uint8)

    def _px(self, points: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
        whole = (np.asarray(points, float) + 0.5) * FACE * _FINE * 16
        return np.round(whole).astype(np.int32)

    def disc(self, x: float, y: float, r: float, ink: int = 255, squash: float = 1.0) -> None:
        a = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        self.area([(x + r * np.cos(b), y + r * squash * np.sin(b)) for b in a], ink)

    def area(self, points: Sequence[tuple[float, float]], ink: int = 255) -> None:
        cv2.fillPoly(self.paper, [self._px(points)], ink, cv2.LINE_8, 4)

    def line(self, points: Sequence[tuple[float, float]], width: float, ink: int = 255) -> None:
        for a, b in pairwise(points):
            along = np.subtract(b, a)
            n = np.array([-along[1], along[0]]) / (np.hypot(*along) + 1e-9) * width / 2
            corners = [np.add(a, n), np.add(b, n), np.subtract(b, n), np.subtract(a, n)]
            self.area([(float(x), float(y)) for x, y in corners], ink)
        for x, y in points:
            self.disc(x, y, width / 2, ink)


def _bear_face(pen: _Pen) -> None:
    for side in (-1, 1):
        pen.disc(side * 0.21, -0.22, 0.12)
        pen.disc(side * 0.21, -0.22, 0.055, 0)
    pen.disc(0, 0.03, 0.31, squash=0.95)
    for side in (-1, 1):
        pen.disc(side * 0.12, -0.05, 0.045, 0)
    pen.disc(0, 0.14, 0.135, 0, squash=0.8)
    pen.disc(0, 0.1, 0.05, squash=0.75)
    pen.line([(0, 0.12), (0, 0.18)], 0.03)


def _bear_walking(pen: _Pen) -> None:
    pen.disc(-0.02, -0.04, 0.23, squash=0.72)
    pen.disc(0.14, -0.07, 0.17, squash=0.9)
    pen.disc(0.27, -0.13, 0.12)
    pen.disc(0.22, -0.24, 0.055)
    pen.area([(0.28, -0.2), (0.41, -0.1), (0.4, -0.04), (0.26, -0.02)])
    pen.disc(0.3, -0.15, 0.022, 0)
    pen.disc(-0.2, 0.02, 0.16)
    for x, shift in ((-0.27, -0.02), (-0.13, 0.03), (0.09, -0.02), (0.22, 0.03)):
        pen.line([(x, 0.02), (x + shift, 0.27)], 0.105)


def _tent_door(pen: _Pen) -> None:
    pen.area([(0, -0.3), (0.38, 0.28), (-0.38, 0.28)])
    pen.area([(0, -0.08), (0.14, 0.28), (-0.14, 0.28)], 0)
    pen.line([(0, -0.28), (0.06, -0.36)], 0.045)
    pen.line([(0, -0.28), (-0.06, -0.36)], 0.045)


def _tent_open(pen: _Pen) -> None:
    pen.line([(-0.35, 0.27), (0.04, -0.34)], 0.1)
    pen.line([(0.35, 0.27), (-0.04, -0.34)], 0.1)
    pen.line([(-0.38, 0.28), (0.38, 0.28)], 0.1)
    pen.area([(0, -0.12), (0.12, 0.28), (-0.12, 0.28)])


def _runner_right(pen: _Pen) -> None:
    pen.disc(0.13, -0.31, 0.085)
    pen.line([(0.07, -0.18), (-0.04, 0.06)], 0.13)
    pen.line([(0.07, -0.17), (-0.13, -0.17), (-0.22, -0.02)], 0.07)
    pen.line([(0.08, -0.16), (0.18, -0.03), (0.32, -0.08)], 0.07)
    pen.line([(-0.03, 0.07), (0.15, 0.14), (0.1, 0.36)], 0.085)
    pen.line([(-0.05, 0.07), (-0.12, 0.23), (-0.33, 0.25)], 0.085)


def _runner_left(pen: _Pen) -> None:
    pen.disc(-0.11, -0.32, 0.09)
    pen.line([(-0.02, -0.17), (0.08, 0.06)], 0.15)
    pen.line([(0, -0.16), (-0.2, -0.08), (-0.3, -0.2)], 0.06)
    pen.line([(0.02, -0.16), (0.21, -0.2), (0.28, -0.06)], 0.06)
    pen.line([(0.06, 0.06), (-0.14, 0.1), (-0.2, 0.34)], 0.09)
    pen.line([(0.09, 0.06), (0.2, 0.2), (0.37, 0.14)], 0.09)


def _gun_revolver(pen: _Pen) -> None:
    pen.area([(-0.02, -0.22), (0.38, -0.2), (0.38, -0.08), (-0.02, -0.06)])
    pen.disc(-0.05, -0.1, 0.14)
    pen.disc(-0.05, -0.1, 0.05, 0)
    pen.area([(-0.1, -0.2), (-0.24, -0.2), (-0.3, -0.1), (-0.38, 0.3), (-0.2, 0.33), (-0.12, 0.04)])
    pen.line([(-0.14, 0.02), (0.0, 0.14), (0.08, 0.02)], 0.05)
    pen.line([(0.34, -0.2), (0.34, -0.26)], 0.05)


def _gun_pistol(pen: _Pen) -> None:
    pen.area([(-0.38, -0.2), (0.36, -0.2), (0.36, -0.04), (-0.38, -0.04)])
    pen.area([(0.34, -0.1), (0.1, -0.08), (0.16, 0.3), (0.38, 0.3)])
    pen.line([(0.12, 0.0), (-0.02, 0.0), (-0.01, 0.12), (0.13, 0.13)], 0.045)
    pen.line([(-0.34, -0.2), (-0.34, -0.25)], 0.04)
    pen.line([(-0.3, -0.12), (0.02, -0.12)], 0.03, 0)


def _sleeper_moon(pen: _Pen) -> None:
    pen.disc(-0.05, 0.04, 0.31)
    pen.disc(0.09, -0.06, 0.27, 0)
    for x, y, s in ((0.08, 0.04, 0.1), (0.26, -0.2, 0.075)):
        pen.line([(x - s, y - s), (x + s, y - s), (x - s, y + s), (x + s, y + s)], 0.05)


def _sleeper_bed(pen: _Pen) -> None:
    pen.line([(-0.37, -0.2), (-0.37, 0.27)], 0.07)
    pen.line([(0.37, 0.02), (0.37, 0.27)], 0.07)
    pen.line([(-0.37, 0.16), (0.37, 0.16)], 0.08)
    pen.disc(-0.21, -0.02, 0.095)
    pen.area([(-0.08, -0.1), (0.16, -0.1), (0.36, 0.02), (0.36, 0.08), (-0.08, 0.08)])


_PIP, _PIP_APART = 0.085, 0.26
"""How large a pip is and how far from the middle it lies, in edges of the die."""
_PIP_PLACES: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _pips(face: str) -> Callable[[_Pen], None]:
    def draw(pen: _Pen) -> None:
        for x, y in _PIP_PLACES[face]:
            pen.disc(_PIP_APART * x, _PIP_APART * y, _PIP)

    return draw


_DRAWINGS: dict[str, tuple[Callable[[_Pen], None], ...]] = {
    "bear": (_bear_face, _bear_walking),
    "tent": (_tent_door, _tent_open),
    "runner": (_runner_right, _runner_left),
    "gun": (_gun_revolver, _gun_pistol),
    "sleeper": (_sleeper_moon, _sleeper_bed),
    **{face: (_pips(face),) for face in PIPS},
}


def draw_icon(face: str, variant: int) -> Ink:
    """The print of a face, (FACE, FACE) float32; every `variant` from 0 gives one of its drawings."""
    pen = _Pen()
    drawings = _DRAWINGS[face]
    drawings[variant % len(drawings)](pen)
    small = cv2.resize(pen.paper, (FACE, FACE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.asarray(small, np.float32) / 255)
