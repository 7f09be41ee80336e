"""Sides of dice that were taken for tops: they lie before a die of their kind, as the camera sees it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.lens import View
from vision.seen import NO_DIE, SeenDie

NO_SIDE = 0.66
"""Confidence of a die that is no side of another: of real dice 99 in 100 have it, of sides hardly any."""

_BEFORE, _BEFORE_EDGES = 0.8, 1.4
"""Cosine of the angle at a die between the camera and what may be its side, and how far that lies, in edges."""

_SAME_EDGES = 0.2
"""So near to where a side is seen on the plane of the tops, in edges, a faint top is that side."""


def doubting_sides(
    dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]
) -> list[SeenDie]:
    """The same dice, doubting those that may be the side of a die behind them, as the camera sees it.

    A side that is lit like the top looks like a second top before the die. It can only show a face of the same kind
    of die, and it is less like a top than a top is.
    """
    eye = view.pose.eye

    def may_be_side(die: SeenDie) -> bool:
        for other in dice:
            if other is die or kinds.get(die.face) != kinds.get(other.face):
                continue
            dx, dy = die.x - other.x, die.y - other.y
            ex, ey = eye[0] - other.x, eye[1] - other.y
            away, to_eye = math.hypot(dx, dy), math.hypot(ex, ey)
            if 0 < away < _BEFORE_EDGES * edge and (dx * ex + dy * ey) > _BEFORE * away * to_eye:
                return True
        return False

    return [
        replace(d, sure=False, why="may be the side of the die behind it")
        if d.sure and d.confidence < NO_SIDE and may_be_side(d)
        else d
        for d in dice
    ]


def without_sides(
    dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]
) -> list[SeenDie]:
    """The same dice without those that are hardly any and lie just where the side of a sure one is seen.

    A die that stood there would hide that side, and be seen far better than this.
    """
    sides = [(x, y, kinds.get(die.face)) for die in dice if die.sure for x, y in seen_sides(die, view, edge)]
    return [
        die
        for die in dice
        if die.sure
        or die.why != NO_DIE
        or all(
            math.dist((die.x, die.y), (x, y)) > _SAME_EDGES * edge or kind != kinds.get(die.face)
            for x, y, kind in sides
        )
    ]


def seen_sides(die: SeenDie, view: View, edge: float) -> list[tuple[float, float]]:
    """Where on the plane of the tops (mm) the middles of a die's sides are seen that face the camera."""
    eye = view.pose.eye
    down = (eye[2] - edge) / (eye[2] - edge / 2)
    places = []
    for quarter in range(4):
        turn = math.radians(die.yaw_deg + 90 * quarter)
        side = np.array([die.x + math.cos(turn) * edge / 2, die.y + math.sin(turn) * edge / 2])
        if math.cos(turn) * (eye[0] - side[0]) + math.sin(turn) * (eye[1] - side[1]) > 0:
            x, y = eye[:2] + (side - eye[:2]) * down
            places.append((float(x), float(y)))
    return places
