"""An assessment in words: the table of points with the sums written out, and where the doubts lie."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from companion.games.bears import Score
from companion.sheet.assessment import Assessment, Die, Doubt
from companion.sheet.layout import Layout
from companion.sheet.points import Round

BESIDE_MM = 80.0
"""A place is told from the nearest die if one lies within this; else from the middle of the campsite."""


def seat_names(seats: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What to call the seats, counted from 1 where nobody has a name."""
    return tuple(names) or tuple(f"seat {k + 1}" for k in range(seats))


def points_table(round_: Round, names: Sequence[str]) -> str:
    """A line a seat: name, points, the sum written out and what its terms are for."""
    rows = [("", "points", "sum", "from")]
    rows += [
        (name, str(score.points), score.written, _terms(score))
        for name, score in zip(names, round_.seats, strict=True)
    ]
    wide = [max(len(row[k]) for row in rows) for k in range(3)]
    return "\n".join(
        f"{name:<{wide[0]}}  {points:>{wide[1]}}  {total:<{wide[2]}}  {origin}".rstrip()
        for name, points, total, origin in rows
    )


def campsite_line(round_: Round) -> str:
    """What is left in the campsite, and that the round is not over if that is so."""
    left = f"Left in the campsite: {round_.campsite}."
    if round_.campsite.one_kind_gone:
        return left
    return f"{left} The round is not over; these are the points if it ended now."


def doubt_lines(assessment: Assessment, names: Sequence[str]) -> list[str]:
    """Every doubt as a line: where, and what is not clear."""
    return [f"{_capital(where(doubt, assessment, names))}: {doubt.reason}" for doubt in assessment.doubts]


def where(doubt: Doubt, assessment: Assessment, names: Sequence[str]) -> str:
    """The place of a doubt in words, left and right as the camera sees it."""
    layout = assessment.layout
    if doubt.x is None or doubt.y is None or layout is None or not math.isfinite(doubt.x + doubt.y):
        return _in_picture(doubt, loose=layout is None)
    area = _area(layout, doubt.x, doubt.y, names)
    near = _landmark(doubt, assessment.dice)
    if near is not None:
        return f"{area}, {_direction(doubt.x - near.x, doubt.y - near.y)} the {near.face}"
    return f"{area}, {_direction(doubt.x, doubt.y)} the middle of the campsite"


def dice_lines(assessment: Assessment, names: Sequence[str]) -> list[str]:
    """What lies where, a line a zone; loose pictures: one line."""
    heaps: dict[str, list[Die]] = {}
    for die in assessment.dice:
        heaps.setdefault(_zone_name(die, names), []).append(die)
    order = ["campsite", *names]
    places = sorted(heaps, key=lambda name: (order.index(name) if name in order else len(order), name))
    return [f"{_capital(place)}: {_faces(heaps[place])}" for place in places]


def _zone_name(die: Die, names: Sequence[str]) -> str:
    if isinstance(die.zone, int):
        return names[die.zone]
    return die.zone or "dice"


def _faces(dice: Sequence[Die]) -> str:
    counted = Counter((die.face, die.sure) for die in dice)
    return ", ".join(f"{n} x {face}{'' if sure else ' (?)'}" for (face, sure), n in sorted(counted.items()))


def _terms(score: Score) -> str:
    counted = Counter(term.why for term in score.terms if term.points)
    return ", ".join(what if n == 1 else f"{n} x {what}" for what, n in counted.items())


def _area(layout: Layout, x: float, y: float, names: Sequence[str]) -> str:
    zone = layout.zone(x, y)
    if zone == "campsite":
        return "in the campsite"
    return f"in {names[zone]}'s area" if isinstance(zone, int) and zone < len(names) else "on the table"


def _landmark(doubt: Doubt, dice: Sequence[Die]) -> Die | None:
    """The nearest sure die that the doubt is not about and that has only neighbours of other faces."""
    x, y = doubt.x or 0.0, doubt.y or 0.0
    others = [
        (math.hypot(die.x - x, die.y - y), k)
        for k, die in enumerate(dice)
        if die.sure and die.counts and k not in doubt.dice
    ]
    near = min(others, default=(math.inf, -1))
    if not 5.0 < near[0] <= BESIDE_MM:
        return None
    face = dice[near[1]].face
    alone = all(k == near[1] or dice[k].face != face for distance, k in others if distance < BESIDE_MM)
    return dice[near[1]] if alone else None


def _direction(dx: float, dy: float) -> str:
    """Steps to the place: "4 cm left of", "4 cm left of and 12 cm beyond"; beyond is away from the device."""
    steps = []
    if round(abs(dx) / 10):
        steps.append(f"{round(abs(dx) / 10)} cm {'left' if dx < 0 else 'right'} of")
    if round(abs(dy) / 10):
        steps.append(f"{round(abs(dy) / 10)} cm {'nearer than' if dy < 0 else 'beyond'}")
    return " and ".join(steps) or "at"


def _in_picture(doubt: Doubt, *, loose: bool) -> str:
    if not doubt.outline:
        return "somewhere in the picture" if loose else "on the table"
    x = sum(px for px, _ in doubt.outline) / len(doubt.outline)
    y = sum(py for _, py in doubt.outline) / len(doubt.outline)
    return f"at pixel {x:.0f}, {y:.0f}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
