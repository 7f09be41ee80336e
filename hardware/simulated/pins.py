"""The pins of the simulated device: gpiozero's mocked ones, telling the simulated time of every edge."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin, PinState

from hardware.buttons import Button
from hardware.clock import Clock

SECOND = 1_000_000_000


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero is not typed
    """A mocked pin, PWM and all, whose states and edges are stamped by its factory's clock."""

    _state: float
    _last_change: float
    states: list[PinState]

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        now = self.factory.ticks()
        self._state = value
        self.states.append(PinState(now - self._last_change, value))
        del self.states[:-64]
        self._last_change = now
        return True

    def clear_states(self) -> None:
        """Forget all states but the one it is in."""
        self._last_change = self.factory.ticks()
        self.states = [PinState(0.0, self._state)]


class SimulatedPins(MockFactory):  # type: ignore[misc]  # gpiozero is not typed
    """A factory of mocked pins by a clock: `ticks` are the clock's seconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._edge = threading.local()
        super().__init__(pin_class=SimulatedPin)

    def ticks(self) -> float:
        """The time of the edge that is being driven, else the time now; seconds."""
        at_ns = getattr(self._edge, "at_ns", None)
        return (self._clock.now_ns() if at_ns is None else at_ns) / SECOND

    def drive(self, number: int, *, high: bool, at_ns: int) -> None:
        """Put a level on an input pin, as if at a time; nothing happens if it is no input."""
        pin: Any = self.pin(f"GPIO{number}")
        if pin.function != "input":
            return
        self._edge.at_ns = at_ns
        try:
            pin.drive_high() if high else pin.drive_low()
        finally:
            self._edge.at_ns = None


class Contacts:
    """The buttons' contacts, which pull their pins low; some bounce."""

    def __init__(self, pins: SimulatedPins, wires: Mapping[Button, int]) -> None:
        self._pins, self._wires = pins, dict(wires)

    def __contains__(self, button: Button) -> bool:
        return button in self._wires

    def set(self, button: Button, *, closed: bool, at_ns: int) -> None:
        """Close or open the contact of a button at a time; an unknown button does nothing."""
        if button in self._wires:
            self._pins.drive(self._wires[button], high=not closed, at_ns=at_ns)
