"""The plug is pulled in the middle of a match with camera, hands and dice: nothing that was shown is lost.

`BEARS_SIMULATED_KILLS=300 pytest tests/companion/table/bears/test_killed_simulated.py` does it as often as one likes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.journal import Journal
from companion.match import Match

ROOT = Path(companion.__file__).parents[1]
KILLS = int(os.environ.get("BEARS_SIMULATED_KILLS", "3"))
MOST_SCREENS = 20
"""A life is not longer than this: the next one goes on in the phase where it ended."""
PATIENCE_S = 300.0
"""The first start makes the table and learns its dice, on a busy machine too."""


def play_and_kill(folder: Path, *, after: int, delay_s: float) -> list[dict[str, Any]]:
    """Let a match be played, and kill it a moment after so many screens; what it had shown until then."""
    command = [sys.executable, "-m", "tests.companion.table.bears.simulated_child", str(folder), "7"]
    lines: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        hung = threading.Timer(PATIENCE_S, child.kill)
        hung.start()
        for line in child.stdout:
            lines.append(line)
            if len(lines) == after:
                threading.Timer(delay_s, child.send_signal, (signal.SIGKILL,)).start()
        hung.cancel()
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.slow
@pytest.mark.timeout(400 + 30 * KILLS)
def test_nothing_that_was_shown_at_a_watched_table_is_lost(tmp_path: Path) -> None:
    """A match with the camera has more to lose than one by buttons: evidence, calls that wait for a clear view."""
    rng = random.Random(KILLS)
    rounds, shown_before = 0, 0
    for _ in range(KILLS):
        shown = play_and_kill(tmp_path, after=rng.randrange(1, MOST_SCREENS), delay_s=rng.uniform(0.0, 0.3))
        assert shown, "the match could not be resumed"
        assert shown[0]["entries"] >= shown_before, "something that was shown is gone"
        last = shown[-1]
        with Journal.open(tmp_path) as journal:
            match = Match.unfinished(journal)
            assert match is not None
            assert match.number == 1, "another match was begun"
            assert len(match.entries) >= last["entries"]
            if len(match.entries) == last["entries"]:
                assert json.loads(json.dumps(match.play.report(), default=list)) == last["state"]
            rounds = len(match.state.rounds)
            shown_before = len(match.entries)
    assert rounds > 0 or KILLS < 10, "no round was ever finished, so this shows little"
