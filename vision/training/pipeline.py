"""Makes the networks again, from icons to ONNX: `make train`, or `python -m vision.training`.

Stages: icons, scenes, training, slimming, export. What is made already is kept, in one folder for everything but the
networks themselves, so that it can be stopped and taken up again at any time: a file there is complete or not there.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.training import covers, icons, shards


@dataclass(frozen=True)
class Plan:
    """How much is made and how long is learned."""

    icons: int | None
    """Icons a pack, at most."""
    scenes: int
    """Scenes a file."""
    table: int
    """Files of the rectified table."""
    loose: int
    """Files of loose pictures."""
    faces: int
    """Files of loose pictures crowded with icons."""
    covers: int
    """Scenes with arms and hands over the table."""
    minutes: dict[str, float]
    """Of training each network, on one core."""
    slimming: float
    """Minutes of handing on what the embedding knows to a slim one, which is faster."""


FULL = Plan(
    icons=None,
    scenes=shards.SCENES,
    table=44,
    loose=60,
    faces=24,
    covers=3600,
    minutes={"finder": 60, "loose": 60, "embedding": 40, "cover": 10},
    slimming=40,
)
QUICK = Plan(
    icons=12,
    scenes=20,
    table=2,
    loose=2,
    faces=2,
    covers=24,
    minutes={"finder": 0.2, "loose": 0.2, "embedding": 0.2, "cover": 0.2},
    slimming=0.2,
)
"""Enough to see that every stage works; the networks know nothing."""

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Bench:
    """Where everything is made: a folder for what is between icons and networks, and one for the networks."""

    work: Path
    weights: Path
    packages: Path | None
    """Where the packs of icons lie, if they need not be installed."""
    jobs: int
    """Processes at a time."""

    @property
    def icons(self) -> Path:
        """The masks."""
        return self.work / "icons.npz"

    @property
    def scenes(self) -> Path:
        """The folder of scenes for finders and embedding."""
        return self.work / "scenes"

    @property
    def covers(self) -> Path:
        """The scenes with arms."""
        return self.work / "covers.npz"

    def state(self, name: str) -> Path:
        """The trained weights of a network that ships."""
        return self.work / f"{name}.pt"

    @property
    def large(self) -> Path:
        """The trained weights of the embedding that the slim one is taught by."""
        return self.work / "large-embedding.pt"


def collect_icons(plan: Plan, bench: Bench) -> None:
    """The first stage: masks of icons. Raises NoIcons."""
    if not bench.icons.exists():
        packages = bench.packages or icons.install(bench.work / "packs")
        say(f"{icons.write(bench.icons, packages, most=plan.icons)} icons")


def make_scenes(plan: Plan, bench: Bench) -> None:
    """The second stage: files of scenes, the longest task first."""
    bench.scenes.mkdir(parents=True, exist_ok=True)
    tasks: list[Task] = []
    if not bench.covers.exists():
        tasks.append(Task(make_covers, (bench.covers, bench.icons, plan.covers)))
    for kind in shards.KINDS:
        wanted = range(getattr(plan, kind))
        missing = [k for k in wanted if not (bench.scenes / shards.file_name(kind, k)).exists()]
        tasks += [Task(make_shard, (bench.scenes, kind, k, bench.icons, plan.scenes)) for k in missing]
    work_off(tasks, bench.jobs)


def train_networks(plan: Plan, bench: Bench) -> None:
    """The third stage: the four networks, side by side, each on one core; the embedding as a large one."""
    wanted = {name: bench.large if name == "embedding" else bench.state(name) for name in plan.minutes}
    missing = [(name, state) for name, state in wanted.items() if not state.exists()]
    work_off([Task(train, (name, plan.minutes[name], bench, state)) for name, state in missing], bench.jobs)


def slim_embedding(plan: Plan, bench: Bench) -> None:
    """The fourth stage: the embedding that ships, taught by the large one."""
    if not bench.state("embedding").exists():
        say(hand_on(plan.slimming, bench))


def export_networks(plan: Plan, bench: Bench) -> None:
    """The last stage: the networks as ONNX, where they are older than the weights."""
    from vision.training.export import export

    for name in plan.minutes:
        state, network = bench.state(name), bench.weights / f"{name}.onnx"
        if not network.exists() or network.stat().st_mtime < state.stat().st_mtime:
            export(name, state, bench.weights)


@dataclass(frozen=True)
class Task:
    """Something for a process of its own: a function of a module, and what it is given."""

    what: Callable[..., str]
    given: tuple[object, ...]

    def __call__(self) -> str:
        """Do it; returns what was done, in words."""
        return self.what(*self.given)


def make_shard(folder: Path, kind: str, number: int, masks: Path, scenes: int) -> str:
    """One file of scenes."""
    return shards.make(folder, kind, number, np.load(masks)["masks"], scenes).name


def make_covers(path: Path, masks: Path, count: int) -> str:
    """The file of scenes with arms."""
    covers.make(path, np.load(masks)["masks"], count)
    return path.name


def train(name: str, minutes: float, bench: Bench, state: Path) -> str:
    """One network; its weights get their name, `state`, when they are done."""
    import torch

    from vision.training import train_cover, train_embedding, train_finder

    torch.set_num_threads(1)
    part = state.with_suffix(".part.pt")
    if name == "cover":
        train_cover.train(bench.covers, part, minutes=minutes)
    elif name == "embedding":
        train_embedding.train(bench.scenes, part, minutes=minutes)
    else:
        train_finder.train(bench.scenes, part, loose=name == "loose", minutes=minutes)
    part.rename(state)
    return f"{name} is trained"


def hand_on(minutes: float, bench: Bench) -> str:
    """What the large embedding knows to the slim one; its weights get their name when they are done."""
    from vision.training import distil

    state = bench.state("embedding")
    part = state.with_suffix(".part.pt")
    distil.distil(bench.scenes, bench.large, part, minutes=minutes)
    part.rename(state)
    return "the embedding is slim"


def work_off(tasks: Iterable[Task], jobs: int) -> None:
    """Do all tasks, `jobs` at a time in processes of their own; one at a time in this one."""
    if jobs == 1:
        for task in tasks:
            say(task())
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        for done in [pool.submit(task) for task in tasks]:
            say(done.result())


def missing_packages() -> list[str]:
    """What only training needs and is not installed, by module."""
    return [name for name in ("torch", "onnx", "resvg_py") if importlib.util.find_spec(name) is None]


def _fail(why: str) -> int:
    print(f"python -m vision.training: {why}", file=sys.stderr)
    return 3


def say(what: str) -> None:
    """Print a line at once."""
    print(what, flush=True)


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description="Make the networks again.")
    parser.add_argument("--quick", action="store_true", help="try every stage with next to no data")
    parser.add_argument(
        "--work", type=Path, help="folder for icons, scenes and weights (default: build/training)"
    )
    parser.add_argument("--out", type=Path, help="folder for the networks (default: vision/weights)")
    parser.add_argument(
        "--packages", type=Path, help="node_modules/@iconify-json, if npm shall not install it"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    args = parser.parse_args()
    if missing := missing_packages():
        return _fail(f"{' and '.join(missing)} missing: install the project with its extra `train`")
    plan = QUICK if args.quick else FULL
    work = args.work or ROOT / "build" / ("training-quick" if args.quick else "training")
    out = args.out or (work / "weights" if args.quick else ROOT / "vision" / "weights")
    if args.quick and not args.work:
        shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    bench = Bench(work=work, weights=out, packages=args.packages, jobs=max(1, args.jobs))
    began = time.monotonic()
    try:
        for stage in (collect_icons, make_scenes, train_networks, slim_embedding, export_networks):
            say(f"{stage.__name__.replace('_', ' ')}:")
            stage(plan, bench)
    except icons.NoIcons as error:
        return _fail(str(error))
    say(f"The networks are in {bench.weights}, after {(time.monotonic() - began) / 60:.0f} minutes.")
    return 0
