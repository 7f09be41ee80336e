"""The plug is pulled in the middle of a match: nothing that was shown is lost, and it goes on in the very phase.

`BEARS_KILLS=300 pytest tests/companion/table/outrun/test_killed.py` does it as often as one likes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.companion.table.killing import play_and_kill
from tests.companion.table.outrun.outrun_bench import OutrunBench
from tests.companion.table.outrun.outrun_child import prepared

CHILD = "tests.companion.table.outrun.outrun_child"
KILLS = int(os.environ.get("BEARS_KILLS", "6"))
SCREENS = {
    "terrain": {"runnerturn"},
    "action": {"runnerturn"},
    "end_turn": {"runnerdone"},
    "bear": {"beardraws"},
    "over": {"bearruns", "runnerfate", "runwinners"},
}
"""What is shown first in each phase; a run of the Bear that nobody saw comes before that."""


@pytest.mark.slow
@pytest.mark.timeout(120 + 20 * KILLS)
def test_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    """What people saw is still there after the power was off."""
    latest = 0
    for seed in range(KILLS):
        shown = play_and_kill(CHILD, tmp_path, seed)
        assert shown, "the match could not be resumed"
        last = shown[-1]
        bench = prepared(tmp_path, seed)
        bench.switch_on()
        if last["state"]["phase"] != "over":
            entries = len(bench.match.entries)
            assert entries >= last["entries"]
            if entries == last["entries"]:  # else something was recorded that was not shown any more
                assert json.loads(json.dumps(bench.state)) == last["state"]
            latest = max(latest, bench.room.state.round)
        bench.pull_the_plug()
    assert latest > 1, "no round was ever finished, so this shows little"


@pytest.mark.parametrize("phase", [*SCREENS, "reaction"])
def test_a_match_goes_on_in_the_very_phase(tmp_path: Path, phase: str) -> None:
    """Whatever people were doing, they go on doing it."""
    bench = OutrunBench(tmp_path)
    if phase == "action":
        bench.take_way("Equip a card first")
    if phase in ("end_turn", "reaction"):
        bench.take_way("Crawl")
    if phase == "reaction":
        bench.shout("Ben")
    if phase in ("bear", "over"):
        for _ in range(3):
            bench.crawl()
    if phase == "over":
        bench.bear(3, 3, 3)
    before = bench.state
    bench.pull_the_plug()
    bench.switch_on()
    assert bench.state == before
    assert (bench.screen, bench.says["text"]) == ("notice", "The power was off")
    bench.read_all()
    assert bench.screen in SCREENS["end_turn" if phase == "reaction" else phase]
