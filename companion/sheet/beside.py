"""Whether a player die that nobody sees could lie beside a camp die, so that the two are a pair.

Player dice need not all lie on the table, so none is missed when one is hidden: by a cup that stands before it, by a
cap or a card that lies on it. Its camp die then looks alone. So where a seat has not shown all its player dice, the
places beside its camp dice must be seen to be empty. Each place where a die could stand unseen is tried: if a player
die there would be somebody's partner, a person has to look.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from companion.sheet.assessment import Die, Doubt
from companion.sheet.hiding import Place, Unseen
from companion.sheet.layout import Layout
from companion.sheet.pairs import REACH, Link, Square, gap, group

LOOSE_PAIR = 0.25
"""Partners farther apart than this, in edges, might not be: the true one may be hidden and nearer. People push pairs
together to less."""

SURELY_A_DIE, CLEARLY_PAIRED, CLEARLY_A_DIE = 0.66, 0.75, 0.9
"""Confidence above which a die is where it was read; below, it may be the side of one whose top is hidden. Up to the
second a partner's sides are looked for, up to the third those of a loose die beside a camp die without a partner."""

NEAR_EDGES = 2.5
"""Dice that lie within this of a camp die, in edges, might be what is seen of its hidden partner."""


class Ground(Protocol):
    """What the picture shows of the table's top; see `vision.ground`."""

    def hiding_places(
        self,
        x: float,
        y: float,
        dice: Sequence[tuple[float, float, float]],
        matters: Callable[[Place], bool],
    ) -> list[Place]:
        """Places (mm) beside a die at (x, y) where another can stand unseen, the nearest first; none if none matters.

        `dice` are all: x, y mm, yaw degrees.
        """

    def stands(self, die: tuple[float, float, float], dice: Sequence[tuple[float, float, float]]) -> bool:
        """Whether one of the `dice` stands where it seems to, by what is seen where its sides should be."""


def hidden_partners(
    dice: Sequence[Die],
    pairs: Sequence[Link],
    layout: Layout,
    unseen: Unseen,
    ground: Ground,
    empty: Sequence[Place] = (),
) -> list[Doubt]:
    """A doubt for each camp die that may have a hidden partner, at the place where that may be.

    `empty` are places (mm) of which people said that there is none: they have looked at what lies there.
    """
    squares = [Square(die.x, die.y, die.yaw_deg, layout.edge_mm) for die in dice]
    open_camp = _open_to_others(dice, pairs, squares, layout)
    sides = _mere_sides(dice, pairs, open_camp, layout, ground)
    certain = [_spot(die) for k, die in enumerate(dice) if die.confidence >= SURELY_A_DIE and k not in sides]
    missing = unseen.seats_missing | {zone for k in sides if isinstance(zone := dice[k].zone, int)}
    doubts = [
        Doubt(
            f"this {dice[k].face} may be the side of a die whose top is covered: please look",
            dice[k].x,
            dice[k].y,
            dice[k].outline,
            (k,),
        )
        for k in sides
        if any(k == player for player, _ in pairs)
    ]
    for camp in open_camp:
        at = (dice[camp].x, dice[camp].y)
        if not missing or not any(_may_lie(place, layout, missing) for place in _round(at, layout)):
            continue

        @cache
        def matters(place: Place, camp: int = camp) -> bool:
            return _may_lie(place, layout, missing) and _would_pair(place, camp, dice, pairs, squares, layout)

        places = ground.hiding_places(*at, certain, matters)
        nearest = next(filter(matters, places), None)
        seen = any(
            math.dist(place, spot) < layout.edge_mm / 2 and matters(place)
            for place in places
            for spot in empty
        )
        if nearest is not None and not seen:
            reason = f"what lies beside this {dice[camp].face} may hide a die: please look"
            doubts.append(Doubt(reason, *nearest, dice[camp].outline, (camp,)))
    return doubts


def _mere_sides(
    dice: Sequence[Die],
    pairs: Sequence[Link],
    open_camp: Sequence[int],
    layout: Layout,
    ground: Ground,
) -> list[int]:
    """Player dice that are not clearly dice and below which the table shows: sides that were taken for tops.

    They matter if they are somebody's partner, or lie beside a camp die that has none.
    """
    everything = [_spot(die) for die in dice]
    paired = {player for player, _ in pairs}
    return [
        k
        for k, die in enumerate(dice)
        if die.kind == "player"
        and die.counts
        and die.confidence < (CLEARLY_PAIRED if k in paired else CLEARLY_A_DIE)
        and (
            k in paired
            or any(
                math.dist((die.x, die.y), (dice[camp].x, dice[camp].y)) < NEAR_EDGES * layout.edge_mm
                for camp in open_camp
            )
        )
        and not ground.stands(everything[k], everything)
    ]


def _spot(die: Die) -> tuple[float, float, float]:
    return die.x, die.y, die.yaw_deg


def _open_to_others(
    dice: Sequence[Die], pairs: Sequence[Link], squares: Sequence[Square], layout: Layout
) -> list[int]:
    """The camp dice in seats' areas that have no partner, or none close by."""
    partner = {camp: player for player, camp in pairs}
    return [
        k
        for k, die in enumerate(dice)
        if die.kind == "camp"
        and die.counts
        and die.zone != "campsite"
        and (k not in partner or gap(squares[partner[k]], squares[k]) > LOOSE_PAIR * layout.edge_mm)
    ]


def _round(at: Place, layout: Layout) -> list[Place]:
    """A place and some as far from it as a partner can be."""
    far = 2 * layout.edge_mm
    return [at, *((at[0] + u * far, at[1] + v * far) for u in (-1, 0, 1) for v in (-1, 0, 1))]


def _may_lie(place: Place, layout: Layout, missing: frozenset[int]) -> bool:
    """Whether one of the player dice that were not seen may lie there."""
    zone = layout.zone(*place)
    return zone == "campsite" or zone in missing


def _would_pair(
    place: Place,
    camp: int,
    dice: Sequence[Die],
    pairs: Sequence[Link],
    squares: Sequence[Square],
    layout: Layout,
) -> bool:
    """Whether a player die at this place would be a camp die's partner, as clearly as any.

    A die that is turned as the camp die is comes nearest to its side.
    """
    one = len(dice)
    unseen = Square(*place, squares[camp].yaw_deg, layout.edge_mm)
    near = [
        k
        for k, die in enumerate(dice)
        if die.counts and math.dist((die.x, die.y), place) < 6 * layout.edge_mm
    ]
    camps = [k for k in near if dice[k].kind == "camp"]
    own = [(one, c, gap(unseen, squares[c])) for c in camps]
    if all(apart >= REACH * layout.edge_mm for _, _, apart in own):
        return False
    players = [k for k in near if dice[k].kind == "player"]
    links = [*own, *((p, c, gap(squares[p], squares[c])) for p in players for c in camps)]
    taken = {c for _, c in pairs}
    for cluster in group(links, layout.edge_mm):
        for player, partner in cluster.pairs:
            if player == one and (partner not in taken or not cluster.rival):
                return True
    return False
