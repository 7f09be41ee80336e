"""Which parts of the empty table's picture have to be rendered anew, and how they are put into it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from traced.developing import RENDERED, Light, pinhole
from traced.layout import Camera, Floats, Table

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in rendered pixels."""

_PAD_PX = 30
_FADED_PX = 14


def boxes(table: Table, things: Sequence[Floats], lit_from: Floats) -> list[Box]:
    """Boxes, apart from each other, of all pixels that things change: points (N, 3) in mm, and their shadows."""
    changed = np.zeros(RENDERED[::-1], np.uint8)
    for points in things:
        height = np.minimum(points[:, 2:], lit_from[2] * 0.6)
        shadow = points + (points - lit_from) * height / (lit_from[2] - height) * [1, 1, 0]
        shadow[:, 2] = table.board.z
        pixels = _pixels(table.camera, np.vstack([points, shadow]))
        low = np.clip(pixels.min(0) - _PAD_PX, 0, RENDERED).astype(int)
        high = np.clip(pixels.max(0) + _PAD_PX, 0, RENDERED).astype(int)
        changed[low[1] : high[1], low[0] : high[0]] = 1
    while True:
        found = cv2.connectedComponentsWithStats(changed)[2][1:]
        around = [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, _ in found]
        before = int(changed.sum())
        for x0, y0, x1, y1 in around:
            changed[y0:y1, x0:x1] = 1
        if int(changed.sum()) == before:
            return around


def patched(picture: Light, patch: Light, box: Box) -> None:
    """Put what was rendered of a box into a picture; its rims fade into what is there."""
    x0, y0, x1, y1 = box
    inset = np.minimum.outer(_inset(y0, y1, RENDERED[1]), _inset(x0, x1, RENDERED[0]))
    share = np.clip(inset / _FADED_PX, 0, 1).astype(np.float32)[..., None]
    picture[y0:y1, x0:x1] += share * (patch - picture[y0:y1, x0:x1])


def _inset(first: int, last: int, end: int) -> Floats:
    """How far each pixel of a row lies inside it, where it does not end with the picture."""
    here = np.arange(first, last)
    left = here - first if first > 0 else np.full(len(here), end)
    right = last - 1 - here if last < end else np.full(len(here), end)
    return np.asarray(np.minimum(left, right), np.float64)


def _pixels(camera: Camera, points: Floats) -> Floats:
    at = (points @ camera.R.T + camera.t) @ pinhole(camera).T
    ahead = at[at[:, 2] > 50]
    return np.asarray(ahead[:, :2] / ahead[:, 2:], np.float64)
