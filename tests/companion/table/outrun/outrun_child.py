"""A match that plays itself by buttons at random and says what it shows; somebody will kill it.

Run as `python -m tests.companion.table.outrun.outrun_child FOLDER SEED`. Each line says what stood in the match when a
screen was shown, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path

from hardware.buttons import Menu, Shout
from tests.companion.table.outrun.outrun_bench import PARK, OutrunBench, Track
from tests.companion.table.played_child import PLAYERS


def say(bench: OutrunBench, screen: str, says: Mapping[str, object]) -> None:
    """Say what is shown, and what is behind it."""
    line = {"screen": screen, "says": says, "entries": len(bench.match.entries), "state": bench.state}
    print(json.dumps(line, default=list), flush=True)


def prepared(folder: Path, seed: int) -> OutrunBench:
    """A table that is not switched on yet."""
    bench = OutrunBench.__new__(OutrunBench)
    bench.track = Track()
    bench.game = OutrunBench.at_table(seed, bench.track)
    bench.prepare(folder, PLAYERS)
    bench.header |= {"token": PLAYERS[-1], "park": PARK}
    return bench


def main() -> None:
    """Play until killed."""
    folder, rng = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    bench = prepared(folder, int(sys.argv[2]))
    bench.on_screen = lambda screen, says: say(bench, screen, says)
    bench.switch_on()
    say(bench, "on", {})
    while not bench.table.over:
        bench.wait(rng.choice([0.1, 0.1, 0.7]))
        if rng.random() < 0.1:
            bench.press(Shout(rng.randrange(len(PLAYERS))))
        else:
            bench.press(rng.choices([Menu.OK, Menu.NEXT, Menu.BACK], [7, 3, 1])[0])


if __name__ == "__main__":
    main()
