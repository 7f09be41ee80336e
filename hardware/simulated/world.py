"""The world of the simulated table: its people, its things and its time, by seed.

It acts on the product only through pins and pictures, and hears of it what people would see: the name of the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from hardware.buttons import Button, Shout
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.faults import Faults
from hardware.simulated.looks import Look, make_look
from hardware.simulated.match import Match
from hardware.simulated.photoset import write_photo_set
from hardware.simulated.scene import Scene
from hardware.simulated.tabletop import Tabletop
from hardware.simulated.temper import Temper, make_temper
from hardware.simulated.timeline import Timeline
from hardware.simulated.truth import Truth

SEATS: dict[int, tuple[float, ...]] = {
    2: (200.0, 340.0),
    3: (200.0, 90.0, 340.0),
    4: (203.0, 135.0, 45.0, 337.0),
}
"""Where people sit, degrees from +x counter-clockwise; clockwise round the table, the device being at 270."""


def seats_for(players: int) -> tuple[float, ...]:
    """The angles at which so many people sit."""
    if players in SEATS:
        return SEATS[players]
    return tuple(round(float(a), 1) for a in np.linspace(218.0, -38.0, players) % 360)


class World(Timeline):
    """A table with people at it.

    `looks` is the seed of how it looks, the same as `seed` if it is not given; `human_seat` shouts by itself, through
    `press`. `oks` names the screens at which somebody presses ok after a moment.
    """

    def __init__(
        self,
        seed: int,
        players: int = 3,
        *,
        clock: SimulatedClock | None = None,
        looks: int | None = None,
        wires: Mapping[Button, int] | None = None,
        human_seat: int | None = None,
        tempers: Sequence[Temper] | None = None,
        frames_a_second: float = 15.0,
    ) -> None:
        super().__init__(seed, clock=clock, wires=wires)
        self.look: Look = make_look(seed if looks is None else looks)
        self.seats = seats_for(players)
        self.truth = Truth()
        rng = np.random.default_rng([seed, 20])
        self.top = Tabletop(self.look, self.seats, rng)
        self.faults = Faults(self)
        self.match = Match(
            self,
            list(tempers) if tempers is not None else [make_temper(rng) for _ in self.seats],
            human_seat=human_seat,
        )
        self._watch(SimulatedCamera(self.look, self, frames_a_second=frames_a_second))

    def _scene(self, time_ns: int) -> Scene:
        return self.top.scene(time_ns)

    def _land(self, now_ns: int) -> None:
        self.top.land(now_ns)

    def _pressed(self, button: Button) -> None:
        if isinstance(button, Shout):
            self.match.shouted(button.seat)

    def notice(self, screen: str, facts: Mapping[str, object] | None = None) -> None:
        """The device shows another screen: its name in small letters, and what it says."""
        with self._lock:
            self.catch_up()
            self.match.notice(screen, dict(facts or {}))

    def write_photo_set(self, folder: Path) -> None:
        """What a profile of this table is built from."""
        write_photo_set(folder, self.look, self.seats)
