"""Parts that are not there: they take everything and do nothing, so that the game needs not ask."""

from __future__ import annotations

from PIL import Image

from hardware.bear_track import BearTrack, TrackView
from hardware.buttons import Button, Buttons, Press
from hardware.outputs import Buzzer, Display, Lamps, Light, Sound


class NoButtons(Buttons):
    """No button at all; `alive` is true, since nothing can have died."""

    def presses(self) -> tuple[Press, ...]:
        """Nothing."""
        return ()

    def wait(self, timeout_s: float) -> bool:  # noqa: ARG002 - the protocol's name
        """Nothing comes; does not wait for it."""
        return False

    def stuck(self) -> tuple[Button, ...]:
        """Nothing."""
        return ()

    def alive(self) -> bool:
        """True."""
        return True

    def close(self) -> None:
        """Nothing to let go."""


class NoDisplay(Display):
    """Shows nothing."""

    def show(self, picture: Image.Image) -> None:
        """Drop the picture."""

    def working(self) -> bool:
        """False: nobody saw it."""
        return False

    def close(self) -> None:
        """Nothing to let go."""


class NoLamps(Lamps):
    """Lights nothing."""

    def light(self, seat: int, light: Light) -> None:
        """Drop it."""

    def close(self) -> None:
        """Nothing to let go."""


class NoBuzzer(Buzzer):
    """Sounds nothing."""

    def play(self, sound: Sound) -> None:
        """Drop it."""

    def close(self) -> None:
        """Nothing to let go."""


class NoTrack(BearTrack):
    """Shows the Bear nowhere."""

    def show(self, view: TrackView) -> None:
        """Drop it."""

    def working(self) -> bool:
        """False: nobody saw it."""
        return False

    def close(self) -> None:
        """Nothing to let go."""
