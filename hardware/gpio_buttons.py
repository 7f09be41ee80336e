"""The buttons on their pins: kernel edges with the kernel's times, taken raw.

No library debounces them, because every library's debouncing delays or moves the stamps, which decide who was first.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from queue import Empty, Queue

from gpiozero import Factory, InputDevice

from hardware.buttons import Button, Buttons, Press
from hardware.contacts import HELD_NS, LOCKOUT_NS, Contact
from hardware.errors import PartMissing
from hardware.pi import pin_faults

GATHER_NS = 2_000_000
"""How long an edge is kept back, so that one that happened earlier but is told later still goes before it."""


def _always() -> bool:
    return True


_Told = tuple[float, Button, int]
"""What a pin tells: the time in the factory's seconds, the button, and the pin's level."""


@dataclass(frozen=True)
class _Edge:
    """The same, understood."""

    time_ns: int
    button: Button
    closed: bool


def _edge(told: _Told) -> _Edge:
    ticks, button, level = told
    return _Edge(_as_ns(ticks), button, closed=not level)


class GpioButtons(Buttons):
    """Buttons between their pin and ground, with the Pi's pull-up.

    `pins` says which pin (BCM number) each button is wired to. `hears` tells whether the factory still delivers
    edges. One thread calls the methods; edges come from wherever the factory likes. Raises PartMissing if a pin
    cannot be had.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Mapping[Button, int],
        *,
        lockout_ns: int = LOCKOUT_NS,
        held_ns: int = HELD_NS,
        gather_ns: int = GATHER_NS,
        hears: Callable[[], bool] = _always,
    ) -> None:
        self._factory = factory
        self._held_ns = held_ns
        self._gather_ns = gather_ns
        self._hears = hears
        self._told: Queue[_Told] = Queue()  # in Python 3.11 a signal can make SimpleQueue.get wait for ever
        self._edges: list[_Edge] = []
        self._ready: list[Press] = []
        self._lines: dict[Button, _Line] = {}
        self._contacts: dict[Button, Contact] = {}
        for button, pin in pins.items():
            try:
                line = self._lines[button] = _Line(factory, pin, button, self._told)
                closed = line.closed()
            except pin_faults() as error:
                self.close()
                raise PartMissing(f"the button on GPIO {pin} cannot be used: {error}") from error
            self._contacts[button] = Contact(closed=closed, read_ns=self._now_ns(), lockout_ns=lockout_ns)

    def presses(self) -> tuple[Press, ...]:
        """The presses since the last call, in order of their time; never blocks."""
        self._listen()
        ready, self._ready = self._ready, []
        return tuple(ready)

    def wait(self, timeout_s: float) -> bool:
        """Whether `presses` has something to tell, at once if it has, else as soon as it has within `timeout_s`."""
        deadline = time.monotonic() + timeout_s
        while True:
            self._listen()
            if self._ready:
                return True
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                return False
            with contextlib.suppress(Empty):
                told = self._told.get(timeout=min([left_s, *map(self._due_s, self._edges)]))
                self._edges.append(_edge(told))

    def stuck(self) -> tuple[Button, ...]:
        """Buttons held down for longer than anybody would, or since before they were opened; ignored until let go."""
        self._listen()
        now_ns = self._now_ns()
        for button, line in self._lines.items():
            self._contacts[button].level(now_ns, closed=line.closed())
        return tuple(
            button for button in self._lines if self._contacts[button].stuck(now_ns, held_ns=self._held_ns)
        )

    def alive(self) -> bool:
        """Whether edges are still heard; never after `close`."""
        return bool(self._lines) and self._hears()

    def close(self) -> None:
        """Let the pins go; harmless a second time."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()
        self._ready.clear()

    def _now_ns(self) -> int:
        return _as_ns(self._factory.ticks())

    def _due_s(self, edge: _Edge) -> float:
        """Seconds until nothing earlier than an edge can be told any more."""
        return max(0, edge.time_ns + self._gather_ns - self._now_ns()) / 1e9

    def _listen(self) -> None:
        """Turn the edges that nothing earlier can follow any more into presses.

        A stamp from the future is wrong, and not waited for: no button may seem dead.
        """
        with contextlib.suppress(Empty):
            while True:
                self._edges.append(_edge(self._told.get_nowait()))
        now_ns = self._now_ns()
        early: list[_Edge] = []
        late: list[_Edge] = []
        for edge in sorted(self._edges, key=lambda edge: edge.time_ns):
            (late if 0 <= now_ns - edge.time_ns < self._gather_ns else early).append(edge)
        self._edges = late
        for edge in early:
            time_ns = self._contacts[edge.button].edge(edge.time_ns, closed=edge.closed)
            if time_ns is not None and self._lines:
                self._ready.append(Press(time_ns, edge.button))
        self._ready.sort(key=lambda press: press.time_ns)


class _Line:
    """One pin that puts its edges into a queue, and does nothing else.

    Whatever were raised in the factory's callback would end its only thread, and with it every button.
    """

    def __init__(self, factory: Factory, pin: int, button: Button, told: Queue[_Told]) -> None:
        self._button = button
        self._told = told
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._pin = self._device.pin
        try:
            self._pin.bounce = None
            self._pin.edges = "both"
            self._pin.when_changed = (
                self._changed
            )  # the pin keeps a weak reference; this object is kept by its owner
        except BaseException:
            self._device.close()
            raise

    def _changed(self, ticks: float, state: int) -> None:
        self._told.put((ticks, self._button, state))

    def closed(self) -> bool:
        """Whether the contact is closed now; it pulls the pin low."""
        return not self._pin.state

    def close(self) -> None:
        """Let the pin go."""
        self._device.close()


def _as_ns(ticks: float) -> int:
    """Seconds of the factory's clock, which is CLOCK_MONOTONIC on a Pi, as ns."""
    return round(ticks * 1e9)
