"""Memory and processor time of the running service, with a recorded round played over and over.

    python benchmarks/memory.py --frames 10000

A round at a simulated table is recorded first: frames, stills and presses. Then another process runs the service
alone, without simulation, on that recording, with all the modules that the box needs. Bars, from the project's aims:
150 MB, less than 1 MB more after 10,000 frames, and at most 15 % of one core while nothing moves.

`mb` is the most resident memory after any frame, `peak_mb` the most at any moment, also while a still is read; both
must keep to the bar. Growth is that of the memory that is the process's own, from the end of the second round on: what
it shares with files, such as the libraries, the system may take away at any time.
"""

from __future__ import annotations

import argparse
import json
import pickle
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import numpy as np

from calibration.profile import load_profile
from companion.journal import Journal, stamps
from companion.settings import Settings
from companion.table import thrift
from companion.table.happenings import Happening, Tick
from companion.table.opening import games
from companion.table.session import Box, Session, Wishes
from hardware.absent import NoBuzzer, NoDisplay, NoLamps
from hardware.buttons import Press
from hardware.camera import Frame
from hardware.errors import CameraTimedOut
from hardware.terminal.plain import PlainConsole

NAMES = ("Ana", "Ben", "Cleo")
MOST_MB, MOST_GROWTH_MB, MOST_IDLE = 150.0, 1.0, 0.15
FRAMES_A_SECOND = 15
SECOND = 1_000_000_000
WARM_ROUNDS = 2
"""Rounds before growth is counted from: caches fill up in the first."""


@dataclass(frozen=True)
class Kept:
    """A frame on the disk."""

    file: str
    shape: tuple[int, ...]
    time_ns: int
    exposure_ns: int

    def load(self, folder: Path, later_ns: int) -> Frame:
        """The frame, some time later than it was."""
        picture = np.fromfile(folder / self.file, np.uint8).reshape(self.shape)
        return Frame(self.time_ns + later_ns, picture, self.exposure_ns)


