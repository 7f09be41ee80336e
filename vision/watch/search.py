"""One frame of the watching stream, and what the networks find in its field where pixels alone don't tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.faces import TaughtFaces, cut_top
from vision.finder import SURE, Found, find_tops
from vision.pictures import Picture
from vision.reading import judged
from vision.tops import Top, corners_mm
from vision.watch.field import Field, Traits, relief
from vision.watch.look import Placed


@dataclass(frozen=True, eq=False)
class Spot:
    """A place in the field that looks like a top: mm, and the finder's figures."""

    x: float
    y: float
    found: Found

    def far(self, x: float, y: float) -> float:
        """Its distance from a place, mm."""
        return math.hypot(self.x - x, self.y - y)


@dataclass(frozen=True)
class Named:
    """A top with its face: `sure` if it is one of the taught and in full view; the face is empty for a stranger's."""

    placed: Placed
    sure: bool
    confidence: float = 0.0

    @property
    def face(self) -> str:
        """What it shows."""
        return self.placed.face


class Shown:
    """A frame (H, W, 3), and its field: the campsite from above."""

    def __init__(self, picture: Picture, field: Field, faces: TaughtFaces) -> None:
        self._picture, self._geometry, self._faces = picture, field, faces
        self.field = field.plane.rectify(picture)
        self.relief = relief(self.field)

    def traits(self) -> Traits:
        """What is compared with other frames."""
        return Traits.of(self.field, self.relief)

    def spots(self) -> list[Spot]:
        """All places in the field that may be tops, the hottest first."""
        found = find_tops(self.field)
        if not found:
            return []
        places = self._geometry.plane.place([(f.x, f.y) for f in found])
        return [Spot(float(x), float(y), f) for (x, y), f in zip(places, found, strict=True)]

    def name(self, tops: Sequence[Spot]) -> list[Named]:
        """The faces of these tops, in their order."""
        return [self._named(spot) for spot in tops]

    def _named(self, spot: Spot) -> Named:
        edge = self._geometry.edge_mm
        turn = spot.found.turn
        corners = self._geometry.view.project(corners_mm(spot.x, spot.y, turn, edge)).reshape(4, 2)
        top = Top(spot.x, spot.y, turn, corners, cut_top(self._picture, corners), spot.found)
        dice, _ = judged([top], self._faces, edge)
        if not dice:
            return Named(Placed("", spot.x, spot.y, math.degrees(turn)), sure=False)
        die = dice[0]
        placed = Placed(die.face, die.x, die.y, die.yaw_deg)
        return Named(placed, die.sure and spot.found.heat >= SURE, die.confidence)
