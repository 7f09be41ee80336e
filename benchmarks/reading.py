"""How long a settled reading takes, against the whole-frame ArUco detection of OpenCV on the same picture.

    python benchmarks/reading.py [--set SET] [--picture FILE] [--rounds 15] [--json]

Both run in turn in one process, so that whatever else the machine does slows both; for every picture the medians and
their ratio are printed, and of these the medians over all pictures. By default the pictures are stills of simulated
tables with 40 dice; of a photo set they are those in its `table` folder. A picture of another size than a settled
read's is first brought to 2304x1296, which leaves ArUco little to do: enlarged pictures have no noise.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from beside_aruco import measure, over_all
from calibration.building import build_profile
from companion.eyes import Eyes
from hardware.simulated.laying import lay
from hardware.simulated.world import World
from vision.pictures import Picture, load_picture

SIZE = (2304, 1296)
TABLES = 4
"""Simulated tables that are looked at, each with another look."""
PLAYERS = 4
LEFT, TAKEN = (3, 7), (4, 6)
"""Bears and tents in the campsite and before people: with everybody's five dice 40 in all."""


def as_settled(picture: Picture) -> Picture:
    """The picture at the size of a settled read."""
    if picture.shape[1::-1] == SIZE:
        return picture
    return np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)


def simulated() -> Iterator[tuple[str, Eyes, Picture]]:
    """Stills of simulated tables, with eyes that know each."""
    for seed in range(1, TABLES + 1):
        world = World(seed, PLAYERS)
        with tempfile.TemporaryDirectory() as folder:
            world.write_photo_set(Path(folder))
            eyes = Eyes(build_profile(Path(folder)).profile)
        lay(world, left=LEFT, taken=TAKEN)
        yield f"table {seed}", eyes, world.camera.still(after_ns=world.now_ns(), timeout_s=2.0).picture


def in_set(folder: Path, picture: Path | None) -> Iterator[tuple[str, Eyes, Picture]]:
    """The pictures of a photo set, or one, with eyes that know its table."""
    eyes = Eyes(build_profile(folder).profile)
    for file in [picture] if picture else sorted((folder / "table").glob("*.jpg")):
        yield file.name, eyes, as_settled(load_picture(file))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="Time a settled reading against whole-frame ArUco detection."
    )
    parser.add_argument("--set", type=Path, help="a photo set; default: simulated tables")
    parser.add_argument("--picture", type=Path, help="with --set, this one only; default: all of the set")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    pictures = in_set(args.set, args.picture) if args.set else simulated()
    every = {name: measure(picture, eyes.read, args.rounds) for name, eyes, picture in pictures}
    medians = over_all(every.values())
    if args.json:
        print(json.dumps({**medians, "pictures": every, "threads": cv2.getNumThreads()}))
        return
    for name, f in every.items():
        print(f"{name}: {f['read_ms']} ms, whole-frame ArUco {f['aruco_ms']} ms, ratio {f['ratio']}")
    print(
        f"settled read at {SIZE[0]}x{SIZE[1]}: {medians['read_ms']:.1f} ms, whole-frame ArUco "
        f"{medians['aruco_ms']:.1f} ms, ratio {medians['ratio']:.2f} (medians of {len(every)} pictures; "
        f"OpenCV {cv2.__version__}, {cv2.getNumThreads()} threads)"
    )


if __name__ == "__main__":
    main()
