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

_PAIRS = np.array(list(combinations(range(5), 2)))
_ON_THE_RIM = 0.05
"""Points so near a line, px, may be on either side of it."""
_FLAT = 0.02
"""An edge that rises by less, px, bounds no row."""


class Spans:
    """The rows of (...,) outlines, each from its own first row on: columns from `left` to before `right` are inside.

    Both are (..., R), as are `rows`, the picture's rows, and `first` and `last`, where exactly the outline crosses the
    row. Rows that an outline does not reach have `first` beyond `last`, and nothing inside.
    """

    def __init__(self, rows: Columns, left: Columns, right: Columns, first: Floats32, last: Floats32) -> None:
        self.rows, self.left, self.right, self.first, self.last = rows, left, right, first, last

    def total(self, sums: Floats32) -> Floats32:
        """(C, ...): the sums over each outline, from running sums (C, W + 1, H) of C maps."""
        return _total(sums, self.rows, self.left, self.right)

    def overlap(self, sums: Floats32, others: Spans) -> Floats32:
        """(C, ...): the sums over what each outline shares with another over the same rows."""
        left = np.maximum(self.left, others.left)
        return _total(sums, self.rows, left, np.maximum(np.minimum(self.right, others.right), left))

    def __getitem__(self, some: tuple[slice | int, ...]) -> Spans:
        """Some of the outlines."""
        return Spans(self.rows[some], self.left[some], self.right[some], self.first[some], self.last[some])

    def reshaped(self, shape: tuple[int, ...]) -> Spans:
        """The same outlines, arranged in so many rows and columns."""
        wide = (*shape, self.rows.shape[-1])
        columns = self.rows.reshape(wide), self.left.reshape(wide), self.right.reshape(wide)
        return Spans(*columns, self.first.reshape(wide), self.last.reshape(wide))


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
        np.subtract(both[:, 1:], both[:, :-1], out=sums, casting="same_kind")
    return out


def spans(pixels: Floats, size: tuple[int, int], tops: npt.NDArray[np.int64], count: int) -> Spans:
    """The spans of N pyramids whose (N, 5, 2) px are given (base corners and tip) in a picture of (width, height).

    Of each, `count` rows are looked at from its row of `tops` (N,) on.
    """
    width, height = size
    top = np.clip(tops, 0, height - 1).astype(np.int32)
    rows = np.minimum(top[:, None] + np.arange(count, dtype=np.int32), np.int32(height))
    v = rows.astype(np.float32)
    across, down = np.ascontiguousarray(pixels.T)
    first, last = _sides(across, down, v)
    low, high = down.min(axis=0), np.minimum(down.max(axis=0), height - 1)
    beyond = (v < low[:, None].astype(np.float32)) | (v > high[:, None].astype(np.float32))
    first[beyond], last[beyond] = np.inf, -np.inf
    start = np.clip(np.ceil(first), 0, width).astype(np.int32)
    end = np.clip(np.floor(last) + 1, 0, width).astype(np.int32)
    return Spans(np.minimum(rows, np.int32(height - 1)), start, np.maximum(end, start), first, last)


def _sides(u: Floats, v: Floats, rows: Floats32) -> tuple[Floats32, Floats32]:
    """(N, R) each: where outlines of (5, N) px begin and end in rows (N, R), if they reach that far up and down."""
    a, b = _PAIRS.T
    drop = v[b] - v[a]
    steep = np.abs(drop) >= _FLAT
    slope = (u[b] - u[a]) / np.where(steep, drop, 1)
    at0 = u[a] - v[a] * slope
    # how far right of each line each of the five points lies
    offs = [u[k] - slope * v[k] - at0 for k in range(5)]
    lefts = steep & (np.minimum.reduce(offs) > -_ON_THE_RIM)
    rights = steep & (np.maximum.reduce(offs) < _ON_THE_RIM)
    return _bound(slope, at0, lefts, rows, np.maximum), _bound(slope, at0, rights, rows, np.minimum)


def _bound(
    slope: Floats, at0: Floats, rims: npt.NDArray[np.bool_], rows: Floats32, inner: np.ufunc
) -> Floats32:
    """(N, R): the innermost of those lines (pairs, N) that are rims, in rows (N, R)."""
    each, line = np.nonzero(rims.T)
    count = np.bincount(each, minlength=len(rows))
    place = np.arange(len(each)) - (np.cumsum(count) - count)[each]
    chain = np.zeros((2, max(1, int(count.max(initial=0))), len(rows)), np.float32)
    chain[1] = -np.inf if inner is np.maximum else np.inf
    chain[0, place, each], chain[1, place, each] = slope[line, each], at0[line, each]
    out = rows * chain[0, 0, :, None] + chain[1, 0, :, None]
    for slopes, starts in zip(*chain[:, 1:], strict=True):
        inner(out, rows * slopes[:, None] + starts[:, None], out=out)
    return np.asarray(out, np.float32)
