"""An evening of Bears! from any moment to its end."""

from __future__ import annotations

from companion.table.bears.ending import ending
from companion.table.bears.playing import playing, resuming
from companion.table.bears.rolling import ready, rolling
from companion.table.bears.room import BearsRoom
from companion.table.bears.showing import showing
from companion.table.bears.starting import starting
from companion.table.happenings import Course


def evening(room: BearsRoom, interrupted: str = "") -> Course[None]:
    """The match from where it stands to its end; `interrupted` says by what it was, if it was."""
    while True:
        room.meanwhile = None
        yield from showing(room)
        match room.state.phase:
            case "setup" | "reroll":
                yield from rolling(room)
            case "ready":
                if (yield from ready(room)):
                    yield from playing(room, (yield from starting(room)))
            case "playing":
                yield from resuming(room, interrupted or "The round goes on")
            case "ended":
                yield from ending(room)
            case "over":
                return
        interrupted = ""
