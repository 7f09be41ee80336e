"""The make-ups of stacks as tables, and where the corners of many stacks are."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.solids import HEIGHT_MM, STACKS, Sizes, corners, in_sight

MOST_LEVELS = 3
PARTS = 2 + MOST_LEVELS
"""Numbers that say where a stack stands: mm, mm, and each level's yaw in rad from below, 0 where there is no level."""

Indices = npt.NDArray[np.int64]
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


class Pieces:
    """All pieces in sight of stacks of some make-ups (N,), M in all, stack by stack and each from below.

    `of` (M,) is which stack each belongs to, `level` (M,) which of its pieces it is, `begin` (N,) where each stack's
    begin.
    """

    def __init__(self, makeups: Indices) -> None:
        counts = LEVELS[makeups]
        self.begin: Indices = np.cumsum(counts) - counts
        self.of: Indices = np.repeat(np.arange(len(counts)), counts)
        self.level: Indices = np.arange(len(self.of)) - self.begin[self.of]
        self.kind = makeups[self.of]
        self._single = len(self.of) == len(counts)

    @property
    def carrying(self) -> Indices:
        """Those that others ride on, which come next."""
        return np.flatnonzero(self.level[1:])

    def solids(self, at: Floats, z: float) -> Floats:
        """(3, 5, ..., M) mm: their corners, the stacks standing at (..., N, PARTS) on a board at `z` mm."""
        which = self.kind, self.level
        return corners(
            at[..., self.of, 0],
            at[..., self.of, 1],
            at[..., self.of, 2 + self.level],
            _SIZE[which],
            z + _BASE[which],
        )

    def together(self, values: npt.NDArray[Any], how: np.ufunc = np.add) -> npt.NDArray[Any]:
        """(N, ...): what (M, ...) values come to, stack by stack."""
        return values if self._single else np.asarray(how.reduceat(values, self.begin, axis=0))
