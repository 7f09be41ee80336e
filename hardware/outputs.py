"""What the device shows and sounds: display, lamps, buzzer. None of them may ever stop the game."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from PIL import Image

DISPLAY: tuple[int, int] = (128, 64)
"""Width and height of the display, px."""


class Display(Protocol):
    """A small black and white display."""

    def show(self, picture: Image.Image) -> None:
        """Show a picture of mode "1" and the size `DISPLAY`. Returns at once; only what changed is sent.

        A display that fails is retried by itself; `working` tells.
        """
        ...

    def working(self) -> bool:
        """Whether the last picture that was sent arrived."""
        ...

    def close(self) -> None:
        """Go dark and let the bus go; harmless a second time."""
        ...


class Light(Enum):
    """What the lamp in a shout button says."""

    OFF = "off"
    ON = "on"
    SLOW = "slow blinking"
    """Please look here, or please press."""
    FAST = "fast blinking"
    """A false call."""


class Lamps(Protocol):
    """The lamps in the shout buttons, by seat."""

    def light(self, seat: int, light: Light) -> None:
        """Set one lamp; unknown seats are ignored."""
        ...

    def close(self) -> None:
        """All off; harmless a second time."""
        ...


class Sound(Enum):
    """What the buzzer can say; each is told from the others with closed eyes."""

    GO = "go"
    ROUND_OVER = "round over"
    FALSE_CALL = "false call"
    LOOK = "please look"
    TICK = "tick"


class Buzzer(Protocol):
    """Plays sounds without waiting for their end; a new one replaces the one that plays."""

    def play(self, sound: Sound) -> None:
        """Play a sound, unless muted."""
        ...

    def close(self) -> None:
        """Silent; harmless a second time."""
        ...
