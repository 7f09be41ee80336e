import json
import subprocess
import sys
from pathlib import Path

import pytest

import companion

KILLS = Path(companion.__file__).parents[1] / "benchmarks" / "kills.py"


@pytest.mark.slow
def test_nothing_that_was_shown_is_lost_when_the_process_is_killed() -> None:
    """The plug is pulled at any moment; whatever people had seen by then is still so, and the match goes on."""
    done = subprocess.run(
        [sys.executable, KILLS, "--kills", "12", "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["faults"] == []
    assert result["kills"] == 12
    assert result["shown"] > 12
