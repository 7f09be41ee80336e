"""Calls that change nothing are answered on the display all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.outputs import Sound
from tests.companion.table.table_bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A table for Ana and Ben, and a round with 3 bears and 7 tents."""
    bench = Bench(tmp_path)
    bench.start_round(bears=3)
    return bench


def verdicts(bench: Bench, verdict: str) -> list[tuple[object, object]]:
    """The screens with this verdict so far: whose, and the reason."""
    return [
        (says["player"], says["reason"])
        for name, says in bench.screens
        if name == "verdict" and says["verdict"] == verdict
    ]


def end_round(bench: Bench, player: str) -> None:
    """A round that a player's call ends, and all that is said of it."""
    bench.shout(player)
    bench.enter(0)
    bench.enter(6)
    bench.wait(3.5)


def test_a_late_call_is_told_by_how_much(bench: Bench) -> None:
    """Whoever shouts after the end wants to know why nothing happens."""
    end_round(bench, "Ana")
    sounds = bench.shown.sounds.count(Sound.FALSE_CALL)
    bench.shout("Ben")
    [(player, reason)] = verdicts(bench, "late")
    assert player == "Ben"
    assert str(reason).startswith("Ana was ")
    assert str(reason).endswith(" s earlier")
    assert bench.shown.sounds.count(Sound.FALSE_CALL) == sounds, "it costs nothing"
    bench.wait(1.5)
    bench.shout("Ben")
    assert len(verdicts(bench, "late")) == 1, "once is enough"


def test_whoever_ended_the_round_is_not_told_to_be_late(bench: Bench) -> None:
    """In the heat of it people hit the button again and again."""
    end_round(bench, "Ana")
    bench.shout("Ana")
    bench.wait(2)
    assert verdicts(bench, "late") == []


def test_calls_that_are_shown_in_their_order_are_not_shown_again(bench: Bench) -> None:
    """With eight players half a minute would pass before the first sum."""
    bench.shout("Ana")
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(6)
    bench.wait(8)
    assert "order" in [name for name, _ in bench.screens]
    assert verdicts(bench, "late") == []


def test_a_press_that_counts_once_is_said_to(bench: Bench) -> None:
    """A button that was hit twice must not look like two false calls."""
    bench.shout("Ana")
    bench.shout("Ana")
    bench.shout("Ana")
    bench.enter(2)
    bench.enter(6)
    bench.wait(8)
    assert len(verdicts(bench, "false")) == 1
    assert verdicts(bench, "repeat") == [("Ana", "it counts once")]
    assert bench.screen == "running"
