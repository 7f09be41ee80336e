"""The lines of stacks, and what edges in a picture they leave unexplained."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.fits import Fit
from vision.pyramids.scoring import Squares

_SURE = 0.6
"""How sure an edge has to be to need an explanation."""


def unexplained(squares: Squares, which: int, fits: Sequence[Fit]) -> list[float]:
    """For each of some stacks tried on a square: how many more pixels of sure edges than the best it does not explain.

    Lines also meet edges by chance, the more the longer they are; that is taken off.
    """
    edge = squares.patches.edges_of(which)
    about = np.zeros(edge.shape, np.uint8)
    lines = []
    for found in fits:
        shapes = np.round((found.corners - squares.patches.corners[which]) * 16)
        for shape in shapes.astype(np.int32):
            cv2.fillConvexPoly(about, cv2.convexHull(shape), 1, cv2.LINE_8, 4)
        lines.append(_drawn(shapes, edge.shape))
    near = cv2.dilate(about, np.ones((5, 5), np.uint8)) > 0
    sure = near & (edge > _SURE)
    nowhere = near & (np.maximum.reduce(lines) == 0)
    usual = _count(sure & nowhere) / max(_count(nowhere), 1)
    lost = [_count(sure & (mine == 0)) + usual * _count(near & (mine > 0)) for mine in lines]
    return [some - min(lost) for some in lost]


def _count(mask: npt.NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(mask))


def _drawn(shapes: Floats, size: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """(H, W) 1 on the lines of a stack that can be seen, three pixels wide; `shapes` (L, 5, 2) in sixteenths of px."""
    out = np.zeros(size, np.uint8)
    for shape in shapes.astype(np.int32):
        cv2.fillConvexPoly(out, cv2.convexHull(shape), 0, cv2.LINE_8, 4)
        base, tip = shape[:4], shape[4]
        after = base[[1, 2, 3, 0]]
        (ax, ay), (bx, by) = (after - base).T, (tip - base).T
        facing = (ax * by < ay * bx).tolist()
        for k in range(4):
            if facing[k]:
                cv2.line(out, base[k].tolist(), after[k].tolist(), 1, 3, cv2.LINE_8, 4)
            if facing[k] or facing[k - 1]:
                cv2.line(out, base[k].tolist(), tip.tolist(), 1, 3, cv2.LINE_8, 4)
    return out
