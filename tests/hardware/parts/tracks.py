"""Every bear track, ready to be tested."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.bear_track import BearTrack, TrackView
from hardware.device import open_device
from hardware.simulated.outputs import SimulatedTrack
from hardware.terminal import TerminalConsole
from hardware.track_bar import BarTrack
from hardware.track_lights import LightTrack, apa102_strip
from hardware.track_pointer import PointerTrack
from tests.hardware.parts.bench import Bench, wired
from tests.hardware.terminal.window import Window

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
