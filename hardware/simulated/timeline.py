"""How time goes by at a simulated table: a chain of events in order of their times, pictures and presses among them.

It goes the same way however time is let go by. It acts on the product only through pins and pictures.
"""

from __future__ import annotations

import heapq
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping

import numpy as np

from hardware.buttons import Button, Menu
from hardware.simulated.camera import EXPOSURE_NS, SimulatedCamera, Snapshot
from hardware.simulated.clock import SECOND, SimulatedClock
from hardware.simulated.pins import Contacts, SimulatedPins
from hardware.simulated.scene import Scene
from hardware.wiring import Wiring

Deed = Callable[[], None]


class Timeline(ABC):
    """The time of a table; whoever has one says what it looks like (`_scene`), and what goes on by itself (`_land`).

    `seed` decides how contacts bounce; a camera has to be put in before anything happens (`_watch`).
    """

    def __init__(
        self, seed: int, *, clock: SimulatedClock | None = None, wires: Mapping[Button, int] | None = None
    ) -> None:
        self.seed = seed
        self.clock = clock or SimulatedClock()
        self.pins = SimulatedPins(self.clock)
        self._contacts = Contacts(self.pins, Wiring().buttons() if wires is None else wires)
        self._lock = threading.RLock()
        self._events: list[tuple[int, int, Deed]] = []
        self._count = 0
        self._now_ns = self.clock.now_ns()
        self._bounces = np.random.default_rng([seed, 21])
        self._frame = 0
        self.camera: SimulatedCamera

    def _watch(self, camera: SimulatedCamera) -> None:
        """Let a camera look on from now on."""
        self.camera = camera
        first_ns = (self._now_ns // camera.period_ns + 2) * camera.period_ns
        self.at(first_ns - EXPOSURE_NS // 2, self._expose)

    @abstractmethod
    def _scene(self, time_ns: int) -> Scene:
        """All that is to be seen at a time (of the present)."""

    @abstractmethod
    def _land(self, now_ns: int) -> None:
        """Let what moves by itself come to where it is by now."""

    @abstractmethod
    def _pressed(self, button: Button) -> None:
        """A button has just been pressed."""

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
                self._land(self._now_ns)
                deed()
            self._now_ns = max(self._now_ns, time_ns)
            self.clock.advance_to(self._now_ns)
            self._land(self._now_ns)

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
        self.at(time_ns, lambda: self._pressed(button))

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
        scene = self._scene(self._now_ns)
        self.camera.expose(Snapshot(self._frame, self._now_ns + EXPOSURE_NS // 2, scene))
        self._frame += 1
        self.at(self._now_ns + self.camera.period_ns, self._expose)
