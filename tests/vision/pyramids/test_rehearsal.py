"""Getting ready to read boards, before anybody waits for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from calibration.building import build_profile
from calibration.profile import save_profile
from hardware.simulated.board.photoset import write_board_photo_set
from tests.vision.pyramids.simulated import OPAQUE

PROGRAM = """
import sys
from pathlib import Path
from calibration.profile import load_profile
from companion.eyes import BoardEyes
from vision.pictures import load_picture
from vision.pyramids import kernels, pixels, sums

def compiled():
    every = ((f, v) for m in (kernels, pixels, sums) for f, v in vars(m).items())
    return {name: len(value.signatures) for name, value in every if hasattr(value, "signatures")}

eyes = BoardEyes(load_profile(Path(sys.argv[1])))
eyes.rehearse()
before = compiled()
called = {name: count for name, count in before.items() if not name.startswith("_")}
assert len(called) >= 10, called
assert all(called.values()), called
pictures = sorted((Path(sys.argv[2]) / "table").glob("*.jpg"))
assert len(pictures) == 6, pictures
for path in pictures:
    eyes.read(load_picture(path))
print({name: (before[name], count) for name, count in compiled().items() if count != before[name]})
"""


@pytest.mark.slow
def test_after_a_rehearsal_nothing_is_left_to_be_compiled(tmp_path: Path) -> None:
    """Whatever stands on the board then, and however it is lit."""
    write_board_photo_set(OPAQUE, tmp_path / "set", pictures=6)
    save_profile(build_profile(tmp_path / "set").profile, tmp_path / "profile")
    told = [sys.executable, "-c", PROGRAM, str(tmp_path / "profile"), str(tmp_path / "set")]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("{}", "")
