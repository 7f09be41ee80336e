"""The screens that there are, as values: what each of them says, without a pixel.

The running table makes them from the state; `draw` turns one into a picture of 128x64. Texts are short: a name is
cut to fit by the drawing, never by whoever makes the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.screens.bfh_kinds import BfhScreen
from companion.screens.outrun_kinds import OutrunScreen


@dataclass(frozen=True)
class Place:
    """A place on the table to look at, mm in the table frame; `seat` is who sits nearest, "" if it is the campsite."""

    x: float
    y: float
    near: str = ""


@dataclass(frozen=True)
class Boot:
    """Self-test: each part with True (works), False (does not) or None (being tried)."""

    parts: tuple[tuple[str, bool | None], ...]


@dataclass(frozen=True)
class Choose:
    """One of several: next moves on, ok chooses, back leaves."""

    title: str
    options: tuple[str, ...]
    chosen: int


@dataclass(frozen=True)
class Count:
    """A number to be set with next (up) and back (down), ok takes it; `whose` says what it counts for whom."""

    title: str
    whose: str
    value: int
    lowest: int = 0
    """At this number, back leaves."""


@dataclass(frozen=True)
class Roll:
    """Roll the Camp Dice into the campsite; `seen` of `wanted` have been seen so far, None without a camera."""

    round: int
    wanted: int
    seen: int | None


@dataclass(frozen=True)
class Reroll:
    """All of them show the same: roll again."""

    face: Literal["bear", "tent"]


@dataclass(frozen=True)
class Ready:
    """The roll was read; ok starts the round."""

    round: int
    bears: int
    tents: int


@dataclass(frozen=True)
class Countdown:
    """Seconds until it starts; 0 is "go"."""

    seconds: int


@dataclass(frozen=True)
class Running:
    """The round runs: what is left in the campsite, None where nothing watches it."""

    bears: int | None
    tents: int | None
    seconds: int
    blocked: bool = False
    """Whether something hides a part of the campsite at this moment."""


@dataclass(frozen=True)
class Verdict:
    """Who called, what it is worth, and why. `reason` is one short sentence."""

    player: str
    verdict: Literal["false", "ended", "late", "repeat", "ask"]
    bears: int | None
    tents: int | None
    reason: str


@dataclass(frozen=True)
class Order:
    """Several pressed within a second: names in their order with the distance to the first, ms.

    `dead_heat` says how many of the first pressed too close together to be told apart.
    """

    presses: tuple[tuple[str, float], ...]
    dead_heat: int = 0


@dataclass(frozen=True)
class ClearHands:
    """The round is over: hands off, so that the table can be read."""

    ended_by: str
    """Who called, "" if nobody did."""


@dataclass(frozen=True)
class Sum:
    """One player's points of the round, written out as in `1+2+2+5-1`, and the new total (None: not kept)."""

    player: str
    terms: tuple[int, ...]
    points: int
    total: int | None


@dataclass(frozen=True)
class Totals:
    """Where everybody stands after a round; `out` are those who play on no more."""

    round: int
    rows: tuple[tuple[str, int | None], ...]
    target: int | None
    out: tuple[str, ...] = ()


@dataclass(frozen=True)
class TieBreak:
    """The highest tie: who plays on to break it."""

    players: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Winner:
    """The match is over."""

    player: str
    total: int | None


@dataclass(frozen=True)
class Look:
    """The camera can't tell; please look. `where` is drawn on a little map; ok corrects by hand."""

    reason: str
    where: Place | None
    number: int = 1
    """Which of the doubts this is, from 1."""
    of: int = 1
    seats: tuple[float, ...] = ()
    """Where the seats are on the map, degrees counter-clockwise from +x."""
    campsite_mm: float = 110.0
    """The radius of the campsite on the map."""


@dataclass(frozen=True)
class CameraLost:
    """The camera is gone: the game goes on by buttons."""

    detail: str = ""


@dataclass(frozen=True)
class Paused:
    """Nobody watches until ok; `why` as after a power cut: "The power was off"."""

    why: str


@dataclass(frozen=True)
class Notice:
    """A short warning or a piece of news in up to three lines, such as "Two dice at once, Ana?"."""

    title: str
    text: str
    waits: bool = False
    """Whether it stays until ok."""


Screen = (
    Boot
    | Choose
    | Count
    | Roll
    | Reroll
    | Ready
    | Countdown
    | Running
    | Verdict
    | Order
    | ClearHands
    | Sum
    | Totals
    | TieBreak
    | Winner
    | Look
    | CameraLost
    | Paused
    | Notice
    | BfhScreen
    | OutrunScreen
)
