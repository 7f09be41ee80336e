"""How much of each pyramid the camera sees: truth for labelled pictures and tests."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.board.look import BoardLook
from hardware.simulated.board.standing import covered, outline
from hardware.simulated.hands import Painter
from hardware.simulated.optics import Floats
from hardware.simulated.scene import Scene


def shares_seen(look: BoardLook, scene: Scene) -> list[list[float]]:
    """By pile and level: which share (0..1) of a piece's outline in the picture to read nothing hides.

    See-through plastic hides like any other.
    """
    optics = look.table.optics
    eye = optics.eye
    order = sorted(
        range(len(scene.piles)),
        key=lambda k: (
            -float(np.hypot(scene.piles[k].pieces[0].x - eye[0], scene.piles[k].pieces[0].y - eye[1]))
        ),
    )
    front = np.zeros((optics.size[1], optics.size[0]), np.int32)
    whole: dict[int, tuple[int, int, int]] = {}
    for k in order:
        for level, piece in enumerate(scene.piles[k].pieces):
            mark = len(whole) + 1
            mask = _filled(optics.project(outline(piece)), optics.size)
            whole[mark] = (k, level, int(np.count_nonzero(mask)))
            if covered(scene.piles[k], level) is None:
                front[mask] = mark
    painter = Painter(look.table, optics.size)
    for hand in scene.hands:
        drawn = painter.hand(hand, optics, scene.light, 0.0)
        if drawn is not None:
            x0, y0, x1, y1 = drawn[0].box
            front[y0:y1, x0:x1][drawn[0].keep[..., 0] < 128] = 0
    counts = np.bincount(front.reshape(-1), minlength=len(whole) + 1)
    out = [[0.0] * len(pile.pieces) for pile in scene.piles]
    for mark, (k, level, size) in whole.items():
        out[k][level] = float(counts[mark]) / size if size else 0.0
    return out


def _filled(pixels: Floats, size: tuple[int, int]) -> np.ndarray:
    mask = np.zeros((size[1], size[0]), np.uint8)
    hull = np.asarray(cv2.convexHull(np.asarray(pixels, np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask.astype(bool)
