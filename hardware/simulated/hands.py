"""Hands with arms: a skeleton of tapering limbs, drawn with shading, and what of the table they shade."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.ground import tone_gain
from hardware.simulated.looks import Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.scene import Hand, Light
from hardware.simulated.solids import Box, Cutout

SHOULDER_MM = 640.0
"""How far from the middle of the table people's shoulders are."""

_SKIN, _SLEEVE, _FOREARM = 0, 1, 2

_PINCH = np.array(
    [
        [[-96, -20, 54], [-66, -37, 46], [-36, -27, 30], [-13, -7, 9]],
        [[-58, -10, 70], [-15, -3, 75], [15, 4, 45], [13, 6, 9]],
        [[-60, 12, 72], [-18, 18, 73], [8, 22, 46], [2, 22, 18]],
        [[-64, 31, 68], [-28, 38, 66], [-8, 40, 42], [-14, 38, 20]],
        [[-72, 48, 60], [-43, 55, 56], [-28, 55, 38], [-34, 51, 20]],
    ],
    float,
)
"""Thumb to little finger, root to tip: mm along the arm, across it, and up, from between thumb and forefinger."""
_FLAT = np.array(
    [
        [[-92, -14, 32], [-62, -40, 28], [-32, -52, 20], [-8, -56, 13]],
        [[-40, -14, 36], [4, -21, 31], [28, -25, 23], [46, -27, 13]],
        [[-38, 8, 38], [10, 8, 33], [36, 8, 25], [58, 8, 13]],
        [[-42, 28, 36], [4, 34, 31], [28, 38, 23], [48, 40, 13]],
        [[-50, 46, 31], [-14, 57, 26], [2, 62, 20], [18, 65, 12]],
    ],
    float,
)
_THICK = np.array(
    [
        [15, 12.5, 10.5, 9],
        [12.5, 10, 8.5, 7.3],
        [12.5, 10, 8.7, 7.5],
        [12, 9.5, 8.3, 7.2],
        [10.5, 8.5, 7.3, 6.4],
    ]
)
_WRIST = {1.0: np.array([-122.0, 10, 62]), 0.0: np.array([-116.0, 10, 36])}


@dataclass(frozen=True, eq=False)
class Limb:
    """A piece with round ends: places (3,) mm and radii mm, and what it is covered with."""

    a: Floats
    b: Floats
    ra: float
    rb: float
    cover: int


def limbs_of(hand: Hand) -> list[Limb]:
    """The pieces of a hand and its arm."""
    side = -1.0 if hand.left else 1.0
    fingers = _FLAT + (_PINCH - _FLAT) * hand.curl
    fingers[0, 2:, 0] -= hand.open * 0.7
    fingers[0, 2:, 1] -= hand.open * 0.4
    fingers[1, 2:, 0] += hand.open * 0.7
    wrist = _WRIST[0.0] + (_WRIST[1.0] - _WRIST[0.0]) * hand.curl
    d = np.array([math.cos(hand.heading + hand.bend), math.sin(hand.heading + hand.bend)])
    n = np.array([-d[1], d[0]]) * -side

    def placed(joints: Floats) -> Floats:
        out = np.empty_like(joints)
        out[..., :2] = [hand.x, hand.y] + joints[..., :1] * d + joints[..., 1:2] * n
        out[..., 2] = np.maximum(joints[..., 2] + hand.z, 7.0)
        return out

    at, root = placed(fingers), placed(wrist)
    arm = np.array([math.cos(hand.heading), math.sin(hand.heading)])
    elbow = np.array([*(root[:2] - arm * 245), max(root[2] * 0.6, 45.0) + 25])
    far = np.array([*(elbow[:2] - arm * 420), elbow[2] + 150])
    cuff = root + (elbow - root) * 0.3
    limbs = [
        Limb(far, elbow, 58, 50, _SLEEVE),
        Limb(elbow, cuff, 50, 40, _SLEEVE),
        Limb(cuff, root, 31, 25, _FOREARM),
        Limb(root, at[0, 0], 23, 18, _SKIN),
    ]
    limbs += [Limb(root, at[k, 0], 24, 14.5, _SKIN) for k in range(1, 5)]
    limbs += [Limb(at[k, 0], at[k + 1, 0], 13.5, 13.5, _SKIN) for k in range(1, 4)]
    limbs.append(Limb(at[0, 0], at[1, 0], 16, 14, _SKIN))
    for finger, thick in zip(at, _THICK, strict=True):
        limbs += [Limb(finger[k], finger[k + 1], thick[k], thick[k + 1], _SKIN) for k in range(3)]
    return limbs


