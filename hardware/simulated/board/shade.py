"""What pyramids keep from the board and the table: shadows that blur with height, and darkness at the foot."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.board.standing import BASE_HEIGHT, covered, outline
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Box, box_round
from hardware.simulated.scene import Light, Pile
from hardware.simulated.shadows import Shade, lamp_share

_SLICES = (0.3, 0.65, 1.0)
"""Shares of the height up to which shadows are drawn by themselves, each blurred as its top is."""


def shade_of_pile(pile: Pile, optics: Optics, light: Light, floor: float, *, through: Floats) -> Shade | None:
    """The shadow of a pile on a plane at the height `floor`; `through` (3,): how much light its plastic lets by."""
    seen = [piece for k, piece in enumerate(pile.pieces) if covered(pile, k) is None]
    foot = np.concatenate([outline(piece)[:4] for piece in seen])
    lift = max(float(foot[:, 2].min()) - floor, 0.0)
    hulls: list[tuple[Floats, float]] = []
    for piece in seen:
        for share in _SLICES:
            part = outline(piece, up_to=share)
            top = max(piece.z - floor, 0.0) + BASE_HEIGHT[piece.size][1] * share
            hulls.append((_fallen(part, light, floor), light.soft * 0.35 * top / 10))
    below = foot.copy()
    below[:, 2] = floor
    per_mm = optics.K[0, 0] / float(optics.depth(below[:1])[0])
    soft = max(blur for _, blur in hulls) * per_mm
    everything = np.concatenate([hull for hull, _ in hulls] + [below])
    box = box_round(optics.project(everything), int(2.5 * max(soft, 3.0 * per_mm)) + 2, optics.size)
    if box is None:
        return None
    cast = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    for hull, blur in hulls:
        cast = np.maximum(cast, _filled(optics.project(hull), box, max(blur * per_mm, 0.6)))
    under = _filled(optics.project(below), box, 2.6 * per_mm * (1 + lift / 20)) / (1 + lift / 15)
    share = lamp_share(light)
    left = 1 - cast[..., None] * (share * 0.92 * (1 - through)).astype(np.float32)
    left *= 1 - under[..., None] * np.float32(0.45 * (1 - share))
    return Shade(box, np.power(np.maximum(left, 0.01), np.float32(1 / 2.2)))


def _fallen(places: Floats, light: Light, floor: float) -> Floats:
    """Where shadows of places (N, 3) fall on a plane."""
    d = np.asarray(light.direction)
    out = places - d * ((places[:, 2:] - floor) / max(d[2], 0.2))
    out[:, 2] = floor
    return np.asarray(out)


def _filled(pixels: Floats, box: Box, sigma: float) -> Floats:
    """The hull of pixels as a blurred mask in a box, 0..1, (h, w) float32."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    hull = np.asarray(cv2.convexHull(np.asarray(pixels - box[:2], np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32) / 255)
