"""Running sums over pictures, which tell sums over whole spans of a row at once."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.networks import Floats32
from vision.pyramids.pixels import add_up


def running(maps: Sequence[Floats32]) -> Floats32:
    """(C, W + 1, H) running sums along the rows of C maps (H, W), 0 before the first column.

    Columns come first, as the ends of neighbouring rows of an outline mostly lie near each other in one column.
    """
    height, width = maps[0].shape
    out = np.empty((len(maps), width + 1, height), np.float32)
    for sums, some in zip(out, maps, strict=True):
        add_up(np.asarray(cv2.transpose(some), np.float32), sums)
    return out
