"""The Bear's turn: how many cards, their values, and the Bear on its way until it stops or catches somebody."""

from __future__ import annotations

from dataclasses import replace

from companion.games.outrun import State
from companion.screens.kinds import Notice
from companion.screens.outrun_kinds import BearDraws, BearRuns, RunnerFate, RunWinners
from companion.table.happenings import Course
from companion.table.outrun.mending import menu
from companion.table.outrun.recording import caught_by, take
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.seeing import consider
from companion.table.outrun.values import card_values, usual_value
from companion.table.outrun.views import map_of, place
from companion.table.outrun.watch import ParkWatch, Sighting
from hardware.buttons import Menu, Press
from hardware.outputs import Sound

STEP_S = 0.6
"""How long the Bear stays in each row that it runs through."""
STOPPED_S = 4.0
SHOWN = "shown"
"""The note of the Bear's turn that everybody has seen."""


def bears_turn(room: OutrunRoom, watch: ParkWatch) -> Course[None]:
    """Until the values of the Bear's cards are recorded, or people have put right what was recorded before."""
    room.claims.clear()
    room.light(moving=None)
    while (draw := room.state.bear_draw) is not None:
        room.stage.show(
            BearDraws(room.state.trail.paws_behind_the_lead, draw.from_discard_pile, draw.from_deck)
        )
        deed = yield from watch.deed()
        match deed:
            case Sighting():
                yield from consider(room, watch, deed)
            case Press(button=Menu.OK):
                values = yield from room.ask(card_values(draw, usual=usual_value(room)))
                if values is not None:
                    yield from take(room, [{"event": "bear", "values": list(values)}])
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return


def showing(room: OutrunRoom) -> Course[None]:
    """Let the Bear run as recorded, say whom it got and, at the end, who has won; remembered once it has been seen."""
    while (run := _last_run(room)) is not None:
        seq, before = run
        if (yield from _show_run(room, before)):
            yield from room.note(SHOWN, {"bear": seq})
    room.show_track()
    while room.state.phase == "over":
        winners = tuple(name for name in room.state.winners if name in room.state.match.runners)
        if (yield from _until_ok(room, RunWinners(winners))):
            return


def _last_run(room: OutrunRoom) -> tuple[int, State] | None:
    """The Bear's turn that happened last and was not seen yet: its entry, and the state before it."""
    counting = [entry for entry in room.match.entries if entry.fate == "counts"]
    earlier = room.match.play.earlier
    if not counting or counting[-1].event["event"] != "bear" or earlier is None:
        return None
    if earlier.last.bear_draw is None or room.match.notes.get(SHOWN, {}).get("bear") == counting[-1].seq:
        return None
    return counting[-1].seq, earlier.last


def _show_run(room: OutrunRoom, before: State) -> Course[bool]:
    """Whether it was seen; False if people put right what is recorded instead."""
    after = room.state
    last = after.trail.bear
    for row in range(before.trail.bear, last + 1):
        trail = replace(before.trail, bear=row)
        room.show_track(trail)
        room.stage.show(
            BearRuns(place(trail, row), last - row, replace(map_of(before, trail=trail), mover=None))
        )
        if row > before.trail.bear:
            room.stage.play(Sound.TICK)
        if not (yield from room.pause(STEP_S)):
            break
    room.show_track()
    caught = caught_by(before, after)
    if caught:
        room.stage.play(Sound.FALSE_CALL)
        why = f"at {place(before.trail, last)}. Put hand and equipment away"
        return (yield from _until_ok(room, RunnerFate(caught, "caught", why)))
    told = f"at {place(after.trail, last)}. Its cards go under the deck, the token to {after.token}"
    room.stage.flash(Notice("The Bear stops", told), seconds=STOPPED_S)
    return True


def _until_ok(room: OutrunRoom, screen: RunnerFate | RunWinners) -> Course[bool]:
    """Show a screen until ok; False if people put right what is recorded instead."""
    room.light(moving=None)
    while True:
        room.stage.show(screen)
        press = yield from room.press()
        match press:
            case Press(button=Menu.OK):
                return True
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return False
