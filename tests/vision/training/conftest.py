"""Five simple icons: scenes can be drawn without the packs that training uses."""

import cv2
import numpy as np
import pytest

from vision.training.arrays import Bytes
from vision.training.icons import SIZE


@pytest.fixture(scope="session")
def masks() -> Bytes:
    """A disc, a ring, a triangle, a cross and three bars, (5, SIZE, SIZE)."""
    out = np.zeros((5, SIZE, SIZE), np.uint8)
    middle = (SIZE // 2, SIZE // 2)
    cv2.circle(out[0], middle, 34, 255, -1)
    cv2.circle(out[1], middle, 34, 255, 12)
    cv2.fillPoly(out[2], [np.array([[48, 8], [88, 84], [8, 84]])], 255)
    cv2.drawMarker(out[3], middle, 255, cv2.MARKER_TILTED_CROSS, 70, 16)
    for x in (16, 42, 68):
        cv2.rectangle(out[4], (x, 10), (x + 12, 86), 255, -1)
    return out