class Recorder:
    """Writes down what happens at a simulated table in one whole round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.happened: list[Press | Tick | Kept] = []
        self.stills: list[Kept] = []
        self.running = False
        self._number = 0

    def keep(self, frame: Frame) -> Kept:
        """Put a frame on the disk."""
        self._number += 1
        name = f"{self._number:05d}.raw"
        frame.picture.tofile(self.folder / name)
        return Kept(name, frame.picture.shape, frame.time_ns, frame.exposure_ns)

    def take(self, happening: Happening) -> None:
        """Write down what happened."""
        if not self.running:
            return
        match happening:
            case Frame():
                self.happened.append(self.keep(happening))
            case Press() | Tick():
                self.happened.append(happening)


def record(folder: Path, seed: int) -> None:
    """Record the second round of a match: from "roll" to "roll"."""
    from companion.table.bears.simulated import open_simulated  # noqa: PLC0415 - the service must not count it

    settings = replace(Settings(), players=NAMES, target=1_000_000)
    recorder = Recorder(folder)
    with open_simulated(
        settings,
        folder=folder / "played",
        wishes=Wishes(players=NAMES, once=True),
        console=PlainConsole(StringIO()),
        seed=seed,
        speed=None,
        by_itself=True,
    ) as opened:
        session, world = opened.session, opened.world
        assert world is not None
        wrapped: object = None
        still = world.camera.still

        def kept(*, after_ns: int, timeout_s: float) -> Frame:
            frame = still(after_ns=after_ns, timeout_s=timeout_s)
            if recorder.running:
                recorder.stills.append(recorder.keep(frame))
            return frame

        world.camera.still = kept  # type: ignore[method-assign]

        def done() -> bool:
            nonlocal wrapped
            table = session.table
            assert table is not None
            if wrapped is not table:
                wrapped, take = table, table.take

                def both(happening: Happening) -> None:
                    recorder.take(happening)
                    take(happening)

                table.take = both  # type: ignore[method-assign]
            rolling = type(session.stage.screen).__name__ == "Roll"
            rounds = table.room.chapter
            recorder.running = recorder.running or (rounds == 1 and rolling)
            return rounds == 2 and rolling

        session.run(leaving=done)
    profile = next((folder / "played").glob("*/profile"))
    recording = {"happened": recorder.happened, "stills": recorder.stills, "profile": str(profile)}
    (folder / "recording.pickle").write_bytes(pickle.dumps(recording))


class Recording:
    """The recorded round as camera, clock and feed, over and over."""

    def __init__(self, folder: Path, frames: int) -> None:
        recorded = pickle.loads((folder / "recording.pickle").read_bytes())  # noqa: S301 - our own, of a moment ago
        self._folder, self._frames = folder, frames
        self._happened: list[Press | Tick | Kept] = recorded["happened"]
        self._stills: list[Kept] = recorded["stills"]
        self.profile = Path(recorded["profile"])
        times = [h.now_ns for h in self._happened if isinstance(h, Tick)]
        self._start_ns, self._length_ns = times[0], times[-1] - times[0] + SECOND // FRAMES_A_SECOND
        self._later_ns = 0
        self._now_ns = self._start_ns
        self._next_still = 0
        self.delivered = 0
        self.rounds = 0

    def now_ns(self) -> int:
        """The time in the recording."""
        return self._now_ns

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's names
        """The next still of the recording."""
        kept = self._stills[self._next_still % len(self._stills)]
        self._next_still += 1
        return kept.load(self._folder, self._later_ns)

    def frame(self, *, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's name
        """None: frames come through the feed."""
        raise CameraTimedOut("frames come through the feed")

    def adapt(self) -> None:
        """Nothing: what was recorded stays as it is."""

    def close(self) -> None:
        """Nothing to let go."""

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """What happened, one by one."""
        while self.delivered < self._frames:
            self._next_still = 0
            for happened in self._happened:
                match happened:
                    case Kept():
                        self.delivered += 1
                        yield (happened.load(self._folder, self._later_ns),)
                    case Tick(now_ns=now):
                        self._now_ns = now + self._later_ns
                        yield (Tick(self._now_ns),)
                    case Press(time_ns=at, button=button):
                        yield (Press(at + self._later_ns, button),)
            self._later_ns += self._length_ns
            self.rounds += 1


def serve(folder: Path, frames: int) -> dict[str, object]:
    """Run the service on the recording, in this process, and measure it."""
    thrift.begin()
    recording = Recording(folder, frames)
    settings = replace(Settings(), players=NAMES, target=1_000_000)
    now = stamps(recording.now_ns, boot="recording")
    sizes: list[float] = []
    cpu = {"still": [0.0, 0], "moving": [0.0, 0]}
    with Journal.open(folder / "journal", now=now) as journal:
        session = Session(
            box=Box(NoDisplay(), NoLamps(), NoBuzzer(), recording, recording, recording),
            journal=journal,
            settings=settings,
            games=games(settings),
            profiles={"bears": load_profile(recording.profile)},
            wishes=Wishes(players=NAMES),
            tell=lambda _: None,
        )
        rounds, began, most = 0, time.process_time(), 0.0

        def done() -> bool:
            nonlocal rounds, began, most
            spent, began = time.process_time() - began, time.process_time()
            if session.table is not None and session.table.room.gaze is not None:
                kind = cpu["still" if session.table.room.gaze.still_ns > SECOND else "moving"]
                kind[0], kind[1] = kind[0] + spent, kind[1] + 1
            most = max(most, resident_mb())
            if recording.rounds > rounds:
                rounds = recording.rounds
                sizes.append(own_mb())
            return False

        session.run(leaving=done)
        played = len(session.match.state.rounds) if session.match is not None else 0
    still, moving = (
        seconds / max(1, times) * 2 for seconds, times in cpu.values()
    )  # a frame and a tick each time
    return {
        "frames": recording.delivered,
        "rounds": recording.rounds,
        "scored": played,
        "mb": round(most, 1),
        "peak_mb": round(peak_mb(), 1),
        "growth_mb": round(sizes[-1] - sizes[min(WARM_ROUNDS, len(sizes)) - 1], 2) if sizes else None,
        "idle_share": round(still * FRAMES_A_SECOND, 3),
        "moving_cpu_ms": round(1e3 * moving, 1),
    }


def resident_mb() -> float:
    """How much memory this process holds now, MB."""
    return _status_mb("VmRSS")


def own_mb() -> float:
    """How much of it is its own, MB: not mapped from files."""
    return _status_mb("RssAnon")


def peak_mb() -> float:
    """The most that this process ever held, MB; not that of the program that started it, as getrusage tells."""
    return _status_mb("VmHWM")


def _status_mb(name: str) -> float:
    [kib] = re.findall(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(kib) * 1024 / 1e6


def main() -> int:
    """Record, serve, print; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        print(json.dumps(serve(args.serve, args.frames)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder), args.seed)
        command = [sys.executable, __file__, "--serve", folder, "--frames", str(args.frames)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ourselves
    found = json.loads(done.stdout)
    found["passed"] = (
        found["peak_mb"] <= MOST_MB
        and found["growth_mb"] < MOST_GROWTH_MB
        and found["idle_share"] <= MOST_IDLE
    )
    if args.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in found.items()))
    return 0 if found["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
