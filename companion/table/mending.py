"""The menu behind the button `back`: take back, put right what was misread or misjudged, give the match up."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CompanionError
from companion.games.fields import LogError
from companion.match import Outcome
from companion.match.amends import (
    Standing,
    correct_sheet,
    correct_table,
    overrule_call,
    reassign_call,
    ruling,
    sheet_of,
    standing,
)
from companion.match.story import Story
from companion.screens.kinds import Notice
from companion.table.asking import acknowledge, choose
from companion.table.counting import count_player, count_table, pick_player
from companion.table.happenings import Course
from companion.table.records import Counts, Dice, counted, counts_of
from companion.table.room import Room

GO_ON, TAKE_BACK, DICE, CALL, TABLE, GIVE_UP = (
    "Go on",
    "Take back last",
    "Mend a player",
    "Mend a call",
    "Mend a table",
    "New match",
)
VERDICTS = {"It was false": "false", "It ended it": "ended", "It was no call": "void"}
EVENTS = {
    "camp_rolled": "the roll",
    "round_started": "the start",
    "camp": "dice taken",
    "call": "the call",
    "round_ended": "round over",
    "round_read": "the score",
}
"""What can be taken back, in words that fit a title."""
SOMEBODY_ELSE = "Somebody else"


class GivenUp(CompanionError):
    """People want to begin a new match."""


def menu(room: Room) -> Course[bool]:
    """Let people choose what to mend until they go on; whether they mended anything.

    Raises GivenUp where they would rather begin anew.
    """
    room.stage.clear_flashes()
    before = room.match.story
    while True:
        options = [GO_ON, TAKE_BACK]
        if room.state.rounds:
            options += [DICE, TABLE]
        if _calls(room):
            options.append(CALL)
        options.append(GIVE_UP)
        answer = yield from room.ask(choose("Menu", options))
        what = GO_ON if answer is None else options[answer]
        match what:
            case "Go on":
                return room.match.story is not before
            case "Take back last":
                yield from _take_back(room)
            case "Mend a player":
                yield from _mend_player(room)
            case "Mend a table":
                yield from _mend_table(room)
            case "Mend a call":
                yield from _mend_call(room)
            case "New match":
                sure = yield from room.ask(choose("Give it up?", ["No", "Yes, a new match"]))
                if sure == 1:
                    raise GivenUp("a new match begins")


def _take_back(room: Room) -> Course[None]:
    what = _last(room.match.story)
    if what is None:
        yield from room.ask(acknowledge(Notice("Take back", "nothing has happened yet")))
        return
    sure = yield from room.ask(choose(f"Take back: {what}", ["No", "Yes"]))
    if sure != 1:
        return
    outcome = yield from room.saved(room.match.undo)
    yield from _say(room, outcome, what, title="Taken back")


def _last(story: Story) -> str | None:
    """What an undo would take back, in a few words; None if there is nothing."""
    counting = [entry for entry in story.entries if entry.fate == "counts"]
    if story.corrections and (not counting or story.corrections[-1].seq > counting[-1].seq):
        return "mending"
    if not counting:
        return None
    event = counting[-1].event
    player = f" of {event['player']}" if "player" in event else ""
    return EVENTS.get(str(event["event"]), str(event["event"])) + player


def _mend_player(room: Room) -> Course[None]:
    number = yield from _which_round(room)
    if number is None:
        return
    names = tuple(name for name, _ in room.state.rounds[number - 1].scores)
    name = yield from room.ask(pick_player("Whose dice?", names))
    if name is None:
        return
    counts = yield from room.ask(count_player(name, _counts_in(room, number, name)))
    if counts is None:
        return
    dice = counts.dice()
    yield from _amend(
        room,
        lambda: correct_sheet(room.match, number, name, pairs=dice.pairs, loose=dice.loose),
        f"{name}'s dice of round {number}",
    )


def _mend_table(room: Room) -> Course[None]:
    number = yield from _which_round(room)
    if number is None:
        return
    names = tuple(name for name, _ in room.state.rounds[number - 1].scores)
    given = {name: _counts_in(room, number, name) for name in names}
    counts = yield from room.ask(count_table(names, given, None))
    if counts is not None:
        read = counted(*counts)
        yield from _amend(
            room, lambda: correct_table(room.match, number, read), f"the table of round {number}"
        )


def _mend_call(room: Room) -> Course[None]:
    calls = _calls(room)
    lines = [f"{call.event['player']} {call.event['t']:.2f} s: {ruling(room.match, call)}" for call in calls]
    answer = yield from room.ask(choose("Which call?", lines, chosen=len(lines) - 1))
    if answer is None:
        return
    call = calls[answer]
    options = [*VERDICTS, SOMEBODY_ELSE]
    answer = yield from room.ask(choose("In truth", options))
    if answer is None:
        return
    if options[answer] == SOMEBODY_ELSE:
        name = yield from room.ask(pick_player("Who called?", room.state.match.players))
        if name is not None:
            yield from _amend(
                room, lambda: reassign_call(room.match, call.seq, name), f"the call was {name}'s"
            )
        return
    verdict = VERDICTS[options[answer]]
    yield from _amend(
        room,
        lambda: overrule_call(room.match, call.seq, verdict),  # type: ignore[arg-type]
        f"{call.event['player']}'s call: {options[answer].lower()}",
    )


def _which_round(room: Room) -> Course[int | None]:
    number = len(room.state.rounds)
    if number == 1:
        return 1
    options = [f"Round {k}" for k in range(number, 0, -1)]
    answer = yield from room.ask(choose("Which round?", options))
    return None if answer is None else number - answer


def _amend(room: Room, amend: Callable[[], Outcome], done: str) -> Course[None]:
    try:
        outcome = yield from room.saved(amend)
    except LogError as error:
        room.tell(f"Not mended: {error}")
        yield from room.ask(acknowledge(Notice("Not mended", str(error))))
        return
    yield from _say(room, outcome, done)


def _say(room: Room, outcome: Outcome, done: str, *, title: str = "Mended") -> Course[None]:
    if outcome.accepted:
        room.tell(f"{title}: {done}")
        room.stage.flash(Notice(title, done), seconds=1.5)
    else:
        yield from room.ask(acknowledge(Notice("That cannot be", outcome.reason)))


def _calls(room: Room) -> list[Standing]:
    """The calls of the round in hand and of the one before it."""
    number = len(room.state.rounds)
    return [
        entry
        for entry in standing(room.match.story)
        if entry.event["event"] == "call" and entry.round >= number
    ]


def _counts_in(room: Room, number: int, name: str) -> Counts:
    sheet = sheet_of(room.match.story, number, name)
    if sheet is None:
        return Counts()
    return counts_of(Dice(tuple((pair[0], pair[1]) for pair in sheet["pairs"]), tuple(sheet["loose"])))
