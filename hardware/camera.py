"""What a camera does for the table: a small stream to watch, and a large still to read.

Both come from one configuration that is set once; sizes never change while it is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""(H, W, 3) uint8, BGR."""

WATCHING: tuple[int, int] = (1152, 648)
"""Width and height of the watching stream, px."""

READING: tuple[int, int] = (2304, 1296)
"""Width and height of a still, px."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and when its exposure ended at the latest row: CLOCK_MONOTONIC ns. The picture is not written to."""

    time_ns: int
    picture: Picture
    exposure_ns: int = 0
    """From when the first row began to be exposed, ns; 0 if unknown. The scene is as it was from `time_ns -
    exposure_ns`; with a sensor that is read row by row this is longer than any row's own exposure."""


class Camera(Protocol):
    """Delivers frames in order. Every call has a numeric timeout; none blocks for longer.

    Both raise CameraTimedOut if nothing came in time, CameraLost if the camera cannot go on until it is reopened,
    which the camera itself tries at every later call, at most once a second.
    """

    def frame(self, *, timeout_s: float) -> Frame:
        """The next frame of the watching stream that was not yet delivered; older ones are dropped."""
        ...

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:
        """A frame of reading size whose exposure began at `after_ns` or later."""
        ...

    def adapt(self) -> None:
        """Nobody compares pictures at this moment: the light may be measured anew, if it has changed much.

        Returns at once and may be called as often as one likes; frames go on coming. The permission lasts a moment.
        """
        ...

    def close(self) -> None:
        """Let the camera go; harmless a second time."""
        ...
