"""A match at a simulated table, with camera and all, that plays itself and says what it shows; somebody will kill it.

Run as `python -m tests.companion.table.bears.simulated_child FOLDER SEED`. Each line says what stood in the match when
a screen was shown, as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path

import cv2

from companion.settings import Settings
from companion.table.bears.simulated import SimulatedBears, open_simulated
from companion.table.session import Wishes
from hardware.terminal.plain import PlainConsole

PLAYERS = ("Ana", "Ben", "Cleo")
SECOND = 1_000_000_000
FRAMES_A_SECOND = 5
"""Drawing them takes most of the time; a slow camera is enough to be killed with."""


def say(opened: SimulatedBears, screen: str) -> None:
    """Say what is shown, and what is behind it."""
    match = opened.session.match
    if match is not None:
        line = {"screen": screen, "entries": len(match.entries), "state": match.play.report()}
        print(json.dumps(line, default=list), flush=True)


def main() -> None:
    """Play until killed."""
    cv2.setNumThreads(1)
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    with open_simulated(
        replace(Settings(), players=PLAYERS, target=1_000_000),
        folder=folder,
        wishes=Wishes(players=PLAYERS, without_asking=True),
        console=PlainConsole(StringIO()),
        seed=seed,
        speed=None,
        by_itself=True,
    ) as opened:

        def shown(screen: str, _: Mapping[str, object]) -> None:
            say(opened, screen)

        opened.world.camera.period_ns = SECOND // FRAMES_A_SECOND
        opened.session.stage.observe(shown)
        opened.session.run()


if __name__ == "__main__":
    main()
