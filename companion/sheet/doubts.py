"""Everything that makes a reading doubtful, each with its reason and place.

The question behind every doubt: could the table be other than it was read, so that the points would differ?
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bears.dice import CAMP_DICE_EACH, PLAYER_DICE_EACH
from companion.sheet.assessment import Die, Doubt
from companion.sheet.hiding import Unseen
from companion.sheet.layout import Layout
from companion.sheet.pairs import Link
from vision.seen import Oddity


def unsure_dice(dice: Sequence[Die]) -> list[Doubt]:
    """The dice that the reader was not sure of."""
    return [
        Doubt(f"this {die.face} is not sure: {die.why or 'hard to see'}", die.x, die.y, die.outline, (k,))
        for k, die in enumerate(dice)
        if die.counts and not die.sure
    ]


def dice_on_borders(dice: Sequence[Die], layout: Layout) -> list[Doubt]:
    """The dice that may as well lie in another zone."""
    return [
        Doubt(f"this {die.face} lies {border}", die.x, die.y, die.outline, (k,))
        for k, die in enumerate(dice)
        if die.kind != "other" and die.counts and (border := layout.border_beside(die.x, die.y))
    ]


def unclear_group(dice: Sequence[Die], members: Sequence[int], reason: str) -> Doubt:
    """A doubt about several dice together, placed in the middle of them."""
    *most, last = (dice[k].face for k in members)
    x = sum(dice[k].x for k in members) / len(members)
    y = sum(dice[k].y for k in members) / len(members)
    return Doubt(f"{', '.join(most)} and {last}: {reason}", x, y, (), tuple(members))


def broken_conservation(dice: Sequence[Die], layout: Layout) -> list[Doubt]:
    """What is missing or surplus: five camp dice a seat over the whole table, at most five player dice a seat."""
    seats = len(layout.seats)
    camp, in_play = _camp_dice(dice), CAMP_DICE_EACH * seats
    doubts = []
    if camp < in_play:
        doubts.append(Doubt(f"{in_play - camp} of {in_play} camp dice cannot be seen"))
    if camp > in_play:
        doubts.append(Doubt(f"{camp - in_play} camp dice too many: {camp} were read, {in_play} are in play"))
    for seat in range(seats):
        surplus = _player_dice(dice, seat) - PLAYER_DICE_EACH
        if surplus > 0:
            own = tuple(k for k, die in enumerate(dice) if _is_of_player(die, seat))
            x, y = (sum(c) / len(own) for c in zip(*((dice[k].x, dice[k].y) for k in own), strict=True))
            doubts.append(Doubt(f"{surplus} player dice too many: {len(own)} lie here", x, y, (), own))
    everybody = sum(die.kind == "player" and die.counts for die in dice)
    if everybody > PLAYER_DICE_EACH * seats:
        reason = f"{everybody} player dice were read, {PLAYER_DICE_EACH * seats} are in play"
        doubts.append(Doubt(reason))
    return doubts


def oddity(odd: Oddity) -> Doubt:
    """The doubt that an oddity is, where it matters."""
    return Doubt(odd.reason, odd.x, odd.y, odd.outline)


def unseen_dice(dice: Sequence[Die], pairs: Sequence[Link], layout: Layout) -> Unseen:
    """Which dice have not been seen, and where none of them can lie.

    Before play, with all camp dice in the campsite and all player dice in their players' hands, none is missing.
    """
    paired = {k for pair in pairs for k in pair}
    playing = any(
        die.counts and (die.kind == "player" or (die.kind == "camp" and die.zone != "campsite"))
        for die in dice
    )
    in_seats = [
        k for k, die in enumerate(dice) if die.kind == "camp" and die.counts and die.zone != "campsite"
    ]
    return Unseen(
        camp_missing=_camp_dice(dice) < CAMP_DICE_EACH * len(layout.seats),
        seats_missing=frozenset(
            seat
            for seat in range(len(layout.seats))
            if playing and _player_dice(dice, seat) < PLAYER_DICE_EACH
        ),
        taken=tuple((die.x, die.y) for die in dice if die.counts),
        in_seats=tuple((dice[k].x, dice[k].y) for k in in_seats),
        lonely=tuple((dice[k].x, dice[k].y) for k in in_seats if k not in paired),
    )


def _camp_dice(dice: Sequence[Die]) -> int:
    return sum(die.kind == "camp" and die.counts for die in dice)


def _player_dice(dice: Sequence[Die], seat: int) -> int:
    return sum(_is_of_player(die, seat) for die in dice)


def _is_of_player(die: Die, seat: int) -> bool:
    return die.kind == "player" and die.counts and die.zone == seat
