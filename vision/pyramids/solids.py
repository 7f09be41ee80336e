"""The pieces as solids: three sizes of square pyramids, alone or a smaller one riding on a larger one.

A rider is hollow and sits over the tip below it, which its own tip stands 4 mm above.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats

SMALL, MEDIUM, LARGE = 1, 2, 3
SIZES = (SMALL, MEDIUM, LARGE)

BASE_MM = {SMALL: 14.3, MEDIUM: 19.8, LARGE: 25.4}
"""Side of the square base."""
HEIGHT_MM = {SMALL: 25.4, MEDIUM: 34.9, LARGE: 44.5}
RIDE_MM = 4.0
"""How far a rider's tip is above the tip of the piece that carries it."""

Sizes = tuple[int, ...]
"""The sizes of one stack, from the lowest up."""

STACKS: tuple[Sizes, ...] = (
    *(tuple(reversed(some)) for count in (1, 2, 3) for some in combinations(SIZES, count)),
    (LARGE, SMALL, MEDIUM),
)
"""All that can be told apart: what a larger piece covers can't be seen, but may hold it up."""

TALLEST_MM = HEIGHT_MM[LARGE] + 2 * RIDE_MM


def base_heights(sizes: Sizes) -> tuple[float, ...]:
    """Of each piece of a stack, from the lowest up: how far its base is above the board, mm."""
    heights: list[float] = []
    for level, size in enumerate(sizes):
        below = zip(sizes[:level], heights, strict=True)
        heights.append(max([0.0, *(z + HEIGHT_MM[other] + RIDE_MM - HEIGHT_MM[size] for other, z in below)]))
    return tuple(heights)


@cache
def in_sight(sizes: Sizes) -> tuple[tuple[int, float], ...]:
    """Size and base height (mm) of each piece of a stack that no larger one covers, from the lowest up."""
    heights = base_heights(sizes)
    return tuple(
        (size, heights[level]) for level, size in enumerate(sizes) if size > max([0, *sizes[level + 1 :]])
    )


def points(places: npt.ArrayLike, yaws: npt.ArrayLike, size: npt.ArrayLike, z: npt.ArrayLike) -> Floats:
    """(..., 5, 3) mm: the base's corners and the tip of pieces at (..., 2) mm, turned by (...,) rad.

    Their sizes and the heights of their bases `z`, mm, are numbers or (...,), too.
    """
    where, sizes = np.asarray(places, np.float64), np.asarray(size)
    angles = np.asarray(yaws, np.float64) + np.pi / 4
    x, y, reach = where[..., 0], where[..., 1], _REACH[sizes]
    along, up = reach * np.cos(angles), reach * np.sin(angles)
    out = np.empty((*angles.shape, 5, 3))
    # each corner is a quarter turn from the one before
    out[..., 0] = np.stack([x + along, x - up, x - along, x + up, x], axis=-1)
    out[..., 1] = np.stack([y + up, y + along, y - up, y - along, y], axis=-1)
    out[..., 2] = np.asarray(z, np.float64)[..., None]
    out[..., 4, 2] += _HEIGHT[sizes]
    return out


_REACH = np.array([0.0, *(BASE_MM[size] / math.sqrt(2) for size in SIZES)])
_HEIGHT = np.array([0.0, *(HEIGHT_MM[size] for size in SIZES)])
