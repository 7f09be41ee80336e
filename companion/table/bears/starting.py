"""The start of a round, and of watching it: the Camp Dice are found in the campsite as the match knows of them."""

from __future__ import annotations

import math

from companion.games.bears.dice import CAMP_FACES
from companion.referee import CampDie
from companion.screens.kinds import Countdown
from companion.sheet.assessment import Assessment
from companion.table.bears.room import BearsRoom
from companion.table.happenings import Course, Happening
from hardware.buttons import Menu, Press
from hardware.camera import Frame
from hardware.errors import HardwareError
from hardware.outputs import Sound
from vision.errors import VisionError

SECOND = 1_000_000_000
AGAIN_NS = SECOND // 2
"""The campsite is not looked for more often than this: finding dice takes long."""
BORDER_MM = 60.0
"""What hides anything so close to the campsite may hide dice in it."""


def starting(room: BearsRoom) -> Course[tuple[CampDie, ...] | None]:
    """Count down and record the start; the Camp Dice that are watched from now on, None if they were not seen.

    The round has not begun if somebody pressed back.
    """
    room.stage.clear()
    finder = CampFinder(room)
    dice: tuple[CampDie, ...] | None = None
    began = room.now_ns
    while (left := room.habits.countdown_s - (room.now_ns - began) // SECOND) > 0:
        room.stage.show(Countdown(int(left)))
        happening = yield from room.next()
        if isinstance(happening, Press) and happening.button is Menu.BACK:
            return None
        dice = dice or finder.look(happening)
    yield from room.must_record({"event": "round_started", "t": room.match.seconds(room.now_ns)})
    room.stage.play(Sound.GO)
    room.stage.flash(Countdown(0), seconds=0.7)
    room.tell("Go!")
    return dice


class CampFinder:
    """Looks for the dice of a round in frames in which nothing moves.

    Where `fewer` than the match knows of may be left, the others count as taken only if nothing can hide them.
    """

    def __init__(self, room: BearsRoom, *, fewer: bool = False) -> None:
        self._room, self._fewer = room, fewer
        self._tried_ns = -AGAIN_NS
        self._trouble = ""

    def look(self, happening: Happening) -> tuple[CampDie, ...] | None:
        """The dice that are watched from now on, if this is a frame that shows them."""
        room = self._room
        if not isinstance(happening, Frame) or moving(room) or room.now_ns - self._tried_ns < AGAIN_NS:
            return None
        self._tried_ns = room.now_ns
        camp = room.state.round.campsite
        if room.sighted is None or camp is None:
            return None
        try:
            found = room.sighted.read(seats=room.angles)[0]
            dice = room.sighted.watcher.begin(happening.picture, time_ns=happening.time_ns, dice=found.dice)
        except (VisionError, HardwareError) as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                room.tell(f"The campsite could not be read: {error}")
            return None
        bears, tents = _counts(dice)
        if (bears, tents) == (camp.bears, camp.tents):
            return dice
        fewer = self._fewer and bears <= camp.bears and tents <= camp.tents
        return dice if fewer and not _may_hide_dice(found) else None


def recorded(room: BearsRoom) -> tuple[CampDie, ...]:
    """The dice that are in the campsite as far as is recorded; nobody knows where."""
    camp = room.state.round.campsite
    assert camp is not None
    bear, tent = CAMP_FACES
    faces = [bear] * camp.bears + [tent] * camp.tents
    return tuple(CampDie(number, face, 0.0, 0.0) for number, face in enumerate(faces))


def moving(room: BearsRoom) -> bool:
    """Whether something moves over the table, or nobody can tell."""
    return room.camp is None or room.camp.still_ns < SECOND // 5


def _counts(dice: tuple[CampDie, ...]) -> tuple[int, int]:
    bears = sum(die.face == "bear" for die in dice)
    return bears, len(dice) - bears


def _may_hide_dice(found: Assessment) -> bool:
    """Whether anything in the campsite or next to it is no die that was surely read."""
    reach = BORDER_MM + (found.layout.campsite_mm if found.layout is not None else 0.0)
    places = [(odd.x, odd.y) for odd in found.oddities]
    places += [(die.x, die.y) for die in found.dice if not die.sure]
    return any(math.hypot(x, y) <= reach for x, y in places)
