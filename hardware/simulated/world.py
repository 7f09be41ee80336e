"""The world of the simulated table: its people, its things and its time, by seed.

It is a chain of events in order of their times, so that it goes the same way however time is let go by. It acts on
the product only through pins and pictures, and hears of it what people would see: the name of the screen.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path

import numpy as np

from hardware.buttons import Button, Menu, Shout
from hardware.simulated.camera import EXPOSURE_NS, SimulatedCamera, Snapshot
from hardware.simulated.clock import SECOND, SimulatedClock
from hardware.simulated.faults import Faults
from hardware.simulated.looks import Look, make_look
from hardware.simulated.match import Match
from hardware.simulated.photoset import write_photo_set
from hardware.simulated.pins import Contacts, SimulatedPins
from hardware.simulated.tabletop import Tabletop
from hardware.simulated.temper import Temper, make_temper
from hardware.simulated.truth import Truth
from hardware.wiring import Wiring

SEATS: dict[int, tuple[float, ...]] = {
    2: (200.0, 340.0),
    3: (200.0, 90.0, 340.0),
    4: (203.0, 135.0, 45.0, 337.0),
}
"""Where people sit, degrees from +x counter-clockwise; clockwise round the table, the device being at 270."""

Deed = Callable[[], None]


def seats_for(players: int) -> tuple[float, ...]:
    """The angles at which so many people sit."""
    if players in SEATS:
        return SEATS[players]
    return tuple(round(float(a), 1) for a in np.linspace(218.0, -38.0, players) % 360)


class World:
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
        self.seed = seed
        self.clock = clock or SimulatedClock()
        self.look: Look = make_look(seed if looks is None else looks)
        self.seats = seats_for(players)
        self.truth = Truth()
        self.pins = SimulatedPins(self.clock)
        self._contacts = Contacts(self.pins, Wiring().buttons() if wires is None else wires)
        self.camera = SimulatedCamera(self.look, self, frames_a_second=frames_a_second)
        self._lock = threading.RLock()
        self._events: list[tuple[int, int, Deed]] = []
        self._count = 0
        self._now_ns = self.clock.now_ns()
        rng = np.random.default_rng([seed, 20])
        self.top = Tabletop(self.look, self.seats, rng)
        self.faults = Faults(self)
        self._bounces = np.random.default_rng([seed, 21])
        self.match = Match(
            self,
            list(tempers) if tempers is not None else [make_temper(rng) for _ in self.seats],
            human_seat=human_seat,
        )
        self._frame = 0
        first_ns = (self._now_ns // self.camera.period_ns + 2) * self.camera.period_ns
        self.at(first_ns - EXPOSURE_NS // 2, self._expose)

    # -- time

    @property
    def happening_ns(self) -> int:
        """The time of what is happening."""
        return self._now_ns

    def now_ns(self) -> int:
        """The time by the table's clock."""
        return self.clock.now_ns()

    def advance_to(self, time_ns: int) -> None:
        """Let everything happen up to a time; a stepped clock goes with it."""
        with self._lock:
            while self._events and self._events[0][0] <= time_ns:
                at_ns, _, deed = heapq.heappop(self._events)
                self._now_ns = max(self._now_ns, at_ns)
                self.clock.advance_to(self._now_ns)
                self.top.land(self._now_ns)
                deed()
            self._now_ns = max(self._now_ns, time_ns)
            self.clock.advance_to(self._now_ns)
            self.top.land(self._now_ns)

    def catch_up(self) -> None:
        """Let everything happen up to now."""
        self.advance_to(self.clock.now_ns())

    def wait_until(self, time_ns: int) -> None:
        """Let time go by up to a time: asleep if the clock runs by itself, else at once."""
        left_s = self.clock.real_seconds(time_ns - self.clock.now_ns())
        if left_s > 0:
            time.sleep(left_s)
            time_ns = max(time_ns, self.clock.now_ns())
        self.advance_to(time_ns)

    def at(self, time_ns: int, deed: Deed) -> None:
        """Do something at a time."""
        self._count += 1
        heapq.heappush(self._events, (max(time_ns, self._now_ns), self._count, deed))

    def go_through(self, doing: Generator[float, None, None], wanted: Callable[[], bool]) -> None:
        """Do what a generator says, as long as it is wanted; it yields the seconds until it goes on."""

        def step() -> None:
            if wanted():
                seconds = next(doing, None)
                if seconds is not None:
                    self.at(self._now_ns + round(seconds * SECOND), step)

        step()

    # -- what goes out

    def press(self, button: Button, *, held_s: float = 0.12) -> None:
        """Press a button now, as the keyboard does for a human."""
        with self._lock:
            self.catch_up()
            self.press_at(button, self._now_ns, held_s=held_s)
            self.advance_to(self._now_ns)

    def press_at(self, button: Button, time_ns: int, *, held_s: float = 0.12) -> None:
        """Press a button at a time; its contact bounces."""
        rng = self._bounces
        edges = [(time_ns, True)]
        for start, closed in ((time_ns, True), (time_ns + round(held_s * SECOND), False)):
            at_ns = start
            if start != time_ns:
                edges.append((at_ns, closed))
            for _ in range(int(rng.integers(0, 4))):
                at_ns += int(rng.integers(100_000, 2_000_000))
                edges.append((at_ns, not closed))
                at_ns += int(rng.integers(100_000, 2_000_000))
                edges.append((at_ns, closed))
        for at_ns, closed in edges:
            self.at(at_ns, self._edge(button, closed=closed))
        if isinstance(button, Shout):
            self.at(time_ns, lambda: self.match.shouted(button.seat))

    def _edge(self, button: Button, *, closed: bool) -> Deed:
        return lambda: self._contacts.set(button, closed=closed, at_ns=self._now_ns)

    def press_ok(self, delay_s: float, wanted: Callable[[], bool]) -> None:
        """Press ok after a moment, if it is still wanted then."""
        self.at(
            self._now_ns + round(delay_s * SECOND),
            lambda: self.press_at(Menu.OK, self._now_ns) if wanted() else None,
        )

    def _expose(self) -> None:
        """Keep the scene of a frame, in the middle of its exposure."""
        scene = self.top.scene(self._now_ns)
        self.camera.expose(Snapshot(self._frame, self._now_ns + EXPOSURE_NS // 2, scene))
        self._frame += 1
        self.at(self._now_ns + self.camera.period_ns, self._expose)

    # -- what comes in

    def notice(self, screen: str, facts: Mapping[str, object] | None = None) -> None:
        """The device shows another screen: its name in small letters, and what it says."""
        with self._lock:
            self.catch_up()
            self.match.notice(screen, dict(facts or {}))

    def write_photo_set(self, folder: Path) -> None:
        """What a profile of this table is built from."""
        write_photo_set(folder, self.look, self.seats)
