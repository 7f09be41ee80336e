"""Games of Bears, Foxes & Hares at simulated boards: moves as the device saw them, compared with what really happened.

    python benchmarks/moves.py --games 100 --json

Scripted people move rendered pyramids, also against the rules and across lines; the device sees nothing but pixels and
edges of pins. Every game begins where some turns were played already, so that stacks and special moves come up. Exit
status 1 if a bar is missed: no wrong move, and at least 95 % of the moves accepted without asking.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from io import StringIO
from pathlib import Path

import cv2
import numpy as np

from companion.boards import load_boards
from companion.evaluation.moves import MovesAgreement, accepted, agreement
from companion.games.bfh import EndTurn, Event, Move, Place, Roll, Special, State, legal_moves
from companion.games.bfh.pieces import NEUTRAL
from companion.journal import Journal
from companion.match import Match
from companion.settings import Settings
from companion.table.bfh.records import record_of
from companion.table.bfh.simulated import open_simulated
from companion.table.session import Wishes
from hardware.terminal.plain import PlainConsole

COLOURS = (("red", "blue"), ("red", "green", "yellow"), ("red", "blue", "green", "yellow"))
LOOKS = 10
LEAST_BY_ITSELF = 0.95
FRAMES_A_SECOND, WATCHING = 4.0, (384, 216)
"""A board is watched only for whether it rests, so that fewer and smaller frames than in the box do."""
PATIENCE_S = 180.0
"""A game in which no move is made for so long has got stuck."""


@dataclass(frozen=True)
class Game:
    """How the moves of one game went. `stuck` says where, if the device did not get on."""

    seed: int
    players: int
    moves: int
    right: int
    asked: int
    wrong: tuple[str, ...]
    forbidden: int
    refused: int
    across: int
    why: tuple[str, ...]
    stuck: str
    seconds: float


def play_at(
    looks: int, seeds: Sequence[int], moves: int, folder: Path, *, tell: bool = False, told: bool = False
) -> list[Game]:
    """Play the games of these seeds, one after the other, at the board of a look; `told`, print each."""
    cv2.setNumThreads(1)
    # the table collects garbage with every still, and all that was imported is none
    gc.freeze()
    games = []
    for seed in seeds:
        games.append(play(seed, looks, moves, folder / str(looks), tell=tell))
        if told:
            print(_line(games[-1]), flush=True)
    return games


def play(seed: int, looks: int, moves: int, folder: Path, *, tell: bool = False) -> Game:
    """Play so many moves of the game of a seed, at the board of a look, which decides how many play."""
    began = time.perf_counter()
    colours = COLOURS[looks % len(COLOURS)]
    boards = sorted(load_boards())
    settings = replace(Settings(), players=colours, bfh_colours=colours, bfh_board=boards[seed % len(boards)])
    before = _begun(seed, settings, folder, turns=4 + 37 * seed % 36)
    with open_simulated(
        settings,
        folder=folder,
        wishes=Wishes(game="bfh", players=colours, once=True, without_asking=True),
        console=PlainConsole(sys.stderr if tell else StringIO()),
        seed=seed,
        looks=looks,
        frames_a_second=FRAMES_A_SECOND,
        watching=WATCHING,
        speed=None,
        by_itself=True,
    ) as opened:
        session, world, diary = opened.session, opened.world, opened.people.diary
        made, since_ns, stuck = 0, world.now_ns(), ""

        def done() -> bool:
            nonlocal made, since_ns, stuck
            if len(diary.deeds) != made:
                made, since_ns = len(diary.deeds), world.now_ns()
            if world.now_ns() - since_ns > PATIENCE_S * 1e9:
                stuck = f"after move {made}: {session.stage.screen}"
            seen = made >= moves and not opened.people.waiting
            return seen or bool(diary.faults) or bool(stuck)

        session.run(leaving=done)
        match = session.match
        assert match is not None
        found = agreement(match, diary, before=before)
        match.close("benchmark")
    return Game(
        seed,
        len(colours),
        found.moves,
        found.right,
        found.asked,
        found.wrong,
        found.forbidden,
        found.refused,
        found.across,
        tuple(diary.asked),
        stuck,
        round(time.perf_counter() - began, 1),
    )


def _begun(seed: int, settings: Settings, folder: Path, *, turns: int) -> int:
    """Begin a match in the journal and play some turns of it at random; how many moves that were."""
    rng = np.random.default_rng(seed)
    with Journal.open(folder) as journal:
        header = {"game": "bfh", "players": list(settings.bfh_colours), "board": settings.bfh_board}
        match = Match.begin(journal, header)
        while match.state.turn < turns or match.state.phase != "choose":
            state: State = match.state
            if state.phase == "over":
                match.undo()
                break
            match.take(record_of(_some(rng, state)))
        return len(accepted(match))


def _some(rng: np.random.Generator, state: State) -> Event:
    """One of the legal events, mostly of the own pieces and seldom to the end of a path."""
    events = legal_moves(state)
    likes = np.array([_like(event) for event in events])
    return events[int(rng.choice(len(events), p=likes / likes.sum()))]


def _like(event: Event) -> float:
    if isinstance(event, Move | Special):
        return (1 if event.piece.colour == NEUTRAL else 3) * 0.5 ** len(event.displace)
    return {Place: 1.0, Roll: 1.0, EndTurn: 2.0}.get(type(event), 1.0)


def main() -> int:
    """Play all games and print the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="how many (default: 100)")
    parser.add_argument("--moves", type=int, default=10, help="in each of them (default: 10)")
    parser.add_argument("--looks", type=int, default=LOOKS, help=f"on so many boards (default: {LOOKS})")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--tell", action="store_true", help="tell on standard error what happens")
    args = parser.parse_args()
    games: list[Game] = []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(args.jobs) as pool:
        first, looks = args.first, args.looks
        seeds = {k: range(first + k, first + args.games, looks) for k in range(min(looks, args.games))}
        running = [
            pool.submit(
                play_at, first + k, seeds[k], args.moves, Path(folder), tell=args.tell, told=not args.json
            )
            for k in seeds
        ]
        for done in as_completed(running):
            games += done.result()
    games.sort(key=lambda game: game.seed)
    total = sum(
        (MovesAgreement(g.moves, g.right, g.asked, g.wrong, g.forbidden, g.refused, g.across) for g in games),
        MovesAgreement(),
    )
    wrong = [f"seed {game.seed}: {fault}" for game in games for fault in game.wrong]
    wrong += [f"seed {game.seed}: stuck {game.stuck}" for game in games if game.stuck]
    passed = total.moves > 0 and not wrong and total.right >= LEAST_BY_ITSELF * total.moves
    if args.json:
        print(
            json.dumps(
                {
                    "games": len(games),
                    **asdict(replace(total, wrong=())),
                    "wrong": wrong,
                    "passed": passed,
                    "each": [asdict(game) for game in games],
                }
            )
        )
    else:
        print(total.sentence.partition("\n")[0])
        print("passed" if passed else f"MISSED: no faults, and {LEAST_BY_ITSELF:.0%} by itself, are wanted")
    return 0 if passed else 1


def _line(game: Game) -> str:
    summary = (
        f"seed {game.seed}, {game.players} players: {game.right} of {game.moves} moves seen, {game.asked} asked, "
        f"{len(game.wrong)} faults, {game.refused} of {game.forbidden} forbidden refused; {game.seconds:.0f} s"
    )
    lines = [summary, *(f"  fault: {fault}" for fault in game.wrong)]
    lines += [f"  asked: {why}" for why in game.why]
    if game.stuck:
        lines.append(f"  stuck {game.stuck}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
