"""Dice by ray casting: rounded boxes with printed faces, lit by one lamp, the room and its reflections.

Lengths are millimetres in the table frame (z up); colours are linear, (..., 3) float32, about 0..1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Floats
from vision.training.canvas import Canvas
from vision.training.lights import Light

TILE = 64
"""Side of one face in a die's strip of six, px."""
_TOP = 4
"""Number of the top among the faces +x -x +y -y +z -z."""
_RIGHT = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]], np.float32)
_UP = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, -1, 0]], np.float32)
"""For each face, the right-hand and the upward direction of its print."""


@dataclass(frozen=True, eq=False)
class Die:
    """One die that lies flat on the table: centre, yaw (rad), edge, and the radius of its rounded edges."""

    x: float
    y: float
    yaw: float
    edge: float
    radius: float
    strip: Floats
    """Ink coverage of the six faces side by side, (TILE, 6 TILE), in the order +x -x +y -y +z -z."""
    body: Floats
    """Colour, (3,)."""
    ink: Floats
    """Colour, (3,)."""
    gloss: float
    """How much it mirrors; 1 is polished plastic."""
    icon: int = -1
    """What is on top: an icon's index, PIPS + pips, or -1."""

    def top(self) -> NDArray[np.float64]:
        """(4, 3) mm: upper left, upper right, lower right, lower left of the icon."""
        h = self.edge / 2
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        xy = np.array([[-h, h], [h, h], [h, -h], [-h, -h]])
        return np.stack(
            [
                self.x + xy[:, 0] * c - xy[:, 1] * s,
                self.y + xy[:, 0] * s + xy[:, 1] * c,
                np.full(4, self.edge),
            ],
            1,
        )

    def corners(self) -> NDArray[np.float64]:
        """Of the whole cube, the top's first, (8, 3) mm."""
        top = self.top()
        return np.concatenate([top, top * [1, 1, 0]])

    def turn(self) -> Floats:
        """Directions of the die's own frame -> of the table frame, (3, 3)."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


@dataclass(frozen=True, eq=False)
class Crowd:
    """The share of the table covered by dice, blurred, (H, W) at 1 px/mm from `corner`: neighbours darken sides."""

    share: Floats
    corner: tuple[float, float]

    def beside(self, places: Floats, normals: Floats) -> Floats:
        """How crowded it is 5 mm before surfaces at (N, 3) mm with outward normals (N, 3): (N,), 0..1."""
        near = places[:, :2] + 5 * normals[:, :2] - np.array(self.corner, np.float32)
        return looked_up(self.share, near[:, 0], near[:, 1])


@dataclass(frozen=True, eq=False)
class _Struck:
    """Where rays meet a die, in its own frame: the rays' numbers, places, directions and outward normals."""

    ray: NDArray[np.intp]
    place: Floats
    direction: Floats
    normal: Floats


