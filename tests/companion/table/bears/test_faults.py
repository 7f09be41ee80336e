"""What fails around a match does not end it: people are told, nothing is lost, and it recovers by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.journal import JournalError
from companion.table import stage
from companion.table.bears import playing
from companion.table.happenings import Happening
from hardware.buttons import Menu
from hardware.camera import Frame
from tests.companion.table.table_bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A table for Ana and Ben, in the middle of a round with 3 bears and 7 tents."""
    bench = Bench(tmp_path)
    bench.start_round(bears=3)
    return bench


def test_a_full_disk_stops_what_is_shown_but_loses_no_shout(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing may be shown that is not saved; who shouts meanwhile is judged afterwards, by the time of the shout.

    Nor does anybody close their eyes: what is taken meanwhile decides who was right.
    """
    full = True
    seen: list[Happening] = []
    watching = bench.room.watching

    def noticing(happening: Happening) -> None:
        seen.append(happening)
        watching(happening)

    bench.room.watching = noticing
    take = bench.match.take

    def refusing(event: Mapping[str, Any], **more: Any) -> object:  # noqa: ANN401 - whatever `take` takes
        if full:
            raise JournalError("the disk is full")
        return take(event, **more)

    monkeypatch.setattr(bench.match, "take", refusing)
    bench.shout("Ana")
    bench.enter(0)
    bench.enter(6)
    assert (bench.screen, bench.says["title"]) == ("notice", "Can't save")
    frame = Frame(bench.now_ns, np.zeros((2, 2, 3), np.uint8))
    bench.take(frame)
    bench.shout("Ben")
    bench.wait(3)
    assert frame in seen
    assert bench.screen == "notice"
    assert bench.state["phase"] == "playing"
    full = False
    bench.wait(3)
    verdicts = [(v.call.player, v.ruling) for v in bench.room.state.judgement.verdicts]
    assert verdicts == [("Ana", "ended"), ("Ben", "late")]
    told = [line for line in bench.lines if "save" in line.lower()]
    assert told == [
        "Cannot save: the disk is full",
        "Saved; going on",
    ], "a line a second would fill the log"
    assert bench.room.watching is None, "the round is over"


def test_a_part_that_raises_is_begun_anew(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the program must cost at most a moment."""
    healthy = playing.Playing._show

    def faulty(_: playing.Playing) -> None:
        monkeypatch.setattr(playing.Playing, "_show", healthy)
        raise ZeroDivisionError

    monkeypatch.setattr(playing.Playing, "_show", faulty)
    bench.wait(0.1)
    assert any("ZeroDivisionError" in line for line in bench.lines)
    bench.wait(4)
    assert bench.screen == "paused"
    bench.ok()
    bench.shout("Ana")
    bench.enter(0)
    bench.enter(6)
    assert bench.state["phase"] == "ended"


def test_a_fault_that_stays_is_tried_again_until_it_goes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if beginning anew fails, the table is not dead for ever."""
    healthy = bench.match.seconds
    monkeypatch.setattr(bench.room, "mono_ns", None)
    bench.shout("Ana")
    monkeypatch.setattr(bench.match, "seconds", healthy)
    bench.wait(0.5)
    monkeypatch.undo()
    bench.wait(5)
    assert bench.screen in ("paused", "count", "running")


def test_a_screen_that_cannot_be_drawn_does_not_stop_the_match(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people see comes last; what is recorded goes on."""

    def broken(*_: object, **__: object) -> object:
        raise OSError("no font")

    monkeypatch.setattr(stage, "draw", broken)
    bench.shout("Ana")
    bench.enter(0)
    bench.enter(6)
    assert bench.state["phase"] == "ended"


def test_giving_a_match_up_asks_twice(bench: Bench) -> None:
    """One wrong press must not throw away an evening."""
    bench.shout("Ana")
    bench.enter(0)
    bench.enter(6)
    bench.wait(4)
    for _ in range(9):
        if bench.screen != "choose":
            bench.press(Menu.BACK)
    bench.choose("New match")
    bench.choose("No")
    assert not bench.table.over
    bench.choose("New match")
    bench.choose("Yes, a new match")
    assert bench.table.given_up
