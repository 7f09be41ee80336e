"""Entering the values of the cards that were drawn for the Bear."""

from __future__ import annotations

from collections import Counter

from companion.games.outrun import BearDraw
from companion.screens.outrun_kinds import BearCard, Source
from companion.table.asking import MOST, Dialog
from companion.table.outrun.room import OutrunRoom
from hardware.buttons import Menu


def card_values(
    draw: BearDraw, *, usual: int = 1, given: tuple[int, ...] = ()
) -> Dialog[tuple[int, ...] | None]:
    """The values of the drawn cards, one after the other; `back` at 0 goes to the card before."""
    values = list(given[: draw.cards])
    number = 0
    value = values[0] if values else usual
    while number < draw.cards:
        source: Source = "discard pile" if number < draw.from_discard_pile else "deck"
        button = yield BearCard(number + 1, draw.cards, source, value, tuple(values[:number]))
        if button is Menu.NEXT:
            value = 0 if value == MOST else value + 1
        elif button is Menu.OK:
            values[number : number + 1] = [value]
            number += 1
            value = values[number] if number < len(values) else usual
        elif value > 0:
            value -= 1
        elif number == 0:
            return None
        else:
            number -= 1
            value = values[number]
    return tuple(values)


def usual_value(room: OutrunRoom) -> int:
    """The value that the Bear's cards have had most often in this match, 1 at first: it stands there already."""
    known = Counter(
        value
        for line in room.match.story.lines
        if line.said["event"] == "bear"
        for value in line.said["values"]
    )
    return known.most_common(1)[0][0] if known else 1
