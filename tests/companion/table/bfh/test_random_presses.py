"""Whatever people press and put on the board, in whatever order: nothing raises, nothing gets stuck."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from companion.games.bfh import Event, Move, Place, Special, legal_moves
from companion.journal import Journal
from companion.match.live import Match, known_games
from hardware.buttons import Menu, Shout
from tests.companion.table.bfh.bfh_bench import BfhBench

WALKS = int(os.environ.get("BEARS_WALKS", "2"))
STEPS = 200


def walk(table: BfhBench, rng: random.Random) -> None:
    """Press and move at random, by the rules and against them, with pauses, power cuts and a failing camera."""
    for _ in range(STEPS):
        if table.table.over:
            return
        what = rng.random()
        if what < 0.02:
            table.pull_the_plug()
            table.switch_on()
        elif what < 0.3:
            table.press(Menu.OK)
        elif what < 0.4:
            table.press(Menu.NEXT)
        elif what < 0.45:
            table.press(Menu.BACK)
        elif what < 0.48:
            table.press(Shout(rng.randrange(len(table.players))))
        elif what < 0.75:
            move(table, rng)
        elif what < 0.8:
            disturb(table, rng)
        else:
            table.wait(rng.choice([0.1, 0.6, 1.5, 5.0]))
        faults = [line for line in table.lines if "went wrong" in line]
        assert not faults, (faults, [name for name, _ in table.screens[-30:]])


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


def find_the_way_back(table: BfhBench) -> None:
    """Somebody who reads the screen gets the evening running again: a turn ends, or the match."""
    table.eyes.covered, table.eyes.broken = False, False
    table.eyes.hidden = table.eyes.doubtful = frozenset()
    turn = table.board.state.turn
    for _ in range(200):
        if table.table.over or table.board.state.turn > turn:
            return
        table.read_all()
        match table.screen:
            case "choose":
                table.choose(reasonable(table.said["options"]))
            case "specialmove":
                table.press(Menu.BACK)
            case _:
                table.ok()
                table.wait(0.5)
    raise AssertionError(f"stuck at {table.screens[-5:]}")


def reasonable(options: tuple[str, ...]) -> str:
    """What gets people on."""
    return next((option for option in ("Go on", "No", "By hand") if option in options), options[0])


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("seed", range(WALKS))
def test_no_walk_ends_in_a_dead_end(tmp_path: Path, seed: int, watched: bool) -> None:
    """The table stays alive, and what it shows is in the journal."""
    rng = random.Random(seed)
    players = ("red", "blue", "green", "yellow")[: rng.choice([2, 2, 3, 4])]
    table = BfhBench(tmp_path, players, watched=watched)
    walk(table, rng)
    find_the_way_back(table)
    state, number = table.state, table.match.number
    table.pull_the_plug()
    with Journal.open(tmp_path) as journal:
        again = Match(journal, journal.rows(number), known_games())
    assert again.play.report() == state
