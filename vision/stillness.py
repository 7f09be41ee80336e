"""Whether anything moves in a stream of pictures, looked at so coarsely that it costs next to nothing."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

SIZE = (192, 108)
"""Width and height of what is compared, px: a die of 16 mm is some 3 px wide, a finger 2."""

STEP = 7.0
"""Grey levels that a place must change by; the noise of a locked camera stays below 2 at this size."""

PLACES = 2
"""Places that must change at once."""


class Stillness:
    """Says for how long nothing has moved, frame by frame.

    Each frame is compared with the last one and with the first of the stillness, so that a hand that creeps is seen
    too. A change of the light of the whole picture is no motion.
    """

    def __init__(self) -> None:
        self._last: npt.NDArray[np.float32] | None = None
        self._first: npt.NDArray[np.float32] | None = None
        self._since_ns = 0

    def look(self, picture: Picture, time_ns: int) -> int:
        """For how long the scene has been still, ns, in this picture (H, W, 3) uint8 BGR taken at `time_ns`."""
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
        now = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
        if self._last is None or self._first is None or _moved(self._last, now) or _moved(self._first, now):
            self._first, self._since_ns = now, time_ns
        self._last = now
        return time_ns - self._since_ns


def _moved(before: npt.NDArray[np.float32], now: npt.NDArray[np.float32]) -> bool:
    difference = now - before
    difference -= np.median(difference)
    return int(np.count_nonzero(np.abs(difference) > STEP)) >= PLACES
