"""Whatever people press, in whatever order: nothing raises, nothing gets stuck, what is shown is what is recorded."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from companion.games.bears.play import State
from companion.journal import Journal
from companion.match.live import Match, known_games
from hardware.buttons import Menu, Shout
from tests.companion.table.table_bench import Bench

WALKS = int(os.environ.get("BEARS_WALKS", "6"))
PRESSES = 600


def walk(bench: Bench, rng: random.Random) -> None:
    """Press at random, with pauses and power cuts."""
    for _ in range(PRESSES):
        if bench.table.over:
            return
        what = rng.random()
        if what < 0.02:
            bench.pull_the_plug()
            bench.switch_on()
        elif what < 0.45:
            bench.press(Menu.OK)
        elif what < 0.65:
            bench.press(Menu.NEXT)
        elif what < 0.75:
            bench.press(Menu.BACK)
        elif what < 0.85:
            bench.press(Shout(rng.randrange(len(bench.players))))
        else:
            bench.wait(rng.choice([0.02, 0.3, 1.5, 4.0]))
        faults = [line for line in bench.lines if "went wrong" in line]
        assert not faults, (faults, [name for name, _ in bench.screens[-30:]])


def find_the_way_back(bench: Bench) -> None:
    """Somebody who reads the screen gets the evening running again: a round is scored, or the match over."""
    rounds = len(bench.room.state.rounds)
    for _ in range(400):
        if bench.table.over or len(bench.room.state.rounds) > rounds:
            return
        bench.read_all()
        match bench.screen:
            case "choose":
                bench.choose(_reasonable(bench.says["options"]))  # type: ignore[arg-type]
            case "count":
                bench.enter(_number(bench))
            case "running":
                bench.shout(bench.room.players[0])
            case _:
                bench.ok()
                bench.wait(0.5)
    raise AssertionError(f"stuck at {bench.screens[-5:]}")


def _reasonable(options: tuple[str, ...]) -> str:
    for option in ("Go on", "No", "Count by hand"):
        if option in options:
            return option
    return options[0]


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
    walk(bench, rng)
    find_the_way_back(bench)
    state, number = bench.state, bench.match.number
    bench.pull_the_plug()
    with Journal.open(tmp_path) as journal:
        again = Match(journal, journal.rows(number), known_games())
    assert again.play.report() == state
