"""The match's own clock: seconds since it began, that rise for ever although the computer's clocks begin anew."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal import Row

DECIMALS = 6
"""Seconds are kept to the microsecond."""


@dataclass(frozen=True)
class MatchClock:
    """What the seconds of the match are in the monotonic time of one start of the computer."""

    boot: str
    mono_ns: int
    """The monotonic time of the last entry."""
    passed_ns: int
    """How much of the match had passed then."""
    latest_ns: int = 0
    """The latest time that an event names."""

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "MatchClock":
        """The clock after all entries of a match, of which there is one at least."""
        header, *others = rows
        clock = cls(header.stamp.boot, header.stamp.mono_ns, 0)
        for row in others:
            clock = clock.after(row)
        return clock

    def after(self, row: Row) -> "MatchClock":
        """The clock after one more entry. A time during which the power was off counts for nothing."""
        latest = max(self.latest_ns, _named(row))
        if row.stamp.boot == self.boot and row.stamp.mono_ns >= self.mono_ns:
            passed = self.passed_ns + row.stamp.mono_ns - self.mono_ns
        else:
            passed = max(self.passed_ns, self.latest_ns)
        return MatchClock(row.stamp.boot, row.stamp.mono_ns, passed, latest)

    def seconds(self, mono_ns: int) -> float:
        """The match's time at a monotonic time of this start; 0 for whatever was before the match."""
        return max(0.0, round((self.passed_ns + mono_ns - self.mono_ns) / 1e9, DECIMALS))


def _named(row: Row) -> int:
    """The time that an event names, ns; 0 for none."""
    t = row.body.get("t") if row.kind == "event" else None
    return int(t * 1e9) + 1 if isinstance(t, int | float) else 0
