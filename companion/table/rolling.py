"""Before a round: the Camp Dice are rolled and read, then somebody says go."""

from __future__ import annotations

from companion.games.bears.dice import CAMP_FACES
from companion.screens.kinds import Look, Place, Ready, Reroll, Roll
from companion.sheet.assessment import Assessment
from companion.table.counting import count_roll
from companion.table.happenings import Course
from companion.table.mending import menu
from companion.table.records import camp_rolled, rolled_in
from companion.table.room import Room
from hardware.buttons import Menu, Press
from hardware.camera import Frame
from hardware.errors import HardwareError
from hardware.outputs import Sound
from vision.errors import VisionError

SETTLE_NS = 600_000_000
"""Rolled dice lie still for so long before they are read."""


def rolling(room: Room, *, fresh: bool = True) -> Course[None]:
    """Until a roll with bears and tents is recorded; `fresh` is whether what lies there now may be the roll."""
    room.stage.clear()
    looked = not fresh
    found: Assessment | None = None
    while room.state.phase in ("setup", "reroll"):
        _show(room, found)
        happening = yield from room.next()
        match happening:
            case Press(button=Menu.BACK):
                yield from menu(room)
                found, looked = None, True
            case Press(button=Menu.OK):
                yield from _rolled_by_hand(room)
                found = None
            case Frame() if room.sighted is not None:
                if room.sighted.still_ns < SETTLE_NS:
                    looked = False
                elif not looked:
                    looked = True
                    found = _read(room)
                    yield from _rolled_by_camera(room, found)


def ready(room: Room) -> Course[bool]:
    """Until somebody says go (True) or the roll is taken back (False); a roll that changed is read again."""
    looked = True
    while room.state.phase == "ready":
        rolled = room.state.round.campsite
        assert rolled is not None
        room.stage.show(Ready(room.state.number, rolled.bears, rolled.tents))
        happening = yield from room.next()
        match happening:
            case Press(button=Menu.OK):
                return True
            case Press(button=Menu.BACK):
                yield from menu(room)
            case Frame() if room.sighted is not None:
                if room.sighted.still_ns < SETTLE_NS:
                    looked = False
                elif not looked:
                    looked = True
                    now = rolled_in(found) if (found := _read(room)) is not None else None
                    if now is not None and now != (rolled.bears, rolled.tents):
                        room.tell("The Camp Dice were changed")
                        yield from room.undo()
                        yield from _take(room, now, found)
    return False


def _show(room: Room, found: Assessment | None) -> None:
    wanted = room.state.camp_dice
    if room.sighted is None:
        room.stage.show(Roll(room.state.number, wanted, None))
        return
    seen = 0
    if found is not None:
        in_campsite = [die for die in found.dice if die.kind == "camp" and die.zone == "campsite"]
        seen = sum(die.counts for die in in_campsite)
        if len(in_campsite) >= wanted and found.doubts:
            doubt = found.doubts[0]
            where = None if doubt.x is None or doubt.y is None else Place(doubt.x, doubt.y)
            room.stage.show(Look(doubt.reason, where, 1, len(found.doubts), seats=room.angles))
            return
    if room.state.phase == "reroll" and room.state.round.campsite is not None:
        bears = room.state.round.campsite.bears
        room.stage.show(Reroll(CAMP_FACES[0] if bears else CAMP_FACES[1]))
    else:
        room.stage.show(Roll(room.state.number, wanted, seen))


def _read(room: Room) -> Assessment | None:
    assert room.gaze is not None
    try:
        return room.gaze.read(seats=room.angles)[0]
    except (VisionError, HardwareError) as error:
        room.tell(f"The table could not be read: {error}")
        return None


def _rolled_by_camera(room: Room, found: Assessment | None) -> Course[None]:
    rolled = None if found is None else rolled_in(found)
    if rolled is not None:
        yield from _take(room, rolled, found)


def _rolled_by_hand(room: Room) -> Course[None]:
    rolled = yield from room.ask(count_roll(len(room.players)))
    if rolled is not None:
        yield from _take(room, rolled, None)


def _take(room: Room, rolled: tuple[int, int], found: Assessment | None) -> Course[None]:
    bears, tents = rolled
    if sum(rolled) != room.state.camp_dice:
        return
    why = {"by": "people" if found is None else "camera"}
    yield from room.must_record(camp_rolled(bears=bears, tents=tents), why=why)
    room.tell(f"Round {room.state.number}: rolled {bears} bears and {tents} tents")
    if room.state.phase == "reroll":
        room.stage.play(Sound.LOOK)
