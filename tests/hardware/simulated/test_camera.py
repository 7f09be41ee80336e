from itertools import pairwise

import numpy as np
import pytest

from hardware.camera import READING, WATCHING
from hardware.errors import CameraLost, CameraTimedOut
from hardware.simulated.clock import SECOND, SimulatedClock
from hardware.simulated.world import World


def test_frames_come_fifteen_times_a_second() -> None:
    """The referee's windows are as wide as the frames are apart."""
    world = World(3, 2)
    times = [world.camera.frame(timeout_s=1).time_ns for _ in range(6)]
    assert np.allclose(np.diff(times) / 1e9, 1 / 15, atol=1e-6)
    assert world.now_ns() == times[-1]


def test_frames_that_nobody_took_are_dropped() -> None:
    """A device that was busy goes on with what is, not with what was."""
    world = World(3, 2)
    first = world.camera.frame(timeout_s=1)
    world.advance_to(first.time_ns + SECOND)
    assert world.now_ns() - world.camera.frame(timeout_s=0).time_ns < world.camera.period_ns
    with pytest.raises(CameraTimedOut):
        world.camera.frame(timeout_s=0)


def test_a_still_is_the_table_as_it_lies_then() -> None:
    """Same time, same scene, but larger: people are judged by what the watching stream showed."""
    world = World(3, 2)
    frame = world.camera.frame(timeout_s=1)
    still = world.camera.still(after_ns=frame.time_ns - frame.exposure_ns, timeout_s=1)
    assert still.time_ns == frame.time_ns
    assert still.picture.shape == (READING[1], READING[0], 3)
    assert frame.picture.shape == (WATCHING[1], WATCHING[0], 3)
    half = still.picture.reshape(WATCHING[1], 2, WATCHING[0], 2, 3).mean(axis=(1, 3))
    assert np.abs(half - frame.picture).mean() < 4


def test_a_stalled_camera_times_out_and_comes_back() -> None:
    """The device must notice that nothing comes, and go on when it does again."""
    world = World(3, 2)
    world.camera.frame(timeout_s=1)
    world.faults.stall_camera(2.0)
    began = world.now_ns()
    with pytest.raises(CameraTimedOut):
        world.camera.frame(timeout_s=1)
    assert world.now_ns() - began == SECOND
    assert world.camera.frame(timeout_s=2).time_ns > began + 2 * SECOND


def test_a_lost_camera_says_so_until_it_is_back() -> None:
    """As a camera whose cable is loose."""
    world = World(3, 2)
    began = world.now_ns()
    world.faults.lose_camera(1.0)
    with pytest.raises(CameraLost):
        world.camera.frame(timeout_s=0.5)
    world.advance_to(world.now_ns() + SECOND)
    assert world.camera.frame(timeout_s=0.5).time_ns > began + SECOND


def test_with_a_running_clock_it_waits_in_real_time() -> None:
    """`make run` looks like a real evening; frames come when they are due."""
    world = World(3, 2, clock=SimulatedClock(speed=20.0))
    world.camera.frame(timeout_s=60)
    times = [world.camera.frame(timeout_s=60).time_ns for _ in range(3)]
    assert all(b - a >= world.camera.period_ns for a, b in pairwise(times))
    assert world.now_ns() - times[-1] >= 0
