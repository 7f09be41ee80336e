import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import READING, WATCHING, Camera
from hardware.errors import CameraLost, CameraTimedOut
from tests.hardware.parts.bench import Bench, named
from tests.hardware.parts.cameras import CAMERAS

Builder = Callable[[Bench], AbstractContextManager[Camera]]


@pytest.fixture(params=named(CAMERAS))
def camera(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Camera]:
    builder: Builder = request.param
    with builder(Bench(tmp_path / "recording", monkeypatch)) as made:
        yield made
        made.close()


def test_frames_are_what_the_protocol_says(camera: Camera) -> None:
    """Vision takes them as they come: size, type and channels are fixed."""
    frame = camera.frame(timeout_s=5)
    assert frame.picture.shape == (WATCHING[1], WATCHING[0], 3)
    assert frame.picture.dtype == np.uint8
    assert isinstance(frame.time_ns, int)
    assert 0 < frame.exposure_ns < 200_000_000


def test_frames_come_in_order_and_never_twice(camera: Camera) -> None:
    """The referee counts on evidence that goes forward in time."""
    times = [camera.frame(timeout_s=5).time_ns for _ in range(8)]
    assert all(later > earlier for earlier, later in pairwise(times))


def test_a_still_began_when_it_was_asked_for(camera: Camera) -> None:
    """A still from before the hands were gone would show them; it is of reading size."""
    frame = camera.frame(timeout_s=5)
    after_ns = frame.time_ns + 60_000_000
    still = camera.still(after_ns=after_ns, timeout_s=5)
    assert still.picture.shape == (READING[1], READING[0], 3)
    assert still.picture.dtype == np.uint8
    assert still.time_ns - still.exposure_ns >= after_ns


def test_watching_goes_on_after_a_still(camera: Camera) -> None:
    """Both come from one configuration; a still must not stop the stream."""
    frame = camera.frame(timeout_s=5)
    camera.still(after_ns=frame.time_ns, timeout_s=5)
    assert camera.frame(timeout_s=5).time_ns > frame.time_ns


def test_watching_goes_on_while_it_may_adapt(camera: Camera) -> None:
    """It is allowed to all the time between two rounds."""
    frame = camera.frame(timeout_s=5)
    for _ in range(3):
        camera.adapt()
    assert camera.frame(timeout_s=5).time_ns > frame.time_ns


def test_no_call_takes_longer_than_its_timeout(camera: Camera) -> None:
    """The table's loop has other things to do; a still of the far future is not there in time."""
    frame = camera.frame(timeout_s=5)
    started = time.monotonic()
    try:
        camera.still(after_ns=frame.time_ns + 3_000_000_000, timeout_s=0.2)
    except CameraTimedOut:
        assert time.monotonic() - started < 1.0
    else:  # one whose time goes by as fast as it is asked
        assert time.monotonic() - started < 0.2


def test_a_closed_camera_says_so(camera: Camera) -> None:
    """Closing twice is harmless, and a late call neither hangs nor looks like a slow frame."""
    camera.frame(timeout_s=5)
    camera.close()
    camera.close()
    with pytest.raises(CameraLost):
        camera.still(after_ns=0, timeout_s=0.2)
