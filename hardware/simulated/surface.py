"""A table top with people's arms over it: what is the same whether dice or pyramids lie on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from hardware.simulated.clock import SECOND
from hardware.simulated.limbs import SHOULDER_MM
from hardware.simulated.looks import Look
from hardware.simulated.motion import Glide, Pose
from hardware.simulated.scene import Cup, Hand, Knock

AWAY_MM = 470.0
"""From here on a hand is out of the picture."""


@dataclass
class Arm:
    """A person's right or left arm over the table."""

    person: int
    shoulder: tuple[float, float]
    left: bool
    bend: float
    glide: Glide
    away: bool = True
    """Whether it is nowhere near the table."""

    def pose(self, time_ns: int) -> Pose:
        """Where the hand is at a time."""
        return self.glide.at(time_ns)

    def hand(self, time_ns: int) -> Hand | None:
        """The hand as it is seen; None while it is away."""
        if self.away:
            return None
        pose = self.glide.at(time_ns)
        return Hand(
            self.person,
            pose.x,
            pose.y,
            pose.z,
            self.heading(pose),
            open=pose.open,
            curl=pose.curl,
            left=self.left,
            bend=self.bend,
            speed=self.glide.speed(time_ns),
        )

    def heading(self, pose: Pose) -> float:
        """Where the arm points with the hand at a pose."""
        return math.atan2(pose.y - self.shoulder[1], pose.x - self.shoulder[0])


A = TypeVar("A", bound=Arm)


class Surface(Generic[A]):
    """A look's table with the people round it, at angles in degrees; `arms` by seat."""

    def __init__(self, look: Look, seats: tuple[float, ...]) -> None:
        self.look, self.seats = look, seats
        self.cards, self.light = look.cards, look.light
        self.knock = Knock()
        self.cups: tuple[Cup, ...] = ()
        self.arms: list[A] = []

    def seat(self, kind: type[A], rng: np.random.Generator) -> None:
        """Let people sit down, their arms away from the table."""
        for seat, angle in enumerate(self.seats):
            a = math.radians(angle)
            left = bool(rng.random() < 0.2)
            self.arms.append(
                kind(
                    person=seat,
                    shoulder=(SHOULDER_MM * math.cos(a), SHOULDER_MM * math.sin(a)),
                    left=left,
                    bend=float(rng.uniform(-0.2, 0.2)),
                    glide=Glide(self.home(seat), self.home(seat), 0, 0),
                )
            )

    def home(self, seat: int) -> Pose:
        """Where a hand is that is away."""
        a = math.radians(self.seats[seat])
        return Pose(AWAY_MM * math.cos(a), AWAY_MM * math.sin(a), 70.0, 12.0, 0.6)

    def move(self, seat: int, to: Pose, seconds: float, now_ns: int, *, arc: float = 0.0) -> None:
        """Set a hand off to a pose."""
        arm = self.arms[seat]
        arm.glide = Glide(arm.pose(now_ns), to, now_ns, now_ns + round(seconds * SECOND), arc)
        arm.away = False

    def retire(self, seat: int, now_ns: int) -> None:
        """A hand that has arrived at home is away."""
        arm = self.arms[seat]
        arm.away = True
        arm.glide = Glide(self.home(seat), self.home(seat), now_ns, now_ns)
