"""Kills a match again and again while it is being written, and looks whether anything that was shown is lost.

    python benchmarks/kills.py --kills 300 --json

A process takes events, takes them back and corrects them as fast as it can, and shows each (writes it to a pipe) when
the call has returned, as the table does. It is killed with SIGKILL at a random moment, most of which fall into a write.
Then the journal is opened, and everything that was shown has to be there, with the same log; the match is resumed and
has to be in the very state that was shown last, or one step on. Exit status 1 if not.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.games.log import replay
from companion.journal import Journal, read_journal
from companion.match import Match
from companion.match.account import Account
from companion.match.live import known_games

HEADER = {"game": "bears", "players": ["Ana", "Ben"], "target": 100_000}
MATCH_KILLS = 10
"""So many kills a match; then a new one is begun, for the old has become long."""
LONGEST_S = 0.2
WARM = 0.85
"""How many are given the time to show something; the others may be killed while they open the journal."""

Event = dict[str, Any]


def events(rng: random.Random, match: Match) -> list[Event]:
    """What may happen next in a match."""
    t = match.seconds(time.monotonic_ns())
    left = match.state.round.campsite
    match match.state.phase:
        case "setup" | "reroll":
            bears = rng.randint(1, 9)
            return [{"event": "camp_rolled", "bears": bears, "tents": 10 - bears}]
        case "ready":
            return [{"event": "round_started", "t": t}]
        case "playing" if left.bears and left.tents:
            bears, tents = (
                (left.bears - 1, left.tents) if rng.random() < 0.5 else (left.bears, left.tents - 1)
            )
            early = {"event": "call", "t": t, "player": "Ana"}
            return (
                [early] if rng.random() < 0.2 else [{"event": "camp", "t": t, "bears": bears, "tents": tents}]
            )
        case "playing":
            return [{"event": "call", "t": t, "player": "Ben"}]
    camp = [face for face, k in (("bear", left.bears), ("tent", left.tents)) for _ in range(10 - k)]
    taken = rng.sample(camp, 10 - left.bears - left.tents)
    sheets = {"Ana": {"pairs": [["gun", taken[0]]], "loose": taken[1:]}, "Ben": {"pairs": [], "loose": []}}
    campsite = {"bears": left.bears, "tents": left.tents}
    return [{"event": "round_read", "campsite": campsite, "players": sheets}]


def state(log: bytes, report: dict[str, object]) -> str:
    """A short name of a log and its state."""
    return sha256(log + json.dumps(report).encode()).hexdigest()[:16]


def write(folder: Path, out: int, seed: int) -> None:
    """Play until killed; every step is shown when it is done."""
    rng = random.Random(seed)  # noqa: S311
    with Journal.open(folder) as journal:
        match = Match.resume(journal) or Match.begin(journal, HEADER)
        while True:
            step = rng.random()
            if step < 0.1:
                match.undo()
            elif step < 0.2 and match.entries:
                entry = rng.choice(match.entries)
                match.correct(entry.seq, [entry.event] if rng.random() < 0.8 else [])
            elif step < 0.3:
                match.note("table", {"page": rng.random()})
            else:
                frame = rng.randbytes(30_000) if step < 0.4 else None
                for event in events(rng, match):
                    match.take(event, why={"seed": seed}, frame=frame)
            shown = [match.number, match.next_seq - 1, state(match.log_bytes(), match.play.report())]
            os.write(out, (json.dumps(shown) + "\n").encode())


def kill_once(folder: Path, rng: random.Random) -> list[list[Any]]:
    """What was shown until a process that writes was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            write(folder, writing, rng.randrange(2**32))
        finally:
            os._exit(3)
    os.close(writing)
    if rng.random() < WARM:
        select.select([reading], [], [], 10)
    time.sleep(rng.uniform(0, LONGEST_S))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        shown = pipe.read().split(b"\n")[:-1]
    if not os.WIFSIGNALED(status):
        raise RuntimeError("the process that writes failed by itself")
    return [json.loads(line) for line in shown]


def check(folder: Path, shown: list[list[Any]]) -> list[str]:
    """What is wrong with a journal in which all this was shown to be."""
    faults = []
    matches = read_journal(folder).matches
    for number, seq, name in shown[-3:]:
        rows = matches.get(number, ())[:seq]
        story = Account.of(rows, known_games()).story if rows else None
        if story is None or len(rows) < seq or state(story.log, story.play.report()) != name:
            faults.append(f"match {number}: entry {seq} was shown and is lost")
    with Journal.open(folder) as journal:
        if journal.recovery is not None:
            faults.append(f"a kill was taken for damage: {journal.recovery.sentence}")
        match = Match.resume(journal)
        if match is not None:
            report = match.play.report()
            if replay(match.log_bytes(), known_games()).report() != report:
                faults.append(f"match {match.number}: the log gives another state")
            if (
                shown
                and match.next_seq - 2 == shown[-1][1]
                and state(match.log_bytes(), report) != shown[-1][2]
            ):
                faults.append(f"match {match.number}: resumed in another state than was shown")
    return faults


def main() -> int:
    """Kill, look, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)  # noqa: S311
    faults: list[str] = []
    shown = unshown = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "journal"
        for k in range(args.kills):
            if k % MATCH_KILLS == 0:
                shutil.rmtree(folder, ignore_errors=True)
            steps = kill_once(folder, rng)
            shown += len(steps)
            ends = {match: rows[-1].seq for match, rows in read_journal(folder).matches.items()}
            unshown += bool(steps) and ends.get(steps[-1][0], 0) > steps[-1][1]
            faults += check(folder, steps)
    result = {"kills": args.kills, "shown": shown, "recorded_but_not_shown": unshown, "faults": faults}
    print(
        json.dumps(result) if args.json else "\n".join(f"{name}: {value}" for name, value in result.items())
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
