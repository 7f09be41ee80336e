"""A match that a child process plays, and the plug that is pulled on it."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import companion

ROOT = Path(companion.__file__).parents[1]


def play_and_kill(child: str, folder: Path, seed: int) -> list[dict[str, Any]]:
    """Let the module `child` play a match for a moment, then kill it; what it had shown until then."""
    rng = random.Random(seed)
    command = [sys.executable, "-m", child, str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        lines = [playing.stdout.readline() for _ in range(rng.randrange(1, 80))]
        time.sleep(rng.uniform(0.0, 0.01))
        playing.send_signal(signal.SIGKILL)
        lines += playing.stdout.readlines()
    return [json.loads(line) for line in lines if line.endswith("\n")]
