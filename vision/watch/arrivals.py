"""Tops that turn up in the campsite where no die was known to lie: moved dice, new ones, and what is none."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vision.finder import MAYBE
from vision.sides import NO_SIDE
from vision.watch.blobs import Blobs
from vision.watch.dice import CONFIRMED, Kept
from vision.watch.field import Field, Mask
from vision.watch.look import Placed
from vision.watch.search import Named, Shown, Spot

SETTLED = 4
"""Frames of rest after which a top that shows none of the watched faces is somebody else's."""

_APART = 0.6
"""Two tops nearer to each other than this, in edges, are one."""
_MOST_STRANGERS = 64
_OVERLAP_MM = 1.5
"""Dice in sight overlap less than this, by errors of their places; a die and its own side more."""


@dataclass(frozen=True)
class _Arrival:
    """A top where none of the known dice lies, and how often in a row it was seen there."""

    named: Named
    times: int


class Arrivals:
    """Watches for tops in new places; `strangers` are the places (mm) of those that are known not to matter."""

    def __init__(
        self,
        *,
        field: Field,
        watched_faces: frozenset[str],
        border_mm: float,
        strangers: Sequence[tuple[float, float]],
    ) -> None:
        self._field, self._faces = field, watched_faces
        self._reach_mm = field.radius_mm + border_mm
        self._strangers = list(strangers)
        self._all: list[_Arrival] = []

    @property
    def waiting(self) -> bool:
        """Whether there is something of which it is not yet known what it is."""
        return bool(self._all)

    def zones(self) -> Iterator[Mask]:
        """Where in the field they are, with their sides."""
        for arrival in self._all:
            p = arrival.named.placed
            outline = self._field.outline(p.x, p.y, math.radians(p.yaw_deg))
            yield self._field.drawn(outline, self._field.edge_mm / 2)

    def meet(
        self, hot: Sequence[Spot], shown: Shown, *, known: Sequence[Kept], hands: Blobs, still: int
    ) -> tuple[Placed, ...]:
        """The watched faces that have been seen long enough where no known die lies, surest first.

        What looks like a top on a hand is none, and what looks like one before a known die may be its side.
        """
        near = _APART * self._field.edge_mm
        new = [
            spot
            for spot in hot
            if spot.found.heat >= MAYBE
            and math.hypot(spot.x, spot.y) <= self._reach_mm
            and all(spot.far(die.placed.x, die.placed.y) >= near for die in known)
            and all(spot.far(x, y) >= near / 2 for x, y in self._strangers)
        ]
        before, self._all = self._all, []
        ready: list[Placed] = []
        for named in shown.name(new):
            p = named.placed
            if self._may_be_side(p, known) and (
                named.confidence < NO_SIDE or self._overlaps(p, known) > _OVERLAP_MM
            ):
                continue
            if not named.sure and hands.at(self._field.halved(p.x, p.y)):
                continue
            again = [a.times for a in before if _apart(a.named.placed, p) < near / 2]
            arrival = _Arrival(named, 1 + max(again, default=0))
            watched = named.face in self._faces
            if arrival.times > CONFIRMED and still >= SETTLED and not watched:
                self._strangers = [*self._strangers, (p.x, p.y)][-_MOST_STRANGERS:]
                continue
            self._all.append(arrival)
            if arrival.times > CONFIRMED and watched and named.sure:
                ready.append(p)
        return tuple(ready)

    def _may_be_side(self, placed: Placed, known: Sequence[Kept]) -> bool:
        """Whether a place is where the side of a die that lies there would be taken for a top."""
        column, row = self._field.pixels([[placed.x, placed.y]])[0]
        return any(not die.empties and die.shows(float(column), float(row)) for die in known)

    def _overlaps(self, placed: Placed, known: Sequence[Kept]) -> float:
        """How deep a die in this place would be in one that lies there as far as is known, mm; two dice cannot."""
        edge = self._field.edge_mm
        return max((overlap(placed, die.placed, edge) for die in known if not die.empties), default=-edge)

    def settled(self, placed: Placed) -> None:
        """It is known what this one is."""
        self._all = [a for a in self._all if a.named.placed != placed]


def overlap(a: Placed, b: Placed, edge: float) -> float:
    """How deep two dice of this edge are in each other, mm, by separating axes; negative where there is room."""
    dx, dy = b.x - a.x, b.y - a.y
    room = -math.inf
    for axis in (a.yaw_deg, a.yaw_deg + 90, b.yaw_deg, b.yaw_deg + 90):
        along = abs(dx * math.cos(math.radians(axis)) + dy * math.sin(math.radians(axis)))
        reach = 0.0
        for placed in (a, b):
            turn = math.radians(placed.yaw_deg - axis)
            reach += edge / 2 * (abs(math.cos(turn)) + abs(math.sin(turn)))
        room = max(room, along - reach)
    return -room


def _apart(a: Placed, b: Placed) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
