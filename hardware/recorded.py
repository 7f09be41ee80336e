"""A recorded camera: a folder of pictures with their times."""

from __future__ import annotations

import itertools
import json
import math
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from hardware.camera import READING, WATCHING, Camera, Frame, Picture
from hardware.clock import Clock, MonotonicClock
from hardware.errors import CameraLost, CameraTimedOut, PartMissing

ENDINGS = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True)
class Shot:
    """A picture of a recording and when it was taken, seconds since the recording's own start."""

    time_s: float
    path: Path


def recording(folder: Path) -> tuple[Shot, ...]:
    """The pictures of a folder in order of time.

    The times stand in `times_s` of its `set.json`, one a picture in the order of their names, the pictures in
    the folder itself or in its `burst`; without a `set.json` each name is its time in seconds, as `12.0667.png`.
    Raises PartMissing with what is wrong.
    """
    try:
        described = folder / "set.json"
        shots = _described(folder, described) if described.exists() else _named(folder)
    except OSError as error:
        raise PartMissing(f"the recording cannot be read: {error}") from error
    if not shots:
        raise PartMissing(f"there is no picture in {folder}; a recording has *{', *'.join(ENDINGS)}")
    for before, after in itertools.pairwise(shots):
        if not after.time_s > before.time_s:
            raise PartMissing(f"{after.path} is not later than {before.path.name}: {after.time_s} s")
    return shots


def _pictures(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)


def _described(folder: Path, described: Path) -> tuple[Shot, ...]:
    try:
        told: Any = json.loads(described.read_text())
    except ValueError as error:
        raise PartMissing(f"{described} is not JSON: {error}") from error
    times = told.get("times_s") if isinstance(told, dict) else None
    if not isinstance(times, list) or not all(_is_time(time) for time in times):
        raise PartMissing(f"{described} needs times_s, a list of the pictures' times in seconds")
    paths = _pictures(folder / "burst" if (folder / "burst").is_dir() else folder)
    if len(paths) != len(times):
        raise PartMissing(f"{described} has {len(times)} times, but there are {len(paths)} pictures")
    return tuple(Shot(float(time), path) for time, path in zip(times, paths, strict=True))


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _named(folder: Path) -> tuple[Shot, ...]:
    shots = []
    for path in _pictures(folder):
        try:
            time_s = float(path.stem)
        except ValueError:
            time_s = math.nan
        if not math.isfinite(time_s):
            raise PartMissing(
                f"{path}: without a set.json the name must be the time in seconds, as 12.0667.png"
            )
        shots.append(Shot(time_s, path))
    return tuple(sorted(shots, key=lambda shot: shot.time_s))


class RecordedCamera(Camera):
    """Plays a recording as a camera that was opened when its first picture was taken.

    With `live` a picture comes when its time has come by `clock`, and those that nobody fetched in time are
    dropped, as a camera does. Without it every call gets the next picture at once, so that none is missed however
    slow its user is, and the times are the recording's. After the last one the camera is lost, or, with `repeat`,
    plays from the start again. Pictures are scaled to the size that is asked for, so stills are no sharper than
    the recording. Raises PartMissing if the recording cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock | None = None,
        live: bool = True,
        repeat: bool = False,
        exposure_ns: int = 0,
    ) -> None:
        self._shots = recording(folder)
        self._clock = clock or MonotonicClock()
        self._live = live
        self._repeat = repeat
        self._exposure_ns = exposure_ns
        self._start_ns = self._clock.now_ns()
        self._next = 0
        self._closed = threading.Event()

    def frame(self, *, timeout_s: float) -> Frame:
        """The next frame of the watching stream that was not yet delivered."""
        until_ns = self._clock.now_ns() + round(timeout_s * 1e9)
        if self._live:
            self._skip_to(self._latest(self._clock.now_ns()))
        return self._take(WATCHING, until_ns)

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:
        """A frame of reading size whose exposure began at `after_ns` or later."""
        until_ns = self._clock.now_ns() + round(timeout_s * 1e9)
        while self._time_ns(self._next) - self._exposure_ns < after_ns and not self._over():
            self._next += 1
        return self._take(READING, until_ns)

    def adapt(self) -> None:
        """Nothing: what was recorded stays as it is."""

    def close(self) -> None:
        """Let the recording go; harmless a second time."""
        self._closed.set()

    def _take(self, size: tuple[int, int], until_ns: int) -> Frame:
        if self._closed.is_set():
            raise CameraLost("the recorded camera is closed")
        if self._over():
            raise CameraLost("the recording is over")
        time_ns = self._time_ns(self._next)
        if self._live:
            self._await(min(time_ns, until_ns))
            if time_ns > until_ns:
                raise CameraTimedOut("the recording has no picture for this time")
        picture = _loaded(self._shots[self._next % len(self._shots)].path, size)
        self._next += 1
        return Frame(time_ns=time_ns, picture=picture, exposure_ns=self._exposure_ns)

    def _over(self) -> bool:
        return self._next >= len(self._shots) and not self._repeat

    def _period_s(self) -> float:
        """How long the recording is, up to where its first picture comes again."""
        last = self._shots[-1].time_s - self._shots[0].time_s
        return last + (last / (len(self._shots) - 1) if last else 1.0)

    def _time_ns(self, number: int) -> int:
        rounds, within = divmod(number, len(self._shots))
        since_s = rounds * self._period_s() + self._shots[within].time_s - self._shots[0].time_s
        return self._start_ns + round(since_s * 1e9)

    def _latest(self, now_ns: int) -> int:
        """The number of the last picture whose time has come."""
        number = self._next
        while self._time_ns(number + 1) <= now_ns and (self._repeat or number + 1 < len(self._shots)):
            number += 1
        return number

    def _skip_to(self, number: int) -> None:
        self._next = max(self._next, number)

    def _await(self, until_ns: int) -> None:
        while (left_ns := until_ns - self._clock.now_ns()) > 0 and not self._closed.is_set():
            self._closed.wait(min(left_ns / 1e9, 0.05))


def _loaded(path: Path, size: tuple[int, int]) -> Picture:
    """A picture from disk, (H, W, 3) uint8 BGR of the size, which must be of the picture's own shape."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise CameraLost(f"{path} is not a picture that can be read")
    height, width = picture.shape[:2]
    if (width, height) == size:
        return picture.astype("uint8", copy=False)
    if abs(width * size[1] - height * size[0]) > max(size):
        raise CameraLost(f"{path} is {width}x{height}; a recording has the shape of {size[0]}x{size[1]}")
    way = cv2.INTER_AREA if width > size[0] else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=way).astype("uint8", copy=False)
