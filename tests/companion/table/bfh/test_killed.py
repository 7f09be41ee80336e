"""The plug is pulled in the middle of a match: nothing that was shown is lost, and the match goes on.

`BEARS_KILLS=300 pytest tests/companion/table/bfh/test_killed.py` does it as often as one likes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import companion
from tests.companion.table.bfh.bfh_child import prepared

ROOT = Path(companion.__file__).parents[1]
KILLS = int(os.environ.get("BEARS_KILLS", "6"))


def play_and_kill(folder: Path, seed: int) -> list[dict[str, Any]]:
    """Let a match be played for a moment, then kill it; what it had shown until then."""
    rng = random.Random(seed)
    command = [sys.executable, "-m", "tests.companion.table.bfh.bfh_child", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(rng.randrange(1, 80))]
        time.sleep(rng.uniform(0.0, 0.01))
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.timeout(60 + 10 * KILLS)
def test_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    """A piece that was seen to move and a die that was seen to fall stay so."""
    furthest = 0
    for seed in range(KILLS):
        shown = play_and_kill(tmp_path, seed)
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
