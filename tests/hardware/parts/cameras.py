"""Every camera, ready to be tested."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import WATCHING, Camera
from hardware.light import Shooting
from hardware.picamera import PiCamera
from hardware.recorded import RecordedCamera
from hardware.simulated.ground import Ground
from hardware.simulated.render import Renderer
from hardware.simulated.world import World as Table
from tests.hardware.fake_picamera2 import World
from tests.hardware.parts.bench import Bench


def write_recording(folder: Path, *, frames: int, period_s: float, named: bool = False) -> None:
    """A recording of grey pictures, each a bit lighter than the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    times = [round(k * period_s, 6) for k in range(frames)]
    for k, time_s in enumerate(times):
        picture = np.full((WATCHING[1], WATCHING[0], 3), 20 + 5 * (k % 40), np.uint8)
        cv2.imwrite(str(folder / (f"{time_s:.6f}.png" if named else f"{k:03}.png")), picture)
    if not named:
        (folder / "set.json").write_text(json.dumps({"times_s": times}))


@contextlib.contextmanager
def recorded(bench: Bench) -> Iterator[Camera]:
    """A recording in real time, over and over."""
    write_recording(bench.folder, frames=12, period_s=0.05)
    yield RecordedCamera(bench.folder, repeat=True, exposure_ns=10_000_000)


@contextlib.contextmanager
def recorded_as_fast_as_asked(bench: Bench) -> Iterator[Camera]:
    """A recording that waits for its user."""
    write_recording(bench.folder, frames=12, period_s=0.05, named=True)
    yield RecordedCamera(bench.folder, live=False, repeat=True, exposure_ns=10_000_000)


@contextlib.contextmanager
def pi_camera(bench: Bench) -> Iterator[Camera]:
    """The Pi's camera on a stand-in for picamera2."""
    with World().installed(bench.monkeypatch):
        camera = PiCamera(Shooting(frames_per_s=100))
        yield camera
        camera.close()


@contextlib.contextmanager
def simulated_camera(_: Bench) -> Iterator[Camera]:
    """The camera of the simulated table, with what it has worked out before."""
    camera = Table(seed=3, players=2).camera
    camera._ground, renderers = _worked_out()
    camera._renderers.update(renderers)
    yield camera


@functools.cache
def _worked_out() -> tuple[Ground | None, dict[tuple[int, int], Renderer]]:
    camera = Table(seed=3, players=2).camera
    frame = camera.frame(timeout_s=5)
    camera.still(after_ns=frame.time_ns, timeout_s=5)
    return camera._ground, dict(camera._renderers)


@contextlib.contextmanager
def wired_camera(_: Bench) -> Iterator[Camera]:
    """What is plugged in."""
    camera = PiCamera()
    with contextlib.suppress(TimeoutError):
        camera.frame(timeout_s=10)  # it opens in the background
    yield camera


CAMERAS: dict[str, Callable[[Bench], AbstractContextManager[Camera]]] = {
    "recorded": recorded,
    "recorded-fast": recorded_as_fast_as_asked,
    "picamera2": pi_camera,
    "simulated": simulated_camera,
    "wired": wired_camera,
}
