"""Looking for tops in the campsite's field with the finder, and telling their faces, where pixels alone don't tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.faces import TaughtFaces, cut_top
from vision.finder import MAYBE, SURE, Found, find_tops
from vision.pictures import Picture
from vision.reading import Top, corners_mm, judged
from vision.watch_field import Field
from vision.watch_look import Placed


@dataclass(frozen=True, eq=False)
class Spot:
    """A place in the field that looks like a top: mm, rad, and the finder's figures."""

    x: float
    y: float
    found: Found

    def far(self, x: float, y: float) -> float:
        """Its distance from a place, mm."""
        return math.hypot(self.x - x, self.y - y)


@dataclass(frozen=True)
class Named:
    """A top with its face: `sure` if it is one of the taught and in full view; `face` is empty for a stranger's."""

    placed: Placed
    heat: float
    sure: bool

    @property
    def face(self) -> str:
        """What it shows."""
        return self.placed.face


def spots(field: Field, picture: Picture) -> list[Spot]:
    """All places in the field picture (H, W, 3) that may be tops, the hottest first."""
    found = find_tops(picture)
    places = field.plane.place([(f.x, f.y) for f in found]) if found else np.zeros((0, 2))
    return [Spot(float(x), float(y), f) for (x, y), f in zip(places, found, strict=True)]


def name(picture: Picture, field: Field, tops: Sequence[Spot], faces: TaughtFaces) -> list[Named]:
    """The faces of these tops, in their order, by the camera's picture (H, W, 3)."""
    cut: list[Top] = []
    for spot in tops:
        corners = field.view.project(corners_mm(spot.x, spot.y, spot.found.turn, field.edge_mm)).reshape(4, 2)
        cut.append(Top(spot.x, spot.y, spot.found.turn, corners, cut_top(picture, corners), spot.found))
    out: list[Named] = []
    for top in cut:
        dice, _ = judged([top], faces, field.edge_mm)
        if dice:
            die = dice[0]
            placed = Placed(die.face, die.x, die.y, die.yaw_deg)
            out.append(Named(placed, top.found.heat, die.sure and top.found.heat >= SURE))
        else:
            out.append(Named(Placed("", top.x, top.y, math.degrees(top.turn)), top.found.heat, sure=False))
    return out


def likely(spot: Spot) -> bool:
    """Whether a spot is hot enough to be a die that is hidden in part."""
    return spot.found.heat >= MAYBE
