"""What the referee finds besides verdicts, and what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest

from companion.referee import (
    Call,
    CampChanged,
    CampDie,
    Disturbed,
    Finding,
    Glimpse,
    KnockedOver,
    Left,
    PutBack,
    Referee,
    RoundOver,
    Ruled,
    Seen,
    Settings,
    Sight,
    TakenAfterEnd,
    TwoAtOnce,
    as_event,
)

Kind = TypeVar("Kind")

SECOND = 1_000_000_000
BEAR, NEAR, FAR = CampDie(0, "bear", 0, 0), CampDie(1, "tent", 20, 0), CampDie(2, "tent", -90, 0)
DICE = (BEAR, NEAR, FAR)


def ns(seconds: float) -> int:
    return round(seconds * SECOND)


def seen(t: float, *states: Seen, clear: bool = True) -> Glimpse:
    """A glimpse of the bear, the near tent and the far tent; those not given are there."""
    all_ = (*states, *("there",) * (3 - len(states)))
    sights = tuple(Sight(d.die, s, d.face, d.x, d.y) for d, s in zip(DICE, all_, strict=True))  # type: ignore[arg-type]
    return Glimpse(ns(t), sights, clear=clear)


class Table:
    """A referee and all it found."""

    def __init__(self, referee: Referee | None = None, *, settings: Settings | None = None) -> None:
        self.referee = referee or Referee.start(DICE, started_ns=0, settings=settings)
        self.found: list[Finding] = []

    def see(self, *glimpses: Glimpse) -> None:
        """Frames in their order."""
        for glimpse in glimpses:
            self.referee, found = self.referee.saw(glimpse)
            self.found += found

    def call(self, t: float, player: str = "Ana") -> Call:
        """A press at `t` s."""
        call = Call(ns(t), player)
        self.referee, found = self.referee.called(call)
        self.found += found
        return call

    def tick(self, t: float) -> None:
        """Time passes."""
        self.referee, found = self.referee.tick(ns(t))
        self.found += found

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The findings of a kind."""
        return [found for found in self.found if isinstance(found, kind)]


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


def test_the_end_is_announced_after_a_while_if_nobody_calls() -> None:
    """The round must not go on because everybody forgot to shout."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"))
    table.tick(1.69)
    assert not table.of(RoundOver)
    table.tick(1.75)
    (over,) = table.of(RoundOver)
    assert (over.time_ns, over.gone, over.bears, over.tents) == (ns(1.7), "bear", 0, 2)
    assert over.reason == "no bears are left since 0.20 s, and nobody called"
    table.call(1.8)
    assert table.of(Ruled)[0].verdict == "late"
    assert table.of(Ruled)[0].reason == "at 1.80 s the round was over: it had ended at 1.70 s"


def test_the_end_waits_for_a_shout_if_people_want_it_so() -> None:
    """Some play without the device's help."""
    table = Table(settings=Settings(grace_ns=None))
    table.see(seen(0.1), seen(0.2, "gone"))
    table.tick(60)
    assert not table.of(RoundOver)


def test_a_call_in_the_grace_ends_the_round() -> None:
    """Whoever calls late but before the device has called it."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"))
    table.call(1.0)
    table.tick(5)
    assert [r.verdict for r in table.of(Ruled)] == ["ended"]
    assert not table.of(RoundOver)


def test_two_dice_that_leave_together_are_warned_about() -> None:
    """No more than 1 Camp Die may be picked up at a time (rulebook: Playing a Round)."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", "hidden"), seen(0.3, "gone", "gone"))
    (two,) = table.of(TwoAtOnce)
    assert {die.die for die in two.dice} == {0, 1}
    assert two.rule == "rulebook: Playing a Round"


def test_dice_far_apart_may_leave_together() -> None:
    """Two people may take a die each at the same time."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", "there", "hidden"), seen(0.3, "gone", "there", "gone"))
    assert not table.of(TwoAtOnce)


def test_a_die_put_back_is_reported_and_does_not_count_again() -> None:
    """Counts never rise during a round."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"), seen(0.9), seen(1.0))
    (back,) = table.of(PutBack)
    assert back.die.face == "bear"
    table.call(0.95)
    assert table.of(Ruled)[0].verdict == "ended"
    assert table.referee.left == (0, 2)


