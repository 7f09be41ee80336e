"""Buttons: one to shout with at every seat, and three for the menu."""

from __future__ import annotations

from collections.abc import Sequence
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


DEAD_HEAT_NS = 1_000_000
"""Presses closer than this are a dead heat: the kernel's stamps are no better, nor are fingers."""


def dead_heat(presses: Sequence[Press], *, within_ns: int = DEAD_HEAT_NS) -> tuple[Press, ...]:
    """Those of the presses that came too close to the first to say who was first; empty if that is clear.

    Presses may come in any order; they are returned in order of their time, and a button counts once.
    """
    ordered = sorted(presses, key=lambda press: press.time_ns)
    close: dict[Button, Press] = {}
    for press in ordered:
        if press.time_ns - ordered[0].time_ns <= within_ns:
            close.setdefault(press.button, press)
    return tuple(close.values()) if len(close) > 1 else ()


class Buttons(Protocol):
    """Registers presses in the background from the moment it is made. One thread calls the methods."""

    def presses(self) -> tuple[Press, ...]:
        """The presses since the last call, in order of their time; never blocks.

        A press may be kept back for a few milliseconds, so that one that was told later but happened earlier goes
        before it.
        """
        ...

    def wait(self, timeout_s: float) -> bool:
        """Whether `presses` has something to tell: at once if it has, else as soon as it has within `timeout_s`."""
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
