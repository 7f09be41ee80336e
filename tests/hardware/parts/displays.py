"""Every display, ready to be tested."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.device import panel
from hardware.oled import Oled
from hardware.outputs import DISPLAY, Display
from hardware.panels import Chip, i2c_panel, spi_panel
from hardware.pi import pi_pins
from hardware.simulated.outputs import SimulatedDisplay
from hardware.terminal import TerminalConsole
from tests.hardware.parts.bench import Bench, wired
from tests.hardware.terminal.window import Window


@dataclass
class Bus:
    """A bus, I2C or SPI, with a panel on it: keeps what is written, decodes it, and can be slow or break."""

    chip: Chip
    written: list[tuple[str, bytes]] = field(default_factory=list)
    fault: Exception | None = None
    slow_s: float = 0.0
    data_pin: Callable[[], bool] = lambda: False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """I2C, in the manner of smbus2."""
        assert address == 0x3C
        self._write("data" if register == 0x40 else "command", bytes(data))

    def open(self, port: int, device: int) -> None:
        """SPI, in the manner of spidev."""

    def writebytes(self, data: list[int]) -> None:
        """SPI."""
        self._write("data" if self.data_pin() else "command", bytes(data))

    def close(self) -> None:
        """SPI."""

    def _write(self, kind: str, data: bytes) -> None:
        time.sleep(self.slow_s)
        if self.fault is not None:
            raise self.fault
        with self.lock:
            self.written.append((kind, data))

    def glass(self) -> Image.Image | None:
        """What the panel shows: its memory, or nothing while it is off."""
        ram, on, page, column = np.zeros((8, 132), np.uint8), False, 0, 0
        first = 0 if self.chip == "ssd1306" else 2
        with self.lock:
            written = list(self.written)
        for kind, data in written:
            if kind == "data":
                for byte in data:
                    ram[page, column] = byte
                    column += 1
                    if column == 128 and self.chip == "ssd1306":
                        page, column = (page + 1) % 8, 0
            elif data == b"\xae" or data[:1] == b"\xae":
                on = False
            elif data == b"\xaf":
                on = True
            elif data[:1] == b"\x21" and self.chip == "ssd1306":
                page, column = data[4], data[1]
            elif 0xB0 <= data[0] <= 0xB7 and self.chip == "sh1106":
                page, column = data[0] - 0xB0, (data[1] & 15) + ((data[2] & 15) << 4)
        if not on:
            return None
        bits = np.unpackbits(ram[:, first : first + 128, None], axis=2, bitorder="little")
        return Image.fromarray(bits.transpose(0, 2, 1).reshape(64, 128).astype(bool))


@dataclass
class Shop:
    """A display and a way to see what it shows."""

    display: Display
    seen: Callable[[], Image.Image | None]
    writes: Callable[[], int]
    """How much has been sent so far."""
    settle: Callable[[], object] = lambda: None
    """Waits until what was shown has been sent."""


def i2c_oled(chip: Chip) -> Callable[[Bench], AbstractContextManager[Shop]]:
    """A panel on I2C."""

    @contextlib.contextmanager
    def built(_: Bench) -> Iterator[Shop]:
        bus = Bus(chip)
        display = Oled(lambda: i2c_panel(chip, bus=bus))
        yield Shop(display, bus.glass, lambda: len(bus.written), lambda: display.settle(2))
        display.close()

    return built


def spi_oled(chip: Chip) -> Callable[[Bench], AbstractContextManager[Shop]]:
    """A panel on SPI, its D/C and RES on mocked pins."""

    @contextlib.contextmanager
    def built(_: Bench) -> Iterator[Shop]:
        factory = MockFactory(pin_class=MockPWMPin)
        bus = Bus(chip, data_pin=lambda: bool(factory.pin(24).state))
        display = Oled(lambda: spi_panel(chip, factory, bus=bus))
        yield Shop(display, bus.glass, lambda: len(bus.written), lambda: display.settle(2))
        display.close()

    return built


@contextlib.contextmanager
def simulated_display(_: Bench) -> Iterator[Shop]:
    """The one that only remembers."""
    display = SimulatedDisplay()
    yield Shop(display, lambda: display.picture, lambda: display.changes)


@contextlib.contextmanager
def terminal_display(_: Bench) -> Iterator[Shop]:
    """The one in a window of an ordinary computer."""
    window = Window(150, 45)
    with TerminalConsole(window.inside, window.inside) as console:
        yield Shop(console.display, window.picture, lambda: len(window.written), window.settle)
    window.close()


@contextlib.contextmanager
def wired_display(_: Bench) -> Iterator[Shop]:
    """What is wired; nobody can tell here what it shows."""
    display = Oled(panel(wired().display, pi_pins()))
    shown: list[Image.Image] = []
    plain = display.show

    def show(picture: Image.Image) -> None:
        plain(picture)
        shown.append(picture.copy())

    display.show = show  # type: ignore[method-assign]
    yield Shop(
        display, lambda: shown[-1] if display.working() else None, lambda: 0, lambda: display.settle(5)
    )
    display.close()


DISPLAYS: dict[str, Callable[[Bench], AbstractContextManager[Shop]]] = {
    "ssd1306-i2c": i2c_oled("ssd1306"),
    "sh1106-i2c": i2c_oled("sh1106"),
    "ssd1306-spi": spi_oled("ssd1306"),
    "sh1106-spi": spi_oled("sh1106"),
    "simulated": simulated_display,
    "terminal": terminal_display,
    "wired": wired_display,
}


def drawn(number: int) -> Image.Image:
    """A picture for the display that is like no other."""
    bits = np.random.default_rng(number).random((DISPLAY[1], DISPLAY[0])) < 0.5
    return Image.fromarray(bits)
