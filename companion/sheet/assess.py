"""What a reading means at the table: kinds, zones, pairs, everyone's points, and whether all that can be relied on.

What cannot change anything (a stranger's die when every die of the game is in its place) is no doubt.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.sheet import doubts
from companion.sheet.assessment import Assessment, Die, Doubt
from companion.sheet.beside import Ground, hidden_partners
from companion.sheet.hiding import Place, find_hiding, may_be_unseen, may_matter
from companion.sheet.layout import Layout, Zone, kind_of, plays_bears
from companion.sheet.pairs import Link, Square, gap, group
from companion.sheet.points import score_round
from vision.seen import FAINT, Seen, SeenDie


def assess_loose(seen: Seen) -> Assessment:
    """Take over a loose picture's dice: no places, no pairs; every die that is not sure and every oddity is a doubt.

    So is a picture without any dice: nothing tells how large they should have been, and nobody takes such a picture.
    """
    dice = tuple(_take_over(die, None) for die in seen.dice)
    unclear = [replace(doubt, x=None, y=None) for doubt in doubts.unsure_dice(dice)]
    unclear += [Doubt(odd.reason, outline=odd.outline) for odd in seen.oddities if odd.kind != FAINT]
    if not dice:
        unclear.append(Doubt("no dice were found"))
    return Assessment(dice, (), tuple(unclear), None, seen.warnings, seen.ms, None, seen.oddities)


def assess(
    seen: Seen,
    layout: Layout,
    faces: Collection[str],
    ground: Ground | None = None,
    *,
    empty: Sequence[Place] = (),
) -> Assessment:
    """Judge a picture of a table with this layout; `faces` are all that were taught.

    `ground` tells where the table's top shows; without it what lies beside a lonely camp die is not looked at.
    `empty` are places (mm) of which people said that there is no die.
    """
    dice = [_take_over(die, layout.zone(die.x, die.y)) for die in seen.dice]
    if not plays_bears(faces) or not layout.seats:
        unclear = doubts.unsure_dice(dice) + [
            doubts.oddity(odd) for odd in seen.oddities if odd.kind != FAINT
        ]
        if plays_bears(faces):
            unclear.append(Doubt("nobody's seat is known; say where people sit with --seats"))
        return Assessment(
            tuple(dice), (), tuple(unclear), None, seen.warnings, seen.ms, layout, seen.oddities, seen.view
        )
    dice = _set_harmless_aside(dice, layout)
    pairs, unclear_pairs = _pair_up(dice, layout)
    unseen = doubts.unseen_dice(dice, pairs, layout)
    hiding = find_hiding(seen, layout, unseen)
    beside = hidden_partners(dice, pairs, layout, unseen, ground, empty) if ground is not None else []
    unclear = [
        *doubts.unsure_dice(dice),
        *doubts.dice_on_borders(dice, layout),
        *unclear_pairs,
        *doubts.broken_conservation(dice, layout),
        *(doubts.oddity(odd) for odd in hiding),
        *beside,
    ]
    lying = [(die.face, die.zone if die.counts else None) for die in dice]
    round_ = score_round(lying, pairs, len(layout.seats))
    return Assessment(
        tuple(dice), pairs, tuple(unclear), round_, seen.warnings, seen.ms, layout, seen.oddities, seen.view
    )


def _take_over(die: SeenDie, zone: Zone) -> Die:
    return Die(
        face=die.face,
        kind=kind_of(die.face),
        x=die.x,
        y=die.y,
        yaw_deg=die.yaw_deg,
        zone=zone,
        confidence=die.confidence,
        sure=die.sure,
        why=die.why,
        outline=die.outline,
        box=die.box,
    )


def _set_harmless_aside(dice: Sequence[Die], layout: Layout) -> list[Die]:
    """Let unsure dice count only if they can change somebody's points; a stranger's, or a loose player die, cannot."""
    sure = [replace(die, counts=die.sure) for die in dice]
    unseen = doubts.unseen_dice(sure, _pair_up(sure, layout)[0], layout)

    def counts(die: Die) -> bool:
        # Where a die is covered, nobody knows what else is; so it counts wherever one can be missing at all.
        may = may_be_unseen if "cover" in die.why else may_matter
        return die.sure or may(die.x, die.y, layout, unseen)

    return [replace(die, counts=counts(die)) for die in dice]


def _pair_up(dice: Sequence[Die], layout: Layout) -> tuple[tuple[Link, ...], list[Doubt]]:
    """The pairs in the seats' areas, and doubts where another reading is as good.

    Links between zones take part in the search, because a die that lies beside two others across a border is as
    unclear as any; dice inside the campsite make no pairs.
    """
    squares = [Square(die.x, die.y, die.yaw_deg, layout.edge_mm) for die in dice]
    players = [k for k, die in enumerate(dice) if die.kind == "player" and die.counts]
    camp = [k for k, die in enumerate(dice) if die.kind == "camp" and die.counts]
    links = [
        (a, b, gap(squares[a], squares[b]))
        for a in players
        for b in camp
        if math.dist((dice[a].x, dice[a].y), (dice[b].x, dice[b].y)) < 3 * layout.edge_mm
        and not dice[a].zone == dice[b].zone == "campsite"
    ]
    unclear = []
    pairs: list[Link] = []
    for cluster in group(links, layout.edge_mm):
        if cluster.rival:
            unclear.append(
                doubts.unclear_group(dice, cluster.rival, "it is not clear which of them are a pair")
            )
        for link in cluster.pairs:
            if dice[link[0]].zone == dice[link[1]].zone:
                pairs.append(link)
            else:
                reason = "they lie beside each other, but not in one seat's area"
                unclear.append(doubts.unclear_group(dice, link, reason))
    return tuple(sorted(pairs)), unclear
