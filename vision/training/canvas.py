"""The picture while it is drawn: its light, who looks at it, and which die each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Floats, Labels
from vision.training.eyes import Eye
from vision.training.lights import Light


@dataclass(frozen=True, eq=False)
class Canvas:
    """A picture, or a part of one that begins at pixel `origin`; what is drawn changes `image` and `ids` in place."""

    image: Floats
    """(H, W, 3) linear BGR."""
    ids: Labels
    """(H, W)."""
    eye: Eye
    origin: tuple[int, int]
    light: Light

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 3) mm -> (N, 2) px of this picture."""
        return self.eye.project(points) - self.origin

    def fill(self, polygon: NDArray[np.float64], colour: Floats, *, hides: bool = False) -> None:
        """Fill a polygon (N, 2) px, antialiased, with a colour (3,); with `hides`, no die is seen there any more."""
        low = np.maximum(np.floor(polygon.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(polygon.max(0)).astype(int) + 2, self.image.shape[1::-1])
        if (high <= low).any():
            return
        part = self.image[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(mask, np.round((polygon - low) * 16).astype(np.int32)[None], 255, cv2.LINE_AA, 4)
        a = mask.astype(np.float32)[..., None] / 255
        part += (colour - part) * a
        if hides:
            self.ids[low[1] : high[1], low[0] : high[0]][mask > 127] = 0
