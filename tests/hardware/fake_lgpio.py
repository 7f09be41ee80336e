"""A stand-in for lgpio that gpiozero's real code for it runs on: the same pipe, the same thread, no chip.

Like the real one it has a single thread that reads 16 bytes an edge from a pipe and calls back; whatever a callback
raises ends that thread for good, and all buttons with it.
"""
# ruff: noqa: ARG002, ARG005 - the parameters are lgpio's

import contextlib
import os
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

EDGE = struct.Struct("QBBBBI")
IS_OUT, PULL_UP, PULL_DOWN, PULL_NONE = 1 << 1, 1 << 5, 1 << 6, 1 << 7


class FakeLgpio:
    """The chip's state and its pipe."""

    def __init__(self) -> None:
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.waves: dict[int, tuple[float, float]] = {}
        self.debounces: dict[int, int] = {}
        self.callbacks: list[tuple[int, Callable[[int, int, int, int], object]]] = []
        self.died: BaseException | None = None
        self._read, self._write = os.pipe()
        self.thread = threading.Thread(target=self._notify, daemon=True)
        self.thread.start()

    def edge(self, gpio: int, level: int, time_ns: int) -> None:
        """What the kernel does on an edge; level 0 is low."""
        self.levels[gpio] = level
        os.write(self._write, EDGE.pack(time_ns, 0, gpio, level, 0, 0))

    @contextlib.contextmanager
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
        """Let `import lgpio` find this, on what gpiozero takes for a Raspberry Pi 3."""
        module = self._module()
        monkeypatch.setitem(sys.modules, "lgpio", module)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)
        try:
            yield module
        finally:
            os.close(self._write)
            self.thread.join(timeout=2)
            os.close(self._read)
            sys.modules.pop("gpiozero.pins.lgpio", None)
            from gpiozero.pins.local import LocalPiFactory

            LocalPiFactory.pins.clear()  # gpiozero keeps them for the whole process
            LocalPiFactory._reservations.clear()

    def _notify(self) -> None:
        try:
            while told := os.read(self._read, EDGE.size):
                time_ns, chip, gpio, level, _, _ = EDGE.unpack(told)
                for wanted, function in list(self.callbacks):
                    if wanted == gpio:
                        function(chip, gpio, level, time_ns)
        except BaseException as error:  # noqa: BLE001 - only kept, to be looked at
            self.died = error

    def _claim_input(self, handle: int, gpio: int, flags: int = PULL_NONE) -> int:
        self.modes[gpio] = flags
        self.levels[gpio] = int(bool(flags & PULL_UP))
        return 0

    def _claim_alert(self, handle: int, gpio: int, edges: int, flags: int = 0) -> int:
        self.modes[gpio] = flags
        return 0

    def _claim_output(self, handle: int, gpio: int, level: int = 0) -> int:
        self.modes[gpio] = IS_OUT
        return 0

    def _wave(self, handle: int, gpio: int, frequency: float, duty: float) -> int:
        self.waves[gpio] = (frequency, duty)
        return 0

    def _callback(self, handle: int, gpio: int, edges: int, function: Callable[..., None]) -> Any:  # noqa: ANN401
        entry = (gpio, function)
        self.callbacks.append(entry)
        callback = ModuleType("callback")
        callback.cancel = lambda: self.callbacks.remove(entry)  # type: ignore[attr-defined]
        return callback

    def _module(self) -> ModuleType:
        module = ModuleType("lgpio")
        module.__dict__.update(
            error=type("error", (Exception,), {}),
            RISING_EDGE=1,
            FALLING_EDGE=2,
            BOTH_EDGES=3,
            SET_PULL_UP=PULL_UP,
            SET_PULL_DOWN=PULL_DOWN,
            SET_PULL_NONE=PULL_NONE,
            _notify_thread=self.thread,
            gpiochip_open=lambda chip: chip,
            gpiochip_close=lambda handle: 0,
            gpio_claim_input=self._claim_input,
            gpio_claim_output=self._claim_output,
            gpio_claim_alert=self._claim_alert,
            gpio_free=lambda handle, gpio: 0,
            gpio_get_mode=lambda handle, gpio: self.modes.get(gpio, 0),
            gpio_read=lambda handle, gpio: self.levels.get(gpio, 0),
            gpio_write=lambda handle, gpio, level: self.levels.__setitem__(gpio, level),
            gpio_set_debounce_micros=lambda handle, gpio, micros: self.debounces.__setitem__(gpio, micros),
            tx_pwm=self._wave,
            callback=self._callback,
        )
        return module
