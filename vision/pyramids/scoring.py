"""How well stacks explain the pixels about their squares, many stacks at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.kernels import gain, lay
from vision.pyramids.makeups import LEVELS, Indices, solids_on
from vision.pyramids.patches import Patches
from vision.pyramids.seen import Cell
from vision.pyramids.window import Window

EDGE_WORTH = 10.0
"""What a pixel of a sure edge where one should be is worth, beside one where nothing can be known."""
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
        patches, window = squares.patches, squares.window
        self._patches, self._corners, self._tops = patches, patches.corners[which], which * patches.height
        self._counts = LEVELS[makeups]
        self._begin = np.cumsum(self._counts) - self._counts
        pieces = int(self._counts.sum())
        self._shapes = np.empty((pieces, 5, 2))
        rows = np.empty((pieces, 2), np.int32)
        left, right = np.empty((2, pieces, patches.height), np.int32)
        edges = np.empty((len(makeups), 2))
        lay(
            window.camera,
            solids_on(window.board.z),
            LEVELS,
            makeups,
            at,
            self._corners,
            self._tops,
            patches.about if rough else patches.edge,
            float(UNKNOWN_EDGE),
            self._begin,
            self._shapes,
            rows,
            left,
            right,
            edges,
        )
        self._spans = rows, left, right
        length = np.maximum(edges[:, 1], 1)
        self.edged: Floats = edges[:, 0] / length
        self.at = at
        inside = window.board.to_cells(at[:, :2]) - squares.origins[which]
        outside = np.maximum.reduce([*(np.abs(inside - 0.5) - 0.5).T])
        self._rest = EDGE_WORTH * (self.edged - UNKNOWN_EDGE) * length - _MORE * self._counts
        self._rest -= np.maximum(outside, 0) * _OUTSIDE

    def pieces(self, which: int, levels: int) -> tuple[Floats, Floats32]:
        """(L, 5, 2) px of the window, bases' corners and tips, and (C, L) gains in each colour, of one stack."""
        begin = int(self._begin[which])
        mine = slice(begin, begin + levels)
        return self._shapes[mine] + self._corners[which], self._gains[:, mine]

    def scores(self, *, alone: bool = True) -> Floats32:
        """(N,) how well they explain the pixels. Not `alone`, a piece may carry others of other colours."""
        gained = self._gains if alone else self._gained(self._patches.most)
        return np.asarray(np.add.reduceat(np.maximum.reduce(gained), self._begin) + self._rest, np.float32)

    @cached_property
    def _gains(self) -> Floats32:
        """(C, M) of each piece in each colour."""
        return self._gained(self._patches.sums)

    def _gained(self, sums: Floats32) -> Floats32:
        out = np.empty((len(sums), len(self._shapes)), np.float32)
        gain(sums, self._counts, self._begin, self._tops, *self._spans, out)
        return out


def near_rims(corners: Floats) -> Indices:
    """(..., 2): at which corners the two lower rims begin that face the camera, of bases' (..., 4, 2) px."""
    down = corners[..., 1]
    # the middles of opposite rims are opposite each other
    middles = down + down[..., [1, 2, 3, 0]]
    return np.where(middles[..., :2] > middles[..., 2:], (0, 1), (2, 3))
