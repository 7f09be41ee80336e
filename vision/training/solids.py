"""Dice by ray casting: rounded boxes with printed faces, lit by one lamp, the room and its reflections.

Lengths are millimetres in the table frame (z up); colours are linear RGB, (…, 3) float32, about 0..1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
TILE = 64  # pixels of one face in a die's strip of six


@dataclass(frozen=True)
class Eye:
    """A pinhole camera: focal length px, principal point px, and table mm -> camera mm."""

    f: float
    cx: float
    cy: float
    R: NDArray[np.float64]
    t: NDArray[np.float64]

    @property
    def centre(self) -> NDArray[np.float64]:
        """(3,) mm."""
        return -self.R.T @ self.t

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 3) mm -> (N, 2) px."""
        c = points @ self.R.T + self.t
        return np.stack([self.f * c[:, 0] / c[:, 2] + self.cx, self.f * c[:, 1] / c[:, 2] + self.cy], 1)

    def rays(self, u: Array, v: Array) -> Array:
        """World directions, unit length, of pixels: (..., 3) float32."""
        d = np.stack([(u - self.cx) / self.f, (v - self.cy) / self.f, np.ones_like(u)], -1)
        d = d @ self.R.astype(np.float32)
        return (d / np.sqrt((d * d).sum(-1, keepdims=True))).astype(np.float32)


def look_at(
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float,
    target: tuple[float, float],
    f: float,
    size: tuple[int, int],
) -> Eye:
    """A camera that looks at a point of the table; angles in radians, azimuth 0 = from -y."""
    ce, se = np.cos(elevation), np.sin(elevation)
    eye = np.array(
        [
            target[0] + distance * ce * np.sin(azimuth),
            target[1] - distance * ce * np.cos(azimuth),
            distance * se,
        ]
    )
    z = np.array([target[0], target[1], 0.0]) - eye
    z /= np.linalg.norm(z)
    x = np.cross(z, [0.0, 0.0, 1.0])
    if np.linalg.norm(x) < 1e-6:
        x = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    c, s = np.cos(roll), np.sin(roll)
    R = np.stack([c * x + s * y, -s * x + c * y, z])
    return Eye(f, (size[0] - 1) / 2, (size[1] - 1) / 2, R, -R @ eye)


@dataclass(frozen=True)
class Light:
    """One lamp or window, the room, and what dice mirror."""

    direction: Array  # towards the lamp, unit
    lamp: Array
    room: Array
    lobes: tuple[tuple[Array, float, float], ...]  # direction, strength, width (rad)
    sky: Array  # where most of the room's light comes from, up to unit length

    def mirrored(self, reflected: Array) -> Array:
        """Strength of what a mirror would show along unit directions (N, 3)."""
        out = np.full(len(reflected), 0.12, np.float32)
        for direction, strength, width in self.lobes:
            out += strength * np.exp((reflected @ direction - 1) / (width * width))
        return out


@dataclass(frozen=True)
class Die:
    """One die; faces are a strip (TILE, 6*TILE) of ink coverage in the order +x -x +y -y +z -z."""

    x: float
    y: float
    yaw: float
    edge: float
    radius: float
    strip: Array
    body: Array
    ink: Array
    gloss: float
    icon: int = -1  # what is on top
    pips: int = 0
    ours: bool = True
    tags: tuple[str, ...] = field(default=())

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
        """(8, 3) mm."""
        top = self.top()
        return np.concatenate([top, top * [1, 1, 0]])


