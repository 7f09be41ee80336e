"""Bears! as a game for the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from calibration.profile import DICE
from companion.settings import Settings
from companion.table.asking import Dialog
from companion.table.bears.evening import evening
from companion.table.bears.gaze import CampGaze
from companion.table.bears.room import BearsRoom
from companion.table.bears.setting_up import set_up
from companion.table.game import Seating
from companion.table.table import Table


class BearsAtTable:
    """Bears!, watched by the camera where it can see the table, else played by buttons."""

    name = "bears"
    title = "Bears!"

    def header(self, settings: Settings, players: Sequence[str]) -> dict[str, object]:
        """The header of a match with these settings."""
        return settings.header(tuple(players))

    def set_up(self, settings: Settings, *, seats: int) -> Dialog[dict[str, object] | None]:
        """Ask for variant, players and target."""
        return set_up(settings, seats=seats)

    def sit_down(self, seating: Seating, *, resumed: bool) -> Table:
        """The table at which the match is played on from where it stands."""
        gaze, trouble = _gaze(seating)
        room = BearsRoom(
            seating.match,
            seating.stage,
            seating.seats,
            seating.tell,
            seating.habits,
            gaze,
            seating.camera_trouble or trouble,
            seating.now_ns,
        )
        return Table(room, partial(evening, room), resumed=resumed)


def _gaze(seating: Seating) -> tuple[CampGaze | None, str]:
    """Eyes on the table, or why there are none."""
    profile = seating.profile
    if seating.camera is None:
        return None, "there is no camera"
    if profile is None:
        return None, "there is no profile of this table"
    if profile.kind != DICE:
        return None, "the profile is not of dice on a table"
    angles = tuple(seating.seats.values())
    if not seating.seats_known:
        return None, f"the profile has fewer seats than {len(angles)}"
    return CampGaze(camera=seating.camera, clock=seating.clock, profile=profile, seats=angles), ""
