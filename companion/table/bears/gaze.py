"""Eyes on the campsite and the seats: frames watched, stills read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.profile import Profile
from companion.eyes import Eyes
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Zone
from companion.sheet.told import Answer
from companion.table import thrift
from companion.table.gaze import Gaze
from companion.watching import Watcher
from hardware.camera import Camera, Picture
from hardware.clock import Clock

AROUND_MM = 40.0
"""So much round the campsite is kept as evidence, too: the hands."""


class CampGaze(Gaze):
    """Reads stills with the profile, watches the campsite, and keeps a few frames of it as evidence."""

    def __init__(self, *, camera: Camera, clock: Clock, profile: Profile, seats: tuple[float, ...]) -> None:
        turn = np.linspace(0, 2 * np.pi, 24)
        ring = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
        outline = ring * (profile.campsite_mm + AROUND_MM)
        super().__init__(camera=camera, clock=clock, view=profile.view, outline=outline)
        self._eyes = Eyes(profile, seats=seats)
        self.watcher = Watcher(profile)

    def read(self, *, seats: tuple[float, ...]) -> tuple[Assessment, Picture]:
        """A still of the table as it lies now, and what it shows.

        Raises CameraTimedOut, CameraLost, or VisionError if the picture is not of this table.
        """
        picture = self.still()
        found = self._eyes.read(picture, seats=seats)
        thrift.give_back()
        return found, picture

    def read_again(
        self, picture: Picture, *, seats: tuple[float, ...], answers: tuple[Answer, ...]
    ) -> Assessment:
        """The same still, with what people said of single dice."""
        found = self._eyes.read(picture, seats=seats, answers=answers)
        thrift.give_back()
        return found

    def zone(self, x: float, y: float, *, seats: tuple[float, ...]) -> Zone:
        """Whose place (mm) that is, where people sit at `seats`."""
        layout = self._eyes.layout
        return None if layout is None else replace(layout, seats=seats).zone(x, y)
