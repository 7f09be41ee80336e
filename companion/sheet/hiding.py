"""Whether something odd in the picture can be, or can hide, a die that has not been seen.

A hand over the table hides nothing when all camp dice are in sight and every player who might still have a die lies
elsewhere; a die-like thing nobody taught is a stranger's when the seat it lies in has all its dice and no lonely camp
die beside it would become a pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.sheet.layout import Layout
from companion.sheet.pairs import CLEAR, REACH
from vision.seen import COVER, FAINT, Oddity, Seen

Place = tuple[float, float]


@dataclass(frozen=True)
class Unseen:
    """What has not been seen: any camp dice, any dice of which seats' players.

    `taken` are the places (mm) of the dice that were, where no other can lie; `in_seats` those of the camp dice in
    seats' areas, and `lonely` those of them that have no partner.
    """

    camp_missing: bool
    seats_missing: frozenset[int]
    taken: tuple[Place, ...]
    in_seats: tuple[Place, ...]
    lonely: tuple[Place, ...]


def find_hiding(seen: Seen, layout: Layout, unseen: Unseen) -> list[Oddity]:
    """The oddities of a picture that leave the sheet in doubt."""
    return [odd for odd in seen.oddities if _leaves_doubt(odd, seen, layout, unseen)]


def may_be_unseen(x: float, y: float, layout: Layout, unseen: Unseen) -> bool:
    """Whether a die-like thing at this place (mm) can be one of the dice that have not been seen."""
    if unseen.camp_missing or layout.zone(x, y) in unseen.seats_missing:
        return True
    return bool(unseen.seats_missing) and _beside_any(x, y, unseen.lonely, layout)


def may_matter(x: float, y: float, layout: Layout, unseen: Unseen) -> bool:
    """Whether it matters for anybody's points which face a die at this place (mm) shows, if it is a die at all.

    With all camp dice surely in sight it can only be a player die, and those count for nothing without a camp die
    beside them (rulebook: Scoring a Round).
    """
    if unseen.camp_missing:
        return True
    if layout.zone(x, y) in unseen.seats_missing:
        return _beside_any(x, y, unseen.in_seats, layout)
    return may_be_unseen(x, y, layout, unseen)


def _leaves_doubt(odd: Oddity, seen: Seen, layout: Layout, unseen: Unseen) -> bool:
    if odd.kind == COVER:
        return unseen.camp_missing or bool(unseen.seats_missing & _seats_below(odd, seen, layout, unseen))
    if odd.kind == FAINT:
        return _may_be_partner(odd, layout, unseen)
    return may_be_unseen(odd.x, odd.y, layout, unseen)


def _may_be_partner(odd: Oddity, layout: Layout, unseen: Unseen) -> bool:
    """Whether a thing can be an unseen die that makes a pair with a lonely camp die; a side of a seen die cannot."""
    free = _is_free(odd.x, odd.y, layout, unseen)
    return free and bool(unseen.seats_missing) and _beside_any(odd.x, odd.y, unseen.lonely, layout)


def _is_free(x: float, y: float, layout: Layout, unseen: Unseen) -> bool:
    """Whether another die can lie at this place (mm), beside those that were seen."""
    return all(math.dist((x, y), die) > 0.8 * layout.edge_mm for die in unseen.taken)


def _beside_any(x: float, y: float, places: Sequence[Place], layout: Layout) -> bool:
    # Without knowing how the thing is turned: corner to corner is the farthest that two dice can touch.
    reach = (math.sqrt(2) + REACH + CLEAR) * layout.edge_mm
    return any(math.dist((x, y), place) < reach for place in places)


def _seats_below(odd: Oddity, seen: Seen, layout: Layout, unseen: Unseen) -> frozenset[int]:
    """Seats in whose area an unseen die can lie under the cover; all of them where its extent is not known."""
    everyone = frozenset(range(len(layout.seats)))
    if seen.view is None or len(odd.outline) < 3:
        return everyone
    outline = [(float(x), float(y)) for x, y in seen.view.on_plane(odd.outline, layout.edge_mm)]
    if not all(math.isfinite(v) for place in outline for v in place):
        return everyone
    found: set[int] = set()
    for place in _grid_over(outline, layout.edge_mm):
        zone = layout.zone(*place)
        if not isinstance(zone, int) or zone in found:
            continue
        if _is_free(*place, layout, unseen) and _touches(outline, place, 0.3 * layout.edge_mm):
            found.add(zone)
    return frozenset(found)


def _grid_over(outline: Sequence[Place], edge_mm: float) -> Iterator[Place]:
    """Places half a die apart all over the outline's bounding box."""
    xs, ys = zip(*outline, strict=True)
    step = edge_mm / 2
    for row in range(math.ceil((max(ys) - min(ys)) / step) + 1):
        for column in range(math.ceil((max(xs) - min(xs)) / step) + 1):
            yield min(xs) + column * step, min(ys) + row * step


def _touches(outline: Sequence[Place], place: Place, by: float) -> bool:
    """Whether the middle of a die at `place`, give or take `by` mm, lies inside the outline."""
    x, y = place
    around = ((x, y), (x + by, y), (x - by, y), (x, y + by), (x, y - by))
    return any(_inside(outline, spot) for spot in around)


def _inside(outline: Sequence[Place], place: Place) -> bool:
    x, y = place
    inside = False
    for k, (bx, by) in enumerate(outline):
        ax, ay = outline[k - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
