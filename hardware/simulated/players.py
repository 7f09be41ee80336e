"""The people at the simulated table: what they do with their hands in a round, and when they shout.

What somebody does is a generator that yields how many seconds go by before the next thing.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace
from typing import Protocol

import numpy as np

from hardware.simulated.clock import SECOND
from hardware.simulated.motion import Flight, Pose
from hardware.simulated.scene import Die
from hardware.simulated.spots import Spot, areas, beside, free_spot
from hardware.simulated.tabletop import Tabletop
from hardware.simulated.temper import Temper
from hardware.simulated.truth import Lift, RoundTruth

Doing = Generator[float, None, None]

PARTNERS = {"gun": "bear", "runner": "tent", "sleeper": "tent"}
OPEN, CLOSED = 11.0, 0.0


class Surroundings(Protocol):
    """What a player needs of the world."""

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


class Player:
    """Somebody at a seat."""

    def __init__(self, world: Surroundings, seat: int, temper: Temper, rng: np.random.Generator) -> None:
        self._world, self.seat, self.temper, self._rng = world, seat, temper, rng
        self._area = areas(world.top.seats)[seat]
        self.pairs: list[tuple[int, int]] = []
        """Player Die, Camp Die, as they were meant."""
        self.stopped = True
        """Whether the person knows that the round is over."""
        self._called = False

    def begin(self, rng: np.random.Generator) -> None:
        """A new round."""
        self._rng, self.pairs, self.stopped, self._called = rng, [], False, False

    def play(self) -> Doing:
        """A round, from "go" until the hand is back home."""
        yield self._rng.uniform(0.25, 0.9) / self.temper.pace
        idle = 0
        while not self.stopped and idle < 60:
            if self._sees_the_end():
                yield from self._notice_the_end()
                break
            choice = self._choose()
            if choice is None:
                idle += 1
                if idle > 3 and self._rng.random() < 0.5 and self._loose():
                    yield from self._roll_again()
                else:
                    yield from self._withdraw()
                    yield self._rng.uniform(0.3, 0.8)
                continue
            idle = 0
            yield from self._take(*choice)
            yield self._rng.uniform(0.5, 1.5) * self.temper.think_s
        yield from self._withdraw()

    # -- deciding

    def _loose(self) -> list[Die]:
        """The person's Player Dice that have no partner yet."""
        paired = {player for player, _ in self.pairs}
        lying = self._world.top.lying
        return [lying[n] for n in self._world.top.owned(self.seat) if n not in paired and n in lying]

    def _left(self) -> list[Die]:
        """Camp Dice in the campsite that nobody is about to take."""
        return [
            die
            for die in self._world.top.campsite()
            if die.body.number not in self._world.claims and die.body.number in self._world.top.lying
        ]

    def _sees_the_end(self) -> bool:
        faces = [die.face for die in self._world.top.campsite()]
        return "bear" not in faces or "tent" not in faces

    def _choose(self) -> tuple[list[int], int | None] | None:
        """The Camp Dice to take, and the Player Die to put the first beside; None if there is nothing to do."""
        rng, loose, left = self._rng, self._loose(), self._left()
        if not left or not loose:
            return None
        wrong = rng.random() < self.temper.wrong
        best: tuple[float, Die, Die] | None = None
        for mine in loose:
            for camp in left:
                if (PARTNERS[mine.face] == camp.face) == wrong:
                    continue
                reach = math.hypot(camp.x - mine.x, camp.y - mine.y) / 150
                liking = (
                    reach + {"runner": 0.0, "gun": 0.25, "sleeper": 0.6}[mine.face] + rng.exponential(0.4)
                )
                if best is None or liking < best[0]:
                    best = (liking, mine, camp)
        if best is None:
            if rng.random() > 0.1:
                return None
            mine, camp = loose[int(rng.integers(len(loose)))], left[int(rng.integers(len(left)))]
        else:
            _, mine, camp = best
        numbers = [camp.body.number]
        if rng.random() < self.temper.double:
            near = [d for d in left if 0 < math.hypot(d.x - camp.x, d.y - camp.y) < 45]
            if near and not self._would_end([camp.face, near[0].face]):
                numbers.append(near[0].body.number)
        if wrong:
            self._world.record.notes.append(f"seat {self.seat} pairs {mine.face} and {camp.face}")
        return numbers, mine.body.number

    def _would_end(self, faces: list[str]) -> bool:
        """Whether taking dice with these faces ends the round."""
        left = [die.face for die in self._world.top.campsite()]
        return any(left.count(face) <= faces.count(face) for face in ("bear", "tent"))

    # -- doing

    def _take(self, numbers: list[int], partner: int | None) -> Doing:
        world, rng, temper = self._world, self._rng, self.temper
        for number in numbers:
            world.claims[number] = self.seat
        die = world.top.lying[numbers[0]]
        pose = world.top.arms[self.seat].pose(world.now_ns)
        way = math.hypot(pose.x - die.x, pose.y - die.y)
        seconds = (0.22 + way / 900) / temper.pace
        world.top.move(
            self.seat, Pose(die.x, die.y, 1.0, OPEN), seconds, world.now_ns, arc=rng.uniform(15, 45)
        )
        covered_ns = world.now_ns + round(seconds * 0.45 * SECOND)
        if rng.random() < temper.knock:
            yield seconds * 0.8
            self._knock(die)
            yield seconds * 0.2
        else:
            yield seconds
        if any(number not in world.top.lying for number in numbers):
            self._give_up(numbers)
            return
        close = rng.uniform(0.07, 0.14) / temper.pace
        here = world.top.lying[numbers[0]]
        world.top.move(self.seat, Pose(here.x, here.y, 1.0, CLOSED), close, world.now_ns)
        lifted_ns = world.now_ns + round(close * SECOND)
        self._call_maybe([world.top.lying[n].face for n in numbers], lifted_ns)
        gripped_ns = world.now_ns
        yield close
        if any(number not in world.top.lying for number in numbers):
            self._give_up(numbers)
            return
        faces = [world.top.lying[n].face for n in numbers]
        ending = self._would_end(faces)
        world.top.grip(self.seat, numbers, world.now_ns)
        for number, face in zip(numbers, faces, strict=True):
            world.claims.pop(number, None)
            world.record.lifts.append(
                Lift(
                    number,
                    face,
                    self.seat,
                    covered_ns,
                    gripped_ns,
                    world.now_ns,
                )
            )
        if len(numbers) > 1:
            world.record.notes.append(f"seat {self.seat} takes two at once")
        if len(numbers) == 1 and not ending and rng.random() < temper.back:
            yield from self._put_back(here)
            return
        yield from self._bring(numbers, partner)
        if not self.stopped and rng.random() < temper.linger:
            yield from self._linger()

    def _give_up(self, numbers: list[int]) -> None:
        for number in numbers:
            self._world.claims.pop(number, None)

    def _bring(self, numbers: list[int], partner: int | None) -> Doing:
        """Carry the dice home and put each down: the first beside its partner, others where they fit."""
        world, rng = self._world, self._rng
        for k, number in enumerate(numbers):
            mine = (
                world.top.lying.get(partner) if partner is not None and k == 0 else self._partner_for(number)
            )
            others = self._others(without=mine)
            spot = None
            if mine is not None:
                gap = float(rng.choice([rng.uniform(0.2, 1.0), rng.uniform(2.5, 4.0)]))
                room = rng.uniform(12.0, 15.0) if rng.random() < self.temper.tight else 20.0
                for least in (room, 16.0, 13.0):
                    spot = spot or beside(
                        rng, self._area, Spot(mine.x, mine.y, mine.yaw), others, gap=gap, room=least
                    )
            if spot is None:
                mine = None
                spot = free_spot(rng, self._area, self._others(), 24.0)
            if spot is None:
                a, r = self._area.seat, self._area.far
                spot = Spot(r * math.cos(a), r * math.sin(a), 0.0)
            world.bound[number] = spot
            pose = world.top.arms[self.seat].pose(world.now_ns)
            seconds = (0.2 + math.hypot(pose.x - spot.x, pose.y - spot.y) / 800) / self.temper.pace
            world.top.move(
                self.seat, Pose(spot.x, spot.y, 0.5, CLOSED), seconds, world.now_ns, arc=rng.uniform(30, 60)
            )
            yield seconds
            self._set_down(number, spot)
            if mine is not None:
                self.pairs.append((mine.body.number, number))
            open_ = Pose(spot.x, spot.y, 3.0, OPEN if k == len(numbers) - 1 else 2.0)
            world.top.move(self.seat, open_, 0.08, world.now_ns)
            yield 0.08
        up = world.top.arms[self.seat].pose(world.now_ns)
        out = 1.12
        world.top.move(
            self.seat, Pose(up.x * out, up.y * out, 40.0, OPEN), 0.15 / self.temper.pace, world.now_ns
        )
        yield 0.12 / self.temper.pace

    def _set_down(self, number: int, spot: Spot) -> None:
        top = self._world.top
        held = next(h.die for h in top.arms[self.seat].held if h.die.body.number == number)
        top.let_go(self.seat, number, replace(held, x=spot.x, y=spot.y, yaw=spot.yaw), self._world.now_ns)
        self._world.bound.pop(number, None)

    def _partner_for(self, number: int) -> Die | None:
        held = next(h.die for h in self._world.top.arms[self.seat].held if h.die.body.number == number)
        fits = [die for die in self._loose() if PARTNERS[die.face] == held.face]
        return fits[0] if fits else None

    def _others(self, without: Die | None = None) -> list[Spot]:
        """Where dice lie or are going to, except one."""
        top = self._world.top
        lying = [*top.lying.values(), *(flight.end for flight in top.flying.values())]
        return [Spot(d.x, d.y, d.yaw) for d in lying if d is not without] + list(self._world.bound.values())

    def _put_back(self, die: Die) -> Doing:
        """Think better of it."""
        world, rng = self._world, self._rng
        number = die.body.number
        world.top.move(self.seat, Pose(die.x, die.y, 45.0, CLOSED), 0.2, world.now_ns)
        yield 0.2 + rng.uniform(0.1, 0.5)
        world.top.move(self.seat, Pose(die.x, die.y, 0.5, CLOSED), 0.2, world.now_ns)
        yield 0.2
        self._set_down(number, Spot(die.x, die.y, die.yaw))
        world.record.backs.append((world.now_ns, die.face))
        world.record.notes.append(f"seat {self.seat} puts a {die.face} back")
        world.top.move(self.seat, Pose(die.x, die.y, 3.0, OPEN), 0.1, world.now_ns)
        yield 0.1
        yield from self._withdraw()

    def _linger(self) -> Doing:
        """Leave the hand over the campsite."""
        world, rng = self._world, self._rng
        a, r = rng.uniform(0, 2 * math.pi), rng.uniform(0, 60)
        to = Pose(r * math.cos(a), r * math.sin(a), rng.uniform(25, 50), OPEN, rng.uniform(0.0, 0.6))
        world.top.move(self.seat, to, 0.4 / self.temper.pace, world.now_ns, arc=10)
        yield 0.4 / self.temper.pace + rng.uniform(0.4, 1.8)

    def _knock(self, taken: Die) -> None:
        """Push a die beside the one that is taken."""
        world, rng = self._world, self._rng
        for die in world.top.campsite():
            away = math.hypot(die.x - taken.x, die.y - taken.y)
            if die.body.number in world.claims or not 0 < away < 40 or die.body.number not in world.top.lying:
                continue
            by = rng.uniform(2, 6)
            end = replace(
                die,
                x=die.x + (die.x - taken.x) / away * by,
                y=die.y + (die.y - taken.y) / away * by,
                yaw=die.yaw + rng.normal(0, 0.15),
            )
            spot = Spot(end.x, end.y, end.yaw)
            others = [Spot(d.x, d.y, d.yaw) for d in world.top.lying.values() if d is not die]
            if math.hypot(end.x, end.y) < 98 and all(
                math.hypot(o.x - spot.x, o.y - spot.y) > 23 for o in others
            ):
                now = world.now_ns
                flight = Flight((die.x, die.y, 0.0), end, now, now + SECOND // 10, 0.0, 0.0)
                world.top.throw(die.body.number, flight)
                world.record.notes.append(f"seat {self.seat} pushes a {die.face}")
            return

    def _roll_again(self) -> Doing:
        """Take up one of the own loose dice and throw it anew."""
        world, rng = self._world, self._rng
        loose = self._loose()
        die = loose[int(rng.integers(len(loose)))]
        number = die.body.number
        world.top.move(self.seat, Pose(die.x, die.y, 1.0, OPEN), 0.4 / self.temper.pace, world.now_ns, arc=20)
        yield 0.4 / self.temper.pace
        world.top.move(self.seat, Pose(die.x, die.y, 1.0, CLOSED), 0.1, world.now_ns)
        yield 0.1
        world.top.grip(self.seat, [number], world.now_ns)
        world.bound[number] = Spot(die.x, die.y, die.yaw)
        world.top.move(self.seat, Pose(die.x, die.y, 45.0, CLOSED), 0.2, world.now_ns)
        yield 0.3
        top = world.top
        top.let_go(self.seat, number, None, world.now_ns)
        end = replace(die, up=int(rng.integers(6)), yaw=rng.uniform(0, 2 * math.pi))
        others = [Spot(d.x, d.y, d.yaw) for d in top.lying.values() if d.body.number != number]
        spot = free_spot(rng, self._area, others + [s for n, s in world.bound.items() if n != number], 26.0)
        if spot is not None:
            end = replace(end, x=spot.x, y=spot.y, yaw=spot.yaw)
        world.bound[number] = Spot(end.x, end.y, end.yaw)
        now = world.now_ns
        top.throw(number, Flight((die.x, die.y, 40.0), end, now, now + SECOND * 3 // 10, 10.0, 2.0))
        top.move(self.seat, replace(top.arms[self.seat].pose(now), open=OPEN), 0.1, now)
        yield 0.35
        world.bound.pop(number, None)
        yield from self._withdraw()

    def _withdraw(self) -> Doing:
        """Take the hand home."""
        world = self._world
        arm = world.top.arms[self.seat]
        if arm.away:
            return
        home = world.top.home(self.seat)
        pose = arm.pose(world.now_ns)
        seconds = (0.2 + math.hypot(pose.x - home.x, pose.y - home.y) / 1100) / self.temper.pace
        world.top.move(self.seat, home, seconds, world.now_ns, arc=15)
        yield seconds
        world.top.retire(self.seat, world.now_ns)

    # -- shouting

    def _call_maybe(self, faces: list[str], lifted_ns: int) -> None:
        """Shout about the time of taking, if this ends the round, or out of haste."""
        rng, temper = self._rng, self.temper
        if self._would_end(faces):
            if not self._called and rng.random() < temper.attention:
                early = rng.random() < 0.3
                self._shout(
                    lifted_ns
                    + round(rng.uniform(-0.1, 0.0) * SECOND if early else rng.uniform(0, 0.35) * SECOND)
                )
                self._called = True
        elif rng.random() < temper.haste:
            self._shout(lifted_ns + round(rng.uniform(-0.2, 0.6) * SECOND))
            if rng.random() < 0.2:
                self._shout(lifted_ns + round(rng.uniform(0.65, 1.4) * SECOND))

    def _notice_the_end(self) -> Doing:
        """Nothing is left to be taken: shout, if nobody did, and perhaps take one more all the same."""
        rng, temper = self._rng, self.temper
        yield rng.uniform(0.1, 0.5)
        if self.stopped:
            return
        if not self._called and rng.random() < temper.watchful:
            self._shout(self._world.now_ns + round(rng.uniform(0.0, 0.9) * SECOND))
            self._called = True
        elif self._left() and self._loose() and rng.random() < temper.greed:
            die = self._left()[0]
            self._world.record.notes.append(f"seat {self.seat} takes a {die.face} after the end")
            yield from self._take([die.body.number], self._loose()[0].body.number)

    def _shout(self, at_ns: int) -> None:
        self._world.shout(self.seat, max(at_ns, self._world.now_ns))
