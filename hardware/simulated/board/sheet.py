"""The board itself as it lies on the table: squares, grain, lines and arrows, its edge and its shadow."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.board.look import BoardLook, Path
from hardware.simulated.ground import noise
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.scene import Light

_PX_PER_MM = 3.5
_Placed = Callable[[float, float], tuple[int, int]]
"""From columns and rows to sixteenths of pixels of the print."""


class BoardSheet:
    """Paints the board of a look onto the bare table; made once, seen from wherever the camera is."""

    def __init__(self, look: BoardLook) -> None:
        self._look = look
        self._print = _printed(look)

    def lay(self, shown: Floats, first: int, optics: Optics, light: Light) -> None:
        """Paint it into linear colours (h, W, 3), the rows of a picture from `first`; four samples a pixel."""
        grid, margin = self._look.grid, self._look.margin
        m = margin / grid.cell
        corners = [(-m, -m), (grid.columns + m, -m), (grid.columns + m, grid.rows + m), (-m, grid.rows + m)]
        foot = np.array([[*grid.place(*at), 0.0] for at in corners])
        top = foot + np.array([0, 0, grid.z])
        self._darken(shown, first, optics, light, foot)
        self._edge(shown, first, optics, foot, top)
        px = optics.project(top)
        low = np.maximum(np.floor(px.min(axis=0)).astype(int) - 1, [0, first])
        high = np.minimum(np.ceil(px.max(axis=0)).astype(int) + 2, [optics.size[0], first + len(shown)])
        if (high <= low).any():
            return
        w, h = (high - low).tolist()
        total, cover = np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32)
        for dx in (-0.25, 0.25):
            for dy in (-0.25, 0.25):
                u, v = np.meshgrid(
                    low[0] + dx + np.arange(w, dtype=np.float32), low[1] + dy + np.arange(h, dtype=np.float32)
                )
                colours, on = self._sampled(optics, u, v)
                total += colours
                cover += on
        part = shown[low[1] - first : high[1] - first, low[0] : high[0]]
        part *= 1 - cover[..., None] / 4
        part += total / 4

    def _sampled(self, optics: Optics, u: Floats, v: Floats) -> tuple[Floats, Floats]:
        """Colours (h, w, 3) at pixels, 0 beside the board, and where the board is (h, w)."""
        grid, margin = self._look.grid, self._look.margin
        x, y = optics.on_plane(u, v, grid.z)
        c, s = np.float32(math.cos(grid.yaw)), np.float32(math.sin(grid.yaw))
        dx, dy = x - np.float32(grid.x0), y - np.float32(grid.y0)
        along, up = dx * c + dy * s, dy * c - dx * s
        width, depth = grid.columns * grid.cell + margin, grid.rows * grid.cell + margin
        on = ((along > -margin) & (along < width) & (up > -margin) & (up < depth)).astype(np.float32)
        coded = cv2.remap(
            self._print,
            (along + np.float32(margin)) * np.float32(_PX_PER_MM) - np.float32(0.5),
            (np.float32(depth) - up) * np.float32(_PX_PER_MM) - np.float32(0.5),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.square(np.asarray(coded, np.float32) / 255) * on[..., None], on

    def _darken(self, shown: Floats, first: int, optics: Optics, light: Light, foot: Floats) -> None:
        """The board's shadow on the table."""
        thick = self._look.grid.z
        d = np.asarray(light.direction)
        fallen = foot - np.array([d[0], d[1], 0.0]) * thick / max(d[2], 0.2)
        mask = _filled(np.concatenate([optics.project(foot), optics.project(fallen)]), first, shown.shape)
        soft = max(thick * light.soft * 0.15, 0.3) * optics.K[0, 0] / float(optics.depth(foot[:1])[0])
        shown *= 1 - np.float32(0.5) * np.asarray(cv2.GaussianBlur(mask, (0, 0), soft))[..., None]

    def _edge(self, shown: Floats, first: int, optics: Optics, foot: Floats, top: Floats) -> None:
        """The sides of the board that face the camera."""
        colour = np.asarray(self._look.rim, np.float32) * np.float32(0.55)
        for k in range(4):
            j = (k + 1) % 4
            side = np.array([foot[k], foot[j], top[j], top[k]])
            mask = _filled(optics.project(side), first, shown.shape)[..., None]
            shown *= 1 - mask
            shown += mask * colour