class _Relief:
    """What of limbs is seen, pixel by pixel: nearness, the tilt of the surface, what covers it."""

    def __init__(self, box: Box) -> None:
        self.box = box
        shape = (box[3] - box[1], box[2] - box[0])
        self.near = np.full(shape, -1e9, np.float32)
        self.nx = np.zeros(shape, np.float32)
        self.ny = np.zeros(shape, np.float32)
        self.cover = np.zeros(shape, np.float32)
        self.sleeve = np.zeros(shape, bool)

    def add(
        self, a: Floats, b: Floats, radii: tuple[float, float], near: tuple[float, float], cloth: int
    ) -> None:
        """A limb from pixel a to b with radii in px; `near`: how near its axis is at both ends, px."""
        ra, rb = radii
        x0 = max(int(min(a[0] - ra, b[0] - rb)) - 1, self.box[0])
        y0 = max(int(min(a[1] - ra, b[1] - rb)) - 1, self.box[1])
        x1 = min(int(max(a[0] + ra, b[0] + rb)) + 2, self.box[2])
        y1 = min(int(max(a[1] + ra, b[1] + rb)) + 2, self.box[3])
        if x1 <= x0 or y1 <= y0:
            return
        f = np.float32
        along = np.asarray(b - a, np.float32)
        length = f(max(math.hypot(*along), 1e-3))
        ux, uy = along / length
        dx = (np.arange(x0, x1, dtype=np.float32) - f(a[0]))[None, :]
        dy = (np.arange(y0, y1, dtype=np.float32) - f(a[1]))[:, None]
        whole = (dx * (ux / length)) + dy * (uy / length)
        t = np.clip(whole, 0, 1)
        r = f(ra) + f(rb - ra) * t
        t_px = t * length
        ex, ey = dx - t_px * ux, dy - t_px * uy
        d2 = ex * ex + ey * ey
        rows, columns = slice(y0 - self.box[1], y1 - self.box[1]), slice(x0 - self.box[0], x1 - self.box[0])
        cover = np.clip(r - np.sqrt(d2) + f(0.5), 0, 1)
        if cloth == _SLEEVE:  # ends with a straight hem
            cover *= np.clip((1 - whole) * length + f(0.5), 0, 1)
        elif cloth == _FOREARM:  # comes out of it
            cover *= whole > 0
        height = f(near[0]) + f(near[1] - near[0]) * t + np.sqrt(np.maximum(r * r - d2, 0))
        wins = (height > self.near[rows, columns]) & (cover > 0)
        np.copyto(self.near[rows, columns], height, where=wins)
        np.copyto(self.nx[rows, columns], ex / r, where=wins)
        np.copyto(self.ny[rows, columns], ey / r, where=wins)
        np.copyto(self.sleeve[rows, columns], cloth == _SLEEVE, where=wins)
        np.maximum(self.cover[rows, columns], cover, out=self.cover[rows, columns])


