"""Whatever people press, in whatever order: nothing raises, nothing gets stuck, what is shown is what is recorded."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.companion.table.outrun.outrun_bench import PARK, OutrunBench
from tests.companion.table.walking import find_the_way_back, is_in_the_journal, walk

WALKS = int(os.environ.get("BEARS_WALKS", "6"))
PRESSES = 500
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.timeout(120)
def test_no_walk_over_the_buttons_ends_in_a_dead_end(tmp_path: Path, seed: int) -> None:
    """People press what they like; the table must stay alive, and show what is in the journal."""
    rng = random.Random(seed)
    variants = rng.choice([[], ["coop"], ["everybody_gets_equipment"], ["last_one_standing"]])
    park = PARK
    if "last_one_standing" in variants:
        trail = {**PARK[1], "back": [{"terrain": "slope", "paws": 1}, {"terrain": "path", "paws": 0}]}
        park = [PARK[0], trail, {**trail, "tile": "hill"}]
    players = NAMES[: rng.choice([2, 2, 3, 8])]
    bench = OutrunBench(tmp_path, players, new=True, park=park, variants=variants)
    walk(bench, rng, PRESSES)
    number = bench.room.state.round
    find_the_way_back(
        bench, lambda: bench.room.state.round > number, gets_on=("Go on", "No", "Play it"), steps={}
    )
    is_in_the_journal(bench)
