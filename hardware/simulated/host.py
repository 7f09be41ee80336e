"""What happens between rounds: dice are gathered and thrown, and somebody presses ok on the device.

Like the players' doings, these are generators that yield the seconds that go by.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from hardware.simulated.clock import SECOND
from hardware.simulated.handling import CLOSED, OPEN, Doing, Surroundings
from hardware.simulated.motion import Flight, Pose
from hardware.simulated.scene import Die
from hardware.simulated.spots import Spot, areas, scattered, strewn

PALM_MM = 75.0
"""Dice so near to a gathering hand vanish in it."""


def gather(world: Surroundings, seat: int, zone: int | None, rng: np.random.Generator) -> Doing:
    """A hand takes up all dice of a zone (None: the campsite)."""
    top = world.top
    while True:
        dice = [d for d in top.lying.values() if top.zone(d.x, d.y) == zone]
        if not dice:
            return
        pose = top.arms[seat].pose(world.now_ns)
        first = min(dice, key=lambda d: (math.hypot(d.x - pose.x, d.y - pose.y), d.body.number))
        near = [d for d in dice if math.hypot(d.x - first.x, d.y - first.y) < PALM_MM]
        x, y = (sum(v) / len(near) for v in zip(*((d.x, d.y) for d in near), strict=True))
        seconds = 0.3 + math.hypot(pose.x - x, pose.y - y) / 900
        top.move(seat, Pose(x, y, 8.0, OPEN, 0.3), seconds, world.now_ns, arc=10)
        yield seconds
        close = [d for d in near if d.body.number in top.lying]
        top.move(seat, Pose(x, y, 8.0, CLOSED, 0.9), 0.15, world.now_ns)
        yield 0.12
        for die in close:
            top.arms[seat].palm.append(top.lying.pop(die.body.number).body)
        yield 0.05 + 0.02 * rng.random()


def throw_camp(world: Surroundings, seat: int, rng: np.random.Generator) -> Doing:
    """A hand throws all Camp Dice that do not lie anywhere into the campsite."""
    top = world.top
    top.move(seat, Pose(0.0, 0.0, 55.0, CLOSED, 0.9), 0.6, world.now_ns, arc=15)
    yield 0.7
    numbers = [n for n in top.camp_numbers() if n not in top.lying and n not in top.flying]
    spots = scattered(rng, len(numbers), [_spot(d) for d in top.lying.values()], reach=94.0)
    yield from _thrown(world, seat, numbers, spots, rng)


def throw_own(world: Surroundings, seat: int, rng: np.random.Generator, *, apart: float = 44.0) -> Doing:
    """A hand throws the seat's Player Dice in front of the person, `apart` mm from each other where there is room."""
    top = world.top
    area = areas(top.seats)[seat]
    numbers = [n for n in top.owned(seat) if n not in top.lying and n not in top.flying]
    if not numbers:
        return
    r = (area.near + area.far) / 2
    x, y = r * math.cos(area.seat), r * math.sin(area.seat)
    top.move(seat, Pose(x, y, 50.0, CLOSED, 0.9), 0.5, world.now_ns, arc=10)
    yield 0.6
    taken = [_spot(d) for d in top.lying.values()] + [_spot(f.end) for f in top.flying.values()]
    spots = strewn(rng, area, len(numbers), taken, apart)
    yield from _thrown(world, seat, numbers, spots, rng)


def home(world: Surroundings, seat: int, *, seconds: float = 0.5) -> Doing:
    """A hand goes home, whatever it was doing; dice it held are put down where it is."""
    top = world.top
    arm = top.arms[seat]
    if arm.away:
        return
    for held in list(arm.held):
        top.let_go(seat, held.die.body.number, None, world.now_ns)
    top.move(seat, top.home(seat), seconds, world.now_ns, arc=15)
    yield seconds
    top.retire(seat, world.now_ns)


def _thrown(
    world: Surroundings, seat: int, numbers: Iterable[int], spots: list[Spot], rng: np.random.Generator
) -> Doing:
    top = world.top
    now = world.now_ns
    pose = top.arms[seat].pose(now)
    last = 0.0
    for number, spot in zip(numbers, spots, strict=False):
        end = Die(top.bodies[number], int(rng.integers(6)), spot.x, spot.y, spot.yaw)
        seconds = rng.uniform(0.25, 0.5)
        last = max(last, seconds)
        start = (pose.x + rng.uniform(-18, 18), pose.y + rng.uniform(-18, 18), pose.z)
        turns = float(rng.integers(2, 5))
        top.throw(number, Flight(start, end, now, now + round(seconds * SECOND), rng.uniform(6, 18), turns))
    top.arms[seat].palm.clear()
    top.move(seat, Pose(pose.x, pose.y, pose.z, OPEN, 0.1), 0.12, now)
    yield 0.15
    yield from home(world, seat)
    yield max(last - 0.6, 0.0) + 0.05


def _spot(die: Die) -> Spot:
    return Spot(die.x, die.y, die.yaw)
