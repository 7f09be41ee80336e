"""The plug is pulled in the middle of a match: nothing that was shown is lost, and the match goes on.

`BEARS_KILLS=300 pytest tests/companion/table/test_killed.py` does it as often as one likes.
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
from tests.companion.table.played_child import PLAYERS
from tests.companion.table.table_bench import Bench

ROOT = Path(companion.__file__).parents[1]
KILLS = int(os.environ.get("BEARS_KILLS", "12"))


def play_and_kill(folder: Path, seed: int) -> list[dict[str, Any]]:
    """Let a match be played for a moment, then kill it; what it had shown until then."""
    rng = random.Random(seed)
    command = [sys.executable, "-m", "tests.companion.table.played_child", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(rng.randrange(1, 80))]
        time.sleep(rng.uniform(0.0, 0.01))
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.timeout(60 + 5 * KILLS)
def test_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    """What people saw, they may argue about; so it must still be there after the power was off."""
    deepest = 0
    for seed in range(KILLS):
        shown = play_and_kill(tmp_path, seed)
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