def test_a_new_die_is_reported_and_does_not_count() -> None:
    """Somebody else's die in the campsite must not keep a round going."""
    table = Table()
    new = CampDie(3, "bear", 50, 50)
    table.see(seen(0.1), replace(seen(0.2, "gone"), newcomers=(new,)), seen(0.3, "gone"))
    assert [found.die for found in table.of(PutBack)] == [new]
    table.call(0.25)
    assert table.of(Ruled)[0].verdict == "ended"


def test_a_die_taken_after_the_end_is_reported() -> None:
    """Players may no longer take Camp Dice (rulebook: Ending a Round)."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone"))
    table.call(0.25)
    table.see(seen(0.5, "gone"), seen(0.6, "gone", "gone"), seen(0.7, "gone", "gone"))
    (late,) = table.of(TakenAfterEnd)
    assert late.die == NEAR
    assert late.reason == "a tent still lay there at 0.50 s, the round had ended at 0.25 s"


def test_a_die_that_may_have_left_before_the_end_is_not_complained_about() -> None:
    """In doubt for the player."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "gone", "hidden"))
    table.call(0.25)
    table.see(seen(0.5, "gone", "gone"))
    assert not table.of(TakenAfterEnd)


def test_a_die_knocked_over_is_reported_and_leaves_calls_in_doubt() -> None:
    """A bear that shows a tent is still a bear, but not to be counted on: people are asked."""
    table = Table()
    over = seen(0.2)
    over = replace(over, sights=(replace(over.sights[0], face="tent"), *over.sights[1:]))
    table.see(seen(0.1), over, replace(over, time_ns=ns(0.3)))
    (knocked,) = table.of(KnockedOver)
    assert (knocked.die.face, knocked.now) == ("bear", "tent")
    table.call(0.25)
    table.tick(4)
    assert table.of(Ruled)[0].verdict == "ask"
    table.see(seen(4.1))
    assert table.of(Ruled)[-1].verdict == "false"


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


def test_the_display_hears_of_every_change() -> None:
    """What is left and whether the view is blocked, and nothing when nothing changed."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False), seen(0.3, "gone"), seen(0.4, "gone"))
    left = [(found.bears, found.tents, found.blocked) for found in table.of(Left)]
    assert left == [(1, 2, True), (0, 2, False)]


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


def test_the_log_waits_for_a_die_that_is_out_of_sight() -> None:
    """It may turn out to have been taken first, and the log takes no earlier counts after later ones."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden"), seen(0.3, "hidden"), seen(0.4, "hidden", "there", "gone"))
    assert not table.of(CampChanged)
    table.see(seen(0.5, "gone", "there", "gone"))
    written = [(found.time_ns, found.bears, found.tents) for found in table.of(CampChanged)]
    assert written == [(ns(0.1) + 1, 0, 2), (ns(0.3) + 1, 0, 1)]


def test_the_log_waits_no_longer_than_a_call_would() -> None:
    """A hand that rests over a die must not keep everything else out of the log."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden"), seen(0.4, "hidden", "there", "gone"))
    table.tick(3.05)
    assert not table.of(CampChanged)
    table.tick(3.2)
    assert [found.tents for found in table.of(CampChanged)] == [1]


def test_a_call_that_the_log_has_gone_past_is_asked() -> None:
    """What is shown must be what the log says; where the log can't say it any more, people do."""
    table = Table(settings=Settings(grace_ns=None))
    table.see(
        seen(0.1),
        seen(0.2, "hidden"),
        seen(0.4, "hidden", "there", "gone"),
        seen(3.5, "hidden", "there", "gone"),
    )
    assert [found.time_ns for found in table.of(CampChanged)] == [ns(0.2) + 1]
    table.see(seen(3.6, "gone", "there", "gone"))
    table.call(0.15)
    (asked,) = table.of(Ruled)
    assert asked.verdict == "ask"
    assert asked.reason == "this call of 0.15 s came too late to be judged by what was seen"
