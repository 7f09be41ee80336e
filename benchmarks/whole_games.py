"""Whole games of Bears, Foxes & Hares by the public command, with power cuts, from the first piece to a winner.

    python benchmarks/whole_games.py --games 9

Each is `bears play --game bfh --simulate --watch`, on one board after the other, with two, three or four players, who
also err, take back what happened, and put pieces back wrongly; every other game with a die that is rolled beside the
board and read by the camera. The process is killed now and then and started again. What is told at the end has to be
what `bears replay` makes of the export, and nothing may have been taken for what it was not. Exit status 1 if anything
is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.boards import load_boards

COLOURS = (("red", "blue"), ("red", "blue", "green"), ("red", "blue", "green", "yellow"))
DICE = ("device", "camera")
BETWEEN_CUTS = (10, 60)
"""So many lines are told before the plug is pulled."""


@dataclass(frozen=True)
class Game:
    """How one game went; `wrong` says what is not as it should be."""

    told: str
    wrong: tuple[str, ...]


def play(seed: int, number: int, cuts: int, folder: Path) -> Game:
    """Play the game of a seed in a folder; `number` decides the board, how many play, and with which die."""
    boards = sorted(load_boards())
    board, colours = boards[number % len(boards)], COLOURS[number // len(boards) % len(COLOURS)]
    die = DICE[number % len(DICE)]
    settings, data, log = folder / "settings.toml", folder / "data", folder / "match.jsonl"
    settings.write_text(f'[bfh]\ndie = "{die}"\n')
    command = _bears(
        *("play", "--game", "bfh", "--simulate", "--watch", "--seed", seed, "--board", board),
        *("--players", ",".join(colours), "--settings", settings, "--data", data),
    )
    began, rng = time.perf_counter(), random.Random(seed)  # noqa: S311
    cut, lines, status = 0, list[str](), -signal.SIGKILL
    while status == -signal.SIGKILL:
        upto = rng.randint(*BETWEEN_CUTS) if cut < cuts else None
        more, status = _played(command, upto, rng.uniform(0, 2))
        cut += status == -signal.SIGKILL
        lines += more
    exported = subprocess.run(  # noqa: S603
        _bears("export", 1, "--data", data, "-o", log), capture_output=True, check=False
    )
    if status or exported.returncode:
        return Game(f"seed {seed}, {board}", (f"ended with status {status}: {lines[-1:]}",))
    replayed = _replayed(log)
    state = json.loads(_replayed(log, "--json"))
    told = f"seed {seed}, {board}, {len(colours)} players, die: {die}: {state['winner']} wins in turn {state['turn']}, "
    told += f"{sum(line.startswith('Taken back') for line in lines)} taken back, "
    told += f"{sum(': not allowed: ' in line for line in lines)} refused, "
    told += f"{sum(line.startswith('Was it ') for line in lines)} asked; "
    told += f"{cut} power cuts, {time.perf_counter() - began:.0f} s"
    return Game(told, tuple(_faults(lines, replayed.splitlines(), state)))


def _faults(lines: Sequence[str], replayed: Sequence[str], state: dict[str, object]) -> list[str]:
    compared = [line for line in lines if line.startswith("compared with the truth")]
    ended = [line for line in lines if line not in compared]
    wrong = [line for line in lines if line.startswith("Something went wrong")]
    wrong += [line for line in compared if " 0 faults" not in line]
    if state["phase"] != "over" or state["refused"]:
        wrong.append(f"the log ends in phase {state['phase']}, refused: {state['refused']}")
    if ended[-len(replayed) :] != list(replayed):
        wrong.append(f"replayed: {' / '.join(replayed)}; told: {' / '.join(ended[-len(replayed) :])}")
    return wrong


def _played(command: Sequence[str], lines: int | None, seconds: float) -> tuple[list[str], int]:
    """What the command tells until it is killed, some time after so many lines, and its exit status."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as playing:  # noqa: S603
        assert playing.stdout is not None
        told = []
        for line in playing.stdout:
            told.append(line)
            if len(told) == lines:
                time.sleep(seconds)
                playing.kill()
    return [line.rstrip("\n") for line in told if line.endswith("\n")], playing.returncode


def _bears(*arguments: object) -> Sequence[str]:
    return [sys.executable, "-m", "companion", *map(str, arguments)]


def _replayed(*arguments: object) -> str:
    done = subprocess.run(_bears("replay", *arguments), capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout


def main() -> int:
    """Play all games; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, default=9, help="how many (default: 9, each board with 2 to 4 players)"
    )
    parser.add_argument("--cuts", type=int, default=3, help="power cuts in each of them (default: 3)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default: 1)")
    args = parser.parse_args()
    failed = 0
    for number in range(args.games):
        with tempfile.TemporaryDirectory() as folder:
            game = play(args.first + number, number, args.cuts, Path(folder))
        print(game.told, *(f"  WRONG: {fault}" for fault in game.wrong), sep="\n", flush=True)
        failed += bool(game.wrong)
    print(f"{args.games - failed} of {args.games} games as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
