"""Where what happens comes from: buttons and camera, brought into the order of time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Protocol

from companion.table.happenings import CameraBack, CameraGone, Happening, Tick
from hardware.buttons import Buttons, Press
from hardware.camera import Camera, Frame
from hardware.clock import Clock
from hardware.errors import CameraTimedOut

FRAME_TIMEOUT_S = 1.0
LATE_NS = 2_000_000_000
"""No frame may come for so long before the camera counts as gone."""
PAUSE_S = 0.2
"""How long a camera that fails at once is left alone."""


class Feed(Protocol):
    """What happens, a few things at a time, until it is closed."""

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """What happened since the last time, in order, with a `Tick` at the end; waits a little if nothing did."""
        ...


def in_order(presses: tuple[Press, ...], frame: Frame | None, now_ns: int) -> tuple[Happening, ...]:
    """Presses and a frame by their times, then the time itself."""
    if frame is None:
        return (*presses, Tick(now_ns))
    before = tuple(press for press in presses if press.time_ns <= frame.time_ns)
    return (*before, frame, *presses[len(before) :], Tick(now_ns))


class Presence:
    """Whether the camera is there, told when that changes."""

    def __init__(self, now_ns: int) -> None:
        self._gone: bool | None = None
        """None as long as it is not known."""
        self._came_ns = now_ns

    def came(self, now_ns: int) -> CameraBack | None:
        """A frame came."""
        back = CameraBack() if self._gone else None
        self._gone, self._came_ns = False, now_ns
        return back

    def failed(self, error: Exception, now_ns: int) -> CameraGone | None:
        """No frame came; one that is late is no reason to worry."""
        if self._gone or (isinstance(error, CameraTimedOut) and now_ns - self._came_ns < LATE_NS):
            return None
        self._gone = True
        return CameraGone(str(error) or type(error).__name__)


class LiveFeed:
    """Buttons and camera as they are on the device; the camera is watched by a thread of its own.

    Of frames that come faster than they are dealt with, the older ones are dropped.
    """

    def __init__(
        self, *, camera: Camera | None, buttons: Buttons, clock: Clock, beat_s: float = 0.01
    ) -> None:
        self._buttons, self._clock, self._beat_s = buttons, clock, beat_s
        self._watch = None if camera is None else _Watch(camera, clock)
        self._closed = False

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """What happened since the last time, in order; waits for a beat if nothing did."""
        while not self._closed:
            self._buttons.wait(self._beat_s)
            frame, news = (None, ()) if self._watch is None else self._watch.take()
            presses = self._buttons.presses()
            yield (*news, *in_order(presses, frame, self._clock.now_ns()))

    def close(self) -> None:
        """No more happenings; the camera and the buttons are not closed."""
        self._closed = True
        if self._watch is not None:
            self._watch.close()


class _Watch:
    """The thread that takes frames from a camera, and notices when none come."""

    def __init__(self, camera: Camera, clock: Clock) -> None:
        self._camera, self._clock = camera, clock
        self._presence = Presence(clock.now_ns())
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._news: list[Happening] = []
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def take(self) -> tuple[Frame | None, tuple[Happening, ...]]:
        """The newest frame that was not taken, and whether the camera came or went."""
        with self._lock:
            frame, self._frame = self._frame, None
            news, self._news = tuple(self._news), []
        return frame, news

    def close(self) -> None:
        """No more frames."""
        self._closed.set()
        self._thread.join(2 * FRAME_TIMEOUT_S)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                frame = self._camera.frame(timeout_s=FRAME_TIMEOUT_S)
            except Exception as error:  # noqa: BLE001 - whatever a driver raises, the game goes on
                self._tell(None, self._presence.failed(error, self._clock.now_ns()))
                self._closed.wait(PAUSE_S)
            else:
                self._tell(frame, self._presence.came(self._clock.now_ns()))

    def _tell(self, frame: Frame | None, news: Happening | None) -> None:
        with self._lock:
            self._frame = frame
            if news is not None:
                self._news.append(news)
