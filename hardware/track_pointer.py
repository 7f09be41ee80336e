"""The track as a pointer: a hobby servo on a PCA9685, on the I2C bus that the display is on too.

The chip makes the pulses by itself, so the pointer neither jitters nor knows only six positions, as it would with
pulses made by software. Registers: NXP PCA9685 datasheet, section 7.3. The servo needs 5 V of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from hardware.bear_track import START, BearTrack, TrackView
from hardware.latest import Latest

ADDRESS = 0x40
_MODE1, _MODE2, _FIRST_CHANNEL, _PRESCALE = 0x00, 0x01, 0x06, 0xFE
_SLEEP, _INCREMENT, _TOTEM_POLE, _FULL_OFF = 0x10, 0x20, 0x04, 0x10
_OSCILLATOR_HZ, _TICKS = 25_000_000, 4096

PULSES_A_SECOND = 50
WAKE_S = 0.0005
"""The oscillator needs 500 µs to run steadily (datasheet 7.3.1)."""
MOVE_S = 0.8
"""How long the servo is driven; then it rests, silent and without current, and stays where it is."""


class I2c(Protocol):
    """What is used of smbus2.SMBus."""

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write one register."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write registers one after the other."""

    def close(self) -> None:
        """Let the bus go."""


def i2c_bus(port: int = 1) -> I2c:
    """The Pi's own bus; raises OSError, FileNotFoundError if I2C is not enabled."""
    from smbus2 import SMBus  # noqa: PLC0415 - opens /dev/i2c-N, which only a Pi has

    bus: I2c = SMBus(port)
    return bus


class PointerTrack(BearTrack):
    """A pointer that stands at the Bear's row, from `start_us` (before the first row) to `end_us` (the last row).

    Pulse lengths in µs; they may be swapped for a servo that is mounted the other way round. The bus is made by
    `connect`, now or whenever it can be reached. `channel` is the chip's output, 0 to 15.
    """

    def __init__(
        self,
        connect: Callable[[], I2c],
        *,
        address: int = ADDRESS,
        channel: int = 0,
        start_us: int = 1000,
        end_us: int = 2000,
        move_s: float = MOVE_S,
    ) -> None:
        self._connect = connect
        self._address, self._channel = address, channel
        self._start_us, self._end_us, self._move_s = start_us, end_us, move_s
        self._bus: I2c | None = None
        self._stands: tuple[int, int] | None = None
        self._driven = False
        self._latest: Latest[TrackView] = Latest(
            "bear track", self._send, finish=self._end, faults=lambda: (OSError, ImportError)
        )

    def show(self, view: TrackView) -> None:
        """Move to the Bear's row; returns at once."""
        self._latest.give(view)

    def working(self) -> bool:
        """Whether the chip acknowledged what was shown last."""
        return self._latest.arrived

    @property
    def fault(self) -> str:
        """What went wrong last, in a line; empty while it works."""
        return self._latest.fault

    def settle(self, timeout_s: float) -> bool:
        """Wait until it has been tried; whether the chip acknowledged it."""
        return self._latest.settle(timeout_s)

    def close(self) -> None:
        """Let the pointer rest; harmless a second time."""
        self._latest.close()

    def pulse_us(self, view: TrackView) -> float:
        """How long the pulses are that move the pointer to the Bear's row, µs."""
        share = (view.bear - START) / len(view.grounds)
        return self._start_us + share * (self._end_us - self._start_us)

    def _send(self, view: TrackView) -> float | None:
        try:
            if self._bus is None:
                self._bus = self._awake()
            stands = (view.bear, len(view.grounds))
            if stands != self._stands:
                self._drive(round(self.pulse_us(view) * PULSES_A_SECOND * _TICKS / 1e6))
                self._stands, self._driven = stands, True
                return self._move_s
            if self._driven:
                self._rest()
        except BaseException:
            self._let_go()
            raise
        return None

    def _awake(self) -> I2c:
        """The bus, with the chip set to the servo's frequency, which can be done only in its sleep, and woken up."""
        bus = self._connect()
        try:
            prescale = round(_OSCILLATOR_HZ / (_TICKS * PULSES_A_SECOND)) - 1
            bus.write_byte_data(self._address, _MODE1, _SLEEP | _INCREMENT)
            bus.write_byte_data(self._address, _PRESCALE, prescale)
            bus.write_byte_data(self._address, _MODE2, _TOTEM_POLE)
            bus.write_byte_data(self._address, _MODE1, _INCREMENT)
            time.sleep(WAKE_S)
        except BaseException:
            bus.close()
            raise
        return bus

    def _drive(self, ticks: int) -> None:
        assert self._bus is not None
        self._bus.write_i2c_block_data(self._address, self._register, [0, 0, ticks & 0xFF, ticks >> 8 & 0x0F])

    def _rest(self) -> None:
        assert self._bus is not None
        self._bus.write_i2c_block_data(self._address, self._register, [0, 0, 0, _FULL_OFF])
        self._driven = False

    @property
    def _register(self) -> int:
        return _FIRST_CHANNEL + 4 * self._channel

    def _end(self) -> None:
        if self._bus is not None:
            self._rest()
        self._let_go()

    def _let_go(self) -> None:
        bus, self._bus, self._stands = self._bus, None, None
        if bus is not None:
            bus.close()
