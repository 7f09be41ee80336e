"""What dice, cups and hands keep from the table: how much light is left, as small pictures to multiply with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.hands import Limb
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.scene import Cup, Die, Light
from hardware.simulated.solids import Box, box_round, corners_of, overlap

_SMALL = 4
"""Hands' shadows are drawn at a fraction of the picture."""


@dataclass(frozen=True, eq=False)
class Shade:
    """What is left of the tones in a box, (h, w, 1) float32."""

    box: Box
    left: Floats

    def over(self, part: Floats, box: Box) -> None:
        """Darken `part`, the pixels in `box` of a picture, float32, in place."""
        mine, theirs = overlap(self.box, box)
        if mine is not None and theirs is not None:
            part[theirs] *= self.left[mine]


def lamp_share(light: Light) -> float:
    """How much of the light on the table comes from the lamp."""
    lamp = float(np.mean(light.lamp)) * light.direction[2]
    return lamp / (lamp + float(np.mean(light.room)))


def fallen(places: Floats, light: Light) -> Floats:
    """Where the shadows of places (N, 3) fall on the table, (N, 3)."""
    d = np.asarray(light.direction)
    ground = places - d * (places[:, 2:] / max(d[2], 0.2))
    ground[:, 2] = 0
    return np.asarray(ground)


def shade_of_die(die: Die, edge: float, optics: Optics, light: Light) -> Shade | None:
    """The shadow of a die and the darkness at its foot."""
    corners = corners_of(die, edge)
    hull = np.concatenate([fallen(corners, light), corners * [1, 1, 0]])
    per_mm = optics.K[0, 0] / float(optics.depth(hull[:1])[0])
    soft = max(light.soft * 0.55 * (1 + die.z / 12) * per_mm, 0.6)
    foot = 3.2 * per_mm * (1 + die.z / 20)
    box = box_round(optics.project(hull), int(2.5 * max(soft, foot)) + 2, optics.size)
    if box is None:
        return None
    cast = _blurred(optics.project(fallen(corners, light)), box, soft)
    below = _blurred(optics.project(corners * [1, 1, 0]), box, foot)
    near = 1 / (1 + die.z / 15)
    return Shade(
        box, _left(cast * lamp_share(light) * 0.92, below * np.float32(0.5 * near) * (1 - lamp_share(light)))
    )


def shade_of_cup(cup: Cup, optics: Optics, light: Light) -> Shade | None:
    """The shadow of a cup."""
    a = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    ring = np.stack([cup.x + cup.radius * np.cos(a), cup.y + cup.radius * np.sin(a), np.zeros(32)], axis=1)
    hull = np.concatenate([ring, fallen(ring + np.array([0, 0, cup.height]), light)])
    box = box_round(optics.project(hull), 30, optics.size)
    if box is None:
        return None
    cast = _blurred(optics.project(hull), box, 6.0)
    return Shade(box, _left(cast * lamp_share(light) * 0.85, _blurred(optics.project(ring), box, 8.0) * 0.2))


def shade_of_hand(limbs: Sequence[Limb], optics: Optics, light: Light) -> Shade | None:
    """The shadow of a hand and its arm, softer the higher they are."""
    small = optics.scaled((optics.size[0] // _SMALL, optics.size[1] // _SMALL))
    ends = np.array([[limb.a, limb.b] for limb in limbs]).reshape(-1, 3)
    radii = np.array([[limb.ra, limb.rb] for limb in limbs]).reshape(-1)
    height = np.array([(limb.a[2] + limb.b[2]) / 2 for limb in limbs])
    cast = small.project(fallen(ends, light))
    below = small.project(ends * [1, 1, 0])
    r = radii * small.K[0, 0] / small.depth(ends * [1, 1, 0])
    reach = np.concatenate([cast, below])
    margin = int(r.max()) + 14
    box = box_round(np.clip(reach, -2000, 4000), margin, small.size)
    if box is None:
        return None
    per_mm = small.K[0, 0] / 690
    shape = (box[3] - box[1], box[2] - box[0])
    left = np.ones(shape, np.float32)
    for low, high in ((0, 42), (42, 1e9)):
        chosen = [k for k in range(len(limbs)) if low <= height[k] < high]
        if not chosen:
            continue
        mean = min(float(height[chosen].mean()), 110.0)
        for places, weight, soft in (
            (cast, lamp_share(light) * 0.9, light.soft * mean / 22),
            (below, (1 - lamp_share(light)) * 30 / (40 + mean), mean / 4 + 4),
        ):
            mask = np.zeros(shape, np.uint8)
            for k in chosen:
                _fill(mask, places[2 * k] - box[:2], places[2 * k + 1] - box[:2], r[2 * k], r[2 * k + 1])
            soft_mask = cv2.GaussianBlur(mask, (0, 0), max(soft * per_mm, 0.6))
            left *= 1 - np.asarray(soft_mask, np.float32) * np.float32(weight / 255)
    whole = (box[0] * _SMALL, box[1] * _SMALL, box[2] * _SMALL, box[3] * _SMALL)
    left = np.sqrt(np.maximum(left, 0.02))
    big = cv2.resize(left, (shape[1] * _SMALL, shape[0] * _SMALL), interpolation=cv2.INTER_LINEAR)
    return Shade(whole, np.asarray(big, np.float32)[..., None])


def _fill(mask: np.ndarray, a: Floats, b: Floats, ra: float, rb: float) -> None:
    """A limb's outline, with round ends."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    points = np.clip(np.concatenate([a + ring * ra, b + ring * rb]), -4000, 4000)
    hull = np.asarray(cv2.convexHull((points * 16).astype(np.int32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)


def _blurred(pixels: Floats, box: Box, sigma: float) -> Floats:
    """The hull of pixels as a mask in a box, blurred, 0..1, (h, w) float32."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    hull = np.asarray(cv2.convexHull(np.asarray(pixels - box[:2], np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32) / 255)


def _left(*taken: Floats) -> Floats:
    """What is left of the tones when these shares of the light are taken, (h, w, 1) float32."""
    left = np.ones_like(taken[0])
    for share in taken:
        left *= 1 - share
    return np.asarray(np.power(np.maximum(left, 0.01), np.float32(1 / 2.2)), np.float32)[..., None]
