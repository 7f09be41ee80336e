"""The people at the simulated table: which dice they take in a round, and when they shout."""

from __future__ import annotations

import math

import numpy as np

from hardware.simulated.clock import SECOND
from hardware.simulated.handling import Doing, Handling, Surroundings
from hardware.simulated.scene import Die
from hardware.simulated.spots import Spot
from hardware.simulated.temper import Temper

PARTNERS = {"gun": "bear", "runner": "tent", "sleeper": "tent"}
_LIKING = {"runner": 0.0, "gun": 0.25, "sleeper": 0.6}
"""Who is used first."""
_TWICE_MM = 45.0
"""So near dice can be taken in one go."""


class Player:
    """Somebody at a seat."""

    def __init__(self, world: Surroundings, seat: int, temper: Temper, rng: np.random.Generator) -> None:
        self._world, self.seat, self.temper, self._rng = world, seat, temper, rng
        self._hand = Handling(world, seat, temper, rng)
        self.pairs: list[tuple[int, int]] = []
        """Player Die, Camp Die, as they were meant."""
        self.stopped = True
        """Whether the person knows that the round is over."""
        self._called = False

    def begin(self, rng: np.random.Generator) -> None:
        """A new round."""
        self._rng = self._hand.rng = rng
        self.pairs, self.stopped, self._called = [], False, False

    def play(self) -> Doing:
        """A round, from "go" until the hand is back home."""
        yield self._rng.uniform(0.25, 0.9) / self.temper.pace
        idle = 0
        while not self.stopped and idle < 60:
            if self._sees_the_end():
                yield from self._notice_the_end()
                break
            choice = self._choose()
            if choice is not None:
                idle = 0
                yield from self._take(*choice)
                yield from self._pause(self._rng.uniform(0.5, 1.5) * self.temper.think_s)
            elif (idle := idle + 1) > 3 and self._rng.random() < 0.5 and self._loose():
                loose = self._loose()
                die = loose[int(self._rng.integers(len(loose)))]
                yield from self._hand.rolling_again(die, self._others(without=die))
            else:
                yield from self._hand.leaving()
                yield from self._pause(self._rng.uniform(0.3, 0.8))
        yield from self._hand.leaving()

    def _pause(self, seconds: float) -> Doing:
        """Wait, but not longer than until the round is over."""
        while seconds > 0 and not self.stopped:
            yield min(seconds, 0.1)
            seconds -= 0.1

    # -- what there is

    def _loose(self) -> list[Die]:
        """The person's Player Dice that have no partner yet."""
        paired = {player for player, _ in self.pairs}
        lying = self._world.top.lying
        return [lying[n] for n in self._world.top.owned(self.seat) if n not in paired and n in lying]

    def _left(self) -> list[Die]:
        """Camp Dice in the campsite that nobody is about to take."""
        lying = self._world.top.lying
        return [
            die
            for die in self._world.top.campsite()
            if die.body.number not in self._world.claims and die.body.number in lying
        ]

    def _others(self, without: Die | None = None) -> list[Spot]:
        """Where dice lie or are going to, except one."""
        top = self._world.top
        lying = [*top.lying.values(), *(flight.end for flight in top.flying.values())]
        number = None if without is None else without.body.number
        return [Spot(d.x, d.y, d.yaw) for d in lying if d.body.number != number] + [
            spot for n, spot in self._world.bound.items() if n != number
        ]

    def _sees_the_end(self) -> bool:
        faces = [die.face for die in self._world.top.campsite()]
        return "bear" not in faces or "tent" not in faces

    def _would_end(self, faces: list[str]) -> bool:
        """Whether taking dice with these faces ends the round."""
        left = [die.face for die in self._world.top.campsite()]
        return any(left.count(face) <= faces.count(face) for face in ("bear", "tent"))

    # -- taking

    def _choose(self) -> tuple[list[int], Die] | None:
        """The Camp Dice to take, and the Player Die for the first of them; None if there is nothing to do."""
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
                liking = reach + _LIKING[mine.face] + rng.exponential(0.4)
                if best is None or liking < best[0]:
                    best = (liking, mine, camp)
        if best is not None:
            _, mine, camp = best
        elif rng.random() < 0.1:
            mine, camp = loose[int(rng.integers(len(loose)))], left[int(rng.integers(len(left)))]
        else:
            return None
        numbers = [camp.body.number]
        if rng.random() < self.temper.double:
            near = [d for d in left if 0 < math.hypot(d.x - camp.x, d.y - camp.y) < _TWICE_MM]
            if near and not self._would_end([camp.face, near[0].face]):
                numbers.append(near[0].body.number)
        if PARTNERS[mine.face] != camp.face:
            self._world.record.notes.append(f"seat {self.seat} pairs {mine.face} and {camp.face}")
        return numbers, mine

    def _take(self, numbers: list[int], mine: Die) -> Doing:
        world, rng, temper = self._world, self._rng, self.temper
        first = world.top.lying[numbers[0]]
        faces = [world.top.lying[n].face for n in numbers]
        for number in numbers:
            world.claims[number] = self.seat
        taken = yield from self._hand.taking(
            numbers, about_to_lift=lambda lifted_ns: self._call_maybe(faces, lifted_ns)
        )
        for number in numbers:
            world.claims.pop(number, None)
        if not taken:
            return
        plenty = [die.face for die in self._left()].count(faces[0]) > len(world.top.seats)
        if len(numbers) == 1 and plenty and rng.random() < temper.back:
            yield from self._hand.putting_back(first)
            return
        for k, number in enumerate(numbers):
            partner = world.top.lying.get(mine.body.number) if k == 0 else self._partner_of(faces[k])
            paired = yield from self._hand.bringing(number, partner, self._others(without=partner))
            if paired and partner is not None:
                self.pairs.append((partner.body.number, number))
            yield from self._hand.letting_go(wide=k == len(numbers) - 1)
        if not self.stopped and rng.random() < temper.linger:
            yield from self._hand.lingering()
            yield from self._pause(rng.uniform(0.4, 1.8))

    def _partner_of(self, face: str) -> Die | None:
        return next((die for die in self._loose() if PARTNERS[die.face] == face), None)

    # -- shouting

    def _call_maybe(self, faces: list[str], lifted_ns: int) -> None:
        """Shout about the time of taking, if this ends the round, or out of haste."""
        rng, temper = self._rng, self.temper
        if self._would_end(faces):
            if not self._called and rng.random() < temper.attention:
                early = rng.random() < 0.3
                self._shout(lifted_ns, rng.uniform(-0.1, 0.0) if early else rng.uniform(0, 0.35))
                self._called = True
        elif rng.random() < temper.haste:
            self._shout(lifted_ns, rng.uniform(-0.2, 0.6))
            if rng.random() < 0.2:
                self._shout(lifted_ns, rng.uniform(0.65, 1.4))

    def _notice_the_end(self) -> Doing:
        """Nothing is left to be taken: shout, if nobody did, or perhaps take one more all the same."""
        rng, temper = self._rng, self.temper
        yield rng.uniform(0.1, 0.5)
        if self.stopped:
            return
        if not self._called and rng.random() < temper.watchful:
            self._shout(self._world.now_ns, rng.uniform(0.0, 0.9))
            self._called = True
        elif self._left() and self._loose() and rng.random() < temper.greed:
            die = self._left()[0]
            self._world.record.notes.append(f"seat {self.seat} takes a {die.face} after the end")
            yield from self._take([die.body.number], self._loose()[0])

    def _shout(self, about_ns: int, seconds: float) -> None:
        at_ns = about_ns + round(seconds * SECOND)
        self._world.shout(self.seat, max(at_ns, self._world.now_ns))
