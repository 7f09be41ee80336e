"""The pieces as solids: three sizes of square pyramids, alone or a smaller one riding on a larger one.

A rider is hollow and sits over the tip below it, which its own tip stands 4 mm above.
"""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np

from vision.lens import Floats

SMALL, MEDIUM, LARGE = 1, 2, 3
SIZES = (SMALL, MEDIUM, LARGE)

BASE_MM = {SMALL: 14.3, MEDIUM: 19.8, LARGE: 25.4}
"""Side of the square base."""
HEIGHT_MM = {SMALL: 25.4, MEDIUM: 34.9, LARGE: 44.5}
RIDE_MM = 4.0
"""How far a rider's tip is above the tip of the piece that carries it."""

Sizes = tuple[int, ...]
"""The sizes of one stack that can be seen, from the lowest up: each smaller than the one below."""

STACKS: tuple[Sizes, ...] = tuple(
    tuple(reversed(some)) for count in (1, 2, 3) for some in combinations(SIZES, count)
)
"""All that can be seen on a square: what a larger piece covers can't."""

TALLEST_MM = HEIGHT_MM[LARGE] + 2 * RIDE_MM


def base_heights(sizes: Sizes) -> tuple[float, ...]:
    """Of each piece of a stack, from the lowest up: how far its base is above the board, mm."""
    heights = [0.0]
    for below, above in pairwise(sizes):
        heights.append(heights[-1] + HEIGHT_MM[below] + RIDE_MM - HEIGHT_MM[above])
    return tuple(heights)


def points(places: Floats, yaws: Floats, size: int, z: float) -> Floats:
    """(N, 5, 3) mm: the base's corners and the tip of pieces at (N, 2) mm, turned by (N,) rad, bases at height `z`."""
    reach = BASE_MM[size] / math.sqrt(2)
    angles = np.asarray(yaws, np.float64)[:, None] + np.pi / 4 * np.array([1, 3, 5, 7])
    out = np.empty((len(angles), 5, 3))
    out[:, :4, 0] = places[:, :1] + reach * np.cos(angles)
    out[:, :4, 1] = places[:, 1:] + reach * np.sin(angles)
    out[:, :4, 2] = z
    out[:, 4, :2] = places
    out[:, 4, 2] = z + HEIGHT_MM[size]
    return out
