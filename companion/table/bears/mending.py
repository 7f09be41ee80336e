"""What can be put right in Bears!: a player's dice, a whole table, a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from companion.table.asking import choose
from companion.table.bears.counting import count_player, count_table, pick_player
from companion.table.bears.records import Counts, Dice, counted, counts_of
from companion.table.bears.room import BearsRoom
from companion.table.happenings import Course
from companion.table.mending import amend, mend

DICE, CALL, TABLE = "Mend a player", "Mend a call", "Mend a table"
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


def menu(room: BearsRoom) -> Course[bool]:
    """Let people choose what to mend until they go on; whether they mended anything.

    Raises GivenUp where they would rather begin anew.
    """

    def repairs() -> Sequence[tuple[str, Callable[[], Course[None]]]]:
        found: list[tuple[str, Callable[[], Course[None]]]] = []
        if room.state.rounds:
            found += [(DICE, lambda: _mend_player(room)), (TABLE, lambda: _mend_table(room))]
        if _calls(room):
            found.append((CALL, lambda: _mend_call(room)))
        return found

    return (yield from mend(room, words=EVENTS, repairs=repairs))


def _mend_player(room: BearsRoom) -> Course[None]:
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
    yield from amend(
        room,
        lambda: correct_sheet(room.match, number, name, pairs=dice.pairs, loose=dice.loose),
        f"{name}'s dice of round {number}",
    )


def _mend_table(room: BearsRoom) -> Course[None]:
    number = yield from _which_round(room)
    if number is None:
        return
    names = tuple(name for name, _ in room.state.rounds[number - 1].scores)
    given = {name: _counts_in(room, number, name) for name in names}
    counts = yield from room.ask(count_table(names, given, None))
    if counts is not None:
        read = counted(*counts)
        yield from amend(
            room, lambda: correct_table(room.match, number, read), f"the table of round {number}"
        )


def _mend_call(room: BearsRoom) -> Course[None]:
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
            yield from amend(
                room, lambda: reassign_call(room.match, call.seq, name), f"the call was {name}'s"
            )
        return
    verdict = VERDICTS[options[answer]]
    yield from amend(
        room,
        lambda: overrule_call(room.match, call.seq, verdict),  # type: ignore[arg-type]
        f"{call.event['player']}'s call: {options[answer].lower()}",
    )


def _which_round(room: BearsRoom) -> Course[int | None]:
    number = len(room.state.rounds)
    if number == 1:
        return 1
    options = [f"Round {k}" for k in range(number, 0, -1)]
    answer = yield from room.ask(choose("Which round?", options))
    return None if answer is None else number - answer


def _calls(room: BearsRoom) -> list[Standing]:
    """The calls of the round in hand and of the one before it."""
    number = len(room.state.rounds)
    return [
        entry
        for entry in standing(room.match.story)
        if entry.event["event"] == "call" and entry.round >= number
    ]


def _counts_in(room: BearsRoom, number: int, name: str) -> Counts:
    sheet = sheet_of(room.match.story, number, name)
    if sheet is None:
        return Counts()
    return counts_of(Dice(tuple((pair[0], pair[1]) for pair in sheet["pairs"]), tuple(sheet["loose"])))
