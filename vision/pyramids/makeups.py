"""The make-ups of stacks as tables, and where the corners of many stacks are."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.solids import BASE_MM, HEIGHT_MM, STACKS, Sizes, in_sight

MOST_LEVELS = 3
PARTS = 2 + MOST_LEVELS
"""Numbers that say where a stack stands: mm, mm, and each level's yaw in rad from below, 0 where there is no level."""

Indices = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


def _table(of: int) -> list[list[float]]:
    """(make-ups, MOST_LEVELS): of each piece in sight its size (0) or its base's height (1); 0 where there is none."""
    rows = [[float(part[of]) for part in in_sight(sizes)] for sizes in STACKS]
    return [row + [0.0] * (MOST_LEVELS - len(row)) for row in rows]


_SIZE = np.array(_table(0)).astype(np.int64)
_BASE = np.array(_table(1))
LEVELS: Indices = np.count_nonzero(_SIZE, axis=1)
"""(make-ups,): how many pieces of each are in sight."""


def _skirts() -> Floats:
    out = np.ones((len(STACKS), MOST_LEVELS))
    for k, sizes in enumerate(STACKS):
        seen = in_sight(sizes)
        for level, ((size, low), (_, high)) in enumerate(pairwise(seen)):
            out[k, level] = (high - low) / HEIGHT_MM[size]
    return out


SKIRT: Floats = _skirts()
"""(make-ups, MOST_LEVELS): the share of each piece's sides below the rim of what rides on it."""


def makeup(sizes: Sizes) -> int:
    """The index of a make-up of `STACKS`, by which the tables tell of it."""
    return STACKS.index(sizes)


@cache
def carrier(sizes: Sizes) -> Sizes | None:
    """The stack on which the uppermost piece of another is put, as far as it can be seen; None if it stands alone."""
    count = len(in_sight(sizes))
    below = [sizes[:k] for k in range(1, len(sizes)) if len(in_sight(sizes[:k])) == k]
    return next((some for some in reversed(below) if len(some) == count - 1), None)


@cache
def solids_on(z: float) -> Floats:
    """(make-ups, MOST_LEVELS, 3) mm: how far bases' corners are from the middle, and how high tips and bases are.

    The stacks stand on a board at `z` mm.
    """
    out = np.zeros((*_SIZE.shape, 3))
    for k, level in np.argwhere(_SIZE).tolist():
        size, base = int(_SIZE[k, level]), z + _BASE[k, level]
        out[k, level] = BASE_MM[size] / math.sqrt(2), base + HEIGHT_MM[size], base
    return out
