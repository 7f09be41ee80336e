"""Whatever people press, in whatever order: nothing raises, nothing gets stuck, what is shown is what is recorded."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from companion.games.bears.play import State
from tests.companion.table.table_bench import Bench
from tests.companion.table.walking import find_the_way_back, is_in_the_journal, walk

WALKS = int(os.environ.get("BEARS_WALKS", "6"))
PRESSES = 600


def _number(bench: Bench) -> int:
    """A number that may be true: nothing is left of what is asked about, and everybody has nothing that pairs."""
    title, whose = str(bench.says["title"]), str(bench.says["whose"])
    state: State = bench.room.state
    if whose == "rolled":
        return 1
    if whose == "campsite":
        return 0
    rolled = state.round.sightings[0].campsite if state.round.sightings else None
    if rolled is None or whose != state.players[0] or "other" not in title:
        return 0
    return rolled.bears if "bears" in title else 0


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.timeout(120)
def test_no_walk_over_the_buttons_ends_in_a_dead_end(tmp_path: Path, seed: int) -> None:
    """People press what they like; the table must stay alive, and show what is in the journal."""
    rng = random.Random(seed)
    header: dict[str, object] = rng.choice([{}, {"target": 3}, {"variant": "survival"}])
    players = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")[: rng.choice([2, 2, 3, 8])]
    bench = Bench(tmp_path, players, **header)
    walk(bench, rng, PRESSES)
    rounds = len(bench.room.state.rounds)
    find_the_way_back(
        bench,
        lambda: len(bench.room.state.rounds) > rounds,
        gets_on=("Go on", "No", "Count by hand"),
        steps={
            "count": lambda: bench.enter(_number(bench)),
            "running": lambda: bench.shout(bench.room.players[0]),
        },
    )
    is_in_the_journal(bench)
