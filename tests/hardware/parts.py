"""Every implementation of every protocol, ready to be tested: the contract suites run on all of them.

A line more in one of the tables below and a part is held to its contract. Those called "wired" are the real ones on
a Raspberry Pi (`pytest -m device`).
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from companion.settings import load_settings
from hardware.bear_track import BearTrack, TrackView
from hardware.buttons import Button, Buttons
from hardware.camera import WATCHING, Camera
from hardware.device import open_device, panel
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lamps import GpioLamps
from hardware.light import Shooting
from hardware.oled import Oled
from hardware.outputs import DISPLAY, Buzzer, Display, Lamps
from hardware.panels import Chip, i2c_panel, spi_panel
from hardware.pi import pi_hears, pi_pins
from hardware.picamera import PiCamera
from hardware.recorded import RecordedCamera
from hardware.simulated.ground import Ground
from hardware.simulated.outputs import SimulatedBuzzer, SimulatedDisplay, SimulatedLamps, SimulatedTrack
from hardware.simulated.pins import Contacts, SimulatedPins
from hardware.simulated.render import Renderer
from hardware.simulated.world import World as Table
from hardware.terminal import TerminalConsole
from hardware.terminal.keyboard import Keyboard
from hardware.track_bar import BarTrack
from hardware.track_lights import LightTrack, apa102_strip
from hardware.track_pointer import PointerTrack
from hardware.wiring import Wiring
from tests.hardware.fake_lgpio import FakeLgpio
from tests.hardware.fake_picamera2 import World
from tests.hardware.terminal.window import Window


@dataclass(frozen=True)
class Bench:
    """What a builder may want."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch


# --- cameras


def write_recording(folder: Path, *, frames: int, period_s: float, named: bool = False) -> None:
    """A recording of grey pictures, each a bit lighter than the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    times = [round(k * period_s, 6) for k in range(frames)]
    for k, time_s in enumerate(times):
        picture = np.full((WATCHING[1], WATCHING[0], 3), 20 + 5 * (k % 40), np.uint8)
        cv2.imwrite(str(folder / (f"{time_s:.6f}.png" if named else f"{k:03}.png")), picture)
    if not named:
        (folder / "set.json").write_text(json.dumps({"times_s": times}))


@contextlib.contextmanager
def recorded(bench: Bench) -> Iterator[Camera]:
    """A recording in real time, over and over."""
    write_recording(bench.folder, frames=12, period_s=0.05)
    yield RecordedCamera(bench.folder, repeat=True, exposure_ns=10_000_000)


@contextlib.contextmanager
def recorded_as_fast_as_asked(bench: Bench) -> Iterator[Camera]:
    """A recording that waits for its user."""
    write_recording(bench.folder, frames=12, period_s=0.05, named=True)
    yield RecordedCamera(bench.folder, live=False, repeat=True, exposure_ns=10_000_000)


@contextlib.contextmanager
def pi_camera(bench: Bench) -> Iterator[Camera]:
    """The Pi's camera on a stand-in for picamera2."""
    with World().installed(bench.monkeypatch):
        camera = PiCamera(Shooting(frames_per_s=100))
        yield camera
        camera.close()


@contextlib.contextmanager
def simulated_camera(_: Bench) -> Iterator[Camera]:
    """The camera of the simulated table, with what it has worked out before."""
    camera = Table(seed=3, players=2).camera
    camera._ground, renderers = _worked_out()
    camera._renderers.update(renderers)
    yield camera


@functools.cache
def _worked_out() -> tuple[Ground | None, dict[tuple[int, int], Renderer]]:
    camera = Table(seed=3, players=2).camera
    frame = camera.frame(timeout_s=5)
    camera.still(after_ns=frame.time_ns, timeout_s=5)
    return camera._ground, dict(camera._renderers)


@contextlib.contextmanager
def wired_camera(_: Bench) -> Iterator[Camera]:
    """What is plugged in."""
    camera = PiCamera()
    with contextlib.suppress(TimeoutError):
        camera.frame(timeout_s=10)  # it opens in the background
    yield camera


CAMERAS: dict[str, Callable[[Bench], AbstractContextManager[Camera]]] = {
    "recorded": recorded,
    "recorded-fast": recorded_as_fast_as_asked,
    "picamera2": pi_camera,
    "simulated": simulated_camera,
    "wired": wired_camera,
}


# --- buttons


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


# --- displays


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


def wired() -> Wiring:
    """How this device is wired: as its settings say."""
    return load_settings().wiring


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


# --- lamps and buzzers


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


# --- tracks

PINS = (4, 5, 6, 12, 13)


