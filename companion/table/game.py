"""What a game has to bring along to be played at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from calibration.profile import Profile
from companion.match import Match
from companion.settings import Settings
from companion.table.asking import Dialog
from companion.table.room import Habits, Teller
from companion.table.stage import Stage
from companion.table.table import Table
from hardware.camera import Camera
from hardware.clock import Clock


@dataclass(frozen=True)
class Seating:
    """A match that people sit down to, and what the session has for it.

    `seats` are the angles of the players, degrees, in their order; unless `seats_known` they are just spread evenly.
    `camera` is None where there is none, `profile` where none is known for this game; `camera_trouble` says why nothing
    can be watched, empty while the camera works.
    """

    match: Match
    stage: Stage
    seats: Mapping[str, float]
    seats_known: bool
    tell: Teller
    habits: Habits
    settings: Settings
    camera: Camera | None
    clock: Clock
    profile: Profile | None
    camera_trouble: str
    now_ns: int


class TableGame(Protocol):
    """A game as it is played at the table."""

    @property
    def name(self) -> str:
        """What the header of a match calls it."""
        ...

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    def header(self, settings: Settings, players: Sequence[str]) -> dict[str, object]:
        """The header of a match with these settings."""
        ...

    def set_up(self, settings: Settings, *, seats: int) -> Dialog[dict[str, object] | None]:
        """Ask for what has to be known of a new match; its header, None if people leave."""
        ...

    def sit_down(self, seating: Seating, *, resumed: bool) -> Table:
        """The table at which the match is played on from where it stands."""
        ...
