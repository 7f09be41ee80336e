from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.screens.kinds import Choose
from companion.settings import Settings
from companion.table.bfh.game import BfhAtTable
from companion.table.bfh.setting_up import colours_for
from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BOARDS


def answer(presses: Sequence[Menu], settings: Settings, *, seats: int = 4) -> tuple[list[str], object]:
    """What was asked, and the header that came of these presses."""
    dialog = BfhAtTable(BOARDS).set_up(settings, seats=seats)
    asked = []
    try:
        screen = next(dialog)
        for button in presses:
            assert isinstance(screen, Choose)
            asked.append(f"{screen.title} {screen.options[screen.chosen]}")
            screen = dialog.send(button)
    except StopIteration as end:
        return asked, end.value
    raise AssertionError(asked)


def test_how_many_play_and_on_which_board() -> None:
    """Colours are given out in the order of the set; the board that is set stands first to be taken."""
    ok, more = Menu.OK, Menu.NEXT
    asked, header = answer((more, ok, ok), Settings())
    assert asked == ["How many play? 2 players", "How many play? 3 players", "Which board? two-arm"]
    assert header == {"game": "bfh", "players": ["red", "blue", "green"], "board": "two-arm"}


def test_what_is_set_is_offered_first() -> None:
    """Who always plays with the same colours on the same board presses ok twice."""
    usual = replace(Settings(), bfh_colours=("yellow", "red", "green"), bfh_board="four-arm")
    header = answer((Menu.OK, Menu.OK), usual)[1]
    assert header == {"game": "bfh", "players": ["yellow", "red", "green"], "board": "four-arm"}


def test_back_leads_out() -> None:
    """From the board to the players, from there away."""
    assert answer((Menu.OK, Menu.BACK, Menu.BACK), Settings())[1] is None


@pytest.mark.parametrize(("known", "number"), [((), 4), (("blue",), 3), (("pink", "red", "blue"), 2)])
def test_everybody_gets_another_colour(known: tuple[str, ...], number: int) -> None:
    """Those that are known first, then others of the set."""
    colours = colours_for(number, known)
    assert len(set(colours)) == len(colours) == number
    assert colours[: len(known)] == known[:number]
