"""The board as one view shows it: the part of the picture to look at, the empty board in it, and trial pieces.

All of it depends on the view only, so it is made once and used as long as the camera stands still. Large pictures are
looked at in half their size.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from vision.lens import View
from vision.pictures import Picture
from vision.pyramids.board import SIDE, Board
from vision.pyramids.edges import steepness
from vision.pyramids.lighting import board_light, logarithm
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES, TALLEST_MM, points
from vision.pyramids.trials import Trials, trials
from vision.pyramids.window import Rectangle, Window, shrunk

_AROUND_MM = 14.0
_LARGE = 1600
"""Pictures as wide as this have more pixels than are needed."""
_OFFSETS = (-0.32, -0.16, 0.0, 0.16, 0.32)
"""Where in a square trial pieces stand, in squares from its middle."""
_YAWS = (0.0, np.pi / 4)
_SAME_PX = 0.4
"""Corner cards repeat to about as much from picture to picture."""


class Stage(Window):
    """`view` is of whole pictures; `empty` the empty board as `before` showed it."""

    def __init__(self, view: View, board: Board, empty: Picture, before: View) -> None:
        shrink = 2 if view.lens.width >= _LARGE else 1
        super().__init__(view, board, shrink, _all_of(board, shrunk(view, shrink)))
        self.empty = logarithm(self.empty_seen(empty, before))
        self.empty_light = board_light(self.empty)
        self.own_edges = steepness(self.empty)
        self.trials = {cell: self._trials_on(cell) for cell in product(range(SIDE), range(SIDE))}
        self.boxes = self._boxes()
        """(64, 4) left, top, right, bottom px of the trials of each square, as far as they are in the window."""
        self.areas = {cell: self._least_area(cell) for cell in self.trials}
        """Pixels that a small piece covers about the middle of each square."""

    def serves(self, view: View) -> bool:
        """Whether a view shows the board where this one does: a camera that was moved is found anew in each picture."""
        if view is self.view:
            return True
        mine, other = self.view.lens, view.lens
        if (mine.width, mine.height) != (other.width, other.height):
            return False
        ring = self.board.corners()
        ring = np.concatenate([ring, ring + np.array([0, 0, TALLEST_MM])])
        return bool(np.abs(view.project(ring) - self.view.project(ring)).max() < _SAME_PX)

    def _trials_on(self, cell: Cell) -> Trials:
        grid = np.array(list(product(_OFFSETS, _OFFSETS, _YAWS)))
        places = self.board.to_table(grid[:, :2] + cell + 0.5)
        shapes = np.concatenate([points(places, grid[:, 2], size, self.board.z) for size in SIZES])
        return trials(self.project(shapes), self.size, np.concatenate([places, grid[:, 2:]], axis=1))

    def _boxes(self) -> npt.NDArray[np.int64]:
        boxes = np.array([trials.box for trials in self.trials.values()], np.int64)
        return np.clip(boxes, 0, [*self.size, *self.size])

    def _least_area(self, cell: Cell) -> float:
        place = self.board.to_table(np.array(cell) + 0.5)
        (pixels,) = self.project(points(place, np.zeros(1), SIZES[0], self.board.z))
        return 0.55 * float(np.ptp(pixels[:, 0])) * float(np.ptp(pixels[:, 1]))


def _all_of(board: Board, view: View) -> Rectangle:
    """What a view shows of a board and all that can stand on it."""
    edge = _AROUND_MM / board.cell_mm
    ring = [(-edge, -edge), (SIDE + edge, -edge), (SIDE + edge, SIDE + edge), (-edge, SIDE + edge)]
    flat = board.to_table(ring)
    low = np.concatenate([flat, np.full((4, 1), board.z)], axis=1)
    high = low + np.array([0, 0, TALLEST_MM])
    pixels = view.project(np.concatenate([low, high]))
    lens = view.lens
    least = np.clip(np.floor(pixels.min(axis=0)), 0, (lens.width - 16, lens.height - 16)).astype(int)
    most = np.clip(np.ceil(pixels.max(axis=0)) + 1, least + 16, (lens.width, lens.height)).astype(int)
    return int(least[0]), int(least[1]), int(most[0] - least[0]), int(most[1] - least[1])
