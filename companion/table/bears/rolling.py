"""Before a round: the Camp Dice are rolled and read, then somebody says go."""

from __future__ import annotations

from companion.games.bears.dice import CAMP_FACES
from companion.match.amends import correct_roll
from companion.screens.kinds import Ready, Reroll, Roll, Screen
from companion.sheet.assessment import Die
from companion.table.bears.counting import count_roll
from companion.table.bears.mending import menu
from companion.table.bears.reading import TableReader
from companion.table.bears.records import camp_rolled, rolled_in
from companion.table.bears.room import BearsRoom
from companion.table.happenings import Course
from hardware.buttons import Menu, Press
from hardware.outputs import Sound

WAITS_NS = 3_000_000_000
"""After so long without a motion a roll is taken to have been thrown, even if not all of its dice are seen."""
REST_S = 0.6
"""Rolled dice lie still for so long before they are read."""


def rolling(room: BearsRoom) -> Course[None]:
    """Until a roll with bears and tents is recorded, or people have put right what was recorded before.

    What lies there when a roll was taken back or is to be made again is not read as the next one.
    """
    room.stage.clear()
    reader = TableReader(room, rest_s=REST_S, read_already=room.undone or room.state.phase == "reroll")
    while room.state.phase in ("setup", "reroll"):
        room.stage.show(_screen(room, reader))
        happening = yield from room.next()
        match happening:
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return
            case Press(button=Menu.OK):
                bears = sum(die.face == "bear" for die in _in_campsite(reader))
                rolled = yield from room.ask(count_roll(len(room.players), bears=bears))
                if rolled is not None:
                    yield from _take(room, rolled, by="people")
            case _ if reader.look(happening) and reader.found is not None:
                now = rolled_in(reader.found)
                if now is not None and sum(now) == room.state.camp_dice:
                    yield from _take(room, now, by="camera")


def ready(room: BearsRoom) -> Course[bool]:
    """Until somebody says go (True) or the roll is taken back (False).

    A roll that the camera read and that has changed since is read again; what people entered stays.
    """
    reader = TableReader(room, rest_s=REST_S, read_already=True)
    by_camera = yield from room.saved(lambda: _read_by_camera(room))
    while room.state.phase == "ready":
        rolled = room.state.round.campsite
        assert rolled is not None
        room.stage.show(Ready(room.state.number, rolled.bears, rolled.tents))
        happening = yield from room.next()
        match happening:
            case Press(button=Menu.OK):
                return True
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return False
            case _ if by_camera and reader.look(happening) and reader.found is not None:
                now = rolled_in(reader.found)
                if (
                    now is not None
                    and now != (rolled.bears, rolled.tents)
                    and sum(now) == room.state.camp_dice
                ):
                    room.tell("The Camp Dice were changed")
                    yield from _correct(room, now)
    return False


def _screen(room: BearsRoom, reader: TableReader) -> Screen:
    wanted = room.state.camp_dice
    in_campsite = _in_campsite(reader)
    if room.sighted is not None and (reader.trouble or _thrown(room, len(in_campsite))):
        look = reader.screen(lit=False)
        if look is not None:
            return look
    if room.state.phase == "reroll" and room.state.round.campsite is not None:
        return Reroll(CAMP_FACES[0] if room.state.round.campsite.bears else CAMP_FACES[1])
    seen = sum(die.counts for die in in_campsite)
    return Roll(room.state.number, wanted, None if room.sighted is None else seen)


def _thrown(room: BearsRoom, seen: int) -> bool:
    """Whether this is a roll of which something cannot be seen, rather than none yet."""
    wanted = room.state.camp_dice
    waits = room.camp is not None and room.camp.still_ns >= WAITS_NS
    return seen >= wanted or (waits and 2 * seen > wanted)


def _in_campsite(reader: TableReader) -> list[Die]:
    """The Camp Dice that were read in the campsite."""
    dice = () if reader.found is None else reader.found.dice
    return [die for die in dice if die.kind == "camp" and die.zone == "campsite"]


def _read_by_camera(room: BearsRoom) -> bool:
    """Whether the last roll was read by the camera; raises JournalError."""
    rolls = (entry.seq for entry in reversed(room.match.entries) if entry.event["event"] == "camp_rolled")
    roll = next(rolls, None)
    why = None if roll is None else room.match.why(roll)
    return why is not None and why.get("by") == "camera"


def _correct(room: BearsRoom, rolled: tuple[int, int]) -> Course[None]:
    bears, tents = rolled
    yield from room.saved(lambda: correct_roll(room.match, room.state.number, bears=bears, tents=tents))
    _tell(room, rolled)


def _take(room: BearsRoom, rolled: tuple[int, int], *, by: str) -> Course[None]:
    bears, tents = rolled
    number = room.state.number
    yield from room.must_record(camp_rolled(bears=bears, tents=tents), why={"by": by})
    _tell(room, rolled, number=number)


def _tell(room: BearsRoom, rolled: tuple[int, int], *, number: int | None = None) -> None:
    bears, tents = rolled
    room.tell(f"Round {number or room.state.number}: rolled {bears} bears and {tents} tents")
    if room.state.phase == "reroll":
        room.stage.play(Sound.LOOK)
