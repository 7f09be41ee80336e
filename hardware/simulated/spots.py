"""Where on the table there is room: for dice that are thrown, and for one that is put beside another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

EDGE = 16.0


@dataclass(frozen=True)
class Spot:
    """A place for a die: its centre, mm, and turn, rad."""

    x: float
    y: float
    yaw: float


def clearance(a: Spot, b: Spot) -> float:
    """At least so far dice at two spots are apart, mm, by separating axes; negative if they overlap."""
    best = -1e9
    dx, dy = b.x - a.x, b.y - a.y
    for axis in (a.yaw, a.yaw + math.pi / 2, b.yaw, b.yaw + math.pi / 2):
        along = abs(dx * math.cos(axis) + dy * math.sin(axis))
        reach = sum(EDGE / 2 * (abs(math.cos(s.yaw - axis)) + abs(math.sin(s.yaw - axis))) for s in (a, b))
        best = max(best, along - reach)
    return best


def nearest(spot: Spot, others: Iterable[Spot]) -> float:
    """How much room a spot has."""
    return min((clearance(spot, other) for other in others), default=1e9)


def scattered(
    rng: np.random.Generator, count: int, taken: Sequence[Spot], *, reach: float, gap: float = 0.6
) -> list[Spot]:
    """Spots in the campsite for dice that are thrown, mostly near the middle; some nearly touch."""
    out: list[Spot] = []
    for tries in range(400 * count):
        if len(out) == count:
            break
        a, r = rng.uniform(0, 2 * math.pi), reach * math.sqrt(rng.uniform(0, 1)) * (1 if tries > 50 else 0.9)
        spot = Spot(r * math.cos(a), r * math.sin(a), rng.uniform(0, 2 * math.pi))
        if nearest(spot, [*taken, *out]) >= gap:
            out.append(spot)
    return out


@dataclass(frozen=True)
class Area:
    """A seat's area that can be used: between two distances from the middle, inside the corner cards."""

    seat: float
    """Angle, rad."""
    half: float
    """Half the angle to the next seat, rad."""
    near: float = 142.0
    far: float = 232.0

    def inside(self, x: float, y: float) -> bool:
        """Whether a die may lie there: clear of the campsite, the neighbours and the cards."""
        r = math.hypot(x, y)
        off = abs((math.atan2(y, x) - self.seat + math.pi) % (2 * math.pi) - math.pi)
        clear_of_neighbours = r * math.sin(max(self.half - off, -1.5)) > 12 or self.half >= math.pi / 2
        on_cards = abs(x) > 215 and abs(y) > 155
        return (
            off < self.half
            and clear_of_neighbours
            and self.near - 12 <= r <= self.far + 14
            and not on_cards
            and abs(x) < 262
            and -206 < y < 214
        )

    def somewhere(self, rng: np.random.Generator) -> tuple[float, float]:
        """A place in it, or near it."""
        a = self.seat + rng.uniform(-1, 1) * min(self.half, 0.62)
        r = rng.uniform(self.near, self.far)
        return r * math.cos(a), r * math.sin(a)


def areas(seats: Sequence[float]) -> list[Area]:
    """The areas of seats at these angles, degrees."""
    out = []
    for seat in seats:
        off = [abs((seat - other + 180) % 360 - 180) for other in seats if other != seat]
        out.append(Area(math.radians(seat), math.radians(min([*off, 180.0]) / 2)))
    return out


def strewn(
    rng: np.random.Generator, area: Area, count: int, taken: Sequence[Spot], apart: float
) -> list[Spot]:
    """Spots for a seat's own dice, far enough apart to put one beside each; nearer where there is no room."""
    out: list[Spot] = []
    want = apart
    while len(out) < count and want > 0.3:
        for _ in range(120):
            x, y = area.somewhere(rng)
            spot = Spot(x, y, rng.uniform(0, 2 * math.pi))
            if area.inside(x, y) and nearest(spot, [*taken, *out]) >= want:
                out.append(spot)
                if len(out) == count:
                    break
        want = want * 0.85 if want > 3 else want - 1
    return out


def beside(
    rng: np.random.Generator,
    area: Area,
    partner: Spot,
    others: Sequence[Spot],
    *,
    gap: float,
    room: float,
    tight: bool = False,
) -> Spot | None:
    """A spot beside a die, `gap` mm from it, with as much room to all others as there is; None below `room`.

    With `tight` the one with the least room above that.
    """
    found: list[tuple[float, Spot]] = []
    for quarter in range(4):
        for _ in range(2):
            skew = rng.normal(0, 0.06)
            side = partner.yaw + quarter * math.pi / 2
            away = EDGE / 2 + EDGE / 2 * (abs(math.cos(skew)) + abs(math.sin(skew))) + gap
            slip = rng.uniform(-3, 3)
            spot = Spot(
                partner.x + away * math.cos(side) - slip * math.sin(side),
                partner.y + away * math.sin(side) + slip * math.cos(side),
                partner.yaw + skew + rng.integers(4) * math.pi / 2,
            )
            free = min(nearest(spot, others), 40.0)
            if free > room and area.inside(spot.x, spot.y):
                found.append((free if tight else -free, spot))
    return min(found, key=lambda each: each[0])[1] if found else None


def free_spot(rng: np.random.Generator, area: Area, others: Sequence[Spot], room: float) -> Spot | None:
    """A spot in an area away from all dice, with less room if there must be; None if it is full."""
    want = room
    while want > 0.5:
        for _ in range(60):
            x, y = area.somewhere(rng)
            spot = Spot(x, y, rng.uniform(0, 2 * math.pi))
            if area.inside(x, y) and nearest(spot, others) >= want:
                return spot
        want *= 0.7
    return None
