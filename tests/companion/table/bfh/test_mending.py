"""What was misread is put right in the menu; what follows from it follows."""

from pathlib import Path

import numpy as np
import pytest

from companion.games.bfh import Move
from companion.table.bfh.mending import MEND
from hardware.buttons import Menu
from hardware.camera import Frame
from tests.companion.table.bfh.bfh_bench import BfhBench
from tests.companion.table.table_bench import SECOND, Bench


@pytest.fixture
def table(tmp_path: Path) -> BfhBench:
    """Blue's fox was seen to come in at a1 with a 3, red is to choose."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [3, 2]
    table.ok()
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(3)
    return table


def test_a_move_that_was_misread(table: BfhBench) -> None:
    """It was the hare: the board follows, it is still red's turn, and one undo takes the mending back."""
    table.press(Menu.BACK)
    table.choose(MEND)
    assert table.said["options"][0] == "blue fox enters c1"
    table.choose("blue fox enters c1")
    table.choose("blue hare enters c1")
    table.choose("Go on")
    assert table.stacks["c1"] == ["blue-1"]
    assert (table.state["turn"], table.state["to_move"]) == (5, "red")
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"], c1=["blue-1"])
    table.wait(3)
    assert table.screen == "turnchoice"
    table.press(Menu.BACK)
    table.choose("Take back last")
    assert table.said["title"] == "Take back: mending"
    table.choose("Yes")
    assert table.stacks["c1"] == ["blue-2"]


def test_what_came_later_has_to_be_possible_still(table: BfhBench) -> None:
    """A mending that makes a later move impossible is refused with the reason, and nothing changes."""
    table.ok()
    table.follow(Move(table.piece("red-2"), "h8"))
    table.wait(3)
    table.throws.next = [1]
    table.ok()
    table.follow(Move(table.piece("blue-2")))
    table.wait(3)
    before = table.state
    table.press(Menu.BACK)
    table.choose(MEND)
    table.choose("blue fox enters c1")
    table.choose("blue hare enters c1")
    assert (table.screen, table.said["title"]) == ("notice", "That cannot be")
    table.ok()
    table.choose("Go on")
    assert table.state == before


def test_there_is_nothing_to_mend_before_the_first_move(tmp_path: Path) -> None:
    """The menu offers what can be done."""
    table = BfhBench(tmp_path)
    table.press(Menu.BACK)
    assert MEND not in table.said["options"]


def test_what_is_put_back_while_the_menu_is_open_is_seen(table: BfhBench) -> None:
    """The board is not judged by how it looked before the menu: nothing has to be moved or said once more."""
    table.press(Menu.BACK)
    for _ in range(2):
        table.choose("Take back last")
        table.choose("Yes")
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"])
    table.wait(5)
    before = len(table.screens)
    table.choose("Go on")
    table.wait(3)
    assert "putback" not in [screen for screen, _ in table.screens[before:]]
    assert table.screen == "rolled"


def test_frames_that_come_late_are_no_motion(table: BfhBench) -> None:
    """Where a reading takes a second, frames are dealt with later than taken; a board at rest is read once."""
    reads = table.eyes.reads
    for _ in range(5):
        Bench.wait(table, 1.0)
        table.take(Frame(table.now_ns - SECOND, np.zeros((4, 4, 3), np.uint8)))
    assert table.eyes.reads == reads
    assert table.screen == "turnchoice"