def looked_up(texture: Array, x: Array, y: Array) -> Array:
    """Bilinear samples of a one-channel texture at (N,) places; remap takes no row longer than 32767."""
    n = len(x)
    xy = np.zeros((2, -(-n // 256) * 256), np.float32)
    xy[0, :n], xy[1, :n] = x, y
    out = cv2.remap(texture, xy[0].reshape(-1, 256), xy[1].reshape(-1, 256), cv2.INTER_LINEAR)
    return np.asarray(out, np.float32).reshape(-1)[:n]


def draw_die(
    image: Array,
    ids: NDArray[np.int16],
    origin: tuple[int, int],
    eye: Eye,
    die: Die,
    mark: int,
    light: Light,
    crowd: Array,
    crowd_origin: tuple[float, float],
) -> int:
    """Draw one die over a part of the picture whose first pixel is `origin`; returns its top's pixels.

    `ids` gets `mark` where the top shows and `-mark` on the sides. `crowd` is the share of the table covered by
    dice, blurred, at 1 px/mm: it darkens sides that face a neighbour.
    """
    box = eye.project(die.corners())
    x0, y0 = np.floor(box.min(0)).astype(int) - 2
    x1, y1 = np.ceil(box.max(0)).astype(int) + 3
    x0, y0 = max(x0, origin[0]), max(y0, origin[1])
    x1, y1 = min(x1, origin[0] + image.shape[1]), min(y1, origin[1] + image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return 0
    w, h = int(x1 - x0), int(y1 - y0)
    u, v = np.meshgrid(
        x0 - 0.25 + 0.5 * np.arange(2 * w, dtype=np.float32),
        y0 - 0.25 + 0.5 * np.arange(2 * h, dtype=np.float32),
    )
    rays = eye.rays(u, v).reshape(-1, 3)
    half, r = np.float32(die.edge / 2), np.float32(die.radius)
    c, s = np.cos(die.yaw), np.sin(die.yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)  # local -> world
    o = ((eye.centre - [die.x, die.y, die.edge / 2]) @ turn).astype(np.float32)
    d = rays @ turn
    d = np.where(np.abs(d) < 1e-6, np.float32(1e-6), d)
    a, b = (-half - o) / d, (half - o) / d
    first, last = np.minimum(a, b), np.maximum(a, b)
    near = np.maximum(np.maximum(first[:, 0], first[:, 1]), first[:, 2])
    hit = np.flatnonzero(near < np.minimum(np.minimum(last[:, 0], last[:, 1]), last[:, 2]))
    if len(hit) == 0:
        return 0
    d = d[hit]
    p = o + near[hit, None] * d
    gap = near[hit]
    for _ in range(5):
        q = np.abs(p) - (half - r)
        out = np.maximum(q, 0)
        inner = np.maximum(np.maximum(q[:, 0], q[:, 1]), q[:, 2])
        gap = np.sqrt(np.einsum("ij,ij->i", out, out)) + np.minimum(inner, 0) - r
        p += gap[:, None] * d
    good = gap < 0.12
    hit, p, d = hit[good], p[good], d[good]
    if len(hit) == 0:
        return 0
    n = p - np.clip(p, -(half - r), half - r)
    n /= np.sqrt(np.einsum("ij,ij->i", n, n))[:, None] + 1e-9
    axis = np.abs(p).argmax(1)
    plus = np.take_along_axis(p, axis[:, None], 1)[:, 0] > 0
    side = 2 * axis + ~plus
    # tangents per side: right-hand and upward directions of the print
    right = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]], np.float32)
    up = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, -1, 0]], np.float32)
    tu = (np.einsum("ij,ij->i", p, right[side]) / half + 1) * (TILE / 2) - 0.5
    tv = (1 - np.einsum("ij,ij->i", p, up[side]) / half) * (TILE / 2) - 0.5
    tu = np.clip(tu, 0, TILE - 1) + side * TILE
    ink = looked_up(die.strip, tu, np.clip(tv, 0, TILE - 1))[:, None]
    albedo = die.body + (die.ink - die.body) * ink
    wn = n @ turn.T
    wd = d @ turn.T
    wp = p @ turn.T + np.array([die.x, die.y, die.edge / 2], np.float32)
    beside = wp[:, :2] + 5 * wn[:, :2] - np.array(crowd_origin, np.float32)
    shade = looked_up(crowd, beside[:, 0], beside[:, 1])
    shade = np.where(wn[:, 2] < 0.8, shade, 0) * (1 - wp[:, 2] / (die.edge * 1.15))
    lit = np.maximum(wn @ light.direction, 0) * (1 - 0.85 * shade)
    sky = (
        (0.6 + 0.4 * (wn @ light.sky))
        * (1 - 0.6 * shade)
        * (0.75 + 0.25 * np.clip(wp[:, 2] / die.edge, 0, 1))
    )
    colour = albedo * (lit[:, None] * light.lamp + sky[:, None] * light.room)
    cosine = -np.einsum("ij,ij->i", wd, wn)
    reflected = wd + 2 * cosine[:, None] * wn
    fresnel = 0.04 + 0.96 * (1 - np.clip(cosine, 0, 1)) ** 5
    colour += (
        (die.gloss * fresnel * light.mirrored(reflected.astype(np.float32)))[:, None]
        * (light.lamp + light.room)
        * 0.5
    )
    patch = np.zeros((4 * h * w, 4), np.float32)
    patch[hit, :3] = colour
    patch[hit, 3] = 1
    rgba = np.array(cv2.resize(patch.reshape(2 * h, 2 * w, 4), (w, h), interpolation=cv2.INTER_AREA))
    ys, xs = slice(y0 - origin[1], y1 - origin[1]), slice(x0 - origin[0], x1 - origin[0])
    image[ys, xs] = image[ys, xs] * (1 - rgba[..., 3:]) + rgba[..., :3]
    label = np.zeros(4 * h * w, np.int16)
    label[hit] = np.where(side == 4, mark, -mark)
    label = label.reshape(2 * h, 2 * w)[::2, ::2]
    ids[ys, xs] = np.where(label != 0, label, ids[ys, xs])
    return int((label == mark).sum())
