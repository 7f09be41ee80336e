"""Sums over many convex outlines at once: each picture row of an outline is one span, and running sums do the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32

Columns = npt.NDArray[np.int32]

_FROM, _TO = np.array([*combinations(range(5), 2)]).T
"""The points between which there may be a line."""
_ON_THE_RIM = 0.05
"""Points so near a line, px, may be on either side of it."""
_FLAT = 0.02
"""An edge that rises by less, px, bounds no row."""


class Spans:
    """The rows of (...,) outlines, each from its own first row on: columns from `left` to before `right` are inside.

    Both are (..., R), as are `first` and `last`, where exactly the outline crosses the row; `rows`, the picture's rows,
    may be the same for several outlines. Rows that an outline does not reach have `first` beyond `last`, and nothing
    inside.
    """

    def __init__(self, rows: Columns, left: Columns, right: Columns, first: Floats32, last: Floats32) -> None:
        self.rows, self.left, self.right, self.first, self.last = rows, left, right, first, last

    def total(self, sums: Floats32) -> Floats32:
        """(C, ...): the sums over each outline, from running sums (C, W + 1, H) of C maps."""
        return _total(sums, self.rows, self.left, self.right)

    def overlap(self, sums: Floats32, some: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> Floats32:
        """(C, ...): the sums over what some of the outlines (M, R) share with others over the same rows."""
        left = np.maximum(self.left[some], self.left[others])
        right = np.minimum(self.right[some], self.right[others])
        return _total(sums, self.rows[some], left, np.maximum(right, left, out=right))

    def down(self, by: npt.NDArray[np.int64]) -> Spans:
        """The same, of which the sums lie so many rows (...,) farther down."""
        return Spans(self.rows + by.astype(np.int32)[..., None], self.left, self.right, self.first, self.last)


def _total(sums: Floats32, rows: Columns, left: Columns, right: Columns) -> Floats32:
    flat = sums.reshape(len(sums), -1)
    height = np.int32(sums.shape[2])
    both = flat.take(right * height + rows, axis=1) - flat.take(left * height + rows, axis=1)
    return np.asarray(both.sum(axis=-1), np.float32)


def running(maps: Sequence[Floats32]) -> Floats32:
    """(C, W + 1, H) running sums along the rows of C maps (H, W), 0 before the first column.

    Columns come first, as the ends of neighbouring rows of an outline mostly lie near each other in one column.
    """
    height, width = maps[0].shape
    out = np.empty((len(maps), width + 1, height), np.float32)
    for sums, some in zip(out, maps, strict=True):
        # by the sums over rows and columns: many times faster than np.cumsum
        both = np.asarray(cv2.integral(cv2.transpose(some), sdepth=cv2.CV_64F))
        cv2.subtract(both[:, 1:], both[:, :-1], sums, None, cv2.CV_32F)
    return out


def spans(pixels: Floats, size: tuple[int, int], tops: npt.NDArray[np.int64], count: int) -> Spans:
    """The spans of pyramids whose (2, 5, ...) px are given (base corners and tip) in a picture of (width, height).

    Of each, `count` rows are looked at from its row of `tops` (...,) on.
    """
    width, height = size
    top = np.minimum(np.maximum(tops, 0), height - 1).astype(np.int32)
    rows = np.minimum(top[..., None] + np.arange(count, dtype=np.int32), np.int32(height))
    v = rows.astype(np.float32)
    down = pixels[1]
    first, last = _sides(pixels, v)
    low, high = np.minimum.reduce(down), np.minimum(np.maximum.reduce(down), height - 1)
    beyond = v < low[..., None].astype(np.float32)
    beyond |= v > high[..., None].astype(np.float32)
    np.copyto(first, np.inf, where=beyond)
    np.copyto(last, -np.inf, where=beyond)
    start, end = np.ceil(first), np.floor(last)
    end += 1
    np.minimum(np.maximum(start, 0, out=start), width, out=start)
    np.minimum(np.maximum(end, start, out=end), width, out=end)
    rows = np.minimum(rows, np.int32(height - 1))
    return Spans(rows, start.astype(np.int32), end.astype(np.int32), first, last)


def _sides(pixels: Floats, rows: Floats32) -> Floats32:
    """(2, ..., R): where outlines of (2, 5, ...) px begin and end in rows (..., R), if they reach that far."""
    (u, v), (a, b) = pixels.reshape(2, 5, -1), (_FROM, _TO)
    u_a, v_a = u[a], v[a]
    drop = v[b] - v_a
    steep = np.abs(drop) >= _FLAT
    slope = (u[b] - u_a) / np.where(steep, drop, 1)
    at0 = u_a - v_a * slope
    # how far right of each line each of the five points lies
    offs = u[:, None] - slope * v[:, None]
    offs -= at0
    lefts = steep & (np.minimum.reduce(offs) > -_ON_THE_RIM)
    rights = steep & (np.maximum.reduce(offs) < _ON_THE_RIM)
    # at the right side all is turned round, so that of both the innermost line has the most
    rims, slopes, starts = (
        np.concatenate(pair, axis=1) for pair in ((lefts, rights), (slope, -slope), (at0, -at0))
    )
    most = max(1, int(np.add.reduce(rims, axis=0, dtype=np.int8).max(initial=0)))
    some = np.argsort(~rims, axis=0)[:most] * rims.shape[1] + np.arange(rims.shape[1])
    shape = (most, 2, *pixels.shape[2:], 1)
    lines = slopes.take(some).astype(np.float32).reshape(shape)
    ends = np.where(rims.take(some), starts.take(some), -np.inf).astype(np.float32).reshape(shape)
    out = rows * lines[0]
    out += ends[0]
    for line, end in zip(lines[1:], ends[1:], strict=True):
        other = rows * line
        other += end
        np.maximum(out, other, out=out)
    np.negative(out[1], out=out[1])
    return np.asarray(out, np.float32)
