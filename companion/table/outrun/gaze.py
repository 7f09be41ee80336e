"""Eyes on the park: the figures' markers in stills, once nothing moves."""

from __future__ import annotations

from calibration.profile import LOOSE, Profile
from companion.standees.reading import standee_reader
from companion.table import thrift
from companion.table.game import Seating
from companion.table.gaze import Gaze
from hardware.camera import Camera
from hardware.clock import Clock
from vision.standees import SeenStandees


class ParkGaze(Gaze):
    """Reads the figures' markers with the profile of the table; raises `BadInput` for a profile without one."""

    def __init__(self, *, camera: Camera, clock: Clock, profile: Profile) -> None:
        super().__init__(camera=camera, clock=clock, view=profile.view)
        self._reader = standee_reader(profile)

    def read(self) -> SeenStandees:
        """The figures as they stand now; raises CameraTimedOut, CameraLost, or VisionError."""
        found = self._reader.read(self.still())
        thrift.give_back()
        return found


def gaze_of(seating: Seating) -> tuple[ParkGaze | None, str]:
    """Eyes on the park, or why there are none; the game does not need them."""
    profile = seating.profile
    if seating.camera is None:
        return None, "there is no camera"
    if profile is None or profile.kind == LOOSE or profile.view is None:
        return None, "there is no profile of this table"
    return ParkGaze(camera=seating.camera, clock=seating.clock, profile=profile), seating.camera_trouble
