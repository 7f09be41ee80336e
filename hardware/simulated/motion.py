"""How hands and dice get from one place to another: smoothly, as people move."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from hardware.simulated.clock import SECOND
from hardware.simulated.scene import Die


@dataclass(frozen=True)
class Pose:
    """Where a hand is: the place between thumb and forefinger (mm), how far they are open, how bent the fingers are."""

    x: float
    y: float
    z: float
    open: float = 10.0
    curl: float = 1.0


def eased(share: float) -> float:
    """How far a reach has come after a share of its time: minimum jerk (Flash and Hogan, 1985), 0..1."""
    s = min(max(share, 0.0), 1.0)
    return s * s * s * (10 - 15 * s + 6 * s * s)


def _pace(share: float) -> float:
    """The derivative of `eased`."""
    s = min(max(share, 0.0), 1.0)
    return 30 * s * s * (1 - s) ** 2


@dataclass(frozen=True)
class Glide:
    """A hand on its way from one pose to another, over a bow `arc` mm high."""

    start: Pose
    end: Pose
    start_ns: int
    end_ns: int
    arc: float = 0.0

    def at(self, time_ns: int) -> Pose:
        """The pose at a time."""
        s = self._share(time_ns)
        by = eased(s)
        a, b = self.start, self.end
        return Pose(
            x=a.x + (b.x - a.x) * by,
            y=a.y + (b.y - a.y) * by,
            z=a.z + (b.z - a.z) * by + self.arc * 4 * by * (1 - by),
            open=a.open + (b.open - a.open) * by,
            curl=a.curl + (b.curl - a.curl) * by,
        )

    def speed(self, time_ns: int) -> tuple[float, float]:
        """mm/s over the table."""
        if self.end_ns <= self.start_ns:
            return 0.0, 0.0
        by = _pace(self._share(time_ns)) * SECOND / (self.end_ns - self.start_ns)
        return (self.end.x - self.start.x) * by, (self.end.y - self.start.y) * by

    def _share(self, time_ns: int) -> float:
        return (time_ns - self.start_ns) / max(self.end_ns - self.start_ns, 1)


@dataclass(frozen=True)
class Flight:
    """A die that is thrown or pushed from a place to where it will lie."""

    start: tuple[float, float, float]
    end: Die
    start_ns: int
    end_ns: int
    hop: float
    """How high it flies, mm; 0 for one that is pushed."""
    turns: float
    """Quarter turns that it tumbles on its way."""

    def at(self, time_ns: int) -> Die:
        """The die at a time."""
        s = min(max((time_ns - self.start_ns) / max(self.end_ns - self.start_ns, 1), 0.0), 1.0)
        by = 1 - (1 - s) ** 2
        x0, y0, z0 = self.start
        pace = 2 * (1 - s) * SECOND / max(self.end_ns - self.start_ns, 1)
        lean = math.atan2(self.end.y - y0, self.end.x - x0)
        tilt = (1 - by) * self.turns * math.pi / 2
        lift = 8 * (math.sqrt(2) - 1) * abs(math.sin(2 * tilt))
        return replace(
            self.end,
            x=x0 + (self.end.x - x0) * by,
            y=y0 + (self.end.y - y0) * by,
            z=max(z0 * (1 - by) ** 2, self.hop * abs(math.sin(2 * math.pi * by)) * (1 - by)) + lift,
            yaw=self.end.yaw + (1 - by) * self.turns * 0.7,
            tilt=tilt,
            lean=lean,
            resting=False,
            speed=((self.end.x - x0) * pace, (self.end.y - y0) * pace),
        )
