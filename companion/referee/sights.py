"""What the referee is given: the dice of the roll, what each frame showed of them, and who pressed when.

Values only. All times are `CLOCK_MONOTONIC` nanoseconds, all places millimetres in the table frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.bears.dice import CampFace

Seen = Literal["there", "gone", "hidden"]
"""`there` and `gone` are sure, each by positive evidence; everything else is `hidden`."""

Trouble = Literal["", "camera moved", "cards moved", "no cards"]
"""Why nothing can be said of a frame; empty where nothing is wrong."""


@dataclass(frozen=True)
class CampDie:
    """A Camp Die as it was read before the round: its number, what it shows, and where it lies."""

    die: int
    face: CampFace
    x: float
    y: float


@dataclass(frozen=True)
class Sight:
    """What one frame shows of one die. `face`, `x` and `y` are the last that are known of it.

    `since_ns` of a die that is gone is the time of the first frame that showed its place empty; that may be before
    this glimpse, since only later frames can tell that it was not pushed aside below a hand. `until_ns` of a die that
    is there is up to when the frame vouches for it, None for the beginning of its exposure.
    """

    die: int
    seen: Seen
    face: CampFace
    x: float
    y: float
    moved: bool = False
    """Whether it lies elsewhere than at the start: somebody nudged it."""
    since_ns: int | None = None
    until_ns: int | None = None


@dataclass(frozen=True)
class Glimpse:
    """What one frame shows of the campsite.

    The scene is as it was from `time_ns - exposure_ns` to `time_ns`. `sights` has every die that was ever watched,
    `newcomers` are dice that lie there and were not known before; from the next glimpse on they are among the
    sights. `clear` is whether nothing hides any part of the campsite, `moving` whether anything moves over it.
    """

    time_ns: int
    sights: tuple[Sight, ...]
    clear: bool = True
    moving: bool = False
    newcomers: tuple[CampDie, ...] = ()
    trouble: Trouble = ""
    exposure_ns: int = 0


@dataclass(frozen=True)
class Call:
    """A press of a shout button."""

    time_ns: int
    player: str
