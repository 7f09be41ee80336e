"""How long a settled reading of a board takes, against the whole-frame ArUco detection of OpenCV on the same picture.

    python benchmarks/board.py [--set SET] [--rounds 9] [--json]

Both run in turn in one process, so that whatever else the machine does slows both; for every picture the medians and
their ratio are printed, and of these the medians over all pictures. First both have one thread, then as many as OpenCV
takes by itself. Without a set the pictures are of a simulated board.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import cv2

from beside_aruco import measure, over_all
from calibration.building import build_profile
from companion.eyes import BoardEyes
from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.photoset import write_board_photo_set
from vision.pictures import load_picture

COLOURS = ("red", "yellow", "green", "blue", "black")


def figures(photos: Path, rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """For each number of threads the figures of every picture of a set, by its name; `all` has the medians."""
    eyes = BoardEyes(build_profile(photos).profile)
    pictures = {path.stem: load_picture(path) for path in sorted((photos / "table").glob("*.jpg"))}
    by_itself = cv2.getNumThreads()
    out = {}
    for threads in sorted({1, by_itself}):
        cv2.setNumThreads(threads)
        found = {name: measure(picture, eyes.read, rounds) for name, picture in pictures.items()}
        out[f"{threads} thread{'s' * (threads > 1)}"] = found | {"all": over_all(found.values())}
    return out


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, help="a labelled pyramid set; default: a simulated board")
    parser.add_argument("--rounds", type=int, default=9, help="readings of each picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photos = args.set
        if photos is None:
            photos = Path(folder) / "board"
            write_board_photo_set(make_board_look(4, COLOURS), photos, pictures=4)
        found = figures(photos, args.rounds)
    if args.json:
        print(json.dumps(found))
        return
    for threads, pictures in found.items():
        print(f"With {threads}:")
        for name, f in pictures.items():
            print(
                f"{name:>6}  read {f['read_ms']:7.1f} ms  aruco {f['aruco_ms']:6.1f} ms  ratio {f['ratio']:.2f}"
            )


if __name__ == "__main__":
    main()
