"""What the referee finds. Each finding is a value that says what happened, when, and why the referee thinks so.

`CampChanged` and `RoundOver` belong into the match log (as `camp` and `round_ended`), in the order they come in and
before whatever follows them; a `Ruled` is then what the log's own fold says of that call. The rest is for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.bears.dice import CampFace
from companion.referee.sights import Call, CampDie, Trouble

Ruling = Literal["false", "repeat", "ended", "late", "ask"]
"""As the match log has them; `ask` where only people can tell."""


@dataclass(frozen=True)
class Left:
    """What lies in the campsite as far as anybody can see at this moment, for the display; a guess where `blocked`."""

    time_ns: int
    bears: int
    tents: int
    blocked: bool


@dataclass(frozen=True)
class CampChanged:
    """What is in the campsite from `time_ns` on, for the match log.

    `time_ns` is the earliest moment at which it can have been so: the caller gets the benefit of the doubt. It is
    never earlier than that of the `CampChanged` before. `taken` are the dice that left; `seen_ns` is the time of
    the frame that showed it, None where people said so.
    """

    time_ns: int
    bears: int
    tents: int
    taken: tuple[CampDie, ...] = ()
    seen_ns: int | None = None


@dataclass(frozen=True)
class Ruled:
    """The ruling on a call.

    `bears` and `tents` are what the ruling rests on (None where nothing is known). `rule` is the section of the
    rulebook, `reason` one short sentence. `last_seen_ns` and `first_gone_ns` are those of the last bear or the last
    tent, whichever decides (None where there is none); `decided_ns` is the time of the frame that decided. `benefit`
    is whether the caller had the benefit of the doubt. `where` is the place to look at when people are asked, mm.
    `again` is whether an earlier ruling on the same call is replaced, because a call arrived late or people answered.
    """

    call: Call
    verdict: Ruling
    bears: int | None
    tents: int | None
    rule: str
    reason: str
    last_seen_ns: int | None = None
    first_gone_ns: int | None = None
    decided_ns: int | None = None
    benefit: bool = False
    where: tuple[float, float] | None = None
    again: bool = False


@dataclass(frozen=True)
class RoundOver:
    """The round is over at `time_ns` although nobody called; `gone` is what ran out."""

    time_ns: int
    gone: CampFace
    bears: int
    tents: int
    rule: str
    reason: str


@dataclass(frozen=True)
class TwoAtOnce:
    """Two or more Camp Dice left within one reach of a hand; only one may be picked up at a time. A warning."""

    time_ns: int
    dice: tuple[CampDie, ...]
    rule: str
    reason: str


@dataclass(frozen=True)
class PutBack:
    """A Camp Die came into the campsite during the round. It does not count again: counts never rise."""

    time_ns: int
    die: CampDie
    rule: str
    reason: str


@dataclass(frozen=True)
class TakenAfterEnd:
    """A Camp Die was taken although the round was over."""

    time_ns: int
    die: CampDie
    rule: str
    reason: str


@dataclass(frozen=True)
class KnockedOver:
    """A Camp Die in the campsite shows another face than it did: `die` as it was, `now` what it shows."""

    time_ns: int
    die: CampDie
    now: CampFace
    reason: str


@dataclass(frozen=True)
class Disturbed:
    """The camera or the cards were moved: nothing is judged until the referee is started again."""

    time_ns: int
    trouble: Trouble
    reason: str


Finding = (
    Left | CampChanged | Ruled | RoundOver | TwoAtOnce | PutBack | TakenAfterEnd | KnockedOver | Disturbed
)
