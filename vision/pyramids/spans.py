"""Sums over many convex outlines at once: each picture row of an outline is one span, and running sums do the rest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32

EDGES = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4)])
"""A pyramid's edges; the outline of its picture is made of some of them."""

Columns = npt.NDArray[np.int32]


class Spans:
    """The rows of N outlines from `top` on: the columns from `left` to before `right` (N, R) are inside.

    `first` and `last` (N, R) are where exactly the outline crosses the row; infinite where it does not.
    """

    def __init__(self, left: Columns, right: Columns, top: int, first: Floats32, last: Floats32) -> None:
        self.left, self.right, self.top = left, right, top
        self.first, self.last = first, last

    def without(self, sums: Floats32, cover: Spans) -> Floats32:
        """(C, N): the sums over what another outline of each, over the same rows, leaves of these spans."""
        left, right = np.maximum(self.left, cover.left), np.minimum(self.right, cover.right)
        right = np.maximum(left, right)
        return self.total(sums) - _total(sums, left, right, self.top)

    def total(self, sums: Floats32) -> Floats32:
        """(C, N): the sums over each outline, from running sums (C, H, W + 1) of C maps."""
        return _total(sums, self.left, self.right, self.top)


def _total(sums: Floats32, left: Columns, right: Columns, top: int) -> Floats32:
    count, height, wide = sums.shape
    flat = sums.reshape(count, height * wide)
    rows = (np.arange(top, top + left.shape[1], dtype=np.int32) * wide)[None]
    both = flat[:, rows + right] - flat[:, rows + left]
    return np.asarray(both.sum(axis=2), np.float32)


def running(maps: Floats32) -> Floats32:
    """(C, H, W + 1) running sums along the rows of (C, H, W) maps, 0 before the first column."""
    count, height, width = maps.shape
    out = np.zeros((count, height, width + 1), np.float32)
    np.cumsum(maps, axis=2, out=out[:, :, 1:])
    return out


def spans(pixels: Floats, size: tuple[int, int], rows: tuple[int, int] | None = None) -> Spans:
    """The spans of N pyramids whose (N, 5, 2) px are given (base corners and tip) in a picture of (width, height).

    `rows` are the first row and one past the last; None for all that they need.
    """
    width, height = size
    p = np.asarray(pixels, np.float32)
    if rows is None:
        rows = int(np.floor(p[..., 1].min())), int(np.ceil(p[..., 1].max())) + 1
    top, bottom = max(0, min(rows[0], height - 1)), min(height, max(rows[1], 1))
    bottom = max(bottom, top + 1)
    a, b = p[:, EDGES[:, 0]], p[:, EDGES[:, 1]]
    low, high = np.minimum(a[..., 1], b[..., 1]), np.maximum(a[..., 1], b[..., 1])
    drop = b[..., 1] - a[..., 1]
    slope = (b[..., 0] - a[..., 0]) / np.where(np.abs(drop) < 1e-6, 1e-6, drop)
    v = np.arange(top, bottom, dtype=np.float32)[:, None, None]
    u = a[..., 0] + (v - a[..., 1]) * slope
    out = (v < low) | (v > high)
    left = np.where(out, np.float32(np.inf), u).min(axis=2).T
    right = np.where(out, np.float32(-np.inf), u).max(axis=2).T
    empty = ~(right > left)
    first = np.clip(np.ceil(np.where(empty, 0, left)), 0, width).astype(np.int32)
    last = np.clip(np.floor(np.where(empty, -1, right)) + 1, 0, width).astype(np.int32)
    return Spans(first, np.maximum(last, first), top, left, right)
