"""What fails around a match does not end it: people are told, nothing is lost, and it recovers by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.bfh import Move
from companion.journal import JournalError
from companion.table.bfh import turns
from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BfhBench


@pytest.fixture
def table(tmp_path: Path) -> BfhBench:
    """The neutral pieces stand, blue is to choose."""
    table = BfhBench(tmp_path)
    table.places()
    return table


def test_a_full_disk_keeps_the_die_as_it_fell(table: BfhBench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The roll is shown once it is saved, and it is the one that fell first."""
    full = True
    take = table.match.take

    def refusing(event: Mapping[str, Any], **more: Any) -> object:  # noqa: ANN401 - whatever `take` takes
        if full:
            raise JournalError("the disk is full")
        return take(event, **more)

    monkeypatch.setattr(table.match, "take", refusing)
    table.throws.next = [5, 2]
    table.ok()
    assert (table.screen, table.said["title"]) == ("notice", "Can't save")
    table.wait(3)
    assert table.screen == "notice"
    full = False
    table.wait(2)
    assert (table.screen, table.said["value"]) == ("rolled", 5)


def test_the_camera_goes_and_comes_back(table: BfhBench) -> None:
    """The match goes on by buttons, and is watched again."""
    table.throws.next = [3, 2]
    table.ok()
    table.lose_camera()
    table.wait(4)
    assert (table.screen, table.said["watched"]) == ("rolled", False)
    table.ok()
    table.choose("blue fox enters c1")
    assert table.stacks["c1"] == ["blue-2"]
    table.follow()
    table.find_camera()
    table.wait(3)
    table.ok()
    assert (table.screen, table.said["watched"]) == ("rolled", True)
    table.follow(Move(table.piece("red-1"), "a1"))
    table.wait(1)
    assert table.stacks["b1"] == ["red-1"]


def test_a_board_that_cannot_be_read_is_told_and_tried_again(table: BfhBench) -> None:
    """Such as when somebody stands in front of a corner card."""
    table.eyes.broken = True
    table.throws.next = [3]
    table.ok()
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(1)
    assert (table.screen, table.said["reason"]) == ("boarddoubt", "the camera does not answer")
    assert sum("could not be read" in line for line in table.lines) == 1
    table.eyes.broken = False
    table.wait(2.5)
    assert table.stacks["c1"] == ["blue-2"]


def test_a_part_that_raises_is_begun_anew(table: BfhBench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the program costs a moment, not the roll."""
    table.throws.next = [3]
    healthy = turns._pinned

    def faulty(_: object) -> tuple[tuple[str, str, str], ...]:
        monkeypatch.setattr(turns, "_pinned", healthy)
        raise ZeroDivisionError

    monkeypatch.setattr(turns, "_pinned", faulty)
    table.ok()
    assert any("ZeroDivisionError" in line for line in table.lines)
    table.wait(6)
    assert (table.screen, table.said["value"]) == ("rolled", 3)


def test_the_power_is_off_while_the_die_lies_there(table: BfhBench) -> None:
    """Nobody gets a second throw by pulling the plug."""
    table.throws.next = [6, 1]
    table.ok()
    table.pull_the_plug()
    table.switch_on()
    table.wait(3)
    assert (table.screen, table.said["value"]) == ("rolled", 6)


def test_a_board_that_was_upset_while_the_power_was_off(table: BfhBench) -> None:
    """What stands wrong is told piece by piece, until the board is as it was."""
    table.pull_the_plug()
    table.stand(c4=["neutral-3"], c8=["neutral-2"])
    table.switch_on()
    table.wait(4)
    assert (table.screen, table.said["of"]) == ("putback", 2)
    whats = {table.said["what"]}
    table.press(Menu.NEXT)
    whats.add(table.said["what"])
    assert whats == {"put the neutral fox back on c7, it is on c8", "f2 should hold neutral hare"}
    assert any("not as it was" in line for line in table.lines)
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"])
    table.wait(1)
    assert table.screen == "turnchoice"


def test_a_move_made_while_the_power_was_off_counts(tmp_path: Path) -> None:
    """A legal move is a legal move."""
    table = BfhBench(tmp_path)
    table.pull_the_plug()
    table.stand(d4=["neutral-3"])
    table.switch_on()
    table.wait(4)
    assert table.match.entries[-1].event == {"event": "place", "piece": "neutral-3", "at": "d4"}
