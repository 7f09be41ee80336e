"""How well stacks explain the pixels about their squares, many stacks at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.makeups import LEVELS, Indices, Mask, most_levels, solids, there
from vision.pyramids.patches import Patches, sampled
from vision.pyramids.seen import Cell
from vision.pyramids.spans import Spans, spans
from vision.pyramids.window import Window

EDGE_WORTH = 10.0
"""What a pixel of a sure edge where one should be is worth, beside one where nothing can be known."""
_ALONG = np.array([0.12, 0.31, 0.5, 0.69, 0.88])[:, None, None, None]
_OUTSIDE = 2000.0
"""What a square's width beyond the square costs."""
_MORE = 60.0
"""What every further piece has to explain: a simpler stack is preferred."""
_NOWHERE = -1e4


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares of one board with what is seen about each; `fine`, lines are so many times longer than usual."""

    window: Window
    cells: Sequence[Cell]
    patches: Patches
    fine: float = 1.0


class Placed:
    """N stacks as they would lie in the picture: on the squares `which` (N,), of `makeups` (N,), `at` (N, PARTS).

    `rough`, edges count that are near. `edged` (N,) is how edged the outlines are, 0 to 1.
    """

    def __init__(
        self, squares: Squares, which: Indices, makeups: Indices, at: Floats, *, rough: bool = False
    ) -> None:
        patches, count = squares.patches, most_levels(makeups)
        shapes = squares.window.project(solids(makeups, at, squares.window.board.z, count))
        shapes -= patches.corners[which][:, None, None]
        real = there(makeups, count)
        # levels that there are not lie inside of the lowest, in a point
        v = shapes[..., 1].reshape(len(at), -1).T
        low = np.floor(np.minimum.reduce([*v])).astype(np.int64)
        high = np.ceil(np.maximum.reduce([*v])).astype(np.int64) + 1
        self.corners: Floats = shapes + patches.corners[which][:, None, None]
        """(N, L, 5, 2) px of the window: bases' corners and tips; of levels that there are not, anything."""
        shapes[~real] = _NOWHERE
        tops, size = np.repeat(low, count), (patches.width, patches.height)
        found = spans(shapes.reshape(-1, 5, 2), size, tops, int((high - low).max())).reshaped(real.shape)
        found.rows += (which * patches.height).astype(np.int32)[:, None, None]
        edge = patches.about if rough else patches.edge
        sides, side_count = _sides(found, edge)
        feet, foot_count = _feet(shapes, real, edge, which * patches.height, patches.height)
        length = np.maximum(side_count + foot_count, 1)
        self.edged: Floats32 = (sides + feet) / length
        self.at = at
        self._patches, self._spans = patches, found
        inside = squares.window.board.to_cells(at[:, :2]) - np.array(squares.cells)[which]
        outside = np.maximum(np.maximum(-inside, inside - 1).max(axis=1), 0)
        self._rest = EDGE_WORTH * (self.edged - UNKNOWN_EDGE) * length - _MORE * LEVELS[makeups]
        self._rest -= outside * _OUTSIDE

    @cached_property
    def gains(self) -> Floats32:
        """(C, N, L) of each level in each colour."""
        return self._gains(self._patches.sums)

    def scores(self, *, alone: bool = True) -> Floats32:
        """(N,) how well they explain the pixels. Not `alone`, a piece may carry others of other colours."""
        gains = self.gains if alone else self._gains(self._patches.most)
        return np.asarray(gains.max(axis=0).sum(axis=1) + self._rest, np.float32)

    def _gains(self, sums: Floats32) -> Floats32:
        gains = self._spans.total(sums)
        if gains.shape[2] > 1:
            gains[:, :, :-1] -= self._spans[:, :-1].overlap(sums, self._spans[:, 1:])
        return gains


def _sides(found: Spans, edge: Floats32) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges at the left and right ends of each row of a stack, and their number."""
    left, right = found.first.min(axis=1), found.last.max(axis=1)
    full = right > left
    rows = found.rows[:, 0].astype(np.float32)
    ends = sampled(edge, np.where(full, left, 0), rows) + sampled(edge, np.where(full, right, 0), rows)
    total = (ends * full).sum(axis=1, dtype=np.float32)
    return total, 2.0 * np.count_nonzero(full, axis=1).astype(np.float32)


def _feet(
    shapes: Floats, real: Mask, edge: Floats32, tops: Indices, height: int
) -> tuple[Floats32, Floats32]:
    """(N,) sum of the edges along the lower rims of all pieces that face the camera, and the rims' length, px."""
    flat = shapes.reshape(-1, 5, 2)
    rims, each = near_rims(flat[:, :4]), np.arange(len(flat))[:, None]
    a, along = flat[each, rims], flat[each, (rims + 1) % 4] - flat[each, rims]
    spots = (a + along * _ALONG).astype(np.float32)
    v = np.clip(spots[..., 1], 0, height - 1) + np.repeat(tops, real.shape[1])[:, None].astype(np.float32)
    wide = len(shapes), -1
    seen = sampled(edge, spots[..., 0].reshape(wide), v.reshape(wide)).reshape(spots.shape[:-1])
    sure = seen.mean(axis=0).reshape(*real.shape, 2)
    # on a piece of its own colour a rider's rim may not show
    np.maximum(sure[:, 1:], UNKNOWN_EDGE, out=sure[:, 1:])
    length = np.hypot(along[..., 0], along[..., 1]).astype(np.float32).reshape(sure.shape) * real[..., None]
    return (sure * length).sum(axis=(1, 2)), length.sum(axis=(1, 2))


def near_rims(corners: Floats) -> Indices:
    """(..., 2): at which corners the two lower rims begin that face the camera, of bases' (..., 4, 2) px."""
    # the middles of opposite rims are opposite each other
    middles = corners[..., 1] + corners[..., (1, 2, 3, 0), 1]
    return np.where(middles[..., :2] > middles[..., 2:], (0, 1), (2, 3))
