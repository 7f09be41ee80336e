"""The plug is pulled in the middle of a match: nothing that was shown is lost, and the match goes on.

`BEARS_KILLS=300 pytest tests/companion/table/test_killed.py` does it as often as one likes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.companion.table.killing import play_and_kill
from tests.companion.table.played_child import PLAYERS
from tests.companion.table.table_bench import Bench

CHILD = "tests.companion.table.played_child"
KILLS = int(os.environ.get("BEARS_KILLS", "6"))


@pytest.mark.slow
@pytest.mark.timeout(60 + 5 * KILLS)
def test_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    """What people saw, they may argue about; so it must still be there after the power was off."""
    deepest = 0
    for seed in range(KILLS):
        shown = play_and_kill(CHILD, tmp_path, seed)
        assert shown, "the match could not be resumed"
        bench = Bench.__new__(Bench)
        bench.prepare(tmp_path, PLAYERS)
        bench.switch_on()
        last = shown[-1]
        if last["state"]["phase"] == "over":
            bench.pull_the_plug()
            continue
        entries = bench.match.entries
        assert len(entries) >= last["entries"]
        behind = len(entries) - last["entries"]  # recorded, but not shown any more when it was killed
        if behind == 0:
            assert json.loads(json.dumps(bench.state)) == last["state"]
        deepest = max(deepest, len(bench.room.state.rounds))
        bench.pull_the_plug()
    assert deepest > 0, "no round was ever finished, so this shows little"
