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
from companion.table import thrift
from companion.watching import Watcher
from hardware.camera import Camera, Frame, Picture
from hardware.clock import Clock
from vision.lens import View
from vision.stillness import Stillness

STILL_TIMEOUT_S = 2.0
KEPT_FRAMES = 8
"""So many of the last frames can become evidence; the frame that decides is hardly ever older than half a second."""
AROUND_MM = 40.0
"""So much round the campsite is kept as evidence, too: the hands."""
QUALITY = 85
SECOND = 1_000_000_000


class Gaze:
    """Eyes on one table: reads stills with the profile, watches frames, and keeps a few of them as evidence."""

    def __init__(self, *, camera: Camera, clock: Clock, profile: Profile, seats: tuple[float, ...]) -> None:
        self._camera, self._clock = camera, clock
        self._eyes = Eyes(profile, seats=seats)
        self.watcher = Watcher(profile)
        self._stillness = Stillness()
        self._view = profile.view
        self._reach_mm = profile.campsite_mm + AROUND_MM
        self._boxes: dict[tuple[int, int], tuple[slice, slice]] = {}
        self._kept: deque[tuple[int, Picture]] = deque(maxlen=KEPT_FRAMES)
        self.still_ns = 0
        """For how long nothing has moved, as of the last frame."""

    def look(self, frame: Frame) -> None:
        """Take notice of a frame: whether anything moves, and what may become evidence."""
        before = self.still_ns
        self.still_ns = self._stillness.look(frame.picture, frame.time_ns)
        if self.still_ns == 0 or before == 0 or not self._kept:
            self._kept.append((frame.time_ns, frame.picture[self._campsite(frame.picture)].copy()))

    def read(self, *, seats: tuple[float, ...]) -> tuple[Assessment, Picture]:
        """A still of the table as it lies now, and what it shows.

        Raises CameraTimedOut, CameraLost, or VisionError if the picture is not of this table.
        """
        frame = self._camera.still(after_ns=self._clock.now_ns(), timeout_s=STILL_TIMEOUT_S)
        found = self._eyes.read(frame.picture, seats=seats)
        thrift.give_back()
        return found, frame.picture

    def read_again(
        self, picture: Picture, *, seats: tuple[float, ...], answers: tuple[Answer, ...]
    ) -> Assessment:
        """The same still, with what people said of single dice."""
        return self._eyes.read(picture, seats=seats, answers=answers)

    def zone(self, x: float, y: float, *, seats: tuple[float, ...]) -> Zone:
        """Whose place (mm) that is, where people sit at `seats`."""
        layout = self._eyes.layout
        return None if layout is None else replace(layout, seats=seats).zone(x, y)

    def evidence(self, time_ns: int | None) -> bytes | None:
        """The kept frame of that time as JPEG, or the nearest; None if there is none within a second."""
        if time_ns is None or not self._kept:
            return None
        at_ns, nearest = min(self._kept, key=lambda kept: abs(kept[0] - time_ns))
        return jpeg(nearest) if abs(at_ns - time_ns) <= SECOND else None

    def _campsite(self, picture: Picture) -> tuple[slice, slice]:
        """The rows and columns of a picture that show the campsite; all of it where that is not known."""
        height, width = picture.shape[:2]
        if self._view is None:
            return slice(None), slice(None)
        if (width, height) not in self._boxes:
            view = View(self._view.lens.scaled(width, height), self._view.pose)
            turn = np.linspace(0, 2 * np.pi, 24)
            ring = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1) * self._reach_mm
            pixels = view.project(ring)
            low = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
            high = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
            self._boxes[width, height] = slice(low[1], high[1]), slice(low[0], high[0])
        return self._boxes[width, height]


def jpeg(picture: Picture) -> bytes | None:
    """A picture (H, W, 3) uint8 BGR as JPEG; None if it cannot be encoded."""
    good, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(encoded).tobytes() if good else None