class Painter:
    """Draws the hands of a look's people."""

    def __init__(self, look: Look) -> None:
        self._look = look
        rng = np.random.default_rng([look.seed, 3])
        rough = rng.standard_normal((64, 64)).astype(np.float32)
        mottled = np.asarray(cv2.resize(rough, (512, 512), interpolation=cv2.INTER_CUBIC))
        weave = np.asarray(cv2.GaussianBlur(rng.standard_normal((512, 512)).astype(np.float32), (0, 0), 0.7))
        self._skin = 1 + 0.035 * mottled
        self._cloth = 1 + 0.09 * weave

    def hand(
        self, hand: Hand, optics: Optics, light: Light, exposure_s: float
    ) -> tuple[Cutout, list[Limb]] | None:
        """A hand as it is seen, blurred as it moves; None if it is out of the picture."""
        limbs = limbs_of(hand)
        ends = np.array([[limb.a, limb.b] for limb in limbs]).reshape(-1, 3)
        px = optics.project(ends)
        depth = optics.depth(ends)
        radius = np.array([[limb.ra, limb.rb] for limb in limbs]).reshape(-1) * optics.K[0, 0] / depth
        low, high = px - radius[:, None], px + radius[:, None]
        shift = self._shift(hand, optics, exposure_s)
        margin = 2 + int(np.abs(shift).max())
        x0, y0 = np.maximum(low.min(axis=0) - margin, 0).astype(int).tolist()
        x1, y1 = np.minimum(high.max(axis=0) + margin + 1, optics.size).astype(int).tolist()
        if x1 <= x0 + 1 or y1 <= y0 + 1:
            return None
        relief = _Relief((x0, y0, x1, y1))
        scale = optics.K[0, 0] / depth.mean()
        near = (depth.max() - depth) * scale
        for k, limb in enumerate(limbs):
            i, j = 2 * k, 2 * k + 1
            relief.add(px[i], px[j], (radius[i], radius[j]), (near[i], near[j]), limb.cover)
        if not relief.cover.any():
            return None
        return self._shaded(relief, hand, optics, light, shift), limbs

    def _shift(self, hand: Hand, optics: Optics, exposure_s: float) -> Floats:
        """How far the hand moves while the shutter is open, (2,) px."""
        at = np.array([hand.x, hand.y, hand.z + 30])
        ends = optics.project(np.stack([at, at + np.array([*hand.speed, 0.0]) * exposure_s]))
        return np.asarray(ends[1] - ends[0])

    def _shaded(self, relief: _Relief, hand: Hand, optics: Optics, light: Light, shift: Floats) -> Cutout:
        look = self._look
        towards = (optics.R @ np.asarray(light.direction)).astype(np.float32)
        nz = np.sqrt(np.maximum(1 - relief.nx**2 - relief.ny**2, 0))
        lamp = np.maximum(relief.nx * towards[0] + relief.ny * towards[1] - nz * towards[2], 0)
        above = (optics.R @ np.array([0, 0, 1.0])).astype(np.float32)
        sky = 0.55 + 0.45 * (relief.nx * above[0] + relief.ny * above[1] - nz * above[2])
        share = np.float32(
            np.mean(light.lamp) / (np.mean(light.lamp) * light.direction[2] + np.mean(light.room))
        )
        room = np.float32(
            np.mean(light.room) / (np.mean(light.lamp) * light.direction[2] + np.mean(light.room))
        )
        level = lamp * share + sky * room
        h, w = level.shape
        ox, oy = int(hand.x) % 64, int(hand.y) % 64
        level = level * np.where(
            relief.sleeve, _tiled(self._cloth, h, w, ox, oy), _tiled(self._skin, h, w, ox, oy)
        )
        soft = max(1.0, optics.size[0] / 1152) * 0.9
        bright = np.asarray(cv2.GaussianBlur(np.sqrt(np.maximum(level, 0)), (0, 0), soft))
        white = tone_gain(look, light)
        skin = np.power(np.minimum(white * np.asarray(look.skins[hand.person], np.float32), 1), 1 / 2.2)
        sleeve = np.power(np.minimum(white * np.asarray(look.sleeves[hand.person], np.float32), 1), 1 / 2.2)
        tones = np.empty((h, w, 3), np.float32)
        for c in range(3):
            tones[..., c] = (
                np.where(relief.sleeve, np.float32(sleeve[c] * 255), np.float32(skin[c] * 255)) * bright
            )
        cover = relief.cover[..., None]
        rgba = np.concatenate([np.minimum(tones, 250) * cover, cover], axis=2)
        rgba = smeared(rgba, shift)
        return Cutout(relief.box, rgba[..., :3], rgba[..., 3:])


def _tiled(texture: Floats, h: int, w: int, ox: int, oy: int) -> Floats:
    rows = (np.arange(h) + oy) % texture.shape[0]
    columns = (np.arange(w) + ox) % texture.shape[1]
    return np.asarray(texture[rows[:, None], columns[None, :]])


def smeared(rgba: Floats, shift: Floats) -> Floats:
    """The mean of a picture on its way along `shift` (2,) px, round its middle."""
    length = float(np.hypot(*shift))
    if length < 1.0:
        return rgba
    count = min(2 + int(length / 2.5), 7)
    total = np.zeros_like(rgba)
    h, w = rgba.shape[:2]
    for k in range(count):
        by = (k / (count - 1) - 0.5) * shift
        dx, dy = round(float(by[0])), round(float(by[1]))
        total[max(dy, 0) : h + min(dy, 0), max(dx, 0) : w + min(dx, 0)] += rgba[
            max(-dy, 0) : h + min(-dy, 0), max(-dx, 0) : w + min(-dx, 0)
        ]
    return np.asarray(total / np.float32(count))
