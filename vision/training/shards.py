"""Makes training data in files of some hundred scenes; seeded, so the same command gives the same data."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scene import Sample, sample

SCENES = 250  # a file
KINDS = ("table", "loose", "faces")


def write(path: Path, samples: list[Sample]) -> None:
    """Write samples as one .npz: patches, dice (scene index first), quads, crops, icons."""
    index = np.concatenate([np.full(len(s.dice), k, np.int32) for k, s in enumerate(samples)])
    np.savez(
        path,
        patches=np.stack([s.patch for s in samples]),
        scene=index,
        dice=np.concatenate([s.dice for s in samples]),
        quads=np.concatenate([s.quads for s in samples]),
        crops=np.concatenate([s.crops for s in samples]),
        icons=np.concatenate([s.icons for s in samples]),
    )


def make(masks: NDArray[np.uint8], out: Path, first: int, last: int, kind: str) -> None:
    """Write the files `first` to `last - 1`."""
    cv2.setNumThreads(1)
    for k in range(first, last):
        path = out / f"{kind}-{k:04d}.npz"
        if path.exists():
            continue
        samples = [
            sample(
                np.random.default_rng([KINDS.index(kind), k, j]),
                masks,
                loose=kind != "table",
                faces=kind == "faces",
            )
            for j in range(SCENES)
        ]
        write(path.with_suffix(".part.npz"), samples)
        path.with_suffix(".part.npz").rename(path)
        print(path.name, sum(len(s.dice) for s in samples), flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Make training scenes.")
    parser.add_argument("icons", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--files", type=int, nargs=2, default=(0, 28), metavar=("FIRST", "LAST"))
    parser.add_argument("--kind", choices=KINDS, default="table")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    make(np.load(args.icons)["masks"], args.out, args.files[0], args.files[1], args.kind)


if __name__ == "__main__":
    main()
