"""Pyramids as small cut-out pictures: solids of flat sides by ray casting, with pips, light and what shines through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.board.plastic import Plastic
from hardware.simulated.board.standing import BASE_HEIGHT, covered, outline, turn_of
from hardware.simulated.ground import toned, vignette
from hardware.simulated.looks import Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Cutout, Glaze, box_round, light_of, quarters, tones_of
from hardware.simulated.scene import Light, Pile, Pyramid

_OUT = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
"""Where the four sides face, seen from above."""
_BLUNT = 0.7
"""So much of the tip is worn away, mm."""
_EDGE = 0.45
"""How round edges look, mm."""
_PIP, _PIPS_APART, _PIP_UP = 0.95, 3.5, 2.5
"""Radius of a pip, mm between pips and from the bottom edge."""


@dataclass(frozen=True, eq=False)
class _Struck:
    """Where rays hit a pyramid, in its own frame: which rays, where they enter, and where they come out again."""

    rays: NDArray[np.intp]
    place: Floats
    side: NDArray[np.intp]
    """0 to 3, or 4 for the blunt tip and 5 for the base."""
    normal: Floats
    back: Floats
    """How far, mm, the place where a ray comes out is from an edge there."""


class Moulder:
    """Makes the cut-outs of pyramids for one look; `plastics` by colour."""

    def __init__(self, look: Look, plastics: Mapping[str, Plastic]) -> None:
        self._look, self._plastics = look, plastics

    def pile(self, pile: Pile, optics: Optics, light: Light) -> Cutout | None:
        """A pile as it is seen; None if it is out of the picture. Four rays a pixel."""
        corners = np.concatenate([outline(piece) for piece in pile.pieces])
        box = box_round(optics.project(corners), 1, optics.size)
        if box is None:
            return None
        w, h = box[2] - box[0], box[3] - box[1]
        rays = optics.rays(*quarters(box)).reshape(-1, 3)
        dim = float(vignette(self._look, np.asarray(box[0] + w / 2), np.asarray(box[1] + h / 2), optics.size))
        clear = any(self._plastics[piece.colour].through for piece in pile.pieces)
        tones = np.zeros((4 * w * h, 3), np.float32)
        left = np.ones((4 * w * h, 3), np.float32)
        for level, piece in enumerate(pile.pieces):
            over = covered(pile, level)
            if over is not None and not self._plastics[pile.pieces[over].colour].through:
                continue
            struck = _struck(piece, optics.eye, rays)
            if len(struck.rays) == 0:
                continue
            rim = pile.pieces[level + 1].z if level + 1 < len(pile.pieces) else 1e9
            lit, through = self._lit(piece, struck, rays[struck.rays], light, rim)
            own: Floats = toned(lit * np.float32(dim)).astype(np.float32)
            tones[struck.rays] = tones[struck.rays] * through + (light_of(own) if clear else own) * (
                1 - through
            )
            left[struck.rays] *= through
        shape = (2 * h, 2 * w, 3)
        small, kept = (
            np.asarray(cv2.resize(a.reshape(shape), (w, h), interpolation=cv2.INTER_AREA), np.float32)
            for a in (tones, left)
        )
        return Glaze(box, tones_of(small), 1 - kept) if clear else Cutout(box, small, 1 - kept)

    def _lit(
        self, piece: Pyramid, struck: _Struck, ways: Floats, light: Light, rim: float
    ) -> tuple[Floats, Floats]:
        """Linear colours (N, 3) of places on a piece, and how much of what is behind is seen through them, (N, 3)."""
        plastic = self._plastics[piece.colour]
        turn = turn_of(piece).astype(np.float32)
        normal, place = struck.normal @ turn.T, struck.place
        up = place @ turn[2] + np.float32(piece.z)
        body = np.asarray(plastic.body, np.float32)
        pips = _pips(piece.size, struck)[:, None]
        albedo = body + (np.asarray(plastic.pip, np.float32) - body) * pips
        lamp = np.maximum(normal @ np.asarray(light.direction, np.float32), 0)
        sky = 0.5 + 0.5 * normal[:, 2]
        low = 0.72 + 0.28 * np.clip((up - piece.z) / 12, 0, 1)
        low *= 1 - 0.4 * np.exp(-np.clip(rim - up, 0, 50) / 2.5)
        room = sky * low + 0.28 * (1 - sky)  # what the board throws back
        if plastic.through:
            lamp, room = 0.55 * lamp + 0.3, 0.6 * room + 0.35
        way = ways / np.sqrt((ways * ways).sum(axis=1))[:, None]
        facing = np.clip(-(way * normal).sum(axis=1), 0, 1)
        mirrored = (way + 2 * facing[:, None] * normal) @ np.asarray(light.direction, np.float32)
        fresnel = 0.04 + 0.96 * (1 - facing) ** 5
        shine = plastic.gloss * fresnel * (0.25 + 7 * np.exp((mirrored - 1) / 0.03))
        colour = albedo * (
            lamp[:, None] * np.asarray(light.lamp, np.float32)
            + room[:, None] * np.asarray(light.room, np.float32)
        ) + shine[:, None] * np.asarray(light.lamp, np.float32) * np.float32(0.5)
        if plastic.through:
            colour *= (1 - 0.35 * np.exp(-struck.back / 0.8))[:, None]
            shares = plastic.through * facing * (1 - fresnel)
            through = shares[:, None] * plastic.tint * (1 - pips)
        else:
            through = np.zeros((len(place), 3), np.float32)
        exposed = np.asarray(self._look.white, np.float32) * np.float32(self._look.exposure)
        return np.asarray(colour * exposed, np.float32), np.asarray(through, np.float32)


def _struck(piece: Pyramid, eye: Floats, rays: Floats) -> _Struck:
    """Rays (N, 3) from `eye` against the six planes of a blunt pyramid."""
    base, height = BASE_HEIGHT[piece.size]
    turn = turn_of(piece)
    start = ((eye - [piece.x, piece.y, piece.z]) @ turn).astype(np.float32)
    ways = rays @ turn.astype(np.float32)
    slope = np.array([height, base / 2]) / np.hypot(height, base / 2)
    planes = np.zeros((6, 3), np.float32)
    planes[:4, :2], planes[:4, 2] = _OUT * slope[0], slope[1]
    planes[4, 2], planes[5, 2] = 1, -1
    away = np.array([base / 2 * slope[0]] * 4 + [height - _BLUNT, 0], np.float32)
    towards = ways @ planes.T
    towards = np.where(np.abs(towards) < 1e-7, np.float32(1e-7), towards)
    far = (away - planes @ start) / towards
    entering = np.where(towards < 0, far, np.float32(-1e9))
    near, out = entering.max(axis=1), np.where(towards > 0, far, np.float32(1e9)).min(axis=1)
    hit = np.flatnonzero((near < out) & (near > 0))
    way = ways[hit]
    place = start + near[hit, None] * way
    gaps = away - place @ planes.T
    normal = np.exp(-np.maximum(gaps, 0) / np.float32(_EDGE)) @ planes
    normal /= np.sqrt((normal * normal).sum(axis=1))[:, None]
    behind = np.sort(away - (start + out[hit, None] * way) @ planes.T, axis=1)[:, 1]
    return _Struck(hit, place, entering[hit].argmax(axis=1), np.asarray(normal, np.float32), behind)


def _pips(size: int, struck: _Struck) -> Floats:
    """How much of a pip there is at places on a piece, (N,): a row along the bottom edge, the rightmost centred."""
    base, height = BASE_HEIGHT[size]
    side = np.minimum(struck.side, 3)
    across = struck.place[:, 1] * _OUT[side, 0] - struck.place[:, 0] * _OUT[side, 1]
    up = struck.place[:, 2] * np.hypot(height, base / 2) / height
    ink = np.zeros(len(across), np.float32)
    for k in range(size):
        away = np.hypot(across + k * _PIPS_APART, (up - _PIP_UP) * 0.9)
        ink = np.maximum(ink, np.clip((_PIP - away) / 0.3 + 0.5, 0, 1))
    return np.asarray(ink * (struck.side < 4), np.float32)
