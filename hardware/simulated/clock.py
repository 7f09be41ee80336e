"""The clock of a simulated table: moved by hand as fast as anybody can compute, or bound to real time."""

from __future__ import annotations

import time

SECOND = 1_000_000_000
"""ns."""


class SimulatedClock:
    """Stands still until it is moved; with a `speed` it runs by itself, so many times as fast as real time.

    A running clock starts at the kernel's CLOCK_MONOTONIC, one that is stepped at `start_ns`.
    """

    def __init__(self, *, start_ns: int = 1000 * SECOND, speed: float | None = None) -> None:
        self.speed = speed
        self._began_ns = time.monotonic_ns()
        self._start_ns = start_ns if speed is None else self._began_ns
        self._now_ns = self._start_ns

    def now_ns(self) -> int:
        """The time now, ns."""
        if self.speed is None:
            return self._now_ns
        return self._start_ns + int((time.monotonic_ns() - self._began_ns) * self.speed)

    def advance(self, dt_ns: int) -> None:
        """Let time pass on a stepped clock."""
        self.advance_to(self._now_ns + dt_ns)

    def advance_to(self, time_ns: int) -> None:
        """Move a stepped clock to a time, never back; a running clock is not moved."""
        if self.speed is None:
            self._now_ns = max(self._now_ns, time_ns)

    def real_seconds(self, ns: int) -> float:
        """How long so much time takes for people who wait for it."""
        return 0.0 if self.speed is None else ns / self.speed / SECOND
