"""What watching hands on: each die of the campsite in one frame, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DieState = Literal["there", "gone", "hidden"]
"""`there` and `gone` are sure; `hidden` is everything else."""

Trouble = Literal["", "camera moved", "cards moved", "no cards"]
"""Why a frame says nothing; empty where nothing is wrong."""


@dataclass(frozen=True)
class Placed:
    """A die that lies on the table: what it shows, its centre (mm), and where its icon's right-hand side points."""

    face: str
    x: float
    y: float
    yaw_deg: float


@dataclass(frozen=True)
class Watched:
    """One watched die in one frame.

    `placed` is how it lies, or lay when it was last seen; `moved` whether that is elsewhere than at the start.
    `since_ns` of a die that is gone is the time of the first frame that showed its place empty; `seen_ns` is up to when
    it surely was there: with a hand at it that is a little before the frame that shows it.
    """

    number: int
    state: DieState
    placed: Placed
    moved: bool = False
    since_ns: int | None = None
    seen_ns: int = 0


@dataclass(frozen=True)
class Look:
    """What one frame shows.

    `dice` are all that were ever watched, `newcomers` the numbers of those that this frame is the first to show.
    `clear` is whether nothing covers any part of the campsite, `moving` whether something changed since the frame
    before.
    """

    time_ns: int
    dice: tuple[Watched, ...]
    clear: bool
    moving: bool
    newcomers: tuple[int, ...] = ()
    trouble: Trouble = ""
