"""What a person at the simulated table does with a hand: take, bring, put down, put back, push, roll, leave.

Doings are generators that yield how many seconds go by before the next thing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from hardware.simulated.clock import SECOND
from hardware.simulated.motion import Flight, Pose
from hardware.simulated.scene import Die
from hardware.simulated.spots import Spot, areas, beside, free_spot
from hardware.simulated.tabletop import DiceArm, Tabletop
from hardware.simulated.temper import Temper
from hardware.simulated.truth import Lift, RoundTruth

Doing = Generator[float, None, None]

OPEN, CLOSED = 11.0, 0.0
"""How far thumb and forefinger are from a die, mm."""
_TIGHT_MM = 12.0
"""Nearer to other dice nobody puts a pair."""


class Surroundings(Protocol):
    """What people need of the world."""

    claims: dict[int, int]
    """Camp Dice that somebody has set out to take, and who."""
    bound: dict[int, Spot]
    """Where dice in hands are going to lie."""

    @property
    def top(self) -> Tabletop:
        """The table."""
        ...

    @property
    def now_ns(self) -> int:
        """The time of what happens."""
        ...

    @property
    def record(self) -> RoundTruth:
        """Where what happens is written down."""
        ...

    def shout(self, seat: int, at_ns: int) -> None:
        """Press a seat's button at a time from now on."""
        ...


