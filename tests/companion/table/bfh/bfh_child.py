"""A match of Bears, Foxes & Hares that plays itself at random and says what it shows; somebody will kill it.

Run as `python -m tests.companion.table.bfh.bfh_child FOLDER SEED`. Each line says what stood in the match when a screen
was shown, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path

from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BfhBench

COLOURS = ("red", "blue", "green")


def say(table: BfhBench, screen: str, says: Mapping[str, object]) -> None:
    """Say what is shown, and what is behind it."""
    line = {"screen": screen, "says": says, "entries": len(table.match.entries), "state": table.state}
    print(json.dumps(line, default=list), flush=True)


def prepared(folder: Path, seed: int) -> BfhBench:
    """A table that is not switched on yet."""
    table = BfhBench.__new__(BfhBench)
    table.lay_out(watched=False)
    table.throws.next = [random.Random(seed + k).randint(1, 6) for k in range(100)]
    table.prepare(folder, COLOURS)
    return table


def main() -> None:
    """Play until killed."""
    folder, rng = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    table = prepared(folder, int(sys.argv[2]))
    table.on_screen = lambda screen, says: say(table, screen, says)
    table.switch_on()
    say(table, "on", {})
    while not table.table.over:
        table.wait(rng.choice([0.1, 0.1, 0.7]))
        table.press(rng.choices([Menu.OK, Menu.NEXT, Menu.BACK], [8, 3, 1])[0])


if __name__ == "__main__":
    main()
