"""An evening of Bears, Foxes & Hares from any moment to its end."""

from __future__ import annotations

from companion.games.bfh import Pass, legal_moves
from companion.screens.kinds import Notice, Winner
from companion.table.bfh.mending import menu
from companion.table.bfh.records import record_of
from companion.table.bfh.room import BfhRoom
from companion.table.bfh.turns import after_move, choosing, moving, placing
from companion.table.happenings import Course
from hardware.buttons import Menu, Press
from hardware.outputs import Light, Sound


def evening(room: BfhRoom, interrupted: str = "") -> Course[None]:
    """The match from where it stands to its end; `interrupted` says by what it was, if it was."""
    if interrupted:
        room.stage.flash(
            Notice(interrupted, f"{room.state.to_move} goes on, turn {room.state.turn}"), seconds=2
        )
    while True:
        room.meanwhile = None
        state = room.state
        for player in room.players:
            room.stage.light(room.seat(player), Light.ON if player == state.to_move else Light.OFF)
        match state.phase:
            case "placing":
                yield from placing(room)
            case "choose":
                yield from choosing(room)
            case "move":
                if legal_moves(state) == (Pass(),):
                    yield from _pass(room)
                else:
                    yield from moving(room)
            case "after_move":
                yield from after_move(room)
            case "over":
                if (yield from _over(room)):
                    return


def _pass(room: BfhRoom) -> Course[None]:
    player = room.state.to_move
    yield from room.must_record(record_of(Pass()))
    room.tell(f"{player}: no piece can move so far")
    room.stage.flash(Notice("Pass", f"no piece of {player} can move so far"), seconds=3)


def _over(room: BfhRoom) -> Course[bool]:
    """Show who won until ok; False if people take the end back."""
    winner = room.state.winner
    assert winner is not None
    room.tell(f"{winner} wins")
    room.stage.play(Sound.ROUND_OVER)
    room.stage.light(room.seat(winner), Light.SLOW)
    while True:
        room.stage.show(Winner(winner, None))
        happening = yield from room.next()
        if isinstance(happening, Press) and happening.button is Menu.OK:
            return True
        if isinstance(happening, Press) and happening.button is Menu.BACK and (yield from menu(room)):
            return False
