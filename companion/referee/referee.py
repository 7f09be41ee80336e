"""The referee of one round, as a value: glimpses, calls and the clock's ticks go in, findings come out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.findings import Finding
from companion.referee.sights import Call, CampDie, Glimpse

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Settings:
    """`grace_ns`: how long after its end a round is announced that nobody called, None to wait for the shout.

    `patience_ns`: how long a call waits for a clear view before people are asked. `repeat_call_s` is the match's.
    """

    grace_ns: int | None = 3 * SECOND // 2
    patience_ns: int = 3 * SECOND
    repeat_call_s: float = 1.0


@dataclass(frozen=True)
class Referee:
    """One round being judged."""

    started_ns: int
    settings: Settings

    @classmethod
    def start(cls, dice: Iterable[CampDie], *, started_ns: int, settings: Settings = Settings()) -> Referee:
        """The referee of a round that starts at `started_ns` with these dice in the campsite."""
        raise NotImplementedError

    @classmethod
    def without_camera(
        cls, bears: int, tents: int, *, started_ns: int, settings: Settings = Settings()
    ) -> Referee:
        """The referee of a round that nobody watches: every call is asked, and people tell the counts."""
        raise NotImplementedError

    def saw(self, glimpse: Glimpse) -> tuple[Referee, tuple[Finding, ...]]:
        """After one more frame. Frames older than the last are passed over."""
        raise NotImplementedError

    def called(self, call: Call) -> tuple[Referee, tuple[Finding, ...]]:
        """After a press, in whatever order presses come."""
        raise NotImplementedError

    def tick(self, now_ns: int) -> tuple[Referee, tuple[Finding, ...]]:
        """When time has passed: asks about calls that waited too long, and announces an end that nobody called."""
        raise NotImplementedError

    def told(
        self, now_ns: int, bears: int, tents: int, *, for_call: Call | None = None
    ) -> tuple[Referee, tuple[Finding, ...]]:
        """After people said what is in the campsite: now, or at the time of a call that was asked about.

        Raises ValueError for more dice than there were, and for a call that is not the first of `asked`.
        """
        raise NotImplementedError

    def blind(self, now_ns: int) -> tuple[Referee, tuple[Finding, ...]]:
        """The camera is gone: from now on people tell the counts; calls that wait are asked at once."""
        raise NotImplementedError

    @property
    def asked(self) -> tuple[Call, ...]:
        """The calls about which people are asked, in order of time; answer them in this order."""
        raise NotImplementedError

    @property
    def ended_ns(self) -> int | None:
        """When the round ended, by a call or announced; None while it runs."""
        raise NotImplementedError

    @property
    def left(self) -> tuple[int, int]:
        """Bears and tents in the campsite as far as is known."""
        raise NotImplementedError

    @property
    def stopped(self) -> str:
        """Why nothing is judged any more (the camera or the cards were moved); empty while all is well."""
        raise NotImplementedError
