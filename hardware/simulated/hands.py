"""Hands with arms as they are seen: each limb by itself, pixel by pixel, then lit, and blurred where it moves."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.ground import tone_gain
from hardware.simulated.limbs import FOREARM, SLEEVE, Limb, limbs_of
from hardware.simulated.looks import Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Box, Overlay, smeared
from hardware.simulated.scene import Hand, Light

_STEPS = 127
"""Degrees of brightness, up to `_BRIGHTEST`."""
_BRIGHTEST = 1.3


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
        if cloth == SLEEVE:  # ends with a straight hem
            cover *= np.clip((1 - whole) * length + f(0.5), 0, 1)
        elif cloth == FOREARM:  # comes out of it
            cover *= whole > 0
        height = f(near[0]) + f(near[1] - near[0]) * t + np.sqrt(np.maximum(r * r - d2, 0))
        wins = (height > self.near[rows, columns]) & (cover > 0)
        np.copyto(self.near[rows, columns], height, where=wins)
        np.copyto(self.nx[rows, columns], ex / r, where=wins)
        np.copyto(self.ny[rows, columns], ey / r, where=wins)
        np.copyto(self.sleeve[rows, columns], cloth == SLEEVE, where=wins)
        np.maximum(self.cover[rows, columns], cover, out=self.cover[rows, columns])


class Painter:
    """Draws the hands of a look's people, in pictures of one size."""

    def __init__(self, look: Look, size: tuple[int, int]) -> None:
        self._look = look
        rng = np.random.default_rng([look.seed, 3])
        width, height = size[0] + 64, size[1] + 64
        rough = rng.standard_normal((height // 8, width // 8)).astype(np.float32)
        mottled = np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC))
        weave = np.asarray(cv2.blur(rng.standard_normal((height, width), np.float32), (2, 2)))
        self._skin = np.asarray(1 + 0.035 * mottled, np.float32)
        self._cloth = np.asarray(1 + 0.13 * weave, np.float32)
        self._palettes: dict[tuple[int, Light], Picture] = {}

    def hand(
        self, hand: Hand, optics: Optics, light: Light, exposure_s: float
    ) -> tuple[Overlay, list[Limb]] | None:
        """A hand as it is seen, blurred as it moves, and its limbs; None if it is out of the picture."""
        limbs = limbs_of(hand)
        ends = np.array([[limb.a, limb.b] for limb in limbs]).reshape(-1, 3)
        px, depth = optics.project(ends), optics.depth(ends)
        radius = np.array([[limb.ra, limb.rb] for limb in limbs]).reshape(-1) * optics.K[0, 0] / depth
        shift = self._shift(hand, optics, exposure_s)
        reach = (radius + (2 + np.abs(shift).max()))[:, None]
        x0, y0 = np.maximum((px - reach).min(axis=0), 0).astype(int).tolist()
        x1, y1 = np.minimum((px + reach).max(axis=0) + 1, optics.size).astype(int).tolist()
        if x1 <= x0 + 1 or y1 <= y0 + 1:
            return None
        relief = _Relief((x0, y0, x1, y1))
        near = (depth.max() - depth) * optics.K[0, 0] / depth.mean()
        for k, limb in enumerate(limbs):
            i, j = 2 * k, 2 * k + 1
            relief.add(px[i], px[j], (radius[i], radius[j]), (near[i], near[j]), limb.cover)
        if not relief.cover.any():
            return None
        tones, cover = self._lit(relief, hand, optics, light), np.asarray(relief.cover * 255 + 0.5, np.uint8)
        return Overlay.of(relief.box, smeared(tones, shift), smeared(cover, shift)), limbs

    def _shift(self, hand: Hand, optics: Optics, exposure_s: float) -> Floats:
        """How far the hand moves while the shutter is open, (2,) px."""
        at = np.array([hand.x, hand.y, hand.z + 30])
        ends = optics.project(np.stack([at, at + np.array([*hand.speed, 0.0]) * exposure_s]))
        return np.asarray(ends[1] - ends[0])

    def _lit(self, relief: _Relief, hand: Hand, optics: Optics, light: Light) -> Picture:
        """The tones of what is seen, (h, w, 3), black where there is nothing."""
        lamp_way = (optics.R @ np.asarray(light.direction)).astype(np.float32)
        above = (optics.R @ np.array([0, 0, 1.0])).astype(np.float32)
        nx, ny = relief.nx, relief.ny
        nz = np.sqrt(np.maximum(1 - nx * nx - ny * ny, 0))
        whole = np.mean(light.lamp) * light.direction[2] + np.mean(light.room)
        lamp = np.maximum(nx * lamp_way[0] + ny * lamp_way[1] - nz * lamp_way[2], 0)
        sky = nx * above[0] + ny * above[1] - nz * above[2]
        level = lamp * np.float32(np.mean(light.lamp) / whole)
        level += (np.float32(0.55) + np.float32(0.45) * sky) * np.float32(np.mean(light.room) / whole)
        h, w = level.shape
        oy, ox = int(hand.y) % 64, int(hand.x) % 64
        level *= np.where(
            relief.sleeve, self._cloth[oy : oy + h, ox : ox + w], self._skin[oy : oy + h, ox : ox + w]
        )
        soft = 3 if optics.size[0] < 1800 else 5
        bright = np.asarray(cv2.blur(np.sqrt(np.maximum(level, 0)), (soft, soft)))
        step = np.minimum(bright * np.float32(_STEPS / _BRIGHTEST), _STEPS)
        step += np.where(relief.sleeve, np.float32(_STEPS + 1), np.float32(0))
        tones = cv2.applyColorMap(step.astype(np.uint8), self._palette(hand.person, light))
        cover = cv2.cvtColor((relief.cover * 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
        return np.asarray(cv2.multiply(tones, cover, scale=1 / 255), np.uint8)

    def _palette(self, person: int, light: Light) -> Picture:
        """The tones of skin, then of sleeve, by brightness, (256, 1, 3)."""
        palette = self._palettes.get((person, light))
        if palette is None:
            white = tone_gain(self._look, light)
            bright = np.linspace(0, _BRIGHTEST, _STEPS + 1)[:, None]
            both = [
                bright * np.power(np.minimum(white * np.asarray(colour), 1), 1 / 2.2) * 255
                for colour in (self._look.skins[person], self._look.sleeves[person])
            ]
            palette = np.minimum(np.concatenate(both), 250).astype(np.uint8)[:, None, :]
            self._palettes[person, light] = palette
        return palette
