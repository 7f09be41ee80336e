"""Dice and cups as small cut-out pictures: rounded boxes by ray casting, with prints, light and mirrored light.

A `Cutout` is composed over a picture in the tones of the screen.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.ground import tone_gain, toned, vignette
from hardware.simulated.icons import FACE
from hardware.simulated.looks import DieLook, Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Cutout, box_round, quarters
from hardware.simulated.scene import Body, Cup, Die, Light

_RIGHT = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]], np.float32)
_UP = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, -1, 0]], np.float32)
"""For each side, the right-hand and the upward direction of its print before its quarter turns."""
_OUT = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32)


def turn_of(die: Die) -> Floats:
    """Directions of a die's body -> of the table, (3, 3)."""
    up = _OUT[die.up]
    right = _RIGHT[die.up]
    upright = np.stack([right, np.cross(up, right), up])
    c, s = math.cos(die.yaw), math.sin(die.yaw)
    yaw = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if die.tilt:
        axis = np.array([-math.sin(die.lean), math.cos(die.lean), 0]) * die.tilt
        yaw = np.asarray(cv2.Rodrigues(axis)[0]).reshape(3, 3) @ yaw
    return np.asarray(yaw @ upright)


def corners_of(die: Die, edge: float) -> Floats:
    """The eight corners, (8, 3) mm."""
    h = edge / 2
    cube = np.array([[a, b, c] for a in (-h, h) for b in (-h, h) for c in (-h, h)])
    return np.asarray(cube @ turn_of(die).T + [die.x, die.y, die.z + h])


