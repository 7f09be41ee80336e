"""Memory: a Pi Zero 2 W has 512 MB for everything, so reading a picture must do with little."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from calibration.building import build_profile
from calibration.profile import save_profile
from vision.pictures import load_picture

OPENCV = int(cv2.__version__.split(".")[0])
LOOSE = Path(__file__).parents[1] / "data" / "loose"
LET_GO = """
import re
import numpy as np
from companion.table import thrift
from vision.finder import find_tops

def mb():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmRSS:\\s+(\\d+)", status.read())[1]) / 1024

thrift.begin()
find_tops(np.zeros((64, 64, 3), np.uint8))
thrift.give_back()
before = mb()
find_tops(np.zeros((504, 656, 3), np.uint8))
kept = mb() - before
thrift.give_back()
left = mb() - before
find_tops(np.zeros((504, 656, 3), np.uint8))
thrift.give_back()
print(kept, left, mb() - before - left)
"""
READ = """
import sys
from companion.cli import main
assert main(sys.argv[1:]) == 0
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""


def test_a_phones_picture_is_read_in_less_than_185_mb(tmp_path: Path) -> None:
    """A loose picture of 12 megapixels, the largest common kind, stays well below 200 MB at its peak.

    What the C library keeps differs by 40 MB between systems, hence the margin: most take 150 MB.
    """
    save_profile(build_profile(LOOSE).profile, tmp_path / "profile")
    picture = cv2.resize(
        load_picture(LOOSE / "table" / "000.jpg"), (3024, 4032), interpolation=cv2.INTER_LINEAR
    )
    cv2.imwrite(str(tmp_path / "large.jpg"), np.asarray(picture))
    command = ["read", "--profile", str(tmp_path / "profile"), "--json", str(tmp_path / "large.jpg")]
    done = subprocess.run([sys.executable, "-c", READ, *command], check=True, capture_output=True, text=True)
    assert int(done.stderr.splitlines()[-1]) / 1024 < 185


def test_what_a_still_needed_is_given_back() -> None:
    """The running table keeps nothing of a reading: OpenCV would keep all layers of the finder for the next one.

    OpenCV 5 keeps them all the same, but no more with every reading.
    """
    done = subprocess.run([sys.executable, "-c", LET_GO], check=True, capture_output=True, text=True)
    kept, left, more = map(float, done.stdout.split())
    assert kept > 8
    assert more < 2
    if OPENCV < 5:
        assert left < 2
