"""The camera as the running table uses it: whether anything moves, stills to be read, frames kept as evidence."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from companion.table import thrift
from hardware.camera import Camera, Frame, Picture
from hardware.clock import Clock
from vision.lens import View
from vision.stillness import Stillness

STILL_TIMEOUT_S = 2.0
KEPT_FRAMES = 8
"""So many of the last frames can become evidence; the frame that decides is hardly ever older than half a second."""
QUALITY = 85
SECOND = 1_000_000_000

Region = tuple[slice, slice]


class Gaze:
    """Eyes on one table.

    `outline` (N, 3) mm is the outline of what is worth keeping as evidence; None, as without a `view`, keeps all.
    """

    def __init__(
        self,
        *,
        camera: Camera,
        clock: Clock,
        view: View | None,
        outline: np.ndarray[tuple[int, int], np.dtype[np.float64]] | None = None,
    ) -> None:
        self._camera, self._clock = camera, clock
        self._view, self._outline = view, outline
        self._stillness = Stillness()
        self._regions: dict[tuple[int, int], Region] = {}
        self._kept: deque[tuple[int, Picture]] = deque(maxlen=KEPT_FRAMES)
        self.still_ns = 0
        """For how long nothing has moved, as of the last frame."""
        self.rests_since_ns = 0
        """When something moved last, as of the last frame."""

    def look(self, frame: Frame) -> None:
        """Take notice of a frame: whether anything moves, and what may become evidence."""
        before = self.still_ns
        self.still_ns = self._stillness.look(frame.picture, frame.time_ns)
        self.rests_since_ns = frame.time_ns - self.still_ns
        if self.still_ns == 0 or before == 0 or not self._kept:
            self._kept.append((frame.time_ns, frame.picture[self._region(frame.picture)].copy()))

    def still(self) -> Picture:
        """A picture of the table as it lies now, (H, W, 3) uint8 BGR; raises CameraTimedOut or CameraLost.

        Whatever watching left lying about makes room for it: reading it takes most of the memory that playing takes.
        """
        thrift.give_back()
        return self._camera.still(after_ns=self._clock.now_ns(), timeout_s=STILL_TIMEOUT_S).picture

    def evidence(self, time_ns: int | None) -> bytes | None:
        """The kept frame of that time as JPEG, or the nearest; None if there is none within a second."""
        if time_ns is None or not self._kept:
            return None
        at_ns, nearest = min(self._kept, key=lambda kept: abs(kept[0] - time_ns))
        return jpeg(nearest) if abs(at_ns - time_ns) <= SECOND else None

    def _region(self, picture: Picture) -> Region:
        """The rows and columns of a picture that are kept."""
        height, width = picture.shape[:2]
        if self._view is None or self._outline is None:
            return slice(None), slice(None)
        if (width, height) not in self._regions:
            view = View(self._view.lens.scaled(width, height), self._view.pose)
            pixels = view.project(self._outline)
            low = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
            high = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
            self._regions[width, height] = slice(low[1], high[1]), slice(low[0], high[0])
        return self._regions[width, height]


def jpeg(picture: Picture) -> bytes | None:
    """A picture (H, W, 3) uint8 BGR as JPEG; None if it cannot be encoded."""
    good, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(encoded).tobytes() if good else None
