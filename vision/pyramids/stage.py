"""The board as one view shows it: the part of the picture to look at, the empty board in it, and trial pieces.

All of it depends on the view only, so it is made once and used as long as the camera stands still. Large pictures are
looked at in half their size.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats, View
from vision.pictures import Picture
from vision.plane import halved
from vision.pyramids.board import SIDE, Board
from vision.pyramids.edges import steepness
from vision.pyramids.lighting import logarithm
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES, TALLEST_MM, points
from vision.pyramids.trials import Trials, trials

_AROUND_MM = 14.0
_LARGE = 1600
"""Pictures as wide as this have more pixels than are needed."""
_OFFSETS = (-0.32, -0.16, 0.0, 0.16, 0.32)
"""Where in a square trial pieces stand, in squares from its middle."""
_YAWS = (0.0, np.pi / 4)
_SAME_PX = 0.4
"""Corner cards repeat to about as much from picture to picture."""


class Stage:
    """`view` is of whole pictures; `empty` the empty board as `before` showed it."""

    def __init__(self, view: View, board: Board, empty: Picture, before: View) -> None:
        self.view, self.board = view, board
        lens = view.lens
        self.shrink = 2 if lens.width >= _LARGE else 1
        self.seen = View(lens.scaled(lens.width // self.shrink, lens.height // self.shrink), view.pose)
        self.left, self.top, self.width, self.height = self._window()
        self.empty = logarithm(self._seen_from(empty, before))
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

    def cut(self, picture: Picture, *, half: Picture | None = None) -> Picture:
        """The window of a whole picture (H, W, 3), shrunk; `half` is `halved(picture)` if known."""
        if self.shrink == 1:
            return picture[self.top : self.top + self.height, self.left : self.left + self.width]
        if half is not None:
            return half[self.top : self.top + self.height, self.left : self.left + self.width]
        part = picture[
            2 * self.top : 2 * (self.top + self.height), 2 * self.left : 2 * (self.left + self.width)
        ]
        return halved(part)

    def project(self, places: Floats) -> Floats:
        """(..., 2) px in the window of (..., 3) mm."""
        # as View.project, but for places that surely are before the camera and within the lens's reach
        lens, pose = self.seen.lens, self.seen.pose
        across, down, deep = pose.R @ places.reshape(-1, 3).T + pose.t[:, None]
        x, y = across / deep, down / deep
        k1, k2, p1, p2, k3 = lens.dist.tolist()
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        out = np.empty((len(x), 2))
        bent_x, bent_y = x * radial, y * radial
        if p1 or p2:
            bent_x = bent_x + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
            bent_y = bent_y + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        K = lens.K
        out[:, 0] = K[0, 0] * bent_x + K[0, 1] * bent_y + (K[0, 2] - self.left)
        out[:, 1] = K[1, 1] * bent_y + (K[1, 2] - self.top)
        return out.reshape(*places.shape[:-1], 2)

    def whole(self, pixels: Floats) -> Floats:
        """(N, 2) px of the whole picture of px in the window."""
        return np.asarray((pixels + (self.left, self.top) + 0.5) * self.shrink - 0.5, np.float64)

    def in_window(self, pixels: Floats) -> Floats:
        """(N, 2) px in the window of px of the whole picture."""
        return np.asarray((pixels + 0.5) / self.shrink - 0.5 - (self.left, self.top), np.float64)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window."""
        return self.width, self.height

    def _window(self) -> tuple[int, int, int, int]:
        edge = _AROUND_MM / self.board.cell_mm
        ring = [(-edge, -edge), (SIDE + edge, -edge), (SIDE + edge, SIDE + edge), (-edge, SIDE + edge)]
        flat = self.board.to_table(ring)
        low = np.concatenate([flat, np.full((4, 1), self.board.z)], axis=1)
        high = low + np.array([0, 0, TALLEST_MM])
        pixels = self.seen.project(np.concatenate([low, high]))
        lens = self.seen.lens
        least = np.clip(np.floor(pixels.min(axis=0)), 0, (lens.width - 16, lens.height - 16)).astype(int)
        most = np.clip(np.ceil(pixels.max(axis=0)) + 1, least + 16, (lens.width, lens.height)).astype(int)
        return int(least[0]), int(least[1]), int(most[0] - least[0]), int(most[1] - least[1])

    def _seen_from(self, empty: Picture, before: View) -> Picture:
        if before.pose is self.view.pose and empty.shape[1] == self.view.lens.width:
            return self.cut(empty)
        edge = np.linspace(-0.5, SIDE + 0.5, 10)
        cells = np.stack(np.meshgrid(edge, edge), axis=-1).reshape(-1, 2)
        flat = self.board.to_table(cells)
        flat3 = np.concatenate([flat, np.full((len(flat), 1), self.board.z)], axis=1)
        source = before.project(flat3)
        target = self.seen.project(flat3) - (self.left, self.top)
        H, _ = cv2.findHomography(target, source)
        return np.asarray(
            cv2.warpPerspective(
                empty,
                H,
                (self.width, self.height),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )

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
