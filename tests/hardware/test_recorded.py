import json
import time
from pathlib import Path

import pytest

from hardware.camera import READING, WATCHING
from hardware.errors import CameraLost, CameraTimedOut, PartMissing
from hardware.recorded import RecordedCamera, recording
from tests.hardware.bench import StillClock
from tests.hardware.parts.cameras import write_recording


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_recording(tmp_path, frames=6, period_s=0.1)
    return tmp_path


def test_every_frame_comes_once_with_its_time(folder: Path) -> None:
    """A judge of recordings must miss none and know when each was taken."""
    clock = StillClock()
    camera = RecordedCamera(folder, clock=clock, live=False)
    frames = [camera.frame(timeout_s=0) for _ in range(6)]
    assert [frame.time_ns - frames[0].time_ns for frame in frames] == [k * 100_000_000 for k in range(6)]
    assert frames[0].time_ns == clock.now_ns()
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [20, 25, 30, 35, 40, 45]
    with pytest.raises(CameraLost, match="over"):
        camera.frame(timeout_s=0)


def test_live_it_drops_what_nobody_took_in_time(folder: Path) -> None:
    """As a camera does: the latest frame, not the next in the file."""
    clock = StillClock()
    camera = RecordedCamera(folder, clock=clock)
    camera.frame(timeout_s=0)
    clock.now_s += 0.35
    frame = camera.frame(timeout_s=0)
    assert int(frame.picture[0, 0, 0]) == 35
    assert frame.time_ns == clock.now_ns() - 50_000_000
    with pytest.raises(CameraTimedOut):
        camera.frame(timeout_s=0)


def test_live_it_waits_for_the_next_frame(folder: Path) -> None:
    """In real time."""
    camera = RecordedCamera(folder)
    camera.frame(timeout_s=1)
    started = time.monotonic()
    camera.frame(timeout_s=1)
    assert 0.05 < time.monotonic() - started < 0.5
    with pytest.raises(CameraTimedOut):
        camera.frame(timeout_s=0.01)


def test_stills_are_scaled_and_from_after(folder: Path) -> None:
    """The table is read in reading size, from a frame whose exposure began late enough."""
    clock = StillClock()
    camera = RecordedCamera(folder, clock=clock, live=False, exposure_ns=10_000_000)
    still = camera.still(after_ns=clock.now_ns() + 200_000_000, timeout_s=0)
    assert still.picture.shape == (READING[1], READING[0], 3)
    assert int(still.picture[5, 5, 0]) == 35
    assert camera.frame(timeout_s=0).picture.shape == (WATCHING[1], WATCHING[0], 3)
    with pytest.raises(CameraLost):
        camera.still(after_ns=clock.now_ns() + 10**12, timeout_s=0)


def test_repeated_it_goes_on_for_ever_forward(folder: Path) -> None:
    """Times must not jump back where the recording begins again."""
    camera = RecordedCamera(folder, clock=StillClock(), live=False, repeat=True)
    times = [camera.frame(timeout_s=0).time_ns for _ in range(15)]
    assert [later - times[0] for later in times] == [k * 100_000_000 for k in range(15)]


def test_a_burst_and_names_that_are_times_are_recordings_too(tmp_path: Path) -> None:
    """The layouts of the photo sets, and of a camera that names its files by time."""
    write_recording(tmp_path / "named", frames=3, period_s=0.25, named=True)
    assert [shot.time_s for shot in recording(tmp_path / "named")] == [0, 0.25, 0.5]
    write_recording(tmp_path / "burst", frames=3, period_s=0.25)
    (tmp_path / "burst" / "set.json").rename(tmp_path / "set.json")
    assert [shot.path.name for shot in recording(tmp_path)] == ["000.png", "001.png", "002.png"]


@pytest.mark.parametrize(
    ("times", "says"),
    [
        ([0, 0.1], "2 times, but there are 6 pictures"),
        ([0, 0.1, 0.2, 0.3, 0.4, 0.4], "005.png is not later"),
        ([0, 0.1, 0.2, 0.3, 0.4, "late"], "times_s"),
        ([0, 0.1, 0.2, 0.3, 0.4, True], "times_s"),
        (None, "times_s"),
    ],
)
def test_wrong_times_are_told(folder: Path, times: list[object] | None, says: str) -> None:
    """A recording whose times are wrong would be judged wrongly without a sign."""
    (folder / "set.json").write_text(json.dumps({"times_s": times}))
    with pytest.raises(PartMissing, match=says):
        RecordedCamera(folder)


def test_what_is_no_recording_is_told(tmp_path: Path) -> None:
    """One line each: no folder, no picture, no JSON, a name that is no time, a picture of another shape."""
    with pytest.raises(PartMissing, match="cannot be read"):
        RecordedCamera(tmp_path / "nowhere")
    with pytest.raises(PartMissing, match="no picture"):
        RecordedCamera(tmp_path)
    (tmp_path / "set.json").write_text("{")
    with pytest.raises(PartMissing, match="not JSON"):
        RecordedCamera(tmp_path)
    (tmp_path / "set.json").unlink()
    (tmp_path / "table.png").write_bytes(b"no picture")
    with pytest.raises(PartMissing, match=r"12\.0667\.png"):
        RecordedCamera(tmp_path)
    (tmp_path / "table.png").rename(tmp_path / "1.5.png")
    with pytest.raises(CameraLost, match="not a picture"):
        RecordedCamera(tmp_path).frame(timeout_s=0)
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "1.5.png"), np.zeros((100, 100, 3), np.uint8))
    with pytest.raises(CameraLost, match="100x100"):
        RecordedCamera(tmp_path).frame(timeout_s=0)
