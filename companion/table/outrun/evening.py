"""An evening of Outrun the Bear from any moment to its end."""

from __future__ import annotations

from companion.screens.kinds import Notice
from companion.table.happenings import Course
from companion.table.outrun.bears_turn import bears_turn, showing
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.setting_out import setting_out
from companion.table.outrun.turns import acting, ending_turn
from companion.table.outrun.watch import ParkWatch


def evening(room: OutrunRoom, interrupted: str = "") -> Course[None]:
    """The match from where it stands to its end; `interrupted` says by what it was, if it was."""
    if interrupted:
        room.stage.flash(Notice("Going on", interrupted), seconds=2)
    room.meanwhile = room.hear
    watch = ParkWatch(room)
    while True:
        yield from setting_out(room)
        yield from showing(room)
        match room.state.phase:
            case "terrain" | "action":
                yield from acting(room, watch)
            case "end_turn":
                yield from ending_turn(room, watch)
            case "bear":
                yield from bears_turn(room, watch)
            case "over":
                return