def looked_up(texture: Floats, x: Floats, y: Floats) -> Floats:
    """Bilinear samples of a one-channel texture at (N,) places; remap takes no row longer than 32767."""
    n = len(x)
    xy = np.zeros((2, -(-n // 256) * 256), np.float32)
    xy[0, :n], xy[1, :n] = x, y
    out = cv2.remap(texture, xy[0].reshape(-1, 256), xy[1].reshape(-1, 256), cv2.INTER_LINEAR)
    return np.asarray(out, np.float32).reshape(-1)[:n]


def draw_die(canvas: Canvas, die: Die, mark: int, crowd: Crowd) -> int:
    """Draw one die; returns how many pixels its top has.

    The canvas's ids get `mark` where the top shows and `-mark` on the sides. Four rays a pixel.
    """
    box = canvas.eye.project(die.corners())
    x0, y0 = np.floor(box.min(0)).astype(int) - 2
    x1, y1 = np.ceil(box.max(0)).astype(int) + 3
    left, upper = canvas.origin
    x0, y0 = max(x0, left), max(y0, upper)
    x1, y1 = min(x1, left + canvas.image.shape[1]), min(y1, upper + canvas.image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return 0
    w, h = int(x1 - x0), int(y1 - y0)
    u, v = np.meshgrid(
        x0 - 0.25 + 0.5 * np.arange(2 * w, dtype=np.float32),
        y0 - 0.25 + 0.5 * np.arange(2 * h, dtype=np.float32),
    )
    rays = canvas.eye.rays(u, v).reshape(-1, 3)
    struck = _strike(die, canvas.eye.centre, rays)
    if struck is None:
        return 0
    side, ink = _printed(die, struck.place)
    patch = np.zeros((4 * h * w, 4), np.float32)
    patch[struck.ray, :3] = _lit(die, struck, ink, canvas.light, crowd)
    patch[struck.ray, 3] = 1
    rgba = np.array(cv2.resize(patch.reshape(2 * h, 2 * w, 4), (w, h), interpolation=cv2.INTER_AREA))
    ys, xs = slice(y0 - upper, y1 - upper), slice(x0 - left, x1 - left)
    canvas.image[ys, xs] = canvas.image[ys, xs] * (1 - rgba[..., 3:]) + rgba[..., :3]
    label = np.zeros(4 * h * w, np.int16)
    label[struck.ray] = np.where(side == _TOP, mark, -mark)
    label = label.reshape(2 * h, 2 * w)[::2, ::2]
    canvas.ids[ys, xs] = np.where(label != 0, label, canvas.ids[ys, xs])
    return int((label == mark).sum())


def _strike(die: Die, eye: NDArray[np.float64], rays: Floats) -> _Struck | None:
    """Where rays (N, 3) from `eye` (3,) mm meet the die; None if nowhere.

    From the box that encloses it by five steps of the distance to the rounded box (sphere tracing, Hart, 1996).
    """
    half, r = np.float32(die.edge / 2), np.float32(die.radius)
    turn = die.turn()
    o = ((eye - [die.x, die.y, die.edge / 2]) @ turn).astype(np.float32)
    d = rays @ turn
    d = np.where(np.abs(d) < 1e-6, np.float32(1e-6), d)
    a, b = (-half - o) / d, (half - o) / d
    first, last = np.minimum(a, b), np.maximum(a, b)
    near = np.maximum(np.maximum(first[:, 0], first[:, 1]), first[:, 2])
    hit = np.flatnonzero(near < np.minimum(np.minimum(last[:, 0], last[:, 1]), last[:, 2]))
    d = d[hit]
    p = o + near[hit, None] * d
    gap = np.zeros(len(p), np.float32)
    for _ in range(5):
        q = np.abs(p) - (half - r)
        out = np.maximum(q, 0)
        inner = np.maximum(np.maximum(q[:, 0], q[:, 1]), q[:, 2])
        gap = np.sqrt(np.einsum("ij,ij->i", out, out)) + np.minimum(inner, 0) - r
        p += gap[:, None] * d
    good = gap < 0.12
    hit, p, d = hit[good], p[good], d[good]
    if len(hit) == 0:
        return None
    n = p - np.clip(p, -(half - r), half - r)
    n /= np.sqrt(np.einsum("ij,ij->i", n, n))[:, None] + 1e-9
    return _Struck(hit, p, d, n)


def _printed(die: Die, places: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The face on which each place (N, 3) of the die's own frame lies, (N,), and the ink there, (N, 1)."""
    half = np.float32(die.edge / 2)
    axis = np.abs(places).argmax(1)
    plus = np.take_along_axis(places, axis[:, None], 1)[:, 0] > 0
    side = 2 * axis + ~plus
    across = (np.einsum("ij,ij->i", places, _RIGHT[side]) / half + 1) * (TILE / 2) - 0.5
    down = (1 - np.einsum("ij,ij->i", places, _UP[side]) / half) * (TILE / 2) - 0.5
    across = np.clip(across, 0, TILE - 1) + side * TILE
    return side, looked_up(die.strip, across, np.clip(down, 0, TILE - 1))[:, None]


def _lit(die: Die, struck: _Struck, ink: Floats, light: Light, crowd: Crowd) -> Floats:
    """The colours that are seen, (N, 3): lamp, room darkened by neighbours, and reflections (Schlick, 1994)."""
    turn = die.turn()
    albedo = die.body + (die.ink - die.body) * ink
    normal = struck.normal @ turn.T
    direction = struck.direction @ turn.T
    place = struck.place @ turn.T + np.array([die.x, die.y, die.edge / 2], np.float32)
    shade = crowd.beside(place, normal)
    shade = np.where(normal[:, 2] < 0.8, shade, 0) * (1 - place[:, 2] / (die.edge * 1.15))
    lamp = np.maximum(normal @ light.direction, 0) * (1 - 0.85 * shade)
    sky = (
        (0.6 + 0.4 * (normal @ light.sky))
        * (1 - 0.6 * shade)
        * (0.75 + 0.25 * np.clip(place[:, 2] / die.edge, 0, 1))
    )
    colour = albedo * (lamp[:, None] * light.lamp + sky[:, None] * light.room)
    cosine = -np.einsum("ij,ij->i", direction, normal)
    reflected = direction + 2 * cosine[:, None] * normal
    fresnel = 0.04 + 0.96 * (1 - np.clip(cosine, 0, 1)) ** 5
    mirrored = die.gloss * fresnel * light.mirrored(reflected.astype(np.float32))
    return np.asarray(colour + mirrored[:, None] * (light.lamp + light.room) * 0.5)
