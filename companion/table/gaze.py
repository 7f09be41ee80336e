"""The camera as the running table uses it: frames watched, stills read, evidence kept."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import cv2
import numpy as np

from calibration.profile import Profile
from companion.eyes import Eyes
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Zone
from companion.sheet.told import Answer
from companion.watching import Watcher
from hardware.camera import Camera, Frame, Picture
from hardware.clock import Clock
from vision.stillness import Stillness

STILL_TIMEOUT_S = 2.0
KEPT_FRAMES = 16
"""So many of the last frames can become evidence; the frame that decides is hardly ever older than a second."""
QUALITY = 85


class Gaze:
    """Eyes on one table: reads stills with the profile, watches frames, and keeps a few of them as evidence."""

    def __init__(self, *, camera: Camera, clock: Clock, profile: Profile, seats: tuple[float, ...]) -> None:
        self._camera, self._clock = camera, clock
        self._eyes = Eyes(profile, seats=seats)
        self.watcher = Watcher(profile)
        self._stillness = Stillness()
        self._kept: deque[Frame] = deque(maxlen=KEPT_FRAMES)
        self.still_ns = 0
        """For how long nothing has moved, as of the last frame."""
        self.last: Frame | None = None

    def look(self, frame: Frame) -> None:
        """Take notice of a frame: whether anything moves, and what may become evidence."""
        before = self.still_ns
        self.still_ns = self._stillness.look(frame.picture, frame.time_ns)
        self.last = frame
        if self.still_ns == 0 or before == 0 or not self._kept:
            self._kept.append(frame)

    def read(
        self, *, seats: tuple[float, ...], answers: tuple[Answer, ...] = ()
    ) -> tuple[Assessment, Picture]:
        """A still of the table as it lies now, and what it shows, with what people said of single dice.

        Raises CameraTimedOut, CameraLost, or VisionError if the picture is not of this table.
        """
        frame = self._camera.still(after_ns=self._clock.now_ns(), timeout_s=STILL_TIMEOUT_S)
        return self._eyes.read(frame.picture, seats=seats, answers=answers), frame.picture

    def zone(self, x: float, y: float, *, seats: tuple[float, ...]) -> Zone:
        """Whose place (mm) that is, where people sit at `seats`."""
        layout = self._eyes.layout
        return None if layout is None else replace(layout, seats=seats).zone(x, y)

    def evidence(self, time_ns: int | None) -> bytes | None:
        """The kept frame of that time as JPEG, or the nearest; None if there is none within a second."""
        if time_ns is None or not self._kept:
            return None
        nearest = min(self._kept, key=lambda frame: abs(frame.time_ns - time_ns))
        if abs(nearest.time_ns - time_ns) > 1_000_000_000:
            return None
        return jpeg(nearest.picture)


def jpeg(picture: Picture) -> bytes | None:
    """A picture (H, W, 3) uint8 BGR as JPEG; None if it cannot be encoded."""
    good, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(encoded).tobytes() if good else None
