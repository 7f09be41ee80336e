"""What happens at a table, in the order of time: a press, a frame, time passing, the camera going and coming back."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from hardware.buttons import Press
from hardware.camera import Frame

T = TypeVar("T")


@dataclass(frozen=True)
class Tick:
    """Time has passed; ns."""

    now_ns: int


@dataclass(frozen=True)
class CameraGone:
    """No frames come any more, and why."""

    reason: str


@dataclass(frozen=True)
class CameraBack:
    """Frames come again."""


Happening = Press | Frame | Tick | CameraGone | CameraBack

Course = Generator[None, Happening, T]
"""A part of an evening: is sent what happens, one by one, and returns when it is over."""
