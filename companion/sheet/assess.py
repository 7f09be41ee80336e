"""What a reading means at the table: kinds, zones, pairs, everyone's points, and whether all that can be relied on.

The one question behind every doubt: could the table be other than it was read, so that the points would differ? What
cannot change anything (a stranger's die when every die of the game is in its place) is no doubt.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.sheet.hiding import Hiding, find_hiding
from companion.sheet.layout import Kind, Layout, Zone, kind_of, plays_bears
from companion.sheet.pairs import Link, Square, gap, group
from companion.sheet.points import Round, score_round
from vision.seen import Oddity, Pixel, Seen, SeenDie

CAMP_DICE = 5
"""Camp Dice in play for each seat; they never leave the table (rulebook, "Setup")."""

PLAYER_DICE = 5
"""Player Dice that each player has; none, some or all of them lie on the table."""


@dataclass(frozen=True)
class Die:
    """A die that was read: as `SeenDie`, with its kind and zone.

    `counts` is False for what cannot be a die of the game, although it looks like one, because all of them are
    accounted for without it. `zone` is None where there are no zones (loose pictures, seats not known).
    """

    face: str
    kind: Kind
    x: float
    y: float
    yaw_deg: float
    zone: Zone
    confidence: float
    sure: bool
    why: str
    outline: tuple[Pixel, ...]
    box: tuple[float, float, float, float]
    counts: bool = True


@dataclass(frozen=True)
class Doubt:
    """Why the picture cannot be relied on, and where: mm in the table frame, None if about the whole table.

    `outline` (px) is what to draw round; `dice` are the indices of the dice concerned.
    """

    reason: str
    x: float | None = None
    y: float | None = None
    outline: tuple[Pixel, ...] = ()
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Assessment:
    """One picture as people get it. `pairs` are (player die, camp die), indices into `dice`.

    `round` is None if the dice are not those of Bears! or nobody's seat is known. `loose` pictures have boxes in
    pixels instead of places on the table.
    """

    dice: tuple[Die, ...]
    pairs: tuple[Link, ...]
    doubts: tuple[Doubt, ...]
    round: Round | None
    warnings: tuple[str, ...]
    ms: float
    layout: Layout | None
    oddities: tuple[Oddity, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether this picture would be scored without asking anybody."""
        return not self.doubts

    @property
    def loose(self) -> bool:
        """Whether nothing tells where on a table the dice lie."""
        return self.layout is None


def assess_loose(seen: Seen) -> Assessment:
    """Take over a loose picture's dice: no places, no pairs; every die that is not sure and every oddity is a doubt."""
    dice = tuple(_take_over(die, None) for die in seen.dice)
    doubts = [
        Doubt(_say_unsure(die), outline=die.outline, dice=(k,)) for k, die in enumerate(dice) if not die.sure
    ]
    doubts += [Doubt(odd.reason, outline=odd.outline) for odd in seen.oddities]
    return Assessment(dice, (), tuple(doubts), None, seen.warnings, seen.ms, None, seen.oddities)


