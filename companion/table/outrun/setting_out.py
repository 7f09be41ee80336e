"""Before the first turn: the trail is laid, the token given, figures are chosen in reverse order, cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.outrun.settings import DEALT
from companion.screens.kinds import Notice, Screen
from companion.screens.outrun_kinds import ParkLaid
from companion.table.asking import Dialog, choose
from companion.table.happenings import Course
from companion.table.outrun.mending import menu
from companion.table.outrun.room import FIGURES, OutrunRoom
from companion.table.outrun.teaching import teach
from hardware.buttons import Menu

FIGURES_THERE_ARE = 8


def is_set_out(room: OutrunRoom) -> bool:
    """Whether the match has begun, or everything is ready for it."""
    return bool(room.match.entries) or FIGURES in room.match.notes


def setting_out(room: OutrunRoom) -> Course[None]:
    """Until everything lies on the table; who has which figure is remembered."""
    while not is_set_out(room):
        chosen = yield from room.ask(_dialog(room))
        if chosen is not None:
            yield from room.note(FIGURES, chosen)
            room.tell(", ".join(f"{name} has figure {number}" for name, number in chosen.items()))
            room.show_track()
            if room.eyes is not None and not room.camera_trouble and room.rows is None:
                answer = yield from room.ask(
                    choose("Figures on stickers?", ["Buttons only", "Teach the rows"])
                )
                if answer == 1:
                    yield from teach(room)
        else:
            yield from menu(room)


def _dialog(room: OutrunRoom) -> Dialog[dict[str, int] | None]:
    """What is laid out, then who takes which figure; None if people want the menu."""
    match = room.state.match
    tiles = tuple((str(tile["tile"]), str(tile.get("side", ""))) for tile in room.match.header["park"])
    first = room.state.to_move
    laying: Sequence[Screen] = (
        ParkLaid(tiles),
        Notice("Bear's Turn Token", f"{match.token} gets it. {first} begins", waits=True),
    )
    deal = Notice("Deal", f"{DEALT} cards each{' and equipment' if match.all_equipped else ''}", waits=True)
    order = match.to_the_left(match.token)[::-1]
    chosen: list[int] = []
    step = 0
    while step < len(laying) + len(order) + 1:
        back = False
        if step < len(laying):
            back = yield from _left(laying[step])
        elif step < len(laying) + len(order):
            number = yield from _pick(order[step - len(laying)], chosen)
            if number is None:
                back = True
            else:
                chosen.append(number)
        else:
            back = yield from _left(deal)
        if back and step == 0:
            return None
        if back and step > len(laying):
            chosen.pop()
        step += -1 if back else 1
    numbers = dict(zip(order, chosen, strict=True))
    return {name: numbers[name] for name in match.runners}


def _pick(name: str, taken: Sequence[int]) -> Dialog[int | None]:
    free = [number for number in range(1, FIGURES_THERE_ARE + 1) if number not in taken]
    answer = yield from choose(f"{name}, your figure", [f"Figure {number}" for number in free])
    return None if answer is None else free[answer]


def _left(screen: Screen) -> Dialog[bool]:
    """Show a screen until ok, or until it is left with back (True)."""
    while (button := (yield screen)) is Menu.NEXT:
        pass
    return button is Menu.BACK
