"""The campsite watched frame by frame: pictures of the watching stream into glimpses for the referee."""

from __future__ import annotations

from calibration.profile import Profile
from companion.referee import CampDie, Glimpse
from vision.pictures import Picture


class Watcher:
    """Watches the campsite of one table; made once from the profile, begun anew for each round."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def begin(self, picture: Picture, *, time_ns: int) -> tuple[CampDie, ...]:
        """Start a round with a settled picture of the watching stream: the Camp Dice in the campsite.

        Raises VisionError where the picture is not of this table or no cards are seen.
        """
        raise NotImplementedError

    def watch(self, picture: Picture, *, time_ns: int, exposure_ns: int = 0) -> Glimpse:
        """What the next frame shows of the dice."""
        raise NotImplementedError
