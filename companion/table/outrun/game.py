"""Outrun the Bear as a game for the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from calibration.errors import CalibrationError
from calibration.rows import TaughtRows, load_rows
from companion.parks import draw_park, lay_out, load_tiles
from companion.settings import Settings
from companion.table.asking import Dialog
from companion.table.game import Seating
from companion.table.outrun.evening import evening
from companion.table.outrun.gaze import gaze_of
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.setting_up import runners_of, set_up
from companion.table.table import Table
from hardware.bear_track import BearTrack


class OutrunAtTable:
    """Outrun the Bear, led by display and buttons.

    `rng` draws the park and who gets the token, by default as nobody can foresee; `track` shows the trail, if there is
    one.
    """

    name = "outrun"
    title = "Outrun the Bear"

    def __init__(self, *, rng: random.Random | None = None, track: BearTrack | None = None) -> None:
        self._rng = random.SystemRandom() if rng is None else rng
        self._track = track

    def header(self, settings: Settings, players: Sequence[str]) -> dict[str, object]:
        """The header of a match with these settings; park and token are drawn. Raises `BadInput` for a bad park."""
        variants, runners = settings.outrun_variants, runners_of(players)
        laid = draw_park(load_tiles(settings.park), self._rng, variants=variants)
        return {
            "game": self.name,
            "runners": list(runners),
            "token": self._rng.choice(runners),
            "park": lay_out(laid, backs="last_one_standing" in variants),
            "variants": list(variants),
        }

    def set_up(self, settings: Settings, *, seats: int) -> Dialog[dict[str, object] | None]:
        """Ask for runners, rules, park and token."""
        return set_up(settings, seats=seats, rng=self._rng)

    def sit_down(self, seating: Seating, *, resumed: bool) -> Table:
        """The table at which the match is played on from where it stands."""
        gaze, trouble = gaze_of(seating)
        room = OutrunRoom(
            seating.match,
            seating.stage,
            seating.seats,
            seating.tell,
            seating.habits,
            gaze,
            trouble,
            seating.now_ns,
            track=self._track,
            known_rows=_known_rows(seating),
        )
        return Table(room, partial(evening, room), resumed=resumed)


def _known_rows(seating: Seating) -> TaughtRows | None:
    """The rows in the file of the settings, if they can be read."""
    if seating.settings.rows is None:
        return None
    try:
        return load_rows(seating.settings.rows)
    except (CalibrationError, OSError) as error:
        seating.tell(f"The rows cannot be used: {error}")
        return None
