"""What dice, cups and hands keep from the table: how much light is left, as small pictures to multiply with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.limbs import Limb
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Box, Overlay, box_round, overlap
from hardware.simulated.scene import Cup, Die, Light
from hardware.simulated.solids import corners_of

_WIDE = 3.0
"""A blur wider than this, px, need not be Gaussian."""
_SMALL = 4
"""Hands' shadows are drawn at a fraction of the picture."""


@dataclass(frozen=True, eq=False)
class Shade:
    """What is left of the tones in a box, (h, w, 1 or 3) float32."""

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


def shade_of_hand(limbs: Sequence[Limb], optics: Optics, light: Light) -> Overlay | None:
    """The shadow of a hand and its arm, softer the higher they are."""
    small = optics.scaled((optics.size[0] // _SMALL, optics.size[1] // _SMALL))
    ends = np.array([[limb.a, limb.b] for limb in limbs]).reshape(-1, 3)
    radii = np.array([[limb.ra, limb.rb] for limb in limbs]).reshape(-1)
    height = ends[:, 2].reshape(-1, 2).mean(axis=1)
    cast, below = small.project(fallen(ends, light)), small.project(ends * [1, 1, 0])
    r = radii * small.K[0, 0] / small.depth(ends * [1, 1, 0])
    box = box_round(np.clip(np.concatenate([cast, below]), -2000, 4000), int(r.max()) + 14, small.size)
    if box is None:
        return None
    per_mm = small.K[0, 0] / 690
    left = np.ones((box[3] - box[1], box[2] - box[0]), np.float32)
    room = 1 - lamp_share(light)
    for low, high in ((0, 42), (42, 1e9)):
        chosen = np.flatnonzero((low <= height) & (height < high))
        if len(chosen) == 0:
            continue
        mean = min(float(height[chosen].mean()), 110.0)
        for places, weight, soft in (
            (cast, lamp_share(light) * 0.9, light.soft * mean / 22),
            (below, room * 30 / (40 + mean), mean / 4 + 4),
        ):
            mask = np.zeros(left.shape, np.uint8)
            for k in chosen:
                _fill(mask, places[2 * k] - box[:2], places[2 * k + 1] - box[:2], r[2 * k], r[2 * k + 1])
            left *= 1 - _softened(mask, soft * per_mm) * np.float32(weight / 255)
    tones = (np.sqrt(np.maximum(left, 0.02)) * 255).astype(np.uint8)
    whole = (box[0] * _SMALL, box[1] * _SMALL, box[2] * _SMALL, box[3] * _SMALL)
    big = cv2.resize(tones, (whole[2] - whole[0], whole[3] - whole[1]), interpolation=cv2.INTER_LINEAR)
    return Overlay(whole, np.asarray(cv2.cvtColor(big, cv2.COLOR_GRAY2BGR), np.uint8))


_TURN = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)


def _fill(mask: Picture, a: Floats, b: Floats, ra: float, rb: float) -> None:
    """A limb's outline, with round ends."""
    points = np.concatenate([a + _RING * ra, b + _RING * rb])
    hull = np.asarray(cv2.convexHull(np.clip(points * 16, -64000, 64000).astype(np.int32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, 4)


def _softened(mask: Picture, sigma: float) -> Floats:
    """Blurred about as by a Gaussian, float32; two boxes are several times faster."""
    side = max(3, 2 * round(sigma * 1.22) + 1)
    once = cv2.blur(mask, (side, side), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.blur(once, (side, side), borderType=cv2.BORDER_CONSTANT), np.float32)


def _blurred(pixels: Floats, box: Box, sigma: float) -> Floats:
    """The hull of pixels as a mask in a box, blurred, 0..1, (h, w) float32."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    hull = np.asarray(cv2.convexHull(np.asarray(pixels - box[:2], np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if sigma > _WIDE:
        return np.asarray(_softened(mask, sigma) / 255)
    return np.asarray(np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32) / 255)


def _left(*taken: Floats) -> Floats:
    """What is left of the tones when these shares of the light are taken, (h, w, 1) float32."""
    left = np.ones_like(taken[0])
    for share in taken:
        left *= 1 - share
    return np.asarray(np.power(np.maximum(left, 0.01), np.float32(1 / 2.2)), np.float32)[..., None]
