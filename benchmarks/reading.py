"""How long a settled reading takes, against the whole-frame ArUco detection of OpenCV on the same picture.

    python benchmarks/reading.py [--set SET] [--picture FILE] [--rounds 15] [--json]

Both run in turn in one process, so that whatever else the machine does slows both; medians and their ratio are
printed. A picture of another size, as the examples are, is first brought to 2304x1296, the size of a settled read.
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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="Time a settled reading against whole-frame ArUco detection."
    )
    parser.add_argument("--set", type=Path, default=EXAMPLES, help="photo set to build the profile from")
    parser.add_argument("--picture", type=Path, help="default: the set's first")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    eyes = Eyes(build_profile(args.set).profile)
    picture = load_picture(args.picture or min((args.set / "table").iterdir()))
    if picture.shape[1::-1] != SIZE:
        picture = np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    figures = measure(picture, eyes.read, args.rounds)
    figures["dice"] = len(eyes.read(picture).dice)
    figures["threads"] = cv2.getNumThreads()
    if args.json:
        print(json.dumps(figures))
    else:
        print(
            f"settled read of {figures['dice']:.0f} dice at {SIZE[0]}x{SIZE[1]}: {figures['read_ms']} ms, "
            f"whole-frame ArUco {figures['aruco_ms']} ms, ratio {figures['ratio']} (OpenCV {cv2.__version__}, "
            f"{figures['threads']:.0f} threads)"
        )


if __name__ == "__main__":
    main()
