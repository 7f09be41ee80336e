"""A rehearsal: the empty board with a piece and its shadow drawn on it, to be read before anything is played.

Whoever has read it has read a board once, so that all that has to be compiled for that is.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.lens import Floats, View
from vision.pictures import Picture
from vision.pyramids.board import Board
from vision.pyramids.colours import TaughtColours
from vision.pyramids.solids import LARGE, points

_CELL, _YAW = (3.5, 3.5), 0.3
_WAY = (1.7, 0.3)
"""How far the shadow reaches over the board for each mm of height, mm."""
_SHADE = 0.2
_TONES = (0.75, 0.35, 0.65, 0.9)
"""Which of the colour's pixels each side has, the darkest first."""


def with_a_piece(empty: Picture, view: View, board: Board, colours: TaughtColours) -> Picture:
    """A picture (H, W, 3) of the empty board as `view` shows it, with a large piece of some opaque colour on it.

    Of a see-through one, if there is no other.
    """
    height, width = empty.shape[:2]
    seen = View(view.lens.scaled(width, height), view.pose)
    (middle,) = board.to_table([_CELL])
    solid = points(middle, _YAW, LARGE, 0.0)
    flat = np.column_stack([solid[:, :2] + solid[:, 2:] * np.array(_WAY), np.zeros(5)])
    raised = np.array([0.0, 0.0, board.z])
    out = empty.copy()
    _fill(out, seen.project(flat + raised), None)
    shape = seen.project(solid + raised)
    name = min(colours.names, key=lambda name: name in colours.through)
    tones = np.quantile(colours.samples[name], _TONES, axis=0)
    # what is farther away is drawn first
    far = [float(shape[[k, (k + 1) % 4], 1].mean()) for k in range(4)]
    for k in np.argsort(far).tolist():
        _fill(out, shape[[k, (k + 1) % 4, 4]], tones[k])
    return out


def _fill(picture: Picture, corners: Floats, tone: Floats | None) -> None:
    """Give the pixels within (N, 2) px a tone, or less light, if there is none."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    hull = cv2.convexHull(np.round(corners * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, 4)
    where = mask > 0
    picture[where] = picture[where] * _SHADE if tone is None else tone