class Carver:
    """Makes the cut-outs of dice and cups for one look."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._strips: dict[Body, Floats] = {}

    def die(self, die: Die, optics: Optics, light: Light) -> Cutout | None:
        """A die as it is seen; None if it is out of the picture. Four rays a pixel."""
        look = self._look.dice[die.body.kind]
        box = box_round(optics.project(corners_of(die, self._look.edge)), 1, optics.size)
        if box is None:
            return None
        w, h = box[2] - box[0], box[3] - box[1]
        turn = turn_of(die).astype(np.float32)
        middle = np.array([die.x, die.y, die.z + self._look.edge / 2])
        eye = ((optics.eye - middle) @ turn).astype(np.float32)
        hit, place, way = _struck(
            eye, optics.rays(*quarters(box)).reshape(-1, 3) @ turn, self._look.edge / 2, look.bevel
        )
        if len(hit) == 0:
            return None
        linear = self._lit(die, look, place, way, turn, light) * vignette(
            self._look, np.asarray(box[0] + w / 2), np.asarray(box[1] + h / 2), optics.size
        )
        fine = np.zeros((4 * h * w, 4), np.float32)
        fine[hit, :3] = toned(linear)
        fine[hit, 3] = 1
        small = np.asarray(
            cv2.resize(fine.reshape(2 * h, 2 * w, 4), (w, h), interpolation=cv2.INTER_AREA), np.float32
        )
        return Cutout(box, small[..., :3], small[..., 3:])

    def _lit(self, die: Die, look: DieLook, place: Floats, way: Floats, turn: Floats, light: Light) -> Floats:
        """Linear colours (N, 3) of places on the body, seen along `way`."""
        half = np.float32(self._look.edge / 2)
        inner = half - np.float32(look.bevel)
        normal = place - np.clip(place, -inner, inner)
        normal /= np.sqrt((normal * normal).sum(axis=1))[:, None] + np.float32(1e-9)
        ink = self._ink(die, look, place)
        albedo = (
            np.asarray(look.body, np.float32)
            + (np.asarray(look.ink, np.float32) - np.asarray(look.body, np.float32)) * ink[:, None]
        )
        lamp_way = (np.asarray(light.direction) @ turn).astype(np.float32)
        height = (place @ turn[2] + half + np.float32(die.z)) / (2 * half)
        lamp = np.maximum(normal @ lamp_way, 0) * (0.7 + 0.3 * np.clip(height, 0, 1))
        room = (0.45 + 0.55 * np.maximum(normal @ turn[2], -0.4)) * (0.6 + 0.4 * np.clip(height, 0, 1))
        way = way / np.sqrt((way * way).sum(axis=1))[:, None]
        facing = -(way * normal).sum(axis=1)
        mirrored = (way + 2 * facing[:, None] * normal) @ lamp_way
        fresnel = 0.04 + 0.96 * (1 - np.clip(facing, 0, 1)) ** 5
        shine = look.gloss * fresnel * (0.35 + 9 * np.exp((mirrored - 1) / 0.02))
        colour = albedo * (
            lamp[:, None] * np.asarray(light.lamp, np.float32)
            + room[:, None] * np.asarray(light.room, np.float32)
        ) + shine[:, None] * np.asarray(light.lamp, np.float32) * np.float32(0.5)
        return np.asarray(colour * np.asarray(self._look.white, np.float32) * np.float32(self._look.exposure))

    def _ink(self, die: Die, look: DieLook, place: Floats) -> Floats:
        """How much ink there is at places (N, 3) of the body, (N,)."""
        strip = self._strips.get(die.body)
        if strip is None:
            prints = [
                np.rot90(look.prints[f], t) for f, t in zip(die.body.faces, die.body.turns, strict=True)
            ]
            strip = self._strips[die.body] = np.ascontiguousarray(np.concatenate(prints, axis=1))
        axis = np.abs(place).argmax(axis=1)
        side = 2 * axis + (np.take_along_axis(place, axis[:, None], 1)[:, 0] < 0)
        half = np.float32(self._look.edge / 2)
        across = ((place * _RIGHT[side]).sum(axis=1) / half + 1) * (FACE / 2) - 0.5
        down = (1 - (place * _UP[side]).sum(axis=1) / half) * (FACE / 2) - 0.5
        n = len(place)
        maps = np.zeros((2, -(-n // 256) * 256), np.float32)
        maps[0, :n] = np.clip(across, 0, FACE - 1) + side * FACE
        maps[1, :n] = np.clip(down, 0, FACE - 1)
        found = cv2.remap(strip, maps[0].reshape(-1, 256), maps[1].reshape(-1, 256), cv2.INTER_LINEAR)
        return np.asarray(found, np.float32).reshape(-1)[:n]

    def cup(self, cup: Cup, optics: Optics, light: Light) -> Cutout | None:
        """A cup as it is seen: its wall, its rim and what is dark inside."""
        a = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = np.stack(
            [cup.x + cup.radius * np.cos(a), cup.y + cup.radius * np.sin(a), np.zeros(48)], axis=1
        )
        foot, rim = optics.project(ring), optics.project(ring + np.array([0, 0, cup.height]))
        inside = optics.project((ring - [cup.x, cup.y, 0]) * 0.92 + [cup.x, cup.y, cup.height])
        box = box_round(np.concatenate([foot, rim]), 1, optics.size)
        if box is None:
            return None
        w, h = box[2] - box[0], box[3] - box[1]
        cover, hole, edge = (np.zeros((h, w), np.uint8) for _ in range(3))
        corner = np.array(box[:2])
        hull = np.asarray(cv2.convexHull(np.concatenate([foot, rim]).astype(np.float32))).reshape(-1, 2)
        for mask, outline in ((cover, hull), (edge, rim), (hole, inside)):
            cv2.fillPoly(mask, [np.round((outline - corner) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        across = (np.arange(w, dtype=np.float32) / w - 0.5) * 2
        wall = 0.45 + 0.4 * np.sqrt(np.maximum(1 - (across - 0.3) ** 2 / 1.7, 0))
        white = tone_gain(self._look, light) * np.asarray((0.30, 0.42, 0.62), np.float32)
        linear = np.broadcast_to(white * wall[None, :, None], (h, w, 3))
        e, o = (m.astype(np.float32)[..., None] / 255 for m in (edge, hole))
        linear = linear * (1 - e) + white * np.float32(1.05) * e
        linear = linear * (1 - o) + white * np.float32(0.15) * o
        c = cover.astype(np.float32)[..., None] / 255
        return Cutout(box, toned(linear) * c, c)


def _struck(eye: Floats, ways: Floats, half: float, bevel: float) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Rays (N, 3) from `eye` against a rounded box round 0: which hit, where, and along which way.

    From the enclosing box by sphere tracing (Hart, 1996).
    """
    ways = np.where(np.abs(ways) < 1e-6, np.float32(1e-6), ways)
    a, b = (-np.float32(half) - eye) / ways, (np.float32(half) - eye) / ways
    near, far = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
    hit = np.flatnonzero(near < far)
    way = ways[hit]
    length = np.sqrt((way * way).sum(axis=1))[:, None]
    place = eye + near[hit, None] * way
    step = way / length
    inner = np.float32(half - bevel)
    gap = np.zeros(len(hit), np.float32)
    for _ in range(4):
        q = np.abs(place) - inner
        out = np.maximum(q, 0)
        gap = np.sqrt((out * out).sum(axis=1)) + np.minimum(q.max(axis=1), 0) - np.float32(bevel)
        place += gap[:, None] * step
    good = gap < 0.12
    return hit[good], place[good], way[good]
