"""How well stacks explain the pixels about their squares, many stacks at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.makeups import LEVELS, Indices, Mask, Pieces
from vision.pyramids.patches import Patches, sampled
from vision.pyramids.seen import Cell
from vision.pyramids.spans import Spans, spans
from vision.pyramids.window import Window

EDGE_WORTH = 10.0
"""What a pixel of a sure edge where one should be is worth, beside one where nothing can be known."""
_ALONG = np.array([0.12, 0.31, 0.5, 0.69, 0.88])[:, None, None]
_OUTSIDE = 2000.0
"""What a square's width beyond the square costs."""
_MORE = 60.0
"""What every further piece has to explain: a simpler stack is preferred."""


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of one board with what is seen about each; `fine`, lines are so many times longer than usual."""

    window: Window
    cells: Sequence[Cell]
    patches: Patches
    fine: float = 1.0

    @cached_property
    def origins(self) -> Floats:
        """(K, 2): their first corners, in squares."""
        return np.array(self.cells, np.float64)


class Placed:
    """N stacks as they would lie in the picture: on the squares `which` (N,), of `makeups` (N,), `at` (N, PARTS).

    `rough`, edges count that are near. `edged` (N,) is how edged the outlines are, 0 to 1.
    """

    def __init__(
        self, squares: Squares, which: Indices, makeups: Indices, at: Floats, *, rough: bool = False
    ) -> None:
        patches, pieces = squares.patches, Pieces(makeups)
        shapes = squares.window.projected(pieces.solids(at, squares.window.board.z))
        shapes -= patches.corners[which].T[:, None, pieces.of]
        low, high = np.minimum.reduce(shapes[1]), np.maximum.reduce(shapes[1])
        low = np.floor(pieces.together(low, np.minimum)).astype(np.int64)
        high = np.ceil(pieces.together(high, np.maximum)).astype(np.int64) + 1
        size, tops = (patches.width, patches.height), (which * patches.height)[pieces.of]
        found = spans(shapes, size, low[pieces.of], int((high - low).max())).down(tops)
        edge = patches.about if rough else patches.edge
        sides, side_count = _sides(pieces, found, edge)
        feet, foot_count = _feet(pieces, shapes, edge, tops, patches.height)
        length = np.maximum(side_count + foot_count, 1)
        self.edged: Floats32 = (sides + feet) / length
        self.at = at
        self._squares, self._which, self._shapes = squares, which, shapes
        self._pieces, self._spans = pieces, found
        inside = squares.window.board.to_cells(at[:, :2]) - squares.origins[which]
        outside = np.maximum.reduce([*(np.abs(inside - 0.5) - 0.5).T])
        self._rest = EDGE_WORTH * (self.edged - UNKNOWN_EDGE) * length - _MORE * LEVELS[makeups]
        self._rest -= np.maximum(outside, 0) * _OUTSIDE

    def pieces(self, which: int, levels: int) -> tuple[Floats, Floats32]:
        """(L, 5, 2) px of the window, bases' corners and tips, and (C, L) gains in each colour, of one stack."""
        begin = int(self._pieces.begin[which])
        mine = slice(begin, begin + levels)
        corners = (
            self._shapes[:, :, mine].transpose(2, 1, 0) + self._squares.patches.corners[self._which[which]]
        )
        return np.asarray(corners, np.float64), self._gains[:, mine]

    def scores(self, *, alone: bool = True) -> Floats32:
        """(N,) how well they explain the pixels. Not `alone`, a piece may carry others of other colours."""
        gains = self._gains if alone else self._gained(self._squares.patches.most)
        return np.asarray(self._pieces.together(np.maximum.reduce(gains)) + self._rest, np.float32)

    @cached_property
    def _gains(self) -> Floats32:
        """(C, M) of each piece in each colour."""
        return self._gained(self._squares.patches.sums)

    def _gained(self, sums: Floats32) -> Floats32:
        gains = self._spans.total(sums)
        below = self._pieces.carrying
        if len(below):
            gains[:, below] -= self._spans.overlap(sums, below, below + 1)
        return gains


def _sides(pieces: Pieces, found: Spans, edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges at the left and right ends of each row of a stack, and their number."""
    left, right = pieces.together(found.first, np.minimum), pieces.together(found.last, np.maximum)
    full = right > left
    ends = np.zeros((2, *full.shape), np.float32)
    np.copyto(ends[0], left, where=full)
    np.copyto(ends[1], right, where=full)
    rows = np.empty_like(ends)
    rows[:] = found.rows[pieces.begin]
    wide = -1, ends.shape[-1]
    seen = sampled(edge, ends.reshape(wide), rows.reshape(wide)).reshape(ends.shape)
    counted = full.astype(np.float32)
    total = np.add.reduce((seen[0] + seen[1]) * counted, axis=1)
    return total, 2 * np.add.reduce(counted, axis=1)


def _feet(
    pieces: Pieces, shapes: Floats, edge: Floats32, tops: Indices, height: int
) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges along the lower rims of all pieces that face the camera, and the rims' length, px."""
    a, b = rims_of(shapes)
    along = b - a
    u, v = ((start + by * _ALONG).astype(np.float32) for start, by in zip(a, along, strict=True))
    np.minimum(np.maximum(v, 0, out=v), height - 1, out=v)
    v += tops.astype(np.float32)
    wide = -1, v.shape[-1]
    seen = sampled(edge, u.reshape(wide), v.reshape(wide)).reshape(v.shape)
    sure = np.add.reduce(seen) / np.float32(len(_ALONG))
    # on a piece of its own colour a rider's rim may not show
    np.maximum(sure, UNKNOWN_EDGE, out=sure, where=pieces.level > 0)
    length = np.hypot(*along).astype(np.float32)
    sure *= length
    return pieces.together(sure[0] + sure[1]), pieces.together(length[0] + length[1])


def rims_of(shapes: Floats) -> tuple[Floats, Floats]:
    """(2, 2, ...) px each: where the two lower rims begin and end that face the camera, of (2, 5, ...) px of pieces."""
    facing = facing_rims(shapes[1, :4])
    begin = np.where(facing, shapes[:, :2], shapes[:, 2:4])
    return begin, np.where(facing, shapes[:, 1:3], shapes[:, [3, 0]])


def near_rims(corners: Floats) -> Indices:
    """(..., 2): at which corners the two lower rims begin that face the camera, of bases' (..., 4, 2) px."""
    facing = facing_rims(np.moveaxis(corners[..., 1], -1, 0))
    return np.where(np.moveaxis(facing, 0, -1), (0, 1), (2, 3))


def facing_rims(v: Floats) -> Mask:
    """(2, ...): whether the first rim faces the camera, else the third; the second, else the fourth; of (4, ...) px."""
    # the middles of opposite rims are opposite each other
    middles = v + v[[1, 2, 3, 0]]
    return np.asarray(middles[:2] > middles[2:])
