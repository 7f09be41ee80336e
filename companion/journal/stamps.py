"""When something was recorded: the wall clock for people, boot and monotonic clock for order.

A Raspberry Pi has no clock that outlives its power, so its wall clock may be years off, or jump back, until the network
has set it. Nothing but what people read is made of it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
TIMESYNC: Final = Path("/run/systemd/timesync")
"""Kept by systemd-timesyncd, with a file `synchronized` in it once the clock has been set from the network."""


@dataclass(frozen=True)
class Stamp:
    """One moment by all clocks there are."""

    wall_ns: int
    """Nanoseconds since 1970 by the wall clock."""
    synced: bool | None
    """Whether the wall clock is believed to be right; None where that cannot be told."""
    boot: str
    """Which start of the computer this was; monotonic times are comparable only within one."""
    mono_ns: int
    """CLOCK_MONOTONIC, ns."""


Stamps = Callable[[], Stamp]
"""Tells the moment."""


def stamps(mono_ns: Callable[[], int] = time.monotonic_ns, *, boot: str | None = None) -> Stamps:
    """Stamps by the clock `mono_ns` of the start `boot`, by default this computer's.

    A simulated clock that begins anew with every process needs a `boot` of its own each time.
    """
    started = boot_id() if boot is None else boot

    def stamp() -> Stamp:
        return Stamp(time.time_ns(), clock_synced(), started, mono_ns())

    return stamp


def boot_id() -> str:
    """The kernel's name for this start of the computer; "" where there is none."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def clock_synced(timesync: Path = TIMESYNC) -> bool | None:
    """Whether the network has set the wall clock since the start, as far as systemd-timesyncd tells."""
    if (timesync / "synchronized").exists():
        return True
    return False if timesync.exists() else None
