"""A part of a picture of the board, in the picture's size or half of it, and where places on the board are in it."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np

from vision.lens import Floats, View
from vision.pictures import Picture
from vision.plane import halved
from vision.pyramids.board import SIDE, Board
from vision.pyramids.kernels import projected

Rectangle = tuple[int, int, int, int]
"""Left, top, width and height, px."""


class Window:
    """`view` is of whole pictures, which are `shrink` times larger than that of which the window is the rectangle."""

    def __init__(self, view: View, board: Board, shrink: int, rectangle: Rectangle) -> None:
        self.view, self.board, self.shrink = view, board, shrink
        self.seen = shrunk(view, shrink)
        self.left, self.top, self.width, self.height = rectangle

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
        flat = np.ascontiguousarray(places, np.float64).reshape(-1, 3)
        return projected(self.camera, flat).reshape(*places.shape[:-1], 2)

    @cached_property
    def camera(self) -> Floats:
        """(22,): rotation row by row, shift, k1, k2, p1, p2, k3, and the upper rows of what makes px of the window."""
        lens, pose = self.seen.lens, self.seen.pose
        (fx, skew, cx), (_, fy, cy), _ = lens.K.tolist()
        inner = fx, skew, cx - self.left, fy, cy - self.top
        return np.concatenate([pose.R.ravel(), pose.t, lens.dist, inner])

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

    def empty_seen(self, empty: Picture, before: View) -> Picture:
        """The window of the empty board, of a whole picture of that as `before` showed it."""
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


def shrunk(view: View, shrink: int) -> View:
    """A view of pictures that are so many times smaller."""
    return View(view.lens.scaled(view.lens.width // shrink, view.lens.height // shrink), view.pose)
