"""Recording what happened: on the disk first, then told, heard, and shown on the track."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.outrun import State
from companion.screens.outrun_kinds import RunnerFate
from companion.table.happenings import Course
from companion.table.outrun.cards import words
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.views import changes, place
from companion.table.outrun.ways import Event
from hardware.outputs import Sound

ESCAPED_S = 3.0
CHOSE = {"equip": "equips a card", "exchange": "swaps a card"}
DID = {"crawl": "crawls", "sprint": "sprints", "card": "plays a card", "reaction": "reacts"}


def take(room: OutrunRoom, events: Sequence[Event], *, by: str = "people") -> Course[None]:
    """Record what was done, which the rules allow."""
    for event in events:
        before = room.state
        yield from room.must_record(event, why={"by": by})
        _tell(room, event, before)
        _celebrate(room, before)
    if events and events[-1]["event"] != "bear":  # whose way is shown step by step
        room.show_track()


def caught_by(before: State, after: State) -> tuple[str, ...]:
    """Whom the Bear got between the two."""
    return after.trail.eaten[len(before.trail.eaten) :]


def _tell(room: OutrunRoom, event: Event, before: State) -> None:
    """Say in a line what an event did."""
    match event["event"]:
        case "end_turn":
            return
        case "bear":
            _tell_of_the_bear(room, event["values"], before)
            return
        case "terrain":
            who, choice = before.to_move, event.get("choice", "none")
            told = changes(before, room.state)
            if choice == "none" and not told:
                return
            did = CHOSE.get(choice, f"is in {before.trail.under(who).terrain}")
        case name:
            who, did = str(event.get("player", before.to_move)), DID[name]
            told = [", ".join(map(words, event["effects"]))] if event.get("effects") else []
            told += changes(before, room.state)
    room.tell("; ".join([f"{who} {did}", *told]))


def _tell_of_the_bear(room: OutrunRoom, values: Sequence[int], before: State) -> None:
    after = room.state
    total = f"{'+'.join(map(str, values))} = {sum(values)}" if len(values) > 1 else str(sum(values))
    room.tell(f"The Bear runs {total}: {place(before.trail, after.trail.bear)}")
    caught = caught_by(before, after)
    if caught:
        room.tell(f"The Bear got {' and '.join(caught)}")
    if not after.winners:
        room.tell(f"Round {after.round}: the token to {after.token}")


def _celebrate(room: OutrunRoom, before: State) -> None:
    new = tuple(runner for runner in room.state.trail.home if runner not in before.trail.home)
    if new:
        room.stage.play(Sound.GO)
        room.stage.flash(RunnerFate(new, "escaped", "safe in the car"), seconds=ESCAPED_S)
