"""Buttons: one to shout with at every seat, and three for the menu."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Menu(Enum):
    """The three buttons below the display."""

    BACK = "back"
    NEXT = "next"
    OK = "ok"


@dataclass(frozen=True)
class Shout:
    """The button of a seat, counted from 0."""

    seat: int


Button = Shout | Menu


@dataclass(frozen=True, order=False)
class Press:
    """A button going down: the kernel's time of the first edge, CLOCK_MONOTONIC ns."""

    time_ns: int
    button: Button


class Buttons(Protocol):
    """Registers presses in the background from the moment it is made."""

    def presses(self) -> tuple[Press, ...]:
        """The presses since the last call, in order of their time; never blocks."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Whether a press came, at once if one has not been taken yet, else within `timeout_s`."""
        ...

    def stuck(self) -> tuple[Button, ...]:
        """Buttons held down for longer than anybody would (a broken contact); they are ignored until let go."""
        ...

    def alive(self) -> bool:
        """Whether the thread that hears the edges still runs."""
        ...

    def close(self) -> None:
        """Let the pins go; harmless a second time."""
        ...
