"""How long a settled reading takes, against the whole-frame ArUco detection of OpenCV on the same picture.

    python benchmarks/reading.py [--set SET] [--picture FILE] [--rounds 15] [--json]

Both run in turn in one process, so that whatever else the machine does slows both; for every picture the medians and
their ratio are printed, and of these the medians over all pictures. A picture of another size, as the examples are, is
first brought to 2304x1296, the size of a settled read.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from calibration.building import build_profile
from companion.eyes import Eyes
from vision.pictures import Picture, load_picture

SIZE = (2304, 1296)
EXAMPLES = Path(__file__).parent.parent / "examples"


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


def measure(picture: Picture, read: Callable[[Picture], object], rounds: int) -> dict[str, float]:
    """Medians, ms, and their ratio."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(words, cv2.aruco.DetectorParameters())
    read(picture)
    detector.detectMarkers(picture)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(timed(lambda: read(picture)))
        theirs.append(timed(lambda: detector.detectMarkers(picture)))
    a, b = statistics.median(ours), statistics.median(theirs)
    return {"read_ms": round(a, 1), "aruco_ms": round(b, 1), "ratio": round(a / b, 2)}


def as_settled(picture: Picture) -> Picture:
    """The picture at the size of a settled read."""
    if picture.shape[1::-1] == SIZE:
        return picture
    return np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="Time a settled reading against whole-frame ArUco detection."
    )
    parser.add_argument("--set", type=Path, default=EXAMPLES, help="photo set to build the profile from")
    parser.add_argument("--picture", type=Path, help="this one only; default: all of the set")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    eyes = Eyes(build_profile(args.set).profile)
    files = [args.picture] if args.picture else sorted((args.set / "table").glob("*.jpg"))
    every = {file.name: measure(as_settled(load_picture(file)), eyes.read, args.rounds) for file in files}
    over_all = {
        key: statistics.median(f[key] for f in every.values()) for key in ("read_ms", "aruco_ms", "ratio")
    }
    if args.json:
        print(json.dumps({**over_all, "pictures": every, "threads": cv2.getNumThreads()}))
        return
    for name, f in every.items():
        print(f"{name}: {f['read_ms']} ms, whole-frame ArUco {f['aruco_ms']} ms, ratio {f['ratio']}")
    print(
        f"settled read at {SIZE[0]}x{SIZE[1]}: {over_all['read_ms']:.1f} ms, whole-frame ArUco "
        f"{over_all['aruco_ms']:.1f} ms, ratio {over_all['ratio']:.2f} (medians of {len(every)} pictures; "
        f"OpenCV {cv2.__version__}, {cv2.getNumThreads()} threads)"
    )


if __name__ == "__main__":
    main()
