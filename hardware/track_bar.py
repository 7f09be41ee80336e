"""The track as a bar of plain lights, each on a pin: the cheap one."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from gpiozero import Factory, LEDBarGraph

from hardware.bear_track import START, BearTrack, TrackView
from hardware.errors import PartMissing
from hardware.pi import pin_faults


class BarTrack(BearTrack):
    """The bar grows with the Bear; one light more shows the runner whom it reaches first, if there is a gap.

    `pins` (BCM) from the campsite on. Raises PartMissing if a pin cannot be had.
    """

    def __init__(self, factory: Factory, pins: Sequence[int]) -> None:
        self._shown: TrackView | None = None
        self._works = True
        try:
            self._bar: LEDBarGraph | None = LEDBarGraph(*pins, pwm=False, pin_factory=factory)
        except pin_faults() as error:
            raise PartMissing(f"the lights of the track cannot be used: {error}") from error

    def show(self, view: TrackView) -> None:
        """Show how far the Bear has come; returns at once."""
        if self._bar is None:
            return
        try:
            for light, lit in zip(self._bar.leds, lit_lights(view, len(self._bar.leds)), strict=True):
                if bool(light.value) is not lit:
                    light.value = lit
            self._works = True
        except pin_faults():
            self._works = False

    def working(self) -> bool:
        """Whether the pins took what was shown last."""
        return self._works

    def close(self) -> None:
        """All off; harmless a second time."""
        bar, self._bar = self._bar, None
        if bar is not None:
            with contextlib.suppress(*pin_faults()):
                bar.off()
                bar.close()


def lit_lights(view: TrackView, lights: int) -> tuple[bool, ...]:
    """Which of so many lights are lit: all up to the Bear's row, and that of its first prey."""
    rows = len(view.grounds)
    reach = 0 if view.bear == START else 1 + _light(view.bear, lights, rows)
    prey = None if view.first_prey is None else _light(view.first_prey, lights, rows)
    return tuple(k < reach or k == prey for k in range(lights))


def _light(row: int, lights: int, rows: int) -> int:
    """The light that shows a row: the first for the first, the last for the last."""
    return lights - 1 if rows == 1 else round(row * (lights - 1) / (rows - 1))
