"""What is known of the campsite at any moment: at the very moments, too, at which something was seen or told."""

from __future__ import annotations

from companion.games.bears.dice import Campsite
from companion.referee.evidence import Evidence, Told, Trace
from tests.companion.referee.referee_table import BEAR, FAR, NEAR


def test_a_die_was_there_when_it_was_seen_and_may_be_gone_a_moment_later() -> None:
    """The window in which the benefit of the doubt is given begins right after the last sight of a die."""
    evidence = Evidence(Campsite(1, 2), (Trace(BEAR, 100, "bear", gone_ns=200), Trace(NEAR, 300, "tent")))
    assert [evidence.at_least(t).bears for t in (99, 100, 101)] == [1, 1, 0]
    assert [evidence.at_most(t).bears for t in (99, 100, 101)] == [1, 1, 0]
    assert [evidence.at_least(t).tents for t in (300, 301)] == [1, 0]
    assert evidence.at_most(301).tents == 2


def test_a_kind_has_run_out_since_it_was_told_first() -> None:
    """People may say again that there is none."""
    told = (Told(50, Campsite(1, 2)), Told(70, Campsite(0, 2)), Told(90, Campsite(0, 1)))
    evidence = Evidence(
        Campsite(1, 2), (Trace(BEAR, 10, "bear"), Trace(NEAR, 10, "tent"), Trace(FAR, 10, "tent")), told
    )
    assert evidence.empty_since() == (70, "bear")
