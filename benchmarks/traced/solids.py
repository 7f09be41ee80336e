"""Meshes: vertices (N, 3) in mm, and faces of vertex indices, counter-clockwise from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from traced.layout import LIFT_MM, Floats, Piece, turn

_GAP_MM = 0.25
_PIPS = {"small": 1, "medium": 2, "large": 3}


@dataclass(frozen=True)
class Mesh:
    """A mesh."""

    vertices: Floats
    faces: Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Cavity:
    """The hollow below a piece, itself a pyramid: half its base, its height and how it is turned against the piece."""

    half: float
    height: float
    turn_deg: float = 0.0


def pyramid(piece: Piece, cavity: Cavity | None) -> Mesh:
    """A pyramid with its base's middle at the origin, unturned."""
    outer = _corners(piece.base / 2, piece.height)
    sides = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    if cavity is None:
        return Mesh(outer, [*sides, (3, 2, 1, 0)])
    inner = _corners(cavity.half, cavity.height) @ turn(cavity.turn_deg).T
    rim = [(i, i + 5, (i + 1) % 4 + 5, (i + 1) % 4) for i in range(4)]
    return Mesh(np.vstack([outer, inner]), [*sides, *rim, *((b + 5, a + 5, c + 5) for a, b, c in sides)])


def room_for(piece: Piece, carrier: Piece) -> Cavity:
    """The hollow in which the tip of what a piece rides on has just enough room."""
    top = piece.height - LIFT_MM + 2 * _GAP_MM
    half = carrier.base / 2 * (piece.height - LIFT_MM) / carrier.height + _GAP_MM
    return Cavity(half, top, carrier.yaw_deg - piece.yaw_deg)


def shell(piece: Piece, wall_mm: float) -> Cavity:
    """The hollow of a piece with walls of one thickness."""
    slant = np.arctan2(piece.base / 2, piece.height)
    half = piece.base / 2 - wall_mm / np.cos(slant)
    return Cavity(float(half), float(half / np.tan(slant)))


def pips(piece: Piece) -> Mesh:
    """The painted pips along the base of each side of `pyramid`: one, two or three by size."""
    half, height = piece.base / 2, piece.height
    count = _PIPS[piece.size]
    up = np.array([0, half, height]) / np.hypot(half, height)
    out = np.array([0, -height, half]) / np.hypot(half, height)
    angles = np.arange(16) * np.pi / 8
    vertices: list[Floats] = []
    faces: list[tuple[int, ...]] = []
    for side in range(4):
        for i in range(count):
            centre = np.array([(i - (count - 1) / 2) * 3.4, -half, 0]) + 3.1 * up + 0.04 * out
            ring = centre + 0.85 * (np.cos(angles)[:, None] * [1, 0, 0] + np.sin(angles)[:, None] * up)
            faces.append(tuple(range(len(vertices) * 16, len(vertices) * 16 + 16)))
            vertices.append(ring @ turn(90 * side).T)
    return Mesh(np.vstack(vertices), faces)


def _corners(half: float, height: float) -> Floats:
    return np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0], [0, 0, height]])
