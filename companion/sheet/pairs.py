"""Which player die belongs to which camp die: those that lie beside each other, as a person sees it.

A person sees a pair where two dice touch or nearly do, whatever way they are turned; so what counts is the gap
between the dice, not the distance of their centres. Every possible set of pairs gets a cost: each pair costs its gap
and saves `REACH`. The cheapest set is the reading, and it is clear only if every other set costs more by `CLEAR`.
That one rule covers dice a bit apart (pair or no pair?), two partners for one die, and rows of pairs side by side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

REACH = 0.55
"""Dice this many edges apart are as likely a pair as not; people push a pair together, and strangers keep away."""

CLEAR = 0.125
"""By so many edges the best set of pairs must beat the next; 2 mm for dice of 16 mm, twice what a gap is known to."""

CROWD = 8
"""More player dice than this in one heap belong to no seat; they are matched nearest first, and never clear."""

Link = tuple[int, int]
"""A player die and a camp die, as indices."""


@dataclass(frozen=True)
class Square:
    """A die from above: centre in mm, turn in degrees (nan if unknown), edge in mm."""

    x: float
    y: float
    yaw_deg: float
    edge: float

    def corners(self) -> list[tuple[float, float]]:
        """The four corners, counter-clockwise, mm."""
        turn = math.radians(self.yaw_deg)
        c, s = math.cos(turn) * self.edge / 2, math.sin(turn) * self.edge / 2
        return [
            (self.x + c * u - s * v, self.y + s * u + c * v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]


def gap(a: Square, b: Square) -> float:
    """How far apart two dice are, mm: the shortest way from one square to the other, 0 if they touch or overlap.

    Where a die's turn is not known, the dice are taken to face each other.
    """
    distance = math.hypot(a.x - b.x, a.y - b.y)
    least = distance - (a.edge + b.edge) / 2
    if not (math.isfinite(a.yaw_deg) and math.isfinite(b.yaw_deg)):
        return max(0.0, least)
    corners_a, corners_b = a.corners(), b.corners()
    if _overlap(corners_a, corners_b):
        return 0.0
    return min(_corner_to_square(corners_a, b), _corner_to_square(corners_b, a))


@dataclass(frozen=True)
class Grouping:
    """The pairs among some dice that lie near each other, and whether another reading of them is as good.

    `rival` holds the dice about which the second-best set of pairs says something else; it is empty if that set
    costs clearly more.
    """

    pairs: tuple[Link, ...]
    rival: tuple[int, ...]


def group(links: Iterable[tuple[int, int, float]], edge: float) -> list[Grouping]:
    """Find the pairs among (player, camp, gap in mm) links, one grouping for each cluster of linked dice.

    `edge` is the dice's edge in mm. Links too long to matter are ignored; the order of the links does not matter.
    """
    near = sorted((p, c, g) for p, c, g in links if g < (REACH + CLEAR) * edge)
    return [_group_cluster(cluster, edge) for cluster in _clusters(near)]


def _group_cluster(links: Sequence[tuple[int, int, float]], edge: float) -> Grouping:
    costs = {(p, c): g - REACH * edge for p, c, g in links}
    players = sorted({p for p, _ in costs})
    if len(players) > CROWD:
        return Grouping(_nearest_first(costs), tuple(sorted({die for link in costs for die in link})))
    best, second = _two_cheapest(players, costs)
    if second is None or second[0] - best[0] >= CLEAR * edge:
        return Grouping(best[1], ())
    return Grouping(best[1], tuple(sorted({die for link in set(best[1]) ^ set(second[1]) for die in link})))


Candidate = tuple[float, tuple[Link, ...]]
"""A set of pairs with its cost."""


def _two_cheapest(players: Sequence[int], costs: dict[Link, float]) -> tuple[Candidate, Candidate | None]:
    """The cheapest set of pairs and the next-cheapest different one.

    Goes player by player; of all ways that take the same camp dice only the two cheapest can still win.
    """
    ways: dict[frozenset[int], list[Candidate]] = {frozenset(): [(0.0, ())]}
    for player in players:
        partners = [c for p, c in costs if p == player]
        after: dict[frozenset[int], list[Candidate]] = {taken: list(sets) for taken, sets in ways.items()}
        for taken, sets in ways.items():
            for camp in partners:
                if camp not in taken:
                    cost = costs[player, camp]
                    more = [(total + cost, (*pairs, (player, camp))) for total, pairs in sets]
                    after.setdefault(taken | {camp}, []).extend(more)
        ways = {taken: sorted(sets)[:2] for taken, sets in after.items()}
    every = sorted(one for sets in ways.values() for one in sets)
    return every[0], every[1] if len(every) > 1 else None


def _nearest_first(costs: dict[Link, float]) -> tuple[Link, ...]:
    pairs: list[Link] = []
    taken: set[int] = set()
    for cost, (player, camp) in sorted((cost, link) for link, cost in costs.items()):
        if cost < 0 and not taken & {player, camp}:
            pairs.append((player, camp))
            taken |= {player, camp}
    return tuple(sorted(pairs))


def _clusters(links: Sequence[tuple[int, int, float]]) -> list[list[tuple[int, int, float]]]:
    leader: dict[int, int] = {}

    def find(die: int) -> int:
        while leader.setdefault(die, die) != die:
            die = leader[die]
        return die

    for player, camp, _ in links:
        leader[find(player)] = find(camp)
    together: dict[int, list[tuple[int, int, float]]] = {}
    for link in links:
        together.setdefault(find(link[0]), []).append(link)
    return list(together.values())


def _overlap(a: Sequence[tuple[float, float]], b: Sequence[tuple[float, float]]) -> bool:
    """Whether no side of either square parts them (separating axis theorem)."""
    for square in (a, b):
        for k in (0, 1):
            ux, uy = square[k + 1][0] - square[k][0], square[k + 1][1] - square[k][1]
            of_a = [ux * x + uy * y for x, y in a]
            of_b = [ux * x + uy * y for x, y in b]
            if max(of_a) < min(of_b) or max(of_b) < min(of_a):
                return False
    return True


def _corner_to_square(corners: Sequence[tuple[float, float]], square: Square) -> float:
    """The shortest way from any of the corners, all outside, to a square."""
    turn, half = math.radians(square.yaw_deg), square.edge / 2
    c, s = math.cos(turn), math.sin(turn)
    off = [(x - square.x, y - square.y) for x, y in corners]
    return min(
        math.hypot(max(abs(c * x + s * y) - half, 0.0), max(abs(c * y - s * x) - half, 0.0)) for x, y in off
    )
