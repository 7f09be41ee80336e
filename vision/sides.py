"""Sides of dice that were taken for tops: they lie before a die of their kind, as the camera sees it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.lens import View
from vision.seen import FAINT, NO_DIE, Oddity, SeenDie

NO_SIDE = 0.66
"""Confidence of a die that is no side of another: of real dice 99 in 100 have it, of sides hardly any."""

_BEFORE, _BEFORE_EDGES = 0.8, 1.4
"""Cosine of the angle at a die between the camera and what may be its side, and how far that lies, in edges."""

_SAME_EDGES = 0.2
"""So near to where a side is seen on the plane of the tops, in edges, a faint top is that side."""

_AT_SIDE, _BEYOND_DOUBT = 0.13, 0.85
"""So near to it (edges) what looks like a top but has less than that confidence may be that side: sides were within
0.11, real dice are no nearer than 0.15."""

_INTO = 0.1
"""How far two dice may seem to stand in each other, in edges: those that touch do so by 0.09 at most, where both are
read a millimetre and some degrees off."""


def doubting_sides(
    dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]
) -> list[SeenDie]:
    """The same dice, doubting those that may be the side of a die behind them, as the camera sees it.

    A side that is lit like the top looks like a second top before the die. It can only show a face of the same kind
    of die, and it is less like a top than a top is. Of two that stand in each other the fainter is doubted too.
    """
    eye = view.pose.eye
    sides = _Sides(dice, view, edge, kinds)

    def may_be_side(die: SeenDie) -> bool:
        if die.confidence < _BEYOND_DOUBT and sides.of_others(
            die.x, die.y, die.face, _AT_SIDE, die.confidence
        ):
            return True
        for other in dice:
            if die.confidence >= NO_SIDE or other is die or kinds.get(die.face) != kinds.get(other.face):
                continue
            dx, dy = die.x - other.x, die.y - other.y
            ex, ey = eye[0] - other.x, eye[1] - other.y
            away, to_eye = math.hypot(dx, dy), math.hypot(ex, ey)
            if 0 < away < _BEFORE_EDGES * edge and (dx * ex + dy * ey) > _BEFORE * away * to_eye:
                return True
        return False

    def doubt(die: SeenDie) -> str:
        if may_be_side(die):
            return "may be the side of the die behind it"
        return "stands where another die stands" if _in_a_surer_one(die, dice, edge) else ""

    return [replace(d, sure=False, why=why) if d.sure and (why := doubt(d)) else d for d in dice]


def without_sides(
    dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]
) -> list[SeenDie]:
    """The same dice without those that can only be sides of sure ones: they lie just where those are seen.

    They are hardly dice: one that stood there would hide that side, and be seen far better than this. Or they are
    fainter than a die with whom they would share their place.
    """
    sides = _Sides([die for die in dice if die.sure], view, edge, kinds)
    return [
        die
        for die in dice
        if not (
            (not die.sure and die.why == NO_DIE and sides.of_others(die.x, die.y, die.face, _SAME_EDGES))
            or (
                die.confidence < _BEYOND_DOUBT
                and sides.of_others(die.x, die.y, die.face, _AT_SIDE, die.confidence)
                and _in_a_surer_one(die, dice, edge)
            )
        )
    ]


def unexplained(
    oddities: Sequence[Oddity], dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]
) -> list[Oddity]:
    """The same without those that are hardly dice and lie just where the sides of sure dice are seen."""
    sides = _Sides([die for die in dice if die.sure], view, edge, kinds)
    return [
        odd
        for odd in oddities
        if odd.kind != FAINT or not sides.of_others(odd.x, odd.y, odd.face, _SAME_EDGES)
    ]


class _Sides:
    """Where the sides of some dice are seen."""

    def __init__(self, dice: Sequence[SeenDie], view: View, edge: float, kinds: Mapping[str, str]) -> None:
        self._edge, self._kinds = edge, kinds
        self._seen = [(die, x, y) for die in dice for x, y in seen_sides(die, view, edge)]

    def of_others(self, x: float, y: float, face: str, within: float, confidence: float = 0.0) -> bool:
        """Whether a side is seen at a place (mm), within so many edges, that may show this face.

        It is that of a die of more than this confidence.
        """
        reach = within * self._edge
        return any(
            math.dist((x, y), (u, v)) < reach
            and die.confidence > confidence
            and self._kinds.get(die.face) == self._kinds.get(face)
            for die, u, v in self._seen
        )


def _in_a_surer_one(die: SeenDie, dice: Sequence[SeenDie], edge: float) -> bool:
    """Whether a die stands in a sure one that is seen better, farther than places and turns may be off."""
    return any(
        other.sure and other.confidence > die.confidence and _depth(die, other, edge) > _INTO * edge
        for other in dice
        if abs(other.x - die.x) < 1.42 * edge and abs(other.y - die.y) < 1.42 * edge
    )


def _depth(one: SeenDie, other: SeenDie, edge: float) -> float:
    """How far two squares reach into each other, mm; negative if they don't."""
    dx, dy = other.x - one.x, other.y - one.y
    turn = math.radians(other.yaw_deg - one.yaw_deg)
    half = edge / 2 * (1 + abs(math.cos(turn)) + abs(math.sin(turn)))
    return min(
        half - abs(dx * math.cos(axis) + dy * math.sin(axis))
        for die in (one, other)
        for axis in (math.radians(die.yaw_deg), math.radians(die.yaw_deg + 90))
    )


def seen_sides(die: SeenDie, view: View, edge: float) -> list[tuple[float, float]]:
    """Where on the plane of the tops (mm) the middles of a die's sides are seen that face the camera."""
    ex, ey, height = (float(v) for v in view.pose.eye)
    down = (height - edge) / (height - edge / 2)
    places = []
    for quarter in range(4):
        turn = math.radians(die.yaw_deg + 90 * quarter)
        c, s = math.cos(turn), math.sin(turn)
        off_x, off_y = die.x + c * edge / 2 - ex, die.y + s * edge / 2 - ey
        if c * off_x + s * off_y < 0:
            places.append((ex + off_x * down, ey + off_y * down))
    return places
