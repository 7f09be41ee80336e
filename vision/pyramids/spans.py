"""Sums over many convex outlines at once: each picture row of an outline is one span, and running sums do the rest."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32

Columns = npt.NDArray[np.int32]

_PAIRS = np.array(list(combinations(range(5), 2)))
_ON_THE_RIM = 0.05
"""Points so near a line, px, may be on either side of it."""
_CHAIN = 4
"""As many edges one side of an outline of five points may have."""
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
        """(C, ...): the sums over each outline, from running sums (C, H, W + 1) of C maps."""
        return _total(sums, self.rows, self.left, self.right)

    def overlap(self, sums: Floats32, others: Spans) -> Floats32:
        """(C, ...): the sums over what each outline shares with another over the same rows."""
        left = np.maximum(self.left, others.left)
        return _total(sums, self.rows, left, np.maximum(np.minimum(self.right, others.right), left))

    def __getitem__(self, some: tuple[slice | int, ...]) -> Spans:
        """Some of the outlines."""
        return Spans(self.rows[some], self.left[some], self.right[some], self.first[some], self.last[some])


def _total(sums: Floats32, rows: Columns, left: Columns, right: Columns) -> Floats32:
    flat = sums.reshape(len(sums), -1)
    start = rows * np.int32(sums.shape[2])
    both = flat.take(start + right, axis=1) - flat.take(start + left, axis=1)
    return np.asarray(both.sum(axis=-1), np.float32)


def running(maps: Floats32) -> Floats32:
    """(..., H, W + 1) running sums along the rows of (..., H, W) maps, 0 before the first column."""
    out = np.zeros((*maps.shape[:-1], maps.shape[-1] + 1), np.float32)
    np.cumsum(maps, axis=-1, out=out[..., 1:])
    return out


def spans(pixels: Floats, size: tuple[int, int], tops: npt.NDArray[np.int64], count: int) -> Spans:
    """The spans of pyramids whose (..., 5, 2) px are given (base corners and tip) in a picture of (width, height).

    Of each, `count` rows are looked at from its row of `tops` (...,) on.
    """
    width, height = size
    top = np.clip(tops, 0, height - 1).astype(np.int32)
    rows = np.minimum(top[..., None] + np.arange(count, dtype=np.int32), np.int32(height))
    v = rows.astype(np.float32)
    left, right = _sides(pixels)
    first, last = _line(left, v, 0), _line(right, v, 0)
    for k in range(1, _CHAIN):
        np.maximum(first, _line(left, v, k), out=first)
        np.minimum(last, _line(right, v, k), out=last)
    low, high = pixels[..., 1].min(axis=-1), np.minimum(pixels[..., 1].max(axis=-1), height - 1)
    beyond = (v < low[..., None].astype(np.float32)) | (v > high[..., None].astype(np.float32))
    first[beyond], last[beyond] = np.inf, -np.inf
    start = np.clip(np.ceil(first), 0, width).astype(np.int32)
    end = np.clip(np.floor(last) + 1, 0, width).astype(np.int32)
    return Spans(np.minimum(rows, np.int32(height - 1)), start, np.maximum(end, start), first, last)


def _line(chain: Floats32, v: Floats32, k: int) -> Floats32:
    return np.asarray(chain[..., k, :1] * v + chain[..., k, 1:], np.float32)


def _sides(p: Floats) -> tuple[Floats32, Floats32]:
    """(..., 4, 2) each: slope and column at row 0 of the lines left and right of (..., 5, 2) px; the rest far out."""
    a, b = p[..., _PAIRS[:, 0], :], p[..., _PAIRS[:, 1], :]
    drop = b[..., 1] - a[..., 1]
    flat = np.abs(drop) < _FLAT
    slope = (b[..., 0] - a[..., 0]) / np.where(flat, 1, drop)
    at0 = a[..., 0] - a[..., 1] * slope
    # how far right of each line each of the five points lies
    off = p[..., None, :, 0] - (at0[..., None] + slope[..., None] * p[..., None, :, 1])
    lefts = (off.min(axis=-1) > -_ON_THE_RIM) & ~flat
    rights = (off.max(axis=-1) < _ON_THE_RIM) & ~flat
    return _chosen(slope, at0, lefts, -np.inf), _chosen(slope, at0, rights, np.inf)


def _chosen(slope: Floats, at0: Floats, rims: npt.NDArray[np.bool_], far: float) -> Floats32:
    order = np.argsort(~rims, axis=-1, kind="stable")[..., :_CHAIN]
    there = np.take_along_axis(rims, order, axis=-1)
    slope = np.where(there, np.take_along_axis(slope, order, axis=-1), 0)
    at0 = np.where(there, np.take_along_axis(at0, order, axis=-1), far)
    return np.stack([slope, at0], axis=-1).astype(np.float32)