def _filled(pixels: Floats, first: int, shape: tuple[int, ...]) -> Floats:
    mask = np.zeros(shape[:2], np.uint8)
    hull = np.asarray(cv2.convexHull(np.asarray(pixels - [0, first], np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(mask, np.float32) / 255


def _printed(look: BoardLook) -> Picture:
    """The board seen from above, row 0 at the far rim; square roots of linear colours, 0..255."""
    rng = np.random.default_rng([look.seed, 41])
    grid, margin = look.grid, look.margin
    width, depth = grid.columns * grid.cell + 2 * margin, grid.rows * grid.cell + 2 * margin
    size = (round(width * _PX_PER_MM), round(depth * _PX_PER_MM))
    linear = np.empty((size[1], size[0], 3), np.float32)
    linear[:] = look.rim
    for column in range(grid.columns):
        for row in range(grid.rows):
            x0, x1 = (round((margin + k * grid.cell) * _PX_PER_MM) for k in (column, column + 1))
            y0, y1 = (round((depth - margin - k * grid.cell) * _PX_PER_MM) for k in (row + 1, row))
            square = linear[y0:y1, x0:x1]
            square[:] = look.dark if (column + row) % 2 == 0 else look.pale
            if look.kind == "wood":
                square *= np.float32(np.exp(rng.normal(0, 0.06)))
    if look.kind == "wood":
        grain = noise(rng, size, (60, 4) if rng.random() < 0.5 else (4, 60), 3) * 0.14
    elif look.kind == "vinyl":
        grain = noise(rng, size, (4, 4), 2) * 0.03
    else:
        grain = noise(rng, size, (220, 220), 2) * 0.02
    linear *= np.exp(grain)[..., None]
    out = np.asarray(np.sqrt(np.clip(linear, 0, 1)) * 255 + 0.5, np.uint8)
    _lines(out, look)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.7), np.uint8)


def _lines(out: Picture, look: BoardLook) -> None:
    """The squares' borders on paper, and paths with arrows, their starts ringed and their ends filled."""
    grid = look.grid
    ink = [float(np.sqrt(c) * 255) for c in look.ink]

    def at(column: float, row: float) -> tuple[int, int]:
        x = (look.margin + column * grid.cell) * _PX_PER_MM
        y = out.shape[0] - (look.margin + row * grid.cell) * _PX_PER_MM
        return round(x * 16), round(y * 16)

    if look.kind == "paper":
        for k in range(grid.columns + 1):
            cv2.line(out, at(k, 0), at(k, grid.rows), ink, 2, cv2.LINE_AA, 4)
        for k in range(grid.rows + 1):
            cv2.line(out, at(0, k), at(grid.columns, k), ink, 2, cv2.LINE_AA, 4)
    for path in look.paths:
        _draw_path(out, path, at, ink)


def _draw_path(out: Picture, path: Path, at: _Placed, ink: list[float]) -> None:
    for (c0, r0), (c1, r1) in pairwise(path):
        dc, dr = c1 - c0, r1 - r0
        mid_c, mid_r = (c0 + c1) / 2 + 0.5, (r0 + r1) / 2 + 0.5
        shaft = at(mid_c - 0.24 * dc, mid_r - 0.24 * dr), at(mid_c + 0.1 * dc, mid_r + 0.1 * dr)
        cv2.line(out, *shaft, ink, 4, cv2.LINE_AA, 4)
        head = [
            at(mid_c + a * dc + b * dr, mid_r + a * dr + b * dc)
            for a, b in ((0.26, 0), (0.06, 0.09), (0.06, -0.09))
        ]
        cv2.fillPoly(out, [np.array(head, np.int32)], ink, cv2.LINE_AA, 4)
    start, end = path[0], path[-1]
    radius = round(0.34 * (at(1, 0)[0] - at(0, 0)[0]))
    cv2.circle(out, at(start[0] + 0.5, start[1] + 0.5), radius, ink, 4, cv2.LINE_AA, 4)
    cv2.circle(out, at(end[0] + 0.5, end[1] + 0.5), radius, ink, 4, cv2.LINE_AA, 4)
    cv2.circle(out, at(end[0] + 0.5, end[1] + 0.5), radius // 3, ink, -1, cv2.LINE_AA, 4)
