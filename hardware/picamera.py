"""The Pi's camera behind the protocol: a thread talks to it, so that no caller ever waits for longer than asked."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from hardware.camera import Camera, Frame
from hardware.errors import CameraLost, CameraTimedOut, PartMissing
from hardware.light import Shooting
from hardware.session import Session, Shot, watching

REOPEN_S = 1.0
FREE_S = 1.5
"""How long a permission to measure the light lasts; it is asked for about every second."""
HANGS_S = 10.0
"""Opening takes some seconds; a camera that is silent for longer than this never comes back by itself."""


@dataclass(frozen=True, eq=False)
class _Watched:
    """A frame of the watching stream, not yet converted: that is left to whoever wants it."""

    number: int
    yuv: Frame


@dataclass(eq=False)
class _Still:
    """A still that somebody waits for."""

    after_ns: int
    frame: Frame | None = None


class PiCamera(Camera):
    """The camera through picamera2, watching all the time from a thread of its own.

    It is opened in the background, and again after a failure, by a later call. There is never more than one
    thread: one that hangs in the camera's driver is waited for, since no other could open the camera either.
    Raises PartMissing if there is no picamera2 or no camera.
    """

    def __init__(self, shooting: Shooting | None = None) -> None:
        _look_for_camera()
        self._shooting = shooting or Shooting()
        self._news = threading.Condition()
        self._watched: _Watched | None = None
        self._delivered = 0
        self._wanted: _Still | None = None
        self._fault = ""
        self._closing = False
        self._free_until_s = 0.0
        self._open()

    def frame(self, *, timeout_s: float) -> Frame:
        """The next frame of the watching stream that was not yet delivered; older ones are dropped."""
        with self._news:
            self._revive()
            self._news.wait_for(lambda: self._fresh() or self._lost(), timeout=timeout_s)
            watched = self._fresh()
            if watched is None:
                raise self._complaint(timeout_s)
            self._delivered = watched.number
        return replace(watched.yuv, picture=watching(watched.yuv.picture))

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:
        """A frame of reading size whose exposure began at `after_ns` or later."""
        with self._news:
            self._revive()
            self._wanted = wanted = _Still(after_ns)
            self._news.wait_for(lambda: wanted.frame or self._lost(), timeout=timeout_s)
            self._wanted = None
            if wanted.frame is None:
                raise self._complaint(timeout_s)
            return wanted.frame

    def adapt(self) -> None:
        """The light may be measured anew for a moment, if it has changed much."""
        self._free_until_s = time.monotonic() + FREE_S

    def close(self) -> None:
        """Let the camera go; harmless a second time. One that hangs is left behind."""
        with self._news:
            self._closing, self._opening = True, False
            self._fault = "the camera is closed"
            self._news.notify_all()
        self._thread.join(timeout=5)

    def _open(self) -> None:
        self._opening = True
        self._opened_s = self._heard_s = time.monotonic()
        self._thread = threading.Thread(target=self._serve, name="camera", daemon=True)
        self._thread.start()

    def _lost(self) -> bool:
        """Whether waiting is in vain; what went wrong stays told until there is a frame again."""
        return bool(self._fault) and not self._opening

    def _revive(self) -> None:
        """Open the camera again if it has failed, is let go, and was not opened just now."""
        lost = self._lost() and not self._closing and not self._thread.is_alive()
        if lost and time.monotonic() - self._opened_s >= REOPEN_S:
            self._open()

    def _fresh(self) -> _Watched | None:
        watched = self._watched
        return watched if watched is not None and watched.number > self._delivered else None

    def _complaint(self, timeout_s: float) -> CameraLost | CameraTimedOut:
        if self._fault:
            return CameraLost(self._fault)
        if time.monotonic() - self._heard_s > HANGS_S:
            return CameraLost("the camera hangs; switch the device off and on")
        return CameraTimedOut(f"no picture within {timeout_s:g} s")

    def _serve(self) -> None:
        try:
            session = Session(self._shooting)
            try:
                while not self._closing:
                    with session.shot() as shot:
                        self._take(session, shot)
            except Exception as error:  # noqa: BLE001 - the game must not end whatever the camera's driver raises
                self._fail(error)
            finally:
                session.close()
        except Exception as error:  # noqa: BLE001
            self._fail(error)

    def _take(self, session: Session, shot: Shot) -> None:
        yuv = shot.yuv()
        session.follow(shot, yuv, free=time.monotonic() < self._free_until_s)
        wanted = self._wanted
        if wanted is not None and shot.began_ns >= wanted.after_ns:
            wanted.frame = shot.still()
        with self._news:
            if self._closing:
                return
            self._fault, self._opening = "", False
            self._heard_s = time.monotonic()
            number = self._watched.number + 1 if self._watched else 1
            self._watched = _Watched(number, shot.frame(yuv))
            self._news.notify_all()

    def _fail(self, error: Exception) -> None:
        while error.__cause__ is not None and isinstance(error.__cause__, Exception):
            error = error.__cause__  # picamera2 wraps what went wrong in "did not complete"
        told = (
            "it gives no pictures" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
        )
        with self._news:
            if not self._closing:
                self._fault, self._opening = f"the camera is lost: {told}", False
            self._news.notify_all()


def _look_for_camera() -> None:
    """Raise PartMissing, with what to do, unless there is a camera."""
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it

        cameras = Picamera2.global_camera_info()
    except ImportError as error:
        raise PartMissing(
            f"picamera2 cannot be imported: apt install --no-install-recommends python3-picamera2 ({error})"
        ) from error
    except Exception as error:  # a mismatch of NumPy shows as ValueError, and libcamera has errors of its own
        raise PartMissing(f"picamera2 does not work: {error}") from error
    if not cameras:
        raise PartMissing(
            "there is no camera, and it is only found at the start: switch off, look at its cable, switch on"
        )
