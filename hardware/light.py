"""What the camera is told about light, and how a measured light becomes settings that stay.

While a match is played nothing may change by itself: a picture is compared with the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

LONGEST_US = 33_000
"""Longer exposures smear a moving hand, and leave too few frames a second."""

MEASURE_S = 3.0
"""The camera's automatics are given so long to settle."""
STEADY_FRAMES = 6
SETTLE_FRAMES = 30
"""So many frames may pass before they obey."""
DARKER, BRIGHTER = 0.6, 1.5
"""How much of its first brightness a picture may have; hands and dice change it by less."""
LASTING_FRAMES = 30
"""A change of the light lasts; somebody who leans over the table does not."""


@dataclass(frozen=True)
class Locked:
    """Settings that stay: exposure in µs, analogue gain, and the gains of red and blue."""

    exposure_us: int
    gain: float
    colour_gains: tuple[float, float]


@dataclass(frozen=True)
class Shooting:
    """How pictures are taken.

    The light is measured when the camera is opened, and again when it has changed much, unless `locked` gives it.
    """

    mains_hz: Literal[50, 60] = 50
    """Lamps flicker at twice this; exposures of whole flickers show no bands."""
    frames_per_s: float = 15.0
    focus_m: float = 0.7
    """From the camera to the middle of the table, for cameras that can focus; they are set, and stay."""
    locked: Locked | None = None

    @property
    def flicker_us(self) -> float:
        """How long one flicker of the lamps lasts."""
        return 1e6 / (2 * self.mains_hz)

    @property
    def frame_us(self) -> int:
        """The time from one frame to the next."""
        return round(1e6 / self.frames_per_s)


def lock(
    exposure_us: float, gain: float, *, flicker_us: float, gains: tuple[float, float]
) -> tuple[int, float]:
    """Exposure (µs) and gain that make pictures as bright as the given ones, without bands and with little smear.

    Whole flickers, as few as the largest of `gains` allows, and never longer than `LONGEST_US`. Where even one
    flicker is too long (sunlight, which does not flicker) the exposure is as short as it has to be.
    """
    product = exposure_us * gain
    lowest, highest = gains
    most = max(1, int(LONGEST_US // flicker_us))
    flickers = min(most, max(1, -int(-product // (flicker_us * highest))))
    exposure = flickers * flicker_us
    if product / exposure < lowest:
        exposure = product / lowest
    return max(1, round(exposure)), min(max(product / exposure, lowest), highest)


class Metering:
    """Follows the camera's automatics, frame by frame, until they have settled; `now_s` is the time it begins at."""

    def __init__(self, shooting: Shooting, gains: tuple[float, float], now_s: float) -> None:
        self._shooting, self._gains = shooting, gains
        self._until_s = now_s + MEASURE_S
        self._brightness: list[float] = []

    def look(self, told: Mapping[str, Any], now_s: float) -> Locked | None:
        """What is to be locked, by what this frame tells of itself; None as long as it is not clear."""
        gain = float(told["AnalogueGain"]) * float(told.get("DigitalGain", 1))
        self._brightness = [*self._brightness[1 - STEADY_FRAMES :], told["ExposureTime"] * gain]
        least, most = min(self._brightness), max(self._brightness)
        steady = len(self._brightness) == STEADY_FRAMES and most <= 1.03 * least
        if not steady and now_s <= self._until_s:
            return None
        exposure_us, gain = lock(
            told["ExposureTime"], gain, flicker_us=self._shooting.flicker_us, gains=self._gains
        )
        red, blue = told["ColourGains"]
        return Locked(exposure_us, gain, (float(red), float(blue)))


class Daylight:
    """Whether the light has changed much, and for good, since it was locked."""

    def __init__(self) -> None:
        self._frames = 0
        self._first = 0.0
        self._changed = 0

    def look(self, grey: float) -> bool:
        """Whether it has, after one more frame, whose mean grey level is this (0 to 255)."""
        self._frames += 1
        if self._frames <= SETTLE_FRAMES:
            self._first = max(grey, 1.0)
            return False
        same = DARKER <= grey / self._first <= BRIGHTER
        self._changed = 0 if same else self._changed + 1
        return self._changed >= LASTING_FRAMES
