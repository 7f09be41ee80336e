"""Whole matches of Outrun the Bear at the simulated table: whether they come to their end, and by how many presses.

    python benchmarks/outrun.py --games 200 --json

Nothing is left out but the box: screens, dialogs, journal and rules are those of the device. The matches have 2 to 8
runners in turn, and every set of variants. A match fails if a part of the evening raised, if the rules refused what the
device was sure of, if it did not end in time, or if its log does not replay to the state that it was in.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.games.log import replay
from companion.games.outrun import Variant
from companion.match.live import known_games
from companion.settings import Settings
from companion.table.outrun.simulated import open_simulated
from companion.table.session import Wishes
from hardware.terminal.plain import PlainConsole

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
VARIANTS: tuple[tuple[Variant, ...], ...] = (
    (),
    ("normal_play",),
    ("coop", "first_play"),
    ("everybody_gets_equipment", "hard_play"),
    ("last_one_standing",),
    ("park_pass", "first_play"),
    ("last_one_standing", "everybody_gets_equipment"),
)
LONGEST_S = 6 * 3600.0
"""No match takes so long, s of its own time."""


@dataclass(frozen=True)
class Played:
    """One match that was played."""

    seed: int
    runners: int
    variants: tuple[str, ...]
    over: bool
    rounds: int
    turns: int
    presses: int
    eaten: int
    home: int
    faults: tuple[str, ...]


def play(seed: int, folder: Path) -> Played:
    """Play the match of this seed to its end."""
    runners = NAMES[: 2 + seed % (len(NAMES) - 1)]
    variants = VARIANTS[seed % len(VARIANTS)] if seed % 2 else ()
    lines = io.StringIO()
    wishes = Wishes("outrun", players=runners, fresh=True, once=True, without_asking=True)
    settings = Settings(players=runners, outrun_variants=variants)
    with (
        PlainConsole(lines) as console,
        open_simulated(
            settings, folder=folder, wishes=wishes, console=console, seed=seed, speed=None, by_itself=True
        ) as opened,
    ):
        table = None

        def leaving() -> bool:
            nonlocal table
            table = opened.session.table
            return table is not None and table.room.now_ns > (1000 + LONGEST_S) * 1e9

        opened.session.run(leaving=leaving)
        match = opened.session.match
        assert match is not None
        faults = [line for line in lines.getvalue().splitlines() if "went wrong" in line]
        if not match.over:
            faults.append("it did not end")
        if replay(match.log_bytes(), known_games()).report() != match.play.report():
            faults.append("its log does not replay")
        state = match.state
        return Played(
            seed,
            len(runners),
            variants,
            match.over,
            state.round,
            sum(line.said["event"] == "end_turn" for line in match.story.lines),
            opened.people.pressed,
            len(state.trail.eaten),
            len(state.trail.home),
            tuple(faults),
        )


def main() -> int:
    """Play, print what came of it; 1 if any match failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    began = time.process_time()
    played = []
    for seed in range(args.first, args.first + args.games):
        with tempfile.TemporaryDirectory() as folder:
            played.append(play(seed, Path(folder)))
    failed = [match for match in played if match.faults]
    turns = sum(match.turns for match in played)
    figures = {
        "games": len(played),
        "failed": len(failed),
        "by_runners": dict(sorted(Counter(match.runners for match in played).items())),
        "rounds": sum(match.rounds for match in played),
        "turns": turns,
        "presses_a_turn": round(sum(match.presses for match in played) / max(1, turns), 2),
        "eaten": sum(match.eaten for match in played),
        "home": sum(match.home for match in played),
        "processor_s": round(time.process_time() - began, 1),
    }
    if args.json:
        print(json.dumps(figures | {"faults": [asdict(match) for match in failed]}))
    else:
        for match in failed:
            print(
                f"match {match.seed} ({match.runners} runners, {', '.join(match.variants)}): {match.faults}"
            )
        print(", ".join(f"{name} {value}" for name, value in figures.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
