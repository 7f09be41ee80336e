"""What happens comes in the order of time, and a camera that goes is noticed."""

from __future__ import annotations

import time

import numpy as np

from companion.table.feeds import LATE_NS, LiveFeed, Presence, in_order
from companion.table.happenings import CameraBack, CameraGone, Happening, Tick
from hardware.absent import NoButtons
from hardware.buttons import Press, Shout
from hardware.camera import Frame
from hardware.clock import MonotonicClock
from hardware.errors import CameraLost, CameraTimedOut

PICTURE = np.zeros((2, 2, 3), np.uint8)


def test_a_press_before_a_frame_is_dealt_with_before_it() -> None:
    """A call is judged with what the frame shows only if the frame came later."""
    early, late = Press(10, Shout(0)), Press(30, Shout(1))
    frame = Frame(20, PICTURE)
    assert in_order((early, late), frame, 40) == (early, frame, late, Tick(40))
    assert in_order((early,), None, 40) == (early, Tick(40))


def test_one_late_frame_is_no_reason_to_worry() -> None:
    """A camera is gone when none came for two seconds, or at once when it says so; it is told once."""
    presence = Presence(0)
    assert presence.came(1) is None
    assert presence.failed(CameraTimedOut("late"), LATE_NS) is None
    assert isinstance(presence.failed(CameraTimedOut("late"), LATE_NS + 1), CameraGone)
    assert presence.failed(CameraLost("gone"), LATE_NS + 2) is None
    assert presence.came(LATE_NS + 3) == CameraBack()
    assert presence.failed(CameraLost("gone"), LATE_NS + 4) == CameraGone("gone")


class Flaky:
    """A camera that raises what no camera should, then works."""

    def __init__(self) -> None:
        self.calls = 0

    def frame(self, *, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's name
        """Fail at first; a real one is never faster than this."""
        self.calls += 1
        time.sleep(0.005)
        if self.calls < 3:
            raise ZeroDivisionError
        return Frame(self.calls, PICTURE)

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's names
        """Not asked for."""
        raise CameraLost("no stills")

    def adapt(self) -> None:
        """Nothing to measure."""

    def close(self) -> None:
        """Nothing to let go."""


def test_a_driver_that_raises_anything_ends_no_feed() -> None:
    """The thread that watches must outlive whatever a driver does."""
    feed = LiveFeed(camera=Flaky(), buttons=NoButtons(), clock=MonotonicClock())
    seen: list[Happening] = []
    until = time.monotonic() + 10
    try:
        for happenings in feed.happenings():
            seen += [h for h in happenings if not isinstance(h, Tick)]
            if any(isinstance(h, Frame) for h in seen) or time.monotonic() > until:
                break
            time.sleep(0.01)
    finally:
        feed.close()
    assert [type(h) for h in seen[:3]] == [CameraGone, CameraBack, Frame]
