"""What must hold of every ruling, whatever happens in a round."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import CampChanged, RoundOver, Settings
from tests.companion.referee.rounds import MS, SECOND, MadeRound, folded, refereed, rounds

PATIENT = Settings(grace_ns=None, patience_ns=1000 * SECOND)


@given(rounds(longest_delay=80 * MS))
@settings(max_examples=60, deadline=None)
def test_a_ruling_never_contradicts_what_was_surely_there(made: MadeRound) -> None:
    """Nobody loses a point although the last bear was gone, and nobody ends a round that surely went on."""
    for call, ruled in refereed(made).rulings.items():
        bears, tents = made.left_at(call.time_ns)
        if ruled.verdict == "false":
            assert bears > 0
            assert tents > 0
        if ruled.verdict == "ended" and not ruled.benefit:
            assert bears == 0 or tents == 0


@given(rounds(longest_delay=80 * MS))
@settings(max_examples=60, deadline=None)
def test_the_benefit_of_the_doubt_is_given_in_the_window_only(made: MadeRound) -> None:
    """A caller is right for free only while nobody can tell whether the last bear or tent still lay there."""
    for call, ruled in refereed(made).rulings.items():
        if ruled.benefit:
            assert ruled.last_seen_ns is not None
            assert ruled.first_gone_ns is not None
            assert ruled.last_seen_ns < call.time_ns < ruled.first_gone_ns


@given(rounds())
@settings(max_examples=60, deadline=None)
def test_the_log_comes_to_the_same_verdicts(made: MadeRound) -> None:
    """What was shown at the table is what replaying the match says, and the log refuses nothing."""
    course = refereed(made)
    verdicts, refused = folded(made, course.events)
    for call, ruled in course.rulings.items():
        if ruled.verdict != "ask":
            assert verdicts[call] == ruled.verdict
    assert refused == 0


@given(rounds(longest_delay=500 * MS))
@settings(max_examples=60, deadline=None)
def test_the_log_agrees_when_calls_come_late(made: MadeRound) -> None:
    """A press that is handed on late must not make the log and the display disagree."""
    course = refereed(made)
    verdicts, _ = folded(made, course.events)
    for call, ruled in course.rulings.items():
        if ruled.verdict != "ask":
            assert verdicts[call] == ruled.verdict


@given(rounds(), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_calls_come_does_not_matter(made: MadeRound, chance: random.Random) -> None:
    """Presses are handed on by threads and queues; only their own times may count."""
    together = [(1000 * SECOND, call) for _, call in made.calls]
    shuffled = chance.sample(together, len(together))
    one = refereed(replace(made, calls=tuple(together)), PATIENT).rulings
    other = refereed(replace(made, calls=tuple(shuffled)), PATIENT).rulings
    assert {c: r.verdict for c, r in one.items()} == {c: r.verdict for c, r in other.items()}


@given(rounds(longest_hiding=6))
@settings(max_examples=60, deadline=None)
def test_calls_at_once_and_calls_at_the_end_are_judged_alike(made: MadeRound) -> None:
    """What is known later than a ruling must not have made it wrong."""
    live = refereed(made, PATIENT).rulings
    late = refereed(
        replace(made, calls=tuple((900 * SECOND, call) for _, call in made.calls)), PATIENT
    ).rulings
    for call, ruled in live.items():
        assert ruled.verdict == late[call].verdict or "ask" in (ruled.verdict, late[call].verdict)


@given(rounds(longest_delay=80 * MS))
@settings(max_examples=60, deadline=None)
def test_every_call_is_ruled_on_or_asked(made: MadeRound) -> None:
    """Nobody presses in vain: three seconds later there is a ruling, or people are asked."""
    course = refereed(made)
    assert set(course.rulings) == {call for _, call in made.calls}
    assert course.referee.waiting == ()


@given(rounds())
@settings(max_examples=60, deadline=None)
def test_a_round_is_announced_as_over_only_when_it_is(made: MadeRound) -> None:
    """The buzzer that ends a round must never sound while bears and tents are left."""
    course = refereed(made)
    over = [found for found in course.findings if isinstance(found, RoundOver)]
    assert len(over) <= 1
    for found in over:
        assert 0 in made.left_at(found.time_ns)


@given(rounds())
@settings(max_examples=60, deadline=None)
def test_the_campsite_in_the_log_never_rises_or_goes_back_in_time(made: MadeRound) -> None:
    """The match log refuses counts that rise and times that go back."""
    changes = [found for found in refereed(made).findings if isinstance(found, CampChanged)]
    for one, next_ in pairwise(changes):
        assert one.time_ns <= next_.time_ns
        assert (next_.bears, next_.tents) != (one.bears, one.tents)
        assert next_.bears <= one.bears
        assert next_.tents <= one.tents
