"""Reading the table whenever it has come to rest, and again whenever it was touched."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.screens.kinds import Look, Place
from companion.sheet.assessment import Assessment
from companion.sheet.told import Answer
from companion.table.bears.room import BearsRoom
from companion.table.happenings import Happening
from hardware.camera import Frame, Picture
from hardware.errors import HardwareError
from hardware.outputs import Light
from vision.errors import VisionError

SECOND = 1_000_000_000
RETRY_NS = 2 * SECOND
"""A table that could not be read is tried again after this."""
STAYED_MM = 4.0
"""A die that was named and lies this close to where it lay is still the same."""


@dataclass(frozen=True)
class Named:
    """What people said of the die at a place, and whether the camera saw one there."""

    answer: Answer
    seen: bool


class TableReader:
    """The table as it lies: what was read of it last, what people said of single dice, and why it could not be read."""

    def __init__(self, room: BearsRoom, *, rest_s: float, read_already: bool = False) -> None:
        self._room, self._rest_ns = room, round(rest_s * SECOND)
        self._looked = read_already
        self._retry_ns: int | None = None
        self.named: list[Named] = []
        self.found: Assessment | None = None
        self.picture: Picture | None = None
        self.trouble = ""
        """Why the last reading failed; empty if it did not."""

    def look(self, happening: Happening) -> bool:
        """Read if this is a frame of a table that has come to rest and was not read since; whether it was read."""
        room = self._room
        if room.sighted is None or not isinstance(happening, Frame):
            return False
        if room.sighted.still_ns < self._rest_ns:
            self._looked, self._retry_ns = False, None
        elif not self._looked or (self._retry_ns is not None and room.now_ns >= self._retry_ns):
            return self.read()
        return False

    def read(self) -> bool:
        """Read now; False, with the trouble told, if that is not possible."""
        room = self._room
        self.picture = None  # makes room for the next one
        self.found, self._looked, self._retry_ns = None, True, room.now_ns + RETRY_NS
        if room.sighted is None:
            return False
        try:
            self.found, self.picture = room.sighted.read(seats=room.angles)
            self.named = [named for named in self.named if _holds(named, self.found)]
            if self.named:
                answers = tuple(named.answer for named in self.named)
                self.found = room.sighted.read_again(self.picture, seats=room.angles, answers=answers)
        except (VisionError, HardwareError) as error:
            if str(error) != self.trouble:
                self.trouble = str(error)
                room.tell(f"The table could not be read: {error}")
            return False
        self.trouble, self._retry_ns = "", None
        return True

    def name(self, x: float, y: float, face: str | None) -> None:
        """People say that the die at a place (mm) shows `face`, or that there is none."""
        answer = Answer(x, y, face)
        self.named.append(Named(answer, self.found is not None and _lies_at(answer, self.found)))

    def screen(self, which: int = 0, *, lit: bool = True) -> Look | None:
        """What people are to look at: one of the doubts, or why nothing could be read; None if all is well.

        The lamp of the seat next to it asks for a look where it is `lit`.
        """
        room = self._room
        if self.trouble:
            return Look(self.trouble, None, seats=room.angles)
        if self.found is None or not self.found.doubts:
            return None
        doubts = self.found.doubts
        doubt = doubts[which % len(doubts)]
        where = None
        if doubt.x is not None and doubt.y is not None and room.camp is not None:
            zone = room.camp.zone(doubt.x, doubt.y, seats=room.angles)
            near = room.players[zone] if isinstance(zone, int) else ""
            if near and lit:
                room.stage.light(room.seat(near), Light.SLOW, seconds=2.0)
            where = Place(doubt.x, doubt.y, near)
        return Look(doubt.reason, where, which % len(doubts) + 1, len(doubts), seats=room.angles)


def _holds(named: Named, found: Assessment) -> bool:
    """Whether what people said is still about the same die."""
    return _lies_at(named.answer, found) == named.seen


def _lies_at(answer: Answer, found: Assessment) -> bool:
    return any(math.hypot(die.x - answer.x, die.y - answer.y) <= STAYED_MM for die in found.dice)
