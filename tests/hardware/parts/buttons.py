"""Every kind of buttons, ready to be tested."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import Button, Buttons
from hardware.gpio_buttons import GpioButtons
from hardware.pi import pi_hears, pi_pins
from hardware.simulated.pins import Contacts, SimulatedPins
from hardware.simulated.world import World as Table
from hardware.terminal.keyboard import Keyboard
from hardware.wiring import Wiring
from tests.hardware.fake_lgpio import FakeLgpio
from tests.hardware.parts.bench import Bench


@dataclass
class Bank:
    """Buttons with something to press them: `press` closes a contact, by a time if the part has true ones."""

    buttons: Buttons
    press: Callable[[Button], int]
    """Presses and lets go; returns the time of the press, ns."""
    exact_ns: int = 0
    """How far the press's time may be from that."""


@contextlib.contextmanager
def pins(_: Bench) -> Iterator[Bank]:
    """The real ones on mocked pins."""
    factory, wires = MockFactory(pin_class=MockPWMPin), Wiring().buttons()
    buttons = GpioButtons(factory, wires)

    def press(button: Button) -> int:
        pin = factory.pin(wires[button])
        pin.drive_low()
        time_ns: int = round(pin._last_change * 1e9)
        pin.drive_high()
        return time_ns

    yield Bank(buttons, press)


@contextlib.contextmanager
def lgpio_pins(bench: Bench) -> Iterator[Bank]:
    """The real ones on gpiozero's code for lgpio, on a stand-in for the chip."""
    chip, wires = FakeLgpio(), Wiring().buttons()
    with chip.installed(bench.monkeypatch):
        factory = pi_pins()
        buttons = GpioButtons(factory, wires, hears=pi_hears)

        def press(button: Button) -> int:
            time_ns = time.monotonic_ns()
            chip.edge(wires[button], 0, time_ns)
            chip.edge(wires[button], 1, time_ns + 1_000)
            return time_ns

        yield Bank(buttons, press)
        buttons.close()
        factory.close()


@contextlib.contextmanager
def simulated_pins(_: Bench) -> Iterator[Bank]:
    """The real ones on the simulated table's pins."""
    table, wires = Table(seed=3, players=2), Wiring().buttons()
    buttons = GpioButtons(table.pins, wires, gather_ns=0)
    contacts = Contacts(table.pins, wires)
    assert isinstance(table.pins, SimulatedPins)

    def press(button: Button) -> int:
        time_ns = table.now_ns()
        contacts.set(button, closed=True, at_ns=time_ns)
        contacts.set(button, closed=False, at_ns=time_ns + 100_000)
        table.clock.advance(60_000_000)
        return time_ns

    yield Bank(buttons, press)


@contextlib.contextmanager
def keyboard(_: Bench) -> Iterator[Bank]:
    """The keyboard."""
    reading, writing = os.pipe()
    keys = {
        **{f"Shout(seat={seat})": str(seat + 1) for seat in range(8)},
        "BACK": "b",
        "NEXT": "n",
        "OK": " ",
    }
    buttons = Keyboard(reading)

    def press(button: Button) -> int:
        time_ns = time.monotonic_ns()
        os.write(writing, keys.get(str(button), keys.get(getattr(button, "name", ""), "")).encode())
        time.sleep(0.02)
        return time_ns

    yield Bank(buttons, press, exact_ns=1_000_000_000)
    buttons.close()
    os.close(reading)
    os.close(writing)


BUTTONS: dict[str, Callable[[Bench], AbstractContextManager[Bank]]] = {
    "pins": pins,
    "lgpio": lgpio_pins,
    "simulated": simulated_pins,
    "keyboard": keyboard,
}