def assess(seen: Seen, layout: Layout, faces: Collection[str]) -> Assessment:
    """Judge a picture of a table with this layout; `faces` are all that were taught."""
    dice = [_take_over(die, layout.zone(die.x, die.y)) for die in seen.dice]
    bears = plays_bears(faces)
    if not bears or not layout.seats:
        doubts = _doubt_dice(dice) + [_doubt_oddity(odd) for odd in seen.oddities]
        if bears:
            doubts.append(Doubt("nobody's seat is known; say where people sit with --seats"))
        return Assessment(tuple(dice), (), tuple(doubts), None, seen.warnings, seen.ms, layout, seen.oddities)
    if _all_there([die for die in dice if die.sure], layout):
        dice = [die if die.sure else replace(die, counts=False) for die in dice]
    pairs, pair_doubts = _pair_up(dice, layout)
    doubts = [
        *_doubt_dice(dice),
        *_doubt_borders(dice, layout),
        *pair_doubts,
        *_doubt_counts(dice, layout),
        *_doubt_hiding(dice, pairs, seen, layout),
    ]
    return Assessment(
        tuple(dice),
        pairs,
        tuple(doubts),
        score_round([(d.face, d.kind, d.zone, d.counts) for d in dice], pairs, len(layout.seats)),
        seen.warnings,
        seen.ms,
        layout,
        seen.oddities,
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


def _all_there(sure: Sequence[Die], layout: Layout) -> bool:
    """Whether these dice are exactly all that the players own, so that nothing else can be theirs."""
    seats = len(layout.seats)
    camp = sum(die.kind == "camp" for die in sure)
    return camp == CAMP_DICE * seats and all(_of_player(sure, seat) == PLAYER_DICE for seat in range(seats))


def _of_player(dice: Sequence[Die], seat: int) -> int:
    return sum(die.kind == "player" and die.zone == seat for die in dice if die.counts)


def _pair_up(dice: Sequence[Die], layout: Layout) -> tuple[tuple[Link, ...], list[Doubt]]:
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
    doubts = []
    pairs: list[Link] = []
    for cluster in group(links, layout.edge_mm):
        if cluster.rival:
            doubts.append(_doubt_group(dice, cluster.rival, "it is not clear which of them are a pair"))
        apart = [link for link in cluster.pairs if dice[link[0]].zone != dice[link[1]].zone]
        doubts += [
            _doubt_group(dice, link, "they lie beside each other, but not in one seat's area")
            for link in apart
        ]
        pairs += [link for link in cluster.pairs if link not in apart]
    return tuple(sorted(pairs)), doubts


def _doubt_dice(dice: Sequence[Die]) -> list[Doubt]:
    return [
        Doubt(_say_unsure(die), die.x, die.y, die.outline, (k,))
        for k, die in enumerate(dice)
        if die.counts and not die.sure
    ]


def _say_unsure(die: Die) -> str:
    return f"this {die.face} is not sure: {die.why or 'hard to see'}"


def _doubt_borders(dice: Sequence[Die], layout: Layout) -> list[Doubt]:
    return [
        Doubt(f"this {die.face} lies {border}", die.x, die.y, die.outline, (k,))
        for k, die in enumerate(dice)
        if die.kind != "other" and die.counts and (border := layout.border_beside(die.x, die.y))
    ]


def _doubt_group(dice: Sequence[Die], members: Sequence[int], reason: str) -> Doubt:
    names = " and ".join(dice[k].face for k in members) if len(members) < 3 else _list(dice, members)
    x = sum(dice[k].x for k in members) / len(members)
    y = sum(dice[k].y for k in members) / len(members)
    return Doubt(f"{names}: {reason}", x, y, (), tuple(members))


def _list(dice: Sequence[Die], members: Sequence[int]) -> str:
    *most, last = (dice[k].face for k in members)
    return f"{', '.join(most)} and {last}"


def _doubt_counts(dice: Sequence[Die], layout: Layout) -> list[Doubt]:
    seats = len(layout.seats)
    want = CAMP_DICE * seats
    camp = sum(die.kind == "camp" for die in dice if die.counts)
    doubts = []
    if camp < want:
        doubts.append(Doubt(f"{want - camp} of {want} camp dice cannot be seen"))
    elif camp > want:
        doubts.append(Doubt(f"{camp - want} camp dice too many: {camp} were read, {want} are in play"))
    for seat in range(seats):
        count = _of_player(dice, seat)
        if count > PLAYER_DICE:
            reason = f"{count - PLAYER_DICE} player dice too many in seat {seat + 1}: {count} were read"
            doubts.append(Doubt(reason, *_middle_of_seat(dice, seat)))
    everybody = sum(die.kind == "player" for die in dice if die.counts)
    if everybody > PLAYER_DICE * seats and not any(_of_player(dice, k) > PLAYER_DICE for k in range(seats)):
        doubts.append(Doubt(f"{everybody} player dice were read, but only {PLAYER_DICE * seats} are in play"))
    return doubts


def _middle_of_seat(dice: Sequence[Die], seat: int) -> tuple[float, float]:
    there = [die for die in dice if die.zone == seat and die.kind == "player" and die.counts]
    return sum(die.x for die in there) / len(there), sum(die.y for die in there) / len(there)


def _doubt_oddity(odd: Oddity) -> Doubt:
    return Doubt(odd.reason, odd.x, odd.y, odd.outline)


def _doubt_hiding(dice: Sequence[Die], pairs: Sequence[Link], seen: Seen, layout: Layout) -> list[Doubt]:
    """Doubts about oddities that may be, or may hide, a die that has not been seen."""
    counted = [die for die in dice if die.counts]
    hiding = Hiding(
        camp_missing=sum(die.kind == "camp" for die in counted) < CAMP_DICE * len(layout.seats),
        seats_missing=_seats_with_room(counted, layout),
        places=tuple((die.x, die.y) for die in counted),
        lonely=tuple(
            (die.x, die.y)
            for k, die in enumerate(dice)
            if die.kind == "camp" and die.counts and die.zone != "campsite" and not any(k in p for p in pairs)
        ),
    )
    return [_doubt_oddity(odd) for odd in find_hiding(seen, layout, hiding)]


def _seats_with_room(dice: Sequence[Die], layout: Layout) -> frozenset[int]:
    """Seats whose player has dice left that were not seen; nobody's, while all still hold theirs in their hands."""
    if not any(die.kind == "player" for die in dice):
        return frozenset()
    return frozenset(k for k in range(len(layout.seats)) if _of_player(dice, k) < PLAYER_DICE)
