"""Who sits where: kinds of dice by their face, zones of the table, and how near a die lies to a zone's border."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.games.bears.dice import CAMP_FACES, PLAYER_FACES

Kind = Literal["camp", "player", "other"]
"""Whose die it is: one of the table's Camp Dice, a player's, or no die of the game."""

Zone = int | Literal["campsite"] | None
"""Where a die lies: in the campsite, in the area of the seat with this index, or (seats unknown) just outside."""

BORDER_MM = 1.3
"""A die's centre this close to a zone's border may lie on either side: across a border the places of 99 sure dice in
100 are right to 0.9 mm, of 998 in 1000 to 1.3 mm."""


def kind_of(face: str) -> Kind:
    """The kind of the die that has a face of this name."""
    if face in CAMP_FACES:
        return "camp"
    return "player" if face in PLAYER_FACES else "other"


def plays_bears(faces: Iterable[str]) -> bool:
    """Whether dice with these faces are a set of Bears!, so that there is a round to score."""
    known = set(faces)
    return known >= set(CAMP_FACES) and bool(known & set(PLAYER_FACES))


@dataclass(frozen=True)
class Layout:
    """What lies where on this table.

    `seats` are angles in degrees from +x, counter-clockwise, in the players' order; the campsite is the disc of
    `campsite_mm` round the origin; `edge_mm` is the dice's edge. Raises ValueError for sizes that are not positive,
    angles that are not finite, or two seats at the same angle.
    """

    seats: tuple[float, ...]
    campsite_mm: float = 110.0
    edge_mm: float = 16.0

    def __post_init__(self) -> None:
        if not all(math.isfinite(v) and v > 0 for v in (self.campsite_mm, self.edge_mm)):
            raise ValueError("the campsite's radius and the dice's edge must be more than 0 mm")
        if not all(math.isfinite(seat) for seat in self.seats):
            raise ValueError("a seat is an angle in degrees")
        for k, seat in enumerate(self.seats):
            if any(turn_between(seat, other) < 1.0 for other in self.seats[:k]):
                raise ValueError(f"two seats at {seat:g} degrees cannot be told apart")

    def zone(self, x: float, y: float) -> Zone:
        """The zone of a place (mm): the campsite, else the seat with the nearest angle."""
        if math.hypot(x, y) <= self.campsite_mm:
            return "campsite"
        if not self.seats:
            return None
        angle = math.degrees(math.atan2(y, x))
        return min(range(len(self.seats)), key=lambda k: turn_between(self.seats[k], angle))

    def border_beside(self, x: float, y: float) -> str:
        """Which border runs within `BORDER_MM` of a place (mm), in words; empty if none does."""
        distance = math.hypot(x, y)
        if abs(distance - self.campsite_mm) < BORDER_MM:
            return "on the campsite's edge"
        if distance < self.campsite_mm or len(self.seats) < 2:
            return ""
        angle = math.degrees(math.atan2(y, x))
        first, second = sorted(turn_between(seat, angle) for seat in self.seats)[:2]
        off = math.radians((second - first) / 2)
        if off < math.pi / 2 and distance * math.sin(off) < BORDER_MM:
            return "right between two seats"
        return ""

    def borders(self) -> tuple[float, ...]:
        """Angles (degrees) of the lines that part one seat's area from the next; none for fewer than two seats."""
        if len(self.seats) < 2:
            return ()
        angles = sorted(seat % 360 for seat in self.seats)
        following = [*angles[1:], angles[0] + 360]
        return tuple((a + b) / 2 % 360 for a, b in zip(angles, following, strict=True))


def turn_between(a: float, b: float) -> float:
    """The angle between two directions, degrees, 0..180."""
    return abs((a - b + 180) % 360 - 180)
