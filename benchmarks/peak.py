"""How much memory `bears read` takes at most, for each kind of picture.

    python benchmarks/peak.py [--json]

Each picture is read by a process of its own, as from a shell; megabytes of resident memory at its largest, of which
at most 200 are wanted. The pictures are those of the examples and of the tests, enlarged to common sizes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2

from calibration.building import build_profile
from calibration.profile import save_profile
from vision.pictures import load_picture

ROOT = Path(__file__).parent.parent
MOST_MB = 200

CASES = (
    ("table 2304x1296", "table", (2304, 1296), 1),
    ("table 2304x1296, ten in a row", "table", (2304, 1296), 10),
    ("table 4608x2592", "table", (4608, 2592), 1),
    ("loose 2304x1296", "loose", (1296, 2304), 1),
    ("loose 12 megapixels", "loose", (3024, 4032), 1),
)
"""What, with which profile, width and height in px, and how many pictures."""

SETS = {"table": ROOT / "examples", "loose": ROOT / "tests" / "data" / "loose"}


_CHILD = """
import sys
from companion.cli import main
code = main(sys.argv[1:])
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
sys.exit(code)
"""
"""Reads, and says at last how large it has been; getrusage would count what its parent had."""


def peak_mb(profile: Path, pictures: Sequence[Path]) -> float:
    """Megabytes that reading these pictures takes; raises CalledProcessError if it fails. Linux only."""
    command = [sys.executable, "-c", _CHILD, "read", "--profile", str(profile), "--json", *map(str, pictures)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (nothing of it is foreign)
    return int(done.stderr.splitlines()[-1]) / 1024


def measure(folder: Path) -> dict[str, float]:
    """The peak of each case, MB; profiles and pictures are made in `folder`."""
    for kind, source in SETS.items():
        save_profile(build_profile(source).profile, folder / kind)
    figures = {}
    for name, kind, size, count in CASES:
        originals = sorted((SETS[kind] / "table").glob("*.jpg"))
        pictures = []
        for k in range(count):
            picture = cv2.resize(
                load_picture(originals[k % len(originals)]), size, interpolation=cv2.INTER_CUBIC
            )
            pictures.append(folder / f"{kind}-{size[0]}-{k}.jpg")
            cv2.imwrite(str(pictures[-1]), picture)
        figures[name] = round(peak_mb(folder / kind, pictures), 1)
    return figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure the peak memory of reading a picture.")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    if args.json:
        print(json.dumps(figures))
        return
    for name, peak in figures.items():
        print(f"{name:<32}{peak:6.0f} MB{'' if peak < MOST_MB else '  too much'}")


if __name__ == "__main__":
    main()
