"""The plug is pulled in the middle of a match: nothing that was shown is lost, and the match goes on.

`BEARS_KILLS=300 pytest tests/companion/table/bfh/test_killed.py` does it as often as one likes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.companion.table.bfh.bfh_child import prepared
from tests.companion.table.killing import play_and_kill

CHILD = "tests.companion.table.bfh.bfh_child"
KILLS = int(os.environ.get("BEARS_KILLS", "6"))


@pytest.mark.slow
@pytest.mark.timeout(60 + 10 * KILLS)
def test_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    """A piece that was seen to move and a die that was seen to fall stay so."""
    furthest = 0
    for seed in range(KILLS):
        shown = play_and_kill(CHILD, tmp_path, seed)
        assert shown, "the match could not be resumed"
        table = prepared(tmp_path, seed)
        table.switch_on()
        last = shown[-1]
        if last["state"]["phase"] != "over" and last["entries"] <= len(table.match.entries):
            if len(table.match.entries) == last["entries"]:
                assert json.loads(json.dumps(table.state)) == last["state"]
            furthest = max(furthest, table.board.state.turn)
        else:
            assert last["state"]["phase"] == "over"
        table.pull_the_plug()
    assert furthest > 3, "nothing was ever rolled, so this shows little"
