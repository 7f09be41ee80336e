"""What the referee finds besides verdicts: the end of a round, and dice that come, go or turn when they may not."""

from __future__ import annotations

from dataclasses import replace

from companion.referee import (
    CampDie,
    KnockedOver,
    Left,
    PutBack,
    RoundOver,
    Ruled,
    Seen,
    Settings,
    Sight,
    TakenAfterEnd,
    TwoAtOnce,
)
from tests.companion.referee.referee_table import NEAR, Table, ns, seen


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


def test_a_new_die_that_comes_and_goes_is_reported_once() -> None:
    """It is none of the round's dice; whether it is taken and put down again is nobody's concern."""
    table = Table()
    new = CampDie(3, "bear", 50, 50)
    table.see(seen(0.1), replace(seen(0.2), newcomers=(new,)))
    states: list[Seen] = ["there", "gone", "there", "there"]
    for k, state in enumerate(states):
        glimpse = seen(0.3 + k / 10)
        table.see(replace(glimpse, sights=(*glimpse.sights, Sight(3, state, "bear", 50, 50))))
    assert len(table.of(PutBack)) == 1
    assert table.referee.left == (1, 2)


def test_a_frame_that_comes_twice_counts_once() -> None:
    """What a frame shows is told once; another one of the same moment is none."""
    table = Table()
    table.see(seen(0.1), seen(0.2), seen(0.2, "gone"))
    table.tick(0.3)
    assert table.referee.left == (1, 2)


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


def test_the_display_hears_of_every_change() -> None:
    """What is left and whether the view is blocked, and nothing when nothing changed."""
    table = Table()
    table.see(seen(0.1), seen(0.2, "hidden", clear=False), seen(0.3, "gone"), seen(0.4, "gone"))
    left = [(found.bears, found.tents, found.blocked) for found in table.of(Left)]
    assert left == [(1, 2, True), (0, 2, False)]
