"""Whether anything changed between two frames: a grey picture of the campsite at a quarter of its size."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

STEP = 4
"""Pixels of the camera's picture to one of the gate's, each way."""

STIRS = 5.0
"""Grey levels by which 3 x 3 pixels of the gate must change together. The noise of a camera is three on one pixel and
0.25 on so many."""


class Gate:
    """Tells frames in which something changed from those in which nothing did.

    A frame is compared with the last that was let through, so what changes slowly comes through in time.
    """

    def __init__(self, window: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = window
        self._rows, self._columns = slice(top, bottom), slice(left, right)
        self._small = (max(1, (right - left) // STEP), max(1, (bottom - top) // STEP))
        self._last: npt.NDArray[np.float32] | None = None

    def stirs(self, picture: Picture) -> bool:
        """Whether this frame differs from the last of which that was said; the first always does."""
        part = cv2.resize(picture[self._rows, self._columns], self._small, interpolation=cv2.INTER_AREA)
        now = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32)
        if self._last is not None:
            off = cv2.blur(now - self._last, (3, 3))
            alike = np.median(off[::4, ::4])  # light that changed everywhere
            if float(np.abs(off - alike).max()) < STIRS:
                return False
        self._last = now
        return True
