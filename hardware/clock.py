"""The one clock: CLOCK_MONOTONIC nanoseconds, the clock of kernel edges and of camera frames alike."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time of everything that happens at the table, ns since an arbitrary start; never goes back."""

    def now_ns(self) -> int:
        """The time now, ns."""
        ...


class MonotonicClock:
    """The kernel's CLOCK_MONOTONIC."""

    def now_ns(self) -> int:
        """The time now, ns."""
        return time.monotonic_ns()
