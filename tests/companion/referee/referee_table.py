"""A referee who sees and hears what a test tells, and all that he found."""

from __future__ import annotations

from typing import TypeVar

from companion.referee import Call, CampDie, Finding, Glimpse, Referee, Seen, Settings, Sight

Kind = TypeVar("Kind")

SECOND = 1_000_000_000
BEAR, NEAR, FAR = CampDie(0, "bear", 0, 0), CampDie(1, "tent", 20, 0), CampDie(2, "tent", -90, 0)
DICE = (BEAR, NEAR, FAR)


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def seen(t: float, *states: Seen, clear: bool = True) -> Glimpse:
    """A glimpse of the bear, the near tent and the far tent; those not given are there."""
    all_ = (*states, *("there",) * (3 - len(states)))
    sights = tuple(Sight(d.die, s, d.face, d.x, d.y) for d, s in zip(DICE, all_, strict=True))  # type: ignore[arg-type]
    return Glimpse(ns(t), sights, clear=clear)


class Table:
    """A referee and all it found."""

    def __init__(self, referee: Referee | None = None, *, settings: Settings | None = None) -> None:
        self.referee = referee or Referee.start(DICE, started_ns=0, settings=settings)
        self.found: list[Finding] = []

    def see(self, *glimpses: Glimpse) -> None:
        """Frames in their order."""
        for glimpse in glimpses:
            self.referee, found = self.referee.saw(glimpse)
            self.found += found

    def call(self, t: float, player: str = "Ana") -> Call:
        """A press at `t` s."""
        call = Call(ns(t), player)
        self.referee, found = self.referee.called(call)
        self.found += found
        return call

    def tick(self, t: float) -> None:
        """Time passes."""
        self.referee, found = self.referee.tick(ns(t))
        self.found += found

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The findings of a kind."""
        return [found for found in self.found if isinstance(found, kind)]
