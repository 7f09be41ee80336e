"""Whatever people press and put on the board, in whatever order: nothing raises, nothing gets stuck."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from companion.games.bfh import Event, Move, Place, Special, legal_moves
from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BfhBench
from tests.companion.table.walking import find_the_way_back, is_in_the_journal, walk

WALKS = int(os.environ.get("BEARS_WALKS", "2"))
STEPS = 200


def move(table: BfhBench, rng: random.Random) -> None:
    """Put the board as the match has it, and make a legal move on it if there is one."""
    events: list[Event] = [e for e in legal_moves(table.board.state) if isinstance(e, Place | Move | Special)]
    table.eyes.covered, table.eyes.hidden, table.eyes.doubtful = False, frozenset(), frozenset()
    table.follow(*rng.sample(events, min(1, len(events))))
    table.wait(0.7)


def disturb(table: BfhBench, rng: random.Random) -> None:
    """Move any piece anywhere, hide a square, or lose the camera or find it again."""
    squares = sorted(table.board.state.match.board.squares)
    match rng.randrange(5):
        case 0:
            table.eyes.hidden = frozenset(rng.sample(squares, 3))
        case 1:
            table.eyes.doubtful = frozenset(rng.sample(squares, 2))
            table.eyes.covered = rng.random() < 0.5
        case 2:
            table.eyes.broken = not table.eyes.broken
        case 3 if table.watched:
            (table.find_camera if table.board.camera_trouble else table.lose_camera)()
        case _:
            stacks = dict(table.eyes.stacks)
            if stacks:
                stacks[rng.choice(squares)] = stacks.pop(rng.choice(sorted(stacks)))
            table.eyes.stacks = stacks
    table.eyes.moved_ns = table.now_ns


def clear_the_view(table: BfhBench) -> None:
    """Take away whatever hid the board from the camera."""
    table.eyes.covered, table.eyes.broken = False, False
    table.eyes.hidden = table.eyes.doubtful = frozenset()


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("seed", range(WALKS))
def test_no_walk_ends_in_a_dead_end(tmp_path: Path, seed: int, watched: bool) -> None:
    """The table stays alive, and what it shows is in the journal."""
    rng = random.Random(seed)
    players = ("red", "blue", "green", "yellow")[: rng.choice([2, 2, 3, 4])]
    table = BfhBench(tmp_path, players, watched=watched)
    walk(table, rng, STEPS, {lambda: move(table, rng): 0.25, lambda: disturb(table, rng): 0.15})
    clear_the_view(table)
    turn = table.board.state.turn
    find_the_way_back(
        table,
        lambda: table.board.state.turn > turn,
        gets_on=("Go on", "No", "By hand"),
        steps={"specialmove": lambda: table.press(Menu.BACK)},
    )
    is_in_the_journal(table)
