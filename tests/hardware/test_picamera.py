import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
import pytest

from hardware import picamera, session
from hardware.camera import READING, WATCHING
from hardware.errors import CameraLost, CameraTimedOut, PartMissing
from hardware.light import Daylight, Locked, Shooting
from hardware.picamera import PiCamera
from tests.hardware.fake_picamera2 import READOUT_US, World

FAST = Shooting(frames_per_s=200)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A camera that can be told to fail, and failures that do not take long."""
    monkeypatch.setattr(session, "FRAME_S", 0.15)
    monkeypatch.setattr(picamera, "REOPEN_S", 0.1)
    made = World()
    with made.installed(monkeypatch):
        yield made
    assert made.lent == 0, "a frame was not given back"


@pytest.fixture
def camera(world: World) -> Iterator[PiCamera]:
    made = PiCamera(FAST)
    yield made
    world.closing_hangs.clear()
    world.stalled.clear()
    made.close()


def drained(camera: PiCamera) -> None:
    """Take what came before the camera stopped."""
    with contextlib.suppress(CameraLost, CameraTimedOut):
        while True:
            camera.frame(timeout_s=0.1)


def recovered(camera: PiCamera, within_s: float = 3) -> None:
    """Wait until there are frames again."""
    until = time.monotonic() + within_s
    while True:
        try:
            camera.frame(timeout_s=0.1)
        except (CameraLost, CameraTimedOut):
            assert time.monotonic() < until
            time.sleep(0.01)
        else:
            return


def test_frames_have_size_colour_and_time(camera: PiCamera, world: World) -> None:
    """BGR in the sizes of the protocol, at the time the last row was exposed, from when the first one began."""
    asked_ns = time.monotonic_ns()
    frame = camera.frame(timeout_s=2)
    assert frame.picture.shape == (WATCHING[1], WATCHING[0], 3)
    assert frame.picture.dtype == np.uint8
    assert np.abs(frame.picture.astype(int) - world.bgr).max() <= 3
    assert asked_ns - 1e9 < frame.time_ns <= time.monotonic_ns()
    exposed_us = world.controls["ExposureTime"]
    assert frame.exposure_ns == pytest.approx((exposed_us + READOUT_US) * 1000, rel=0.01)
    still = camera.still(after_ns=time.monotonic_ns(), timeout_s=2)
    assert still.picture.shape == (READING[1], READING[0], 3)
    assert (still.picture == world.bgr).all()


def test_a_still_began_after_what_was_asked(camera: PiCamera) -> None:
    """A still from before the hands were gone would show them."""
    after_ns = time.monotonic_ns() + 50_000_000
    still = camera.still(after_ns=after_ns, timeout_s=2)
    assert still.time_ns - still.exposure_ns >= after_ns


def test_the_light_is_locked_in_whole_flickers(world: World) -> None:
    """Lamps flicker: other exposures show bands that move, and automatics would change the picture during a round."""
    flickers: dict[Literal[50, 60], int] = {50: 10_000, 60: 8333}
    for hertz, flicker_us in flickers.items():
        camera = PiCamera(Shooting(frames_per_s=200, mains_hz=hertz))
        camera.frame(timeout_s=3)
        controls = world.controls
        assert controls["ExposureTime"] % flicker_us <= 3
        assert controls["ExposureTime"] * controls["AnalogueGain"] == pytest.approx(
            world.brightness, rel=0.05
        )
        assert controls["AeEnable"] is False
        assert controls["AwbEnable"] is False
        assert controls["ColourGains"] == (1.9, 2.1)
        assert controls["AeFlickerPeriod"] == flicker_us
        assert controls["AfMode"] == ("AfModeEnum", "Manual")
        assert controls["LensPosition"] == pytest.approx(1 / 0.7)
        camera.close()


def test_a_camera_that_does_not_take_its_settings_is_used_all_the_same(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Pictures that may change are better than none; the log says why a reading is in doubt."""
    world.obeys = False
    camera = PiCamera(FAST)
    camera.frame(timeout_s=5)
    assert "does not take its settings" in caplog.text
    camera.close()


def test_given_light_is_used_as_it_is(world: World) -> None:
    """Whoever sets it by hand knows why; nothing is measured then."""
    camera = PiCamera(Shooting(frames_per_s=200, locked=Locked(20_000, 2.0, (1.5, 1.6))))
    camera.frame(timeout_s=2)
    assert "AeFlickerMode" not in world.controls
    assert world.controls["ExposureTime"] == 20_000
    assert world.controls["AnalogueGain"] == 2.0
    assert world.controls["ColourGains"] == (1.5, 1.6)
    camera.close()


def brightness(world: World) -> float:
    """The exposure (µs) times gain that the camera was told to keep."""
    controls = world.controls
    return 0.0 if controls["AeEnable"] else float(controls["ExposureTime"] * controls["AnalogueGain"])


