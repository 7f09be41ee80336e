"""The lamps in the shout buttons, on their pins."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping

from gpiozero import LED, Factory

from hardware.errors import PartMissing
from hardware.outputs import Lamps, Light
from hardware.pi import pin_faults

BEAT_S = 0.125
"""The shortest time that a blinking lamp stays as it is: FAST changes every beat, SLOW every fourth."""

_BEATS = {Light.FAST: 1, Light.SLOW: 4}


class GpioLamps(Lamps):
    """A lamp per seat, lit by a high pin. All that blink do so together, driven by one thread that else sleeps.

    `pins` says which pin (BCM number) each seat's lamp is wired to. A pin that fails is left alone until the next
    change. Raises PartMissing if a pin cannot be had.
    """

    def __init__(self, factory: Factory, pins: Mapping[int, int], *, beat_s: float = BEAT_S) -> None:
        self._beat_s = beat_s
        self._leds: dict[int, LED] = {}
        self._lights = dict.fromkeys(pins, Light.OFF)
        self._beat = 0
        self._closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._blink, name="lamps", daemon=True)
        for seat, pin in pins.items():
            try:
                self._leds[seat] = LED(pin, pin_factory=factory)
            except pin_faults() as error:
                self.close()
                raise PartMissing(f"the lamp on GPIO {pin} cannot be used: {error}") from error
        self._thread.start()

    def light(self, seat: int, light: Light) -> None:
        """Set one lamp; unknown seats are ignored."""
        with self._changed:
            if self._closing or self._lights.get(seat, light) is light:
                return
            if not self._blinking():
                self._beat = 0
            self._lights[seat] = light
            self._set(seat)
            self._changed.notify()

    def close(self) -> None:
        """All off; harmless a second time."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        for led in self._leds.values():
            with contextlib.suppress(*pin_faults()):
                led.off()
                led.close()
        self._leds.clear()

    def _set(self, seat: int) -> None:
        light = self._lights[seat]
        lit = light is Light.ON or (light in _BEATS and self._beat // _BEATS[light] % 2 == 0)
        with contextlib.suppress(*pin_faults()):
            self._leds[seat].value = lit

    def _blinking(self) -> list[int]:
        return [seat for seat, light in self._lights.items() if light in _BEATS]

    def _blink(self) -> None:
        with self._changed:
            while not self._closing:
                if not self._changed.wait(self._beat_s if self._blinking() else None):
                    self._beat += 1
                    for seat in self._blinking():
                        self._set(seat)
