"""Whatever people press, in whatever order: nothing raises, nothing gets stuck, what is shown is what is recorded."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.match.live import Match, known_games
from hardware.buttons import Menu, Shout
from tests.companion.table.outrun.outrun_bench import PARK, OutrunBench

WALKS = int(os.environ.get("BEARS_WALKS", "6"))
PRESSES = 500
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")


def walk(bench: OutrunBench, rng: random.Random) -> None:
    """Press at random, with pauses and power cuts."""
    for _ in range(PRESSES):
        if bench.table.over:
            return
        what = rng.random()
        if what < 0.02:
            bench.pull_the_plug()
            bench.switch_on()
        elif what < 0.5:
            bench.press(Menu.OK)
        elif what < 0.72:
            bench.press(Menu.NEXT)
        elif what < 0.8:
            bench.press(Menu.BACK)
        elif what < 0.88:
            bench.press(Shout(rng.randrange(len(bench.players))))
        else:
            bench.wait(rng.choice([0.1, 0.7, 4.0]))
        faults = [line for line in bench.lines if "went wrong" in line]
        assert not faults, (faults, [name for name, _ in bench.screens[-30:]])


def find_the_way_back(bench: OutrunBench) -> None:
    """Somebody who reads the screen gets the evening running again: the next round comes, or the match is over."""
    number = bench.room.state.round
    for _ in range(400):
        if bench.table.over or bench.room.state.round > number:
            return
        bench.read_all()
        options = bench.says.get("options", ())
        assert isinstance(options, tuple)
        wanted = next((option for option in options if option in ("Go on", "No", "Play it")), None)
        if wanted is not None and options[bench.says["chosen"]] != wanted:  # type: ignore[call-overload]
            bench.press(Menu.NEXT)
        else:
            bench.ok()
        bench.wait(0.2)
    raise AssertionError(f"stuck at {bench.screens[-5:]}")


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
    walk(bench, rng)
    find_the_way_back(bench)
    state, number = bench.state, bench.match.number
    bench.pull_the_plug()
    with Journal.open(tmp_path) as journal:
        again = Match(journal, journal.rows(number), known_games())
    assert again.play.report() == state