def watched(camera: PiCamera, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Take frames for a while, with the permission to adapt; none may be late."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        camera.adapt()
        camera.frame(timeout_s=1)


@pytest.mark.parametrize("light", [0.3, 3.0])
def test_another_light_is_measured_once_nobody_minds(camera: PiCamera, world: World, light: float) -> None:
    """The sun goes down, the lamp is switched on: the next round needs pictures that can be read."""
    for _ in range(50):
        camera.frame(timeout_s=2)
    before = world.brightness
    world.brightness *= light
    for _ in range(45):
        camera.frame(timeout_s=1)
    assert brightness(world) == pytest.approx(before, rel=0.05), "nobody allowed it, a round may be going on"
    watched(camera, 10, lambda: brightness(world) == pytest.approx(world.brightness, rel=0.05))
    assert brightness(world) == pytest.approx(world.brightness, rel=0.05)
    assert world.opened == 1
    until_ns = time.monotonic_ns() + 200_000_000
    assert np.abs(camera.still(after_ns=until_ns, timeout_s=2).picture.astype(int) - world.bgr).max() <= 3


def test_a_hand_over_the_table_is_no_other_light() -> None:
    """People lean over the table between two rounds, and white sheets are put down and taken away."""
    daylight = Daylight()
    levels = [100.0] * 60 + [50.0] * 20 + [100.0] * 5 + [70.0] * 200 + [140.0] * 200
    assert not any(daylight.look(level) for level in levels)
    assert any(daylight.look(50.0) for _ in range(40))


def test_one_configuration_without_a_raw_stream(camera: PiCamera, world: World) -> None:
    """Switching modes fragments the memory of a small Pi until the camera fails; a raw stream wastes it."""
    camera.frame(timeout_s=2)
    configuration = world.configuration
    camera.still(after_ns=0, timeout_s=2)
    assert world.configuration is configuration
    assert world.opened == 1
    assert configuration["raw"] is None
    assert 2 <= configuration["buffer_count"] <= 3
    assert world.most_lent == 1


def test_a_camera_that_cannot_focus_is_not_told_to(world: World) -> None:
    """picamera2 raises on a control that the camera lacks, and many good ones have a fixed lens."""
    world.fixed_focus = True
    camera = PiCamera(FAST)
    camera.frame(timeout_s=2)
    assert "LensPosition" not in world.controls
    camera.close()


def test_a_slow_user_gets_the_latest_frame_once(camera: PiCamera) -> None:
    """Vision that takes long must not fall behind the table."""
    camera.frame(timeout_s=2)
    time.sleep(1)
    before_ns = time.monotonic_ns()
    frame = camera.frame(timeout_s=2)
    assert frame.time_ns > before_ns - 500_000_000
    assert camera.frame(timeout_s=2).time_ns > frame.time_ns


def test_a_stall_ends_in_time_and_is_recovered_from(camera: PiCamera, world: World) -> None:
    """The match goes on by buttons meanwhile: nobody waits for longer than asked, and the camera comes back."""
    camera.frame(timeout_s=2)
    world.stalled.set()
    time.sleep(0.05)
    drained(camera)
    time.sleep(0.3)
    for _ in range(5):
        started = time.monotonic()
        with pytest.raises(CameraLost, match="no pictures"):
            camera.frame(timeout_s=0.05)
        assert time.monotonic() - started < 0.3
        time.sleep(0.05)
    assert world.opened > 1
    world.stalled.clear()
    recovered(camera)


def test_it_is_reopened_at_most_once_a_while(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening takes the camera's memory and time; a loop that asks all the time must not hammer it."""
    monkeypatch.setattr(picamera, "REOPEN_S", 0.2)
    world.refuses_to_open = "Pipeline handler in use by another process"
    camera = PiCamera(FAST)
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        with pytest.raises(CameraLost, match="in use by another process"):
            camera.frame(timeout_s=1)
        time.sleep(0.001)
    assert 2 <= world.opened <= 4
    world.refuses_to_open = ""
    recovered(camera)
    camera.close()


def test_a_hang_in_the_driver_freezes_nobody(
    camera: PiCamera, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its frontend has timed out the real one may never return from stopping: one thread waits, nobody else."""
    monkeypatch.setattr(picamera, "HANGS_S", 0.2)
    camera.frame(timeout_s=2)
    threads = threading.active_count()
    world.closing_hangs.set()
    world.stalled.set()
    drained(camera)
    until = time.monotonic() + 0.8
    while time.monotonic() < until:
        started = time.monotonic()
        with pytest.raises((CameraLost, CameraTimedOut)):
            camera.frame(timeout_s=0.05)
        assert time.monotonic() - started < 0.3
        with pytest.raises((CameraLost, CameraTimedOut)):
            camera.still(after_ns=0, timeout_s=0.05)
    assert world.opened == 1
    assert threading.active_count() == threads
    world.stalled.clear()
    world.closing_hangs.clear()
    recovered(camera)


def test_a_hang_while_opening_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """People have to be told to switch it off and on; "no picture" for ever would not help."""
    monkeypatch.setattr(picamera, "HANGS_S", 0.1)
    monkeypatch.setattr(session, "FRAME_S", 1.0)
    world.stalled.set()
    camera = PiCamera(FAST)
    with pytest.raises(CameraTimedOut):
        camera.frame(timeout_s=0.01)
    time.sleep(0.15)
    with pytest.raises(CameraLost, match="off and on"):
        camera.frame(timeout_s=0.01)
    world.stalled.clear()
    camera.close()


def test_a_camera_with_another_clock_is_refused(world: World) -> None:
    """Its frames could not be compared with presses; every verdict would be wrong and look right."""
    world.clock_ahead_s = 3600
    camera = PiCamera(FAST)
    with pytest.raises(CameraLost, match="clock"):
        camera.frame(timeout_s=2)
    camera.close()


def test_without_a_camera_the_reason_is_a_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """On an ordinary computer, and on a Pi with a loose cable."""
    world.cameras = 0
    with pytest.raises(PartMissing, match="cable"):
        PiCamera(FAST)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(PartMissing, match="apt install"):
        PiCamera(FAST)


def test_closing_is_quick_and_final(camera: PiCamera) -> None:
    """The program ends at once; a closed camera opens no more."""
    camera.frame(timeout_s=2)
    started = time.monotonic()
    camera.close()
    camera.close()
    assert time.monotonic() - started < 1
    drained(camera)
    with pytest.raises(CameraLost, match="closed"):
        camera.frame(timeout_s=0.1)
    with pytest.raises(CameraLost, match="closed"):
        camera.still(after_ns=0, timeout_s=0.1)
