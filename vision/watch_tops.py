"""The top of one watched die: the pixels it had when it was surely seen, and how like them it is now."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.watch_field import Field

SAME = 0.8
"""Correlation of a top's pixels with those before. Tops in clear view have above 0.95 whatever the light, with a
shadow's edge across them 0.8; another face, a turned one or a table have less than 0.6."""

UNMOVED, UNMOVED_PX = 0.85, 0.35
"""What a top that lies still keeps to, also where part of it is in shade. Lifted by a millimetre it is a pixel off."""

_SHARE = 0.9
"""Of the top's edge: its rounded rim takes on the colour of what is behind it."""

_FLAT = 3.0
"""Spread of grey levels on a top that shows nothing by which it could be known again."""


@dataclass(frozen=True, eq=False)
class TopPixels:
    """Where a top's pixels lie in the field, and what they were: (N,) indices, (N, 3) float32.

    `slopes` (N, 2) float32 is how their grey changes along x and y, per px.
    """

    where: npt.NDArray[np.intp]
    were: npt.NDArray[np.float32]
    slopes: npt.NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture, field: Field, x: float, y: float, turn: float) -> TopPixels:
        """The pixels of the top at this place (mm, rad) in a field picture (H, W, 3)."""
        mask = np.zeros(picture.shape[:2], np.uint8)
        corners = np.round(field.top(x, y, turn, _SHARE) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1, shift=4)
        where = np.flatnonzero(mask)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        slopes = [
            np.asarray(cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=3)).reshape(-1)[where] / 8
            for dx, dy in ((1, 0), (0, 1))
        ]
        return cls(where, _picked(picture, where), np.stack(slopes, axis=1))

    def likeness(self, picture: Picture) -> float:
        """Correlation of the pixels in a field picture (H, W, 3) with what they were, -1..1."""
        if len(self.where) < 16:
            return 0.0
        return _correlation(self.were, _picked(picture, self.where))

    def unmoved(self, picture: Picture) -> bool:
        """Whether the top lies exactly where it lay, to a third of a pixel."""
        if self.likeness(picture) < UNMOVED:
            return False
        now, then = (_picked(picture, self.where) @ _GREY, self.were @ _GREY)
        now = (now - now.mean()) * (then.std() / max(float(now.std()), 1e-3)) + then.mean()
        shift = np.linalg.lstsq(self.slopes, then - now, rcond=None)[0]
        return bool(np.hypot(*shift) < UNMOVED_PX)


_GREY = np.array([0.114, 0.587, 0.299], np.float32)


def _picked(picture: Picture, where: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
    return np.asarray(picture.reshape(-1, 3)[where], np.float32)


def _correlation(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    """Of two (N, 3) arrays, over the pixels and their colours together, each colour about its own mean."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    both = float(np.sqrt((a * a).sum() * (b * b).sum()))
    least = a.size * _FLAT**2
    return float((a * b).sum()) / both if both > least else 0.0
