"""What the referee rules on calls, and what he says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee import Call, CampChanged, Referee, RoundOver, Ruled, as_event
from tests.companion.referee.referee_table import DICE, Table, ns, seen


def test_a_call_before_the_last_bear_is_taken_is_false_at_once() -> None:
    """The verdict must be there with the next frame, not when the round is over."""
    table = Table()
    table.see(seen(0.1), seen(0.2))
    table.call(0.25)
    assert not table.of(Ruled)
    table.see(seen(0.3))
    (ruled,) = table.of(Ruled)
    assert (ruled.verdict, ruled.bears, ruled.tents) == ("false", 1, 2)
    assert ruled.last_seen_ns == ruled.decided_ns == ns(0.3)
    assert (
        ruled.reason == "at 0.25 s 1 bear and 2 tents were in the campsite: a bear was still seen at 0.30 s"
    )
    assert ruled.rule == "rulebook: Ending a Round"


def test_a_late_press_that_is_already_known_is_ruled_at_once() -> None:
    """A press that was handed on after its frame must not wait for another."""
    table = Table()
    table.see(seen(0.1), seen(0.2))
    table.call(0.15)
    assert table.of(Ruled)[0].verdict == "false"


def test_pressing_while_taking_the_last_bear_is_right() -> None:
    """Taking with one hand and pressing with the other is how the game is played."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False))
    table.call(0.25)
    table.see(seen(0.3, "gone"))
    (ruled,) = table.of(Ruled)
    assert (ruled.verdict, ruled.bears, ruled.benefit) == ("ended", 0, True)
    assert (ruled.last_seen_ns, ruled.first_gone_ns, ruled.decided_ns) == (ns(0.1), ns(0.3), ns(0.3))
    assert "seen at 0.10 s and gone at 0.30 s" in ruled.reason
    (changed,) = table.of(CampChanged)
    assert changed.time_ns <= ruled.call.time_ns
    assert as_event(changed, origin_ns=0) == {"event": "camp", "t": 0.100000001, "bears": 0, "tents": 2}


def test_a_hand_that_takes_nothing_leaves_the_call_false() -> None:
    """A die seen later was there before."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False))
    table.call(0.2)
    table.see(seen(1.0, "hidden", clear=False), seen(1.1))
    assert [ruled.verdict for ruled in table.of(Ruled)] == ["false"]


def test_an_exposure_vouches_only_for_its_beginning() -> None:
    """A die that was taken while the shutter was open is still in the picture."""
    table = Table()
    table.see(replace(seen(0.2), exposure_ns=ns(0.01)))
    table.call(0.195)
    assert not table.of(Ruled)


def test_the_frame_that_first_showed_an_empty_place_counts() -> None:
    """That a die was not pushed aside is known later than that it left its place."""
    table = Table()
    late = seen(0.5, "gone")
    late = replace(late, sights=(replace(late.sights[0], since_ns=ns(0.3)), *late.sights[1:]))
    table.see(seen(0.2), late)
    table.call(0.4)
    (ruled,) = table.of(Ruled)
    assert (ruled.verdict, ruled.benefit, ruled.first_gone_ns) == ("ended", False, ns(0.3))


def test_a_die_is_never_gone_before_it_was_last_seen() -> None:
    """Its place looked empty below a hand, and then it lay there all the same: only what came after counts."""
    table = Table()
    late = seen(0.5, "gone")
    late = replace(late, sights=(replace(late.sights[0], since_ns=ns(0.2)), *late.sights[1:]))
    table.see(seen(0.1), seen(0.3), late)
    table.call(0.4)
    (ruled,) = table.of(Ruled)
    assert (ruled.last_seen_ns, ruled.first_gone_ns) == (ns(0.3), ns(0.3) + 1)


def test_after_three_seconds_without_a_view_people_are_asked() -> None:
    """Nobody waits for a hand that rests on the dice."""
    table = Table()
    table.see(seen(0.1), *(seen(t / 10, "hidden", clear=False) for t in range(2, 33)))
    call = table.call(0.25)
    assert not table.of(Ruled)
    table.tick(3.25)
    (asked,) = table.of(Ruled)
    assert (asked.verdict, asked.where, asked.last_seen_ns) == ("ask", (0, 0), ns(0.1))
    assert asked.reason == "a bear was last seen at 0.10 s and is out of sight: was it there at 0.25 s?"
    assert table.referee.asked == (call,)


@pytest.mark.parametrize(("bears", "verdict"), [(0, "ended"), (1, "false")])
def test_what_people_answer_is_ruled_and_recorded(bears: int, verdict: str) -> None:
    """The log must come to what people said."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False))
    call = table.call(0.25)
    table.tick(4)
    table.referee, found = table.referee.told(ns(5), bears, 2, for_call=call)
    (ruled,) = (f for f in found if isinstance(f, Ruled))
    assert (ruled.verdict, ruled.again, ruled.call) == (verdict, True, call)
    changed = [f.time_ns for f in found if isinstance(f, CampChanged)]
    assert changed == ([call.time_ns] if bears == 0 else [])
    assert table.referee.asked == ()


def test_people_cannot_tell_what_cannot_be() -> None:
    """Three bears cannot lie where there was one; a wrong key must not end in the log."""
    table = Table()
    call = table.call(0.25)
    table.tick(4)
    with pytest.raises(ValueError, match="cannot be in the campsite"):
        table.referee.told(ns(5), 3, 2, for_call=call)
    with pytest.raises(ValueError, match="earliest"):
        table.referee.told(ns(5), 1, 2, for_call=Call(ns(0.5), "Ben"))


def test_a_view_that_clears_after_all_answers_what_was_asked() -> None:
    """People must not be bothered with what can be seen."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False))
    table.call(0.25)
    table.tick(4)
    table.see(seen(4.1))
    assert [(r.verdict, r.again) for r in table.of(Ruled)] == [("ask", False), ("false", True)]
    assert table.referee.asked == ()


def test_a_call_just_after_another_is_a_repeat() -> None:
    """A nervous thumb costs one point, not five."""
    table = Table()
    table.see(seen(0.1))
    table.call(0.2)
    table.call(0.3)
    table.see(seen(0.4))
    assert [ruled.verdict for ruled in table.of(Ruled)] == ["false", "repeat"]
    assert table.of(Ruled)[1].reason == "again at 0.30 s: the press at 0.20 s is the one that counts"


def test_an_earlier_call_that_comes_late_takes_the_end_from_a_later_one() -> None:
    """Presses are judged by their times, in whatever order they are heard of."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"), seen(0.3, "gone"))
    table.call(0.25, "Ben")
    table.call(0.22, "Ana")
    told = [(r.call.player, r.verdict, r.again) for r in table.of(Ruled)]
    assert told == [("Ben", "ended", False), ("Ana", "ended", False), ("Ben", "late", True)]
    assert table.referee.ended_ns == ns(0.22)


def test_a_press_before_the_start_is_late() -> None:
    """The countdown is no time to shout."""
    table = Table(Referee.start(DICE, started_ns=ns(10)))
    table.call(9.5)
    assert table.of(Ruled)[0].verdict == "late"


def test_the_same_press_twice_is_one() -> None:
    """Handed on twice, it must not cost twice or become a repeat."""
    table = Table()
    table.see(seen(0.1))
    table.call(0.05)
    table.call(0.05)
    assert len(table.of(Ruled)) == 1


def test_a_call_in_the_grace_ends_the_round() -> None:
    """Whoever calls late but before the device has called it."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"))
    table.call(1.0)
    table.tick(5)
    assert [r.verdict for r in table.of(Ruled)] == ["ended"]
    assert not table.of(RoundOver)
