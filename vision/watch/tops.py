"""The top of one watched die: the pixels it had when it was surely seen, and how like them it is now."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.watch.field import Field, Floats32, relief

SAME = 0.8
"""Correlation of a top's pixels with those before. Tops in clear view have above 0.95 whatever the light, with a
shadow's edge across them 0.8; another face, a turned one or a table have less than 0.6."""

UNMOVED, UNMOVED_PX = 0.65, 0.3
"""What a top that lies still keeps to, with a third of it covered. A table or another face has no such correlation just
there, and a top that is lifted by a millimetre is a pixel off."""

_SHARE = 0.9
"""Of the top's edge: its rounded rim takes on the colour of what is behind it."""

_FLAT = 3.0
"""Spread of grey levels on a top that shows nothing by which it could be known again."""

_FAINT_RELIEF = 0.02


@dataclass(frozen=True, eq=False)
class TopPixels:
    """Where a top's pixels lie in the field, and what they were: (N,) indices, (N, 3) float32, and their relief (N,).

    `slopes` (N, 2) float32 is how the relief changes along x and y, per px.
    """

    where: npt.NDArray[np.intp]
    were: Floats32
    stood_out: Floats32
    slopes: Floats32

    @classmethod
    def of(cls, picture: Picture, field: Field, x: float, y: float, turn: float) -> TopPixels:
        """The pixels of the top at this place (mm, rad) in a field picture (H, W, 3)."""
        mask = np.zeros(picture.shape[:2], np.uint8)
        corners = np.round(field.top(x, y, turn, _SHARE) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1, shift=4)
        where = np.flatnonzero(mask)
        shown = relief(picture)
        slopes = [
            np.asarray(cv2.Sobel(shown, cv2.CV_32F, dx, dy, ksize=3)).reshape(-1)[where] / 8
            for dx, dy in ((1, 0), (0, 1))
        ]
        return cls(where, _picked(picture, where), shown.reshape(-1)[where], np.stack(slopes, axis=1))

    def likeness(self, picture: Picture, shown: Floats32) -> float:
        """Correlation of the pixels of a field picture (H, W, 3) and its relief with what they were, -1..1."""
        if len(self.where) < 16:
            return 0.0
        alike = _correlation(self.were, _picked(picture, self.where), _FLAT)
        return alike if alike >= SAME else max(alike, self._relief_alike(shown))

    def unmoved(self, shown: Floats32) -> bool:
        """Whether the top, or most of it, lies exactly where it lay."""
        if len(self.where) < 16 or self._relief_alike(shown) < UNMOVED:
            return False
        now, then = shown.reshape(-1)[self.where], self.stood_out
        now = (now - now.mean()) * (then.std() / max(float(now.std()), 1e-6)) + then.mean()
        shift = np.linalg.lstsq(self.slopes, then - now, rcond=None)[0]
        return bool(np.hypot(*shift) < UNMOVED_PX)

    def _relief_alike(self, shown: Floats32) -> float:
        now = shown.reshape(-1)[self.where]
        return _correlation(self.stood_out[:, None], now[:, None], _FAINT_RELIEF)


def _picked(picture: Picture, where: npt.NDArray[np.intp]) -> Floats32:
    return np.asarray(picture.reshape(-1, 3)[where], np.float32)


def _correlation(a: Floats32, b: Floats32, flat: float) -> float:
    """Of two (N, C) arrays, each channel about its own mean; 0 where their spread is below `flat`."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    both = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / both if both > a.size * flat**2 else 0.0
