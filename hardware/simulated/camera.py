"""The simulated camera: pictures of the world, with their times."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.camera import READING, WATCHING, Camera, Frame
from hardware.errors import CameraLost, CameraTimedOut
from hardware.simulated.ground import Ground
from hardware.simulated.looks import Look
from hardware.simulated.render import EXPOSURE_S, Renderer
from hardware.simulated.scene import Scene

SECOND = 1_000_000_000
EXPOSURE_NS = round(EXPOSURE_S * SECOND)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The scene of one frame, before anybody has drawn it."""

    number: int
    time_ns: int
    """When the exposure ends."""
    scene: Scene


class Passing(Protocol):
    """How time goes by for somebody who waits at the table."""

    def now_ns(self) -> int:
        """The time now."""
        ...

    def wait_until(self, time_ns: int) -> None:
        """Let time go by up to a time; people act meanwhile."""
        ...


class SimulatedCamera(Camera):
    """Draws the frames that are asked for, and only those; frames that nobody takes cost nothing.

    With a stepped clock a call that waits moves the clock, so only one thread may wait; with a running clock it
    sleeps. Frames of the watching stream are `watching` px wide and high. `renderer` makes what draws pictures of a
    size, where there is more on the table than dice.
    """

    def __init__(
        self,
        look: Look,
        passing: Passing,
        *,
        frames_a_second: float = 15.0,
        watching: tuple[int, int] = WATCHING,
        renderer: Callable[[tuple[int, int]], Renderer] | None = None,
    ) -> None:
        self._passing = passing
        self._watching = watching
        self._make = renderer or self._plain
        self.period_ns = round(SECOND / frames_a_second)
        self._recent: deque[Snapshot] = deque(maxlen=4)
        self._delivered = -1
        self._look = look
        self._ground: Ground | None = None
        self._renderers: dict[tuple[int, int], Renderer] = {}
        self._drawing = threading.Lock()
        self._stalled_ns = self._lost_ns = 0
        self._closed = False

    def expose(self, snapshot: Snapshot) -> None:
        """Take the scene of the next frame, unless the camera is stuck."""
        if snapshot.time_ns > max(self._stalled_ns, self._lost_ns):
            self._recent.append(snapshot)

    def stall(self, until_ns: int) -> None:
        """Deliver nothing up to a time."""
        self._stalled_ns = max(self._stalled_ns, until_ns)

    def lose(self, until_ns: int) -> None:
        """Be gone up to a time."""
        self._lost_ns = max(self._lost_ns, until_ns)

    def frame(self, *, timeout_s: float) -> Frame:
        """The next frame of the watching stream that was not yet delivered; older ones are dropped."""
        snapshot = self._wait(timeout_s, lambda s: s.number > self._delivered)
        self._delivered = snapshot.number
        return self._drawn(snapshot, self._watching)

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:
        """A frame of reading size whose exposure began at `after_ns` or later."""
        return self._drawn(self._wait(timeout_s, lambda s: s.time_ns - EXPOSURE_NS >= after_ns), READING)

    def adapt(self) -> None:
        """Nothing: the light over this table never changes."""

    def close(self) -> None:
        """Let the camera go; harmless a second time."""
        self._closed = True
        self._recent.clear()
        self._renderers.clear()

    def _wait(self, timeout_s: float, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        deadline = self._passing.now_ns() + round(timeout_s * SECOND)
        self._passing.wait_until(self._passing.now_ns())
        while True:
            now = self._passing.now_ns()
            if self._closed or now < self._lost_ns:
                raise CameraLost("the camera is gone: check its cable; it is tried again by itself")
            newest = next((s for s in reversed(self._recent) if s.time_ns <= now), None)
            if newest is not None and wanted(newest):
                return newest
            if now >= deadline:
                raise CameraTimedOut(f"no frame within {timeout_s:g} s: is the camera stuck?")
            self._passing.wait_until(min(deadline, (now // self.period_ns + 1) * self.period_ns))

    def _drawn(self, snapshot: Snapshot, size: tuple[int, int]) -> Frame:
        with self._drawing:
            renderer = self._renderers.get(size)
            if renderer is None:
                renderer = self._renderers[size] = self._make(size)
            return Frame(snapshot.time_ns, renderer.take(snapshot.scene, snapshot.number), EXPOSURE_NS)

    def _plain(self, size: tuple[int, int]) -> Renderer:
        self._ground = self._ground or Ground(self._look)
        return Renderer(self._look, self._ground, size)
