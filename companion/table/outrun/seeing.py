"""What the camera saw is proposed, never recorded by itself; who stands where they should not is said."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screens.kinds import Notice
from companion.screens.outrun_kinds import MoveProposed
from companion.standees import Mismatch, Proposal, Stray
from companion.table.happenings import Course
from companion.table.outrun.recording import take
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.watch import ParkWatch, Sighting, told
from hardware.buttons import Menu, Press, Shout
from hardware.outputs import Sound

WARNED_S = 4.0


def consider(room: OutrunRoom, watch: ParkWatch, sighting: Sighting) -> Course[None]:
    """Propose the move that was seen, and say who stands where they should not; what was said is not said twice."""
    following: Sighting | None = sighting
    while following is not None:
        found = following.found
        following = None
        _warn(room, watch, found)
        if isinstance(found, Proposal) and (found.best.told, room.match.next_seq) != watch.declined:
            following = yield from _propose(room, watch, found)


def _propose(room: OutrunRoom, watch: ParkWatch, found: Proposal) -> Course[Sighting | None]:
    """Until people take one of the ways or none, or something else is seen, which is returned."""
    chosen = 0
    while True:
        way = found.ways[chosen % len(found.ways)]
        room.stage.show(MoveProposed(way.told, chosen % len(found.ways) + 1, len(found.ways)))
        deed = yield from watch.deed()
        match deed:
            case Sighting():
                return deed
            case Press(button=Menu.OK):
                yield from take(room, way.events, by="people and camera")
                return None
            case Press(button=Menu.NEXT):
                chosen += 1
            case Press(button=Menu.BACK):
                watch.declined = found.best.told, room.match.next_seq
                return None
            case Press(button=Shout()):
                yield from room.hear(deed)


def _warn(room: OutrunRoom, watch: ParkWatch, found: Proposal | Mismatch | None) -> None:
    strays: Sequence[Stray] = () if found is None else found.strays
    lines = tuple(told(room, stray) for stray in strays)
    if isinstance(found, Mismatch) and found.hint:
        lines += (found.hint,)
    if lines and lines != watch.warned:
        room.tell("Seen: " + "; ".join(lines))
        room.stage.play(Sound.LOOK)
        room.stage.flash(Notice("Please look", ". ".join(lines)), seconds=WARNED_S)
    watch.warned = lines
