"""All lamps and buzzers, ready to be tested."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lamps import GpioLamps
from hardware.outputs import Buzzer, Lamps
from hardware.pi import pi_pins
from hardware.simulated.outputs import SimulatedBuzzer, SimulatedLamps
from hardware.terminal import TerminalConsole
from tests.hardware.parts.bench import Bench, wired
from tests.hardware.terminal.window import Window


@contextlib.contextmanager
def led_lamps(_: Bench) -> Iterator[Lamps]:
    """LEDs on mocked pins."""
    yield GpioLamps(MockFactory(pin_class=MockPWMPin), {0: 4, 1: 18})


@contextlib.contextmanager
def simulated_lamps(_: Bench) -> Iterator[Lamps]:
    """Those that only remember."""
    yield SimulatedLamps(2)


@contextlib.contextmanager
def terminal_lamps(_: Bench) -> Iterator[Lamps]:
    """Those in a window."""
    window = Window()
    with TerminalConsole(window.inside, window.inside) as console:
        yield console.lamps
    window.close()


@contextlib.contextmanager
def wired_lamps(_: Bench) -> Iterator[Lamps]:
    """What is wired."""
    chip = pi_pins()
    yield GpioLamps(chip, dict(enumerate(wired().lamps)))
    chip.close()


LAMPS: dict[str, Callable[[Bench], AbstractContextManager[Lamps]]] = {
    "leds": led_lamps,
    "simulated": simulated_lamps,
    "terminal": terminal_lamps,
    "wired": wired_lamps,
}


@contextlib.contextmanager
def piezo(_: Bench) -> Iterator[Buzzer]:
    """A piezo on a mocked pin."""
    yield GpioBuzzer(MockFactory(pin_class=MockPWMPin), 12)


@contextlib.contextmanager
def simulated_buzzer(_: Bench) -> Iterator[Buzzer]:
    """The one that only remembers."""
    yield SimulatedBuzzer()


@contextlib.contextmanager
def terminal_buzzer(_: Bench) -> Iterator[Buzzer]:
    """The one that is a word in a window."""
    window = Window()
    with TerminalConsole(window.inside, window.inside) as console:
        yield console.buzzer
    window.close()


@contextlib.contextmanager
def wired_buzzer(_: Bench) -> Iterator[Buzzer]:
    """What is wired."""
    chip = pi_pins()
    yield GpioBuzzer(chip, wired().buzzer or 12)
    chip.close()


BUZZERS: dict[str, Callable[[Bench], AbstractContextManager[Buzzer]]] = {
    "piezo": piezo,
    "simulated": simulated_buzzer,
    "terminal": terminal_buzzer,
    "wired": wired_buzzer,
}
