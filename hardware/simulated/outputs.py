"""Display, lamps, buzzer and track that only remember what they were told."""

from __future__ import annotations

from collections import deque

from PIL import Image

from hardware.bear_track import BearTrack, TrackView
from hardware.outputs import DISPLAY, Buzzer, Display, Lamps, Light, Sound

MEMORY = 1000
"""How many of the last sounds are remembered."""


class SimulatedDisplay(Display):
    """Remembers the picture that it shows; can be told to fail."""

    def __init__(self) -> None:
        self.picture: Image.Image | None = None
        self.changes = 0
        self.failing = False

    def show(self, picture: Image.Image) -> None:
        """Show a picture of mode "1" and the size `DISPLAY`; ValueError if it is not such a one."""
        if picture.mode != "1" or picture.size != DISPLAY:
            raise ValueError(
                f"a picture for the display is {DISPLAY[0]}x{DISPLAY[1]} of mode 1, not {picture}"
            )
        if not self.failing and (self.picture is None or self.picture.tobytes() != picture.tobytes()):
            self.picture = picture.copy()
            self.changes += 1

    def working(self) -> bool:
        """Whether it was not told to fail."""
        return not self.failing

    def close(self) -> None:
        """Go dark."""
        self.picture = None


class SimulatedLamps(Lamps):
    """Remembers what every lamp shows."""

    def __init__(self, seats: int) -> None:
        self.lights = dict.fromkeys(range(seats), Light.OFF)

    def light(self, seat: int, light: Light) -> None:
        """Set one lamp; unknown seats are ignored."""
        if seat in self.lights:
            self.lights[seat] = light

    def close(self) -> None:
        """All off."""
        self.lights = dict.fromkeys(self.lights, Light.OFF)


class SimulatedBuzzer(Buzzer):
    """Remembers the last sounds."""

    def __init__(self, *, muted: bool = False) -> None:
        self.muted = muted
        self.sounds: deque[Sound] = deque(maxlen=MEMORY)

    def play(self, sound: Sound) -> None:
        """Remember a sound, unless muted."""
        if not self.muted:
            self.sounds.append(sound)

    def close(self) -> None:
        """Nothing sounds anyway."""


class SimulatedTrack(BearTrack):
    """Remembers what it shows; can be told to fail."""

    def __init__(self) -> None:
        self.view: TrackView | None = None
        self.failing = False
        self._closed = False

    def show(self, view: TrackView) -> None:
        """Show where everybody is."""
        if not self.failing and not self._closed:
            self.view = view

    def working(self) -> bool:
        """Whether it was not told to fail."""
        return not self.failing and self.view is not None

    def close(self) -> None:
        """Go dark."""
        self.view, self._closed = None, True