@dataclass
class Strip:
    """SPI with a strip of APA102 on it, in the manner of spidev: keeps the colours and can break."""

    sent: list[bytes] = field(default_factory=list)
    fault: Exception | None = None

    def open(self, port: int, device: int) -> None:
        """SPI."""

    def writebytes(self, data: list[int]) -> None:
        """SPI."""
        if self.fault is not None:
            raise self.fault
        self.sent.append(bytes(data))

    def close(self) -> None:
        """SPI."""

    def colours(self) -> tuple[tuple[int, int, int], ...]:
        """What the strip shows: after 32 zero bits a word a light, brightness, blue, green, red."""
        last = self.sent[-1]
        assert last[:4] == bytes(4)
        words = [last[k : k + 4] for k in range(4, 4 + 4 * (len(last) // 4 - 1), 4)]
        return tuple((word[3], word[2], word[1]) for word in words if word[0] >> 5 == 7)


@dataclass
class Servo:
    """I2C with a PCA9685 on it, in the manner of smbus2: its registers as the datasheet says; can break."""

    registers: dict[int, int] = field(default_factory=dict)
    fault: Exception | None = None
    moves: int = 0

    def write_byte_data(self, address: int, register: int, value: int) -> None:
        """Write one register; the prescaler takes no value while the chip is awake."""
        if self.fault is not None:
            raise self.fault
        assert address == 0x40
        if register == 0xFE and not self.registers.get(0, 0x11) & 0x10:
            return
        self.registers[register] = value

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write several; only with auto-increment."""
        if self.fault is not None:
            raise self.fault
        assert address == 0x40
        assert self.registers[0] & 0x20, "no auto-increment"
        for k, value in enumerate(data):
            self.registers[register + k] = value
        self.moves += 1

    def close(self) -> None:
        """Nothing."""

    def pulse_us(self, channel: int = 0) -> float | None:
        """The length of the pulses, None while the output is off."""
        low, high = (self.registers.get(0x06 + 4 * channel + k, 0x10) for k in (2, 3))
        if high & 0x10:
            return None
        period_us = 4096 * (self.registers[0xFE] + 1) / 25
        return (low | (high & 15) << 8) * period_us / 4096


@dataclass
class Course:
    """A track, and a way to see whether what it shows has changed and whether it is dark or at rest."""

    track: BearTrack
    seen: Callable[[], object]
    resting: Callable[[], bool]
    settle: Callable[[], object] = lambda: None


@contextlib.contextmanager
def light_track(_: Bench) -> Iterator[Course]:
    """A strip on SPI."""
    strip = Strip()
    track = LightTrack(lambda: apa102_strip(30, bus=strip), 30, beat_s=60)
    yield Course(track, strip.colours, lambda: set(strip.colours()) == {(0, 0, 0)}, lambda: track.settle(2))
    track.close()


@contextlib.contextmanager
def bar_track(_: Bench) -> Iterator[Course]:
    """Plain lights on mocked pins."""
    factory = MockFactory(pin_class=MockPWMPin)
    track = BarTrack(factory, PINS)

    def lit() -> tuple[bool, ...]:
        return tuple(bool(factory.pin(pin).state) for pin in PINS)

    yield Course(track, lit, lambda: not any(lit()))


@contextlib.contextmanager
def pointer_track(_: Bench) -> Iterator[Course]:
    """A servo on I2C."""
    servo = Servo()
    track = PointerTrack(lambda: servo, move_s=60)
    yield Course(track, servo.pulse_us, lambda: servo.pulse_us() is None, lambda: track.settle(2))
    track.close()


@contextlib.contextmanager
def simulated_track(_: Bench) -> Iterator[Course]:
    """The one that only remembers."""
    track = SimulatedTrack()
    yield Course(track, lambda: track.view, lambda: track.view is None)


@contextlib.contextmanager
def terminal_track(_: Bench) -> Iterator[Course]:
    """The one in a window."""
    window = Window(100, 40)
    with TerminalConsole(window.inside, window.inside) as console:

        def line() -> str:
            time.sleep(0.2)
            rows = window.seen().text().splitlines()
            return next((row for row in rows if "B" in row and "^" in row), "")

        yield Course(console.track, line, lambda: not line())
    window.close()


@contextlib.contextmanager
def wired_track(_: Bench) -> Iterator[Course]:
    """What is wired; nobody can tell here what it shows."""
    device = open_device(wired(), with_display=False)
    shown: list[TrackView] = []
    plain = device.track.show

    def show(view: TrackView) -> None:
        plain(view)
        shown.append(view)

    device.track.show = show  # type: ignore[method-assign]
    yield Course(device.track, lambda: shown[-1], lambda: True, lambda: time.sleep(1))
    device.close()


TRACKS: dict[str, Callable[[Bench], AbstractContextManager[Course]]] = {
    "lights": light_track,
    "bar": bar_track,
    "pointer": pointer_track,
    "simulated": simulated_track,
    "terminal": terminal_track,
    "wired": wired_track,
}


def named(table: Mapping[str, Callable[[Bench], AbstractContextManager[object]]]) -> list[object]:
    """The builders as parameters of a test; the wired ones only run with `-m device`."""
    return [
        pytest.param(builder, id=name, marks=[pytest.mark.device] if name == "wired" else [])
        for name, builder in table.items()
    ]
