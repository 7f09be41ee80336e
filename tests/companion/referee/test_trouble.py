"""What the referee does without a camera, and with one that was moved."""

from __future__ import annotations

from dataclasses import replace

from companion.referee import CampChanged, CampDie, Disturbed, Referee, Ruled
from tests.companion.referee.referee_table import Table, ns, seen


def test_a_moved_camera_stops_the_judging_and_says_so() -> None:
    """Nothing that a knocked camera shows can be relied on; what was seen before can."""
    table = Table()
    table.see(seen(0.1), seen(0.2))
    table.see(replace(seen(0.3, "hidden", "hidden", "hidden", clear=False), trouble="camera moved"))
    (stopped,) = table.of(Disturbed)
    assert stopped.reason.startswith("the camera was moved")
    assert table.referee.stopped
    table.see(seen(0.4, "gone"))
    table.call(0.15, "Ana")
    table.call(0.35, "Ben")
    assert [(r.call.player, r.verdict) for r in table.of(Ruled)] == [("Ana", "false"), ("Ben", "ask")]


def test_watching_goes_on_after_the_camera_was_set_right() -> None:
    """What no longer lies there left in between, and a call in between has the benefit of the doubt."""
    table = Table()
    table.see(seen(0.1), replace(seen(0.3, "hidden"), trouble="cards moved"))
    table.call(0.35)
    table.referee, found = table.referee.resumed(
        [CampDie(0, "tent", 21, 1), CampDie(1, "tent", -90, 0)], time_ns=ns(2)
    )
    (ruled,) = (f for f in found if isinstance(f, Ruled))
    assert (ruled.verdict, ruled.benefit, ruled.again) == ("ended", True, True)
    assert not table.referee.stopped
    assert table.referee.left == (0, 2)


def test_what_lies_nearest_is_the_same_die_when_watching_goes_on() -> None:
    """The numbers of the dice are new ones, and the dice of a kind are alike: their places tell which was taken."""
    near, far = CampDie(0, "tent", 0, 0), CampDie(1, "tent", 0, 80)
    table = Table(Referee.start((near, far), started_ns=0))
    table.tick(1)
    table.referee, _ = table.referee.resumed([CampDie(5, "tent", 0, 78)], time_ns=ns(2))
    table.tick(9)
    gone = [trace.die for trace in table.referee.standing.evidence.traces if trace.gone_ns is not None]
    assert [(die.x, die.y) for die in gone] == [(0, 0)]


def test_the_game_goes_on_without_a_camera() -> None:
    """When there is none or it fails, people tell what lies there."""
    table = Table(Referee.without_camera(1, 2, started_ns=0))
    first = table.call(1.0)
    assert table.of(Ruled)[0].verdict == "ask"
    table.referee, found = table.referee.told(ns(3), 1, 2, for_call=first)
    assert [f.verdict for f in found if isinstance(f, Ruled)] == ["false"]
    second = table.call(5.0)
    table.referee, found = table.referee.told(ns(7), 0, 2, for_call=second)
    assert [f.verdict for f in found if isinstance(f, Ruled)] == ["ended"]
    assert [f.time_ns for f in found if isinstance(f, CampChanged)] == [ns(5.0)]
    table.call(5.5, "Ben")
    assert table.of(Ruled)[-1].verdict == "late"


def test_calls_that_wait_are_asked_when_the_camera_is_lost() -> None:
    """Nobody waits three seconds for a camera that is gone."""
    table = Table()
    table.see(seen(0.1))
    table.call(0.2)
    table.referee, found = table.referee.blind(ns(0.5))
    assert [f.verdict for f in found if isinstance(f, Ruled)] == ["ask"]
