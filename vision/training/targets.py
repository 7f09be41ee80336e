"""What the finders should answer, and what their answers mean: dice into maps of numbers, maps into places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.training.arrays import Floats
from vision.training.eyes import PATCH
from vision.training.scene import TOP

STRIDE = 4
"""Pixels of a cell of the answer."""
CELLS = PATCH // STRIDE
"""Side of the answer to a patch, cells."""
TABLE_OUTPUTS, LOOSE_OUTPUTS = 6, 9
"""Heat, offset x and y (cells), then cos and sin of four turns, or three moments before these, then visible share."""
MOMENTS = 16.0
"""Moments (cells squared) are divided by this, to be about as large as everything else."""
HIDDEN = 0.4
"""A top that is seen less is no find; whether the finder takes it for one is not asked."""
_GONE = 0.08
"""And one that is seen less than this is nothing."""


@dataclass(frozen=True, eq=False)
class Target:
    """What a finder should answer to a patch."""

    heat: Floats
    """(CELLS, CELLS): 1 on a top's centre, falling off round it as a bell."""
    weight: Floats
    """(CELLS, CELLS): 0 where a find is neither right nor wrong."""
    values: Floats
    """(outputs, CELLS, CELLS): like the answer, but with the trust in the others instead of the heat."""


def shape_of(quads: Floats) -> Floats:
    """(N, 4, 2) px -> (N, 5): second moments xx, xy, yy (cells squared) and cos, sin of four times the turn.

    A top seen from afar is a parallelogram with edges e1, e2: E = M^(1/2) R(turn), M = E E'. Neither swapping the
    edges nor their signs changes the five numbers, so they can be learned without naming the corners.
    """
    e1 = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2 / STRIDE
    e2 = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2 / STRIDE
    E = np.stack([e1, e2], 2).astype(np.float64)  # columns
    M = E @ E.transpose(0, 2, 1)
    w, v = np.linalg.eigh(M)
    root = v @ (1 / np.sqrt(np.maximum(w, 1e-6))[:, :, None] * v.transpose(0, 2, 1))
    Q = root @ E
    turn = np.arctan2(Q[:, 1, 0], Q[:, 0, 0])
    numbers = [M[:, 0, 0], M[:, 0, 1], M[:, 1, 1], np.cos(4 * turn), np.sin(4 * turn)]
    return np.stack(numbers, 1).astype(np.float32)


def target(dice: Floats, quads: Floats, *, loose: bool) -> Target:
    """What a finder should answer to a patch with these dice (N, 6) and quads (N, 4, 2), as in `scene.Sample`."""
    outputs = LOOSE_OUTPUTS if loose else TABLE_OUTPUTS
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.ones((CELLS, CELLS), np.float32)
    values = np.zeros((outputs, CELLS, CELLS), np.float32)
    nearest = np.full((CELLS, CELLS), 1e9, np.float32)
    yy, xx = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    shapes = shape_of(quads) if len(quads) else np.zeros((0, 5), np.float32)
    for (x, y, yaw, visible, _, known), form in zip(dice, shapes, strict=True):
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if not (-2 < cx < CELLS + 1 and -2 < cy < CELLS + 1):
            continue
        size = float(np.sqrt(max(form[0] + form[2], 1e-3) / 2)) if loose else TOP / STRIDE
        d2 = (xx - cx) ** 2 + (yy - cy) ** 2
        if visible < HIDDEN or not known:
            if visible > _GONE:
                weight[d2 < (0.45 * size) ** 2] = 0
            continue
        bell = np.exp(-d2 / (2 * (0.17 * size) ** 2))
        iy, ix = round(float(cy)), round(float(cx))
        if 0 <= iy < CELLS and 0 <= ix < CELLS:
            bell[iy, ix] = 1
        heat = np.maximum(heat, bell)
        near = (d2 < nearest) & (d2 < (0.4 * size) ** 2)
        nearest[near] = d2[near]
        values[0][near] = np.maximum(bell, 0.15)[near]
        values[1][near], values[2][near] = (cx - xx)[near], (cy - yy)[near]
        if loose:
            for k in range(5):
                values[3 + k][near] = form[k] / (MOMENTS if k < 3 else 1.0)
        else:
            values[3][near], values[4][near] = np.cos(4 * yaw), np.sin(4 * yaw)
        values[outputs - 1][near] = visible
    return Target(heat, weight, values)


def peaks(out: Floats, floor: float) -> Floats:
    """Maxima of the heat in one answer (outputs, CELLS, CELLS), (N, 3): x, y px, score."""
    p = 1 / (1 + np.exp(-out[0]))
    padded = np.pad(p, 1)
    around = np.max([padded[a : a + CELLS, b : b + CELLS] for a in range(3) for b in range(3)], 0)
    iy, ix = np.nonzero((p >= around) & (p > floor))
    x = (ix + out[1][iy, ix] + 0.5) * STRIDE - 0.5
    y = (iy + out[2][iy, ix] + 0.5) * STRIDE - 0.5
    return np.stack([x, y, p[iy, ix]], 1)
