"""Rounds at simulated tables, judged and scored by the device, compared with what really happened.

    python benchmarks/rounds.py --rounds 200 --json

Every round is played by scripted people in front of rendered pictures; the device sees nothing but pixels and edges of
pins. Exit status 1 if a bar is missed: no wrong score, no wrong verdict, at most 5 % of the rounds asked about.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from io import StringIO
from pathlib import Path

import cv2

from companion.evaluation.rounds import agreement
from companion.settings import Settings
from companion.table.bears.simulated import open_simulated
from companion.table.session import Wishes
from hardware.terminal.plain import PlainConsole

SEEDS = 10
PLAYERS = (2, 3, 4)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
MOST_ASKED = 0.05
PATIENCE_S = 300.0
"""A round that is not over after so much simulated time has got stuck."""


@dataclass(frozen=True)
class Evening:
    """Rounds of one seed: how they went. `stuck` says where, if the device did not get on."""

    seed: int
    players: int
    rounds: int
    right: int
    asked: int
    wrong: tuple[str, ...]
    calls: int
    verdicts_right: int
    why: tuple[str, ...]
    stuck: str
    seconds: float


def play(seed: int, players: int, rounds: int, folder: Path, *, tell: bool = False) -> Evening:
    """Play so many rounds at the table of a seed."""
    cv2.setNumThreads(1)
    began = time.perf_counter()
    names = NAMES[:players]
    settings = replace(Settings(), players=names, target=1_000_000)
    page = sys.stderr if tell else StringIO()
    with open_simulated(
        settings,
        folder=folder / f"{seed}-{players}",
        wishes=Wishes(players=names, fresh=True, once=True),
        console=PlainConsole(page),
        seed=seed,
        speed=None,
        by_itself=True,
    ) as opened:
        session, world = opened.session, opened.world
        assert world is not None
        finished, since_ns, stuck = 0, world.now_ns(), ""

        def done() -> bool:
            nonlocal finished, since_ns, stuck
            match = session.match
            assert match is not None
            if len(match.state.rounds) > finished:
                finished, since_ns = len(match.state.rounds), world.now_ns()
            if world.now_ns() - since_ns > PATIENCE_S * 1e9:
                stuck = f"round {finished + 1}, {match.state.phase}: {session.stage.screen}"
            return finished >= rounds or bool(stuck)

        session.run(leaving=done)
        table, match = session.table, session.match
        assert table is not None
        assert match is not None
        room = table.room
        found = agreement(
            match.state.rounds,
            world.truth.rounds,
            names=names,
            origin_ns=room.mono_ns(0.0),
            asked={number for number, _ in room.asked if number <= rounds},
        )
    return Evening(
        seed,
        players,
        found.rounds,
        found.right,
        found.asked,
        found.wrong,
        found.calls,
        found.verdicts_right,
        tuple(f"round {number}: {why}" for number, why in room.asked),
        stuck,
        round(time.perf_counter() - began, 1),
    )


def main() -> int:
    """Play all evenings and print the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=200, help="how many in all (default: 200)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"over so many tables (default: {SEEDS})")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--tell", action="store_true", help="tell on standard error what happens")
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    each, rest = divmod(args.rounds, args.seeds)
    evenings: list[Evening] = []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(args.jobs) as pool:
        running = [
            pool.submit(
                play,
                args.first + k,
                PLAYERS[k % len(PLAYERS)],
                each + (k < rest),
                Path(folder),
                tell=args.tell,
            )
            for k in range(args.seeds)
            if each + (k < rest)
        ]
        for done in as_completed(running):
            evenings.append(done.result())
            if not args.json:
                print(_line(evenings[-1]), flush=True)
    evenings.sort(key=lambda evening: evening.seed)
    rounds = sum(evening.rounds for evening in evenings)
    asked = sum(evening.asked for evening in evenings)
    wrong = [f"seed {e.seed}: {fault}" for e in evenings for fault in e.wrong]
    wrong += [f"seed {e.seed}: stuck in {e.stuck}" for e in evenings if e.stuck]
    passed = rounds == args.rounds and not wrong and asked <= MOST_ASKED * rounds
    if args.json:
        total = {
            "rounds": rounds,
            "right": sum(evening.right for evening in evenings),
            "asked": asked,
            "wrong": wrong,
            "calls": sum(evening.calls for evening in evenings),
            "verdicts_right": sum(evening.verdicts_right for evening in evenings),
            "passed": passed,
            "evenings": [asdict(evening) for evening in evenings],
        }
        print(json.dumps(total))
    else:
        print(f"{rounds} rounds: {rounds - asked - len(wrong)} right, {asked} asked, {len(wrong)} faults")
        print("passed" if passed else "MISSED: no faults, and at most 5 % asked about, are wanted")
    return 0 if passed else 1


def _line(evening: Evening) -> str:
    summary = (
        f"seed {evening.seed}, {evening.players} players: {evening.right} of {evening.rounds} rounds right, "
        f"{evening.asked} asked, {len(evening.wrong)} faults, "
        f"{evening.verdicts_right} of {evening.calls} calls right; {evening.seconds:.0f} s"
    )
    lines = [summary]
    lines += [f"  fault: {fault}" for fault in evening.wrong]
    lines += [f"  asked: {why}" for why in evening.why]
    if evening.stuck:
        lines.append(f"  stuck: {evening.stuck}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
