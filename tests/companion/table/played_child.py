"""A match by buttons alone that plays itself at random and says what it shows; somebody will kill it.

Run as `python -m tests.companion.table.played_child FOLDER SEED`. Each line says what stood in the match when a screen
was shown, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path

from hardware.buttons import Menu, Shout
from tests.companion.table.table_bench import Bench

PLAYERS = ("Ana", "Ben", "Cleo")


def say(bench: Bench, screen: str, says: Mapping[str, object]) -> None:
    """Say what is shown, and what is behind it."""
    line = {"screen": screen, "says": says, "entries": len(bench.match.entries), "state": bench.state}
    print(json.dumps(line, default=list), flush=True)


def main() -> None:
    """Play until killed."""
    folder, rng = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    bench = Bench.__new__(Bench)
    bench.prepare(folder, PLAYERS)
    bench.on_screen = lambda screen, says: say(bench, screen, says)
    bench.switch_on()
    say(bench, "on", {})
    while not bench.table.over:
        bench.wait(rng.choice([0.1, 0.3, 1.0, 4.0]))
        if rng.random() < 0.3:
            bench.press(Shout(rng.randrange(len(PLAYERS))))
        else:
            bench.press(rng.choices([Menu.OK, Menu.NEXT, Menu.BACK], [6, 3, 1])[0])


if __name__ == "__main__":
    main()
