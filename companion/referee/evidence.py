"""What is known of the campsite at any moment of the round: of each die when it was last there and first gone.

Of every kind of die there are at least so many at a moment and at most so many; both are steps that only go down.
People who say what is there, go before what was seen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from companion.games.bears.calls import Sighting
from companion.games.bears.dice import CAMP_FACES, CampFace, Campsite
from companion.referee.sights import CampDie

BEFORE_ALL = -(2**62)
"""A time before every other."""


@dataclass(frozen=True)
class Trace:
    """What is known of one Camp Die: it was surely there until `last_ns` and surely gone from `gone_ns` on.

    `last_ns` is when it was last seen with the face of the roll up; `shows` is the face it has now. `back` is whether
    it came back after it was gone. One that came in during the round (`counts` False) is none of those the round is
    about.
    """

    die: CampDie
    last_ns: int
    shows: CampFace
    gone_ns: int | None = None
    back: bool = False
    counts: bool = True

    @property
    def face(self) -> CampFace:
        """As it was rolled."""
        return self.die.face

    def there_at(self, t: int) -> bool:
        """Whether it surely lay there at `t`."""
        return t <= self.last_ns


@dataclass(frozen=True)
class Told:
    """What people said was in the campsite at a moment."""

    time_ns: int
    campsite: Campsite


@dataclass(frozen=True)
class Evidence:
    """All that is known of one round's campsite: what was rolled into it, and what became of that."""

    rolled: Campsite
    traces: tuple[Trace, ...] = ()
    told: tuple[Told, ...] = ()
    """In order of time."""

    def of(self, face: CampFace) -> tuple[Trace, ...]:
        """The dice of one kind that the round is about."""
        return tuple(trace for trace in self.traces if trace.counts and trace.face == face)

    @cached_property
    def _last_seen(self) -> tuple[list[int], ...]:
        """Of each kind, when its dice were last seen, in order."""
        return tuple(sorted(trace.last_ns for trace in self.of(face)) for face in CAMP_FACES)

    @cached_property
    def _left(self) -> tuple[list[int], ...]:
        """Of each kind, when those that are gone were last seen, in order."""
        return tuple(
            sorted(trace.last_ns for trace in self.of(face) if trace.gone_ns is not None)
            for face in CAMP_FACES
        )

    def at_least(self, t: int) -> Campsite:
        """What surely was in the campsite at `t`."""
        return self._clipped(t, *(len(last) - bisect_left(last, t) for last in self._last_seen))

    def at_most(self, t: int) -> Campsite:
        """What may have been in the campsite at `t`, with the benefit of the doubt for whoever took a die."""
        bears, tents = (bisect_left(left, t) for left in self._left)
        return self._clipped(t, self.rolled.bears - bears, self.rolled.tents - tents)

    def _clipped(self, t: int, bears: int, tents: int) -> Campsite:
        """Counts never rise: no fewer than people told of a later moment, no more than of an earlier one."""
        later = next((told.campsite for told in self.told if told.time_ns >= t), None)
        earlier = next((told.campsite for told in reversed(self.told) if told.time_ns <= t), None)
        if later is not None:
            bears, tents = max(bears, later.bears), max(tents, later.tents)
        if earlier is not None:
            bears, tents = min(bears, earlier.bears), min(tents, earlier.tents)
        return Campsite(bears, tents)

    def steps(self) -> tuple[int, ...]:
        """The moments at which either bound can change, in order."""
        return self._steps

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        times = {trace.last_ns + 1 for trace in self.traces if trace.counts}
        for told in self.told:
            times |= {told.time_ns, told.time_ns + 1}
        return tuple(sorted(times))

    @cached_property
    def lowest(self) -> tuple[Sighting, ...]:
        """The lower bound as the rules' judging takes it."""
        return self._sightings(self.at_least)

    @cached_property
    def highest(self) -> tuple[Sighting, ...]:
        """The upper bound as the rules' judging takes it."""
        return self._sightings(self.at_most)

    def _sightings(self, bound: Callable[[int], Campsite]) -> tuple[Sighting, ...]:
        return tuple(Sighting(t, bound(t)) for t in (BEFORE_ALL, *self.steps()))

    def last_of(self, face: CampFace) -> Trace | None:
        """The die of a kind that stayed longest, as far as is known."""
        return max(self.of(face), key=_stayed, default=None)

    def empty_since(self) -> tuple[int, CampFace] | None:
        """When the first kind had surely run out, and which; None if neither has."""
        found: list[tuple[int, CampFace]] = []
        for face in CAMP_FACES:
            gone = [trace.gone_ns for trace in self.of(face)]
            if gone and None not in gone:
                found.append((max(t for t in gone if t is not None), face))
            said = [told.time_ns for told in self.told if count(told.campsite, face) == 0]
            found += [(t, face) for t in said[:1]]
        return min(found, default=None)


def count(campsite: Campsite, face: CampFace) -> int:
    """How many of a kind."""
    return campsite.bears if face == "bear" else campsite.tents


def decisive(evidence: Evidence, t: int) -> CampFace:
    """The kind on which a call at `t` hinges: the one that has run out, else the one that runs out first."""
    at_most = evidence.at_most(t)

    def order(face: CampFace) -> tuple[bool, tuple[bool, int], int]:
        last = evidence.last_of(face)
        left = count(at_most, face)
        return left > 0, _stayed(last) if last is not None else (False, 0), left

    return min(CAMP_FACES, key=order)


def first_hidden(traces: Iterable[Trace], t: int) -> Trace | None:
    """Of some dice one that nobody knows of whether it was there at `t`."""
    return next((trace for trace in traces if trace.gone_ns is None and not trace.there_at(t)), None)


def _stayed(trace: Trace) -> tuple[bool, int]:  # still there beats any time
    return (trace.gone_ns is None, trace.last_ns)
