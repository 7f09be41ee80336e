"""What can go wrong at a simulated table, at a word: the camera, the cards, the light, things in the way."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clock import SECOND
from hardware.simulated.looks import Look, make_light
from hardware.simulated.scene import Cup, Knock
from hardware.simulated.surface import Surface


class _Table(Protocol):
    """A world in which things can go wrong."""

    camera: SimulatedCamera

    @property
    def look(self) -> Look:
        """How it looks."""
        ...

    @property
    def top(self) -> Surface[Any]:
        """What is on it."""
        ...

    def now_ns(self) -> int:
        """Its time."""
        ...


class Faults:
    """Makes things go wrong, from now on."""

    def __init__(self, world: _Table) -> None:
        self._world = world

    def stall_camera(self, seconds: float) -> None:
        """No frames come for a while."""
        self._world.camera.stall(self._world.now_ns() + round(seconds * SECOND))

    def lose_camera(self, seconds: float) -> None:
        """The camera is gone for a while."""
        self._world.camera.lose(self._world.now_ns() + round(seconds * SECOND))

    def knock_camera(self, *, degrees: float = 1.5, mm: float = 4.0) -> None:
        """Somebody runs into the arm of the camera; 0 and 0 put it back."""
        a = math.radians(degrees)
        self._world.top.knock = Knock((0.4 * a, 0.9 * a, 0.2 * a), (mm, 0.5 * mm, 0.0))

    def move_card(self, number: int, *, x: float = 25.0, y: float = -10.0, degrees: float = 8.0) -> None:
        """A corner card is pushed by x and y mm, and turned."""
        self._world.top.cards = tuple(
            replace(card, x=card.x + x, y=card.y + y, yaw=card.yaw + math.radians(degrees))
            if card.id == number
            else card
            for card in self._world.top.cards
        )

    def change_light(self, seed: int = 1) -> None:
        """Another lamp, or the sun goes."""
        look = self._world.look
        self._world.top.light = make_light(np.random.default_rng([look.seed, 30, seed]), look.table)

    def stand_cup(self, x: float, y: float) -> None:
        """A cup is put down."""
        self._world.top.cups = (*self._world.top.cups, Cup(x, y))

    def take_cups(self) -> None:
        """All cups are taken away."""
        self._world.top.cups = ()
