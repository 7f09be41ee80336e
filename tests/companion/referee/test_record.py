"""When what was seen is written into the log."""

from __future__ import annotations

from companion.referee import CampChanged, Ruled, Settings
from tests.companion.referee.referee_table import Table, ns, seen


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