class Handling:
    """The hand of the person at a seat."""

    def __init__(self, world: Surroundings, seat: int, temper: Temper, rng: np.random.Generator) -> None:
        self._world, self.seat, self.temper, self.rng = world, seat, temper, rng
        self._area = areas(world.top.seats)[seat]

    @property
    def arm(self) -> DiceArm:
        """Where the hand is."""
        return self._world.top.arms[self.seat]

    def taking(
        self, numbers: Sequence[int], *, about_to_lift: Callable[[int], None]
    ) -> Generator[float, None, bool]:
        """Reach for dice in the campsite, grip and lift them; returns whether that worked.

        `about_to_lift` is told the time of lifting, a moment before.
        """
        world = self._world
        die = world.top.lying[numbers[0]]
        seconds = self._to(Pose(die.x, die.y, 1.0, OPEN), 0.22, 900, arc=self.rng.uniform(15, 45))
        covered_ns = world.now_ns + round(seconds * 0.45 * SECOND)
        yield seconds * 0.8
        if self.rng.random() < self.temper.knock:
            self._push_one_beside(die)
        yield seconds * 0.2
        if any(number not in world.top.lying for number in numbers):
            return False
        close = self.rng.uniform(0.07, 0.14) / self.temper.pace
        die = world.top.lying[numbers[0]]
        world.top.move(self.seat, Pose(die.x, die.y, 1.0, CLOSED), close, world.now_ns)
        gripped_ns = world.now_ns
        about_to_lift(gripped_ns + round(close * SECOND))
        yield close
        if any(number not in world.top.lying for number in numbers):
            return False
        faces = [world.top.lying[n].face for n in numbers]
        world.top.grip(self.seat, numbers, world.now_ns)
        for number, face in zip(numbers, faces, strict=True):
            world.record.lifts.append(Lift(number, face, self.seat, covered_ns, gripped_ns, world.now_ns))
        if len(numbers) > 1:
            world.record.notes.append(f"seat {self.seat} takes two at once")
        return True

    def bringing(
        self, number: int, partner: Die | None, others: Sequence[Spot]
    ) -> Generator[float, None, bool]:
        """Carry a die home and put it down beside its partner; returns whether there was room there."""
        world, rng = self._world, self.rng
        spot = None
        if partner is not None:
            gap = float(rng.uniform(0.2, 1.0) if rng.random() < 0.25 else rng.uniform(2.0, 4.0))
            tight = bool(rng.random() < self.temper.tight)
            place = Spot(partner.x, partner.y, partner.yaw)
            for room in (_TIGHT_MM if tight else 20.0, 16.0, _TIGHT_MM):
                spot = spot or beside(rng, self._area, place, others, gap=gap, room=room, tight=tight)
        paired = spot is not None
        spot = spot or free_spot(rng, self._area, others, 24.0) or self._anywhere()
        world.bound[number] = spot
        yield self._to(Pose(spot.x, spot.y, 0.5, CLOSED), 0.2, 800, arc=rng.uniform(30, 60))
        self.put_down(number, spot)
        return paired

    def letting_go(self, *, wide: bool = True) -> Doing:
        """Open the fingers and raise the hand a little, clear of the pair."""
        world = self._world
        pose = self.arm.pose(world.now_ns)
        world.top.move(self.seat, replace(pose, z=3.0, open=OPEN if wide else 2.0), 0.08, world.now_ns)
        yield 0.08
        if wide:
            pace = self.temper.pace
            world.top.move(
                self.seat, Pose(pose.x * 1.12, pose.y * 1.12, 40.0, OPEN), 0.15 / pace, world.now_ns
            )
            yield 0.12 / pace

    def putting_back(self, die: Die) -> Doing:
        """Think better of it: the die that was just lifted goes back to where it lay."""
        world, rng = self._world, self.rng
        world.top.move(self.seat, Pose(die.x, die.y, 45.0, CLOSED), 0.2, world.now_ns)
        yield 0.2 + rng.uniform(0.1, 0.5)
        world.top.move(self.seat, Pose(die.x, die.y, 0.5, CLOSED), 0.2, world.now_ns)
        yield 0.2
        self.put_down(die.body.number, Spot(die.x, die.y, die.yaw))
        world.record.backs.append((world.now_ns, die.face))
        world.record.notes.append(f"seat {self.seat} puts a {die.face} back")
        yield from self.letting_go()
        yield from self.leaving()

    def lingering(self) -> Doing:
        """Move the hand over the campsite, to leave it there."""
        world, rng = self._world, self.rng
        a, r = rng.uniform(0, 2 * math.pi), rng.uniform(0, 60)
        pose = Pose(r * math.cos(a), r * math.sin(a), rng.uniform(25, 50), OPEN, rng.uniform(0.0, 0.6))
        world.top.move(self.seat, pose, 0.4 / self.temper.pace, world.now_ns, arc=10)
        yield 0.4 / self.temper.pace

    def rolling_again(self, die: Die, others: Sequence[Spot]) -> Doing:
        """Take up one of the own dice and throw it anew."""
        world, rng, top, number = self._world, self.rng, self._world.top, die.body.number
        yield self._to(Pose(die.x, die.y, 1.0, OPEN), 0.25, 1200, arc=20)
        top.move(self.seat, Pose(die.x, die.y, 1.0, CLOSED), 0.1, world.now_ns)
        yield 0.1
        top.grip(self.seat, [number], world.now_ns)
        world.bound[number] = Spot(die.x, die.y, die.yaw)
        top.move(self.seat, Pose(die.x, die.y, 45.0, CLOSED), 0.2, world.now_ns)
        yield 0.3
        top.let_go(self.seat, number, None, world.now_ns)
        spot = free_spot(rng, self._area, others, 26.0) or Spot(die.x, die.y, rng.uniform(0, 2 * math.pi))
        world.bound[number] = spot
        end = replace(die, up=int(rng.integers(6)), x=spot.x, y=spot.y, yaw=spot.yaw)
        now = world.now_ns
        top.throw(number, Flight((die.x, die.y, 40.0), end, now, now + SECOND * 3 // 10, 10.0, 2.0))
        top.move(self.seat, replace(self.arm.pose(now), open=OPEN), 0.1, now)
        yield 0.35
        world.bound.pop(number, None)
        yield from self.leaving()

    def leaving(self) -> Doing:
        """Take the hand home."""
        if self.arm.away:
            return
        yield self._to(self._world.top.home(self.seat), 0.2, 1100, arc=15)
        self._world.top.retire(self.seat, self._world.now_ns)

    def put_down(self, number: int, spot: Spot) -> None:
        """Put a held die down at a spot."""
        top = self._world.top
        held = next(h.die for h in self.arm.held if h.die.body.number == number)
        lying = replace(held, x=spot.x, y=spot.y, yaw=spot.yaw)
        top.let_go(self.seat, number, lying, self._world.now_ns)
        self._world.bound.pop(number, None)

    def _to(self, pose: Pose, least_s: float, speed: float, *, arc: float) -> float:
        """Set the hand off to a pose, `speed` in mm/s; returns the seconds that it takes."""
        world = self._world
        now = self.arm.pose(world.now_ns)
        seconds = (least_s + math.hypot(now.x - pose.x, now.y - pose.y) / speed) / self.temper.pace
        world.top.move(self.seat, pose, seconds, world.now_ns, arc=arc)
        return seconds

    def _anywhere(self) -> Spot:
        a, r = self._area.seat, self._area.far
        return Spot(r * math.cos(a), r * math.sin(a), 0.0)

    def _push_one_beside(self, taken: Die) -> None:
        """Push a die that lies beside the one that is taken, if there is room behind it."""
        world, rng = self._world, self.rng
        for die in world.top.campsite():
            number, away = die.body.number, math.hypot(die.x - taken.x, die.y - taken.y)
            if number in world.claims or not 0 < away < 40 or number not in world.top.lying:
                continue
            by = rng.uniform(2, 6) / away
            x, y = die.x + (die.x - taken.x) * by, die.y + (die.y - taken.y) * by
            others = [d for d in world.top.lying.values() if d is not die]
            if math.hypot(x, y) < 98 and all(math.hypot(d.x - x, d.y - y) > 23 for d in others):
                end = replace(die, x=x, y=y, yaw=die.yaw + rng.normal(0, 0.15))
                now = world.now_ns
                world.top.throw(number, Flight((die.x, die.y, 0.0), end, now, now + SECOND // 10, 0.0, 0.0))
                world.record.notes.append(f"seat {self.seat} pushes a {die.face}")
            return
