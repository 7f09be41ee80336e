"""Makes training data in files of some hundred scenes; seeded, so the same command gives the same data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.training.arrays import Bytes
from vision.training.scene import Sample, sample

SCENES = 250
"""Scenes in a file."""
KINDS = ("table", "loose", "faces")
_PART = ".part"
"""In the name of a file that is not complete yet."""


def shards(folder: Path, kind: str = "*") -> list[Path]:
    """The complete files in a folder, of one of the KINDS or of all, sorted."""
    return sorted(f for f in folder.glob(f"{kind}-*.npz") if _PART not in f.name)


def file_name(kind: str, number: int) -> str:
    """Of the file of that number."""
    return f"{kind}-{number:04d}.npz"


def write(path: Path, samples: Sequence[Sample]) -> None:
    """Write samples as one .npz: patches, scene (of each die, its index), dice, quads, crops, icons."""
    part = path.with_suffix(f"{_PART}.npz")
    np.savez(
        part,
        patches=np.stack([s.patch for s in samples]),
        scene=np.concatenate([np.full(len(s.dice), k, np.int32) for k, s in enumerate(samples)]),
        dice=np.concatenate([s.dice for s in samples]),
        quads=np.concatenate([s.quads for s in samples]),
        crops=np.concatenate([s.crops for s in samples]),
        icons=np.concatenate([s.icons for s in samples]),
    )
    part.rename(path)


def make(folder: Path, kind: str, number: int, masks: Bytes, scenes: int = SCENES) -> Path:
    """Write one file of scenes, unless it is there already; where it is."""
    cv2.setNumThreads(1)
    path = folder / file_name(kind, number)
    if not path.exists():
        seed = [KINDS.index(kind), number]
        loose, faces = kind != "table", kind == "faces"
        write(
            path,
            [
                sample(np.random.default_rng([*seed, k]), masks, loose=loose, faces=faces)
                for k in range(scenes)
            ],
        )
    return path
