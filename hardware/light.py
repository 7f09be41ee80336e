"""What the camera is told about light, and how a measured light becomes settings that stay.

While a match is played nothing may change by itself: a picture is compared with the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LONGEST_US = 33_000
"""Longer exposures smear a moving hand, and leave too few frames a second."""


@dataclass(frozen=True)
class Locked:
    """Settings that stay: exposure in µs, analogue gain, and the gains of red and blue."""

    exposure_us: int
    gain: float
    colour_gains: tuple[float, float]


@dataclass(frozen=True)
class Shooting:
    """How pictures are taken. The light is measured whenever the camera is opened, unless `locked` gives it."""

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
