"""Everything on and over the simulated table that can move, and how it is at any time: dice, arms, cards, light."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.simulated.looks import Look
from hardware.simulated.motion import Flight, Pose
from hardware.simulated.photoset import make_body
from hardware.simulated.scene import Body, Die, Scene
from hardware.simulated.surface import Arm, Surface

CAMPSITE_MM = 110.0
CAMP_EACH = PLAYER_EACH = 5


@dataclass
class DiceArm(Arm):
    """An arm whose hand may hold dice."""

    held: list[_Held] = field(default_factory=list)
    palm: list[Body] = field(default_factory=list)
    """Dice that are hidden in the hand."""


@dataclass(frozen=True)
class _Held:
    """A die between the fingers: where it is to the hand, and how the two were turned when it was gripped."""

    die: Die
    along: float
    across: float
    heading: float

    def at(self, pose: Pose, heading: float, speed: tuple[float, float]) -> Die:
        c, s = math.cos(heading), math.sin(heading)
        return replace(
            self.die,
            x=pose.x + self.along * c - self.across * s,
            y=pose.y + self.along * s + self.across * c,
            z=max(pose.z, 0.0),
            yaw=self.die.yaw + heading - self.heading,
            resting=False,
            speed=speed,
        )


class Tabletop(Surface[DiceArm]):
    """What lies on the table and what moves over it."""

    def __init__(self, look: Look, seats: tuple[float, ...], rng: np.random.Generator) -> None:
        super().__init__(look, seats)
        self._all: dict[int, Body] = {}
        for seat in range(len(seats)):
            for k in range(CAMP_EACH + PLAYER_EACH):
                number = 100 * (seat + 1) + k
                self._all[number] = make_body(number, "camp" if k < CAMP_EACH else "player", rng)
        self.bodies: dict[int, Body] = dict(self._all)
        """The dice that are in play, by number."""
        self.lying: dict[int, Die] = {}
        """Dice that rest on the table, by number."""
        self.flying: dict[int, Flight] = {}
        self.seat(DiceArm, rng)

    def owned(self, seat: int) -> list[int]:
        """The numbers of a seat's Player Dice."""
        numbers = (100 * (seat + 1) + CAMP_EACH + k for k in range(PLAYER_EACH))
        return [number for number in numbers if number in self.bodies]

    def play_with(self, seats: Iterable[int]) -> None:
        """The dice of these seats are in play, five Camp Dice for each; all others are back in the box."""
        playing = set(seats)
        self.bodies = {number: body for number, body in self._all.items() if number // 100 - 1 in playing}
        for number in self._all.keys() - self.bodies.keys():
            self.lying.pop(number, None)
            self.flying.pop(number, None)

    def camp_numbers(self) -> list[int]:
        """The numbers of all Camp Dice."""
        return [number for number, body in self.bodies.items() if body.kind == "camp"]

    def zone(self, x: float, y: float) -> int | None:
        """The seat whose area a place is in; None in the campsite."""
        if math.hypot(x, y) <= CAMPSITE_MM:
            return None
        angle = math.degrees(math.atan2(y, x))
        return min(range(len(self.seats)), key=lambda k: abs((self.seats[k] - angle + 180) % 360 - 180))

    def campsite(self) -> list[Die]:
        """The Camp Dice that lie in the campsite, on their way there too, by number."""
        dice = [*self.lying.values(), *(flight.end for flight in self.flying.values())]
        inside = [die for die in dice if die.body.kind == "camp" and self.zone(die.x, die.y) is None]
        return sorted(inside, key=lambda die: die.body.number)

    def grip(self, seat: int, numbers: Iterable[int], now_ns: int) -> None:
        """Take dice between the fingers."""
        arm = self.arms[seat]
        pose = arm.pose(now_ns)
        heading = arm.heading(pose)
        c, s = math.cos(heading), math.sin(heading)
        for k, number in enumerate(numbers):
            die = self.lying.pop(number)
            across = 17.0 * k * (-1 if arm.left else 1)
            along = (die.x - pose.x) * c + (die.y - pose.y) * s if k == 0 else 0.0
            off = (die.y - pose.y) * c - (die.x - pose.x) * s if k == 0 else across
            arm.held.append(_Held(die, along, off, heading))

    def let_go(self, seat: int, number: int, at: Die | None, now_ns: int) -> Die:
        """Put a held die down, exactly at a place if it is given; returns it as it lies."""
        arm = self.arms[seat]
        held = next(h for h in arm.held if h.die.body.number == number)
        arm.held.remove(held)
        pose = arm.pose(now_ns)
        die = at or held.at(pose, arm.heading(pose), (0.0, 0.0))
        die = replace(die, z=0.0, tilt=0.0, resting=True, speed=(0.0, 0.0))
        self.lying[number] = die
        return die

    def throw(self, number: int, flight: Flight) -> None:
        """Let a die fly, from a hand or from where it lay."""
        self.lying.pop(number, None)
        self.flying[number] = flight

    def land(self, now_ns: int) -> None:
        """What has flown to its end lies there."""
        due = sorted((flight.end_ns, n) for n, flight in self.flying.items() if flight.end_ns <= now_ns)
        for _, number in due:
            self.lying[number] = self.flying.pop(number).end

    def scene(self, time_ns: int) -> Scene:
        """All that is to be seen at a time (of the present)."""
        dice = [self.lying[number] for number in sorted(self.lying)]
        for number in sorted(self.flying):
            flight = self.flying[number]
            dice.append(flight.at(time_ns) if time_ns < flight.end_ns else flight.end)
        hands = []
        for arm in self.arms:
            hand = arm.hand(time_ns)
            if hand is not None:
                hands.append(hand)
                pose = arm.pose(time_ns)
                dice += [h.at(pose, hand.heading, hand.speed) for h in arm.held]
        return Scene(tuple(dice), tuple(hands), self.cards, self.light, self.cups, self.knock)
