"""The menu of Bears, Foxes & Hares: take back, and put another move in the place of one that was misread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.bfh import Event, Move, Place, Special, State
from companion.games.log import Play
from companion.match.amends import standing
from companion.match.story import Line, Story
from companion.moves import told
from companion.table.asking import choose
from companion.table.bfh.by_hand import enter_move
from companion.table.bfh.records import EVENTS, record_of
from companion.table.bfh.room import BfhRoom
from companion.table.happenings import Course
from companion.table.mending import amend, mend

MEND = "Mend a move"
OFFERED = 8
"""So many of the last moves can be mended."""


@dataclass(frozen=True)
class _Made:
    """A move that counts: its entry, the states round it, and what is said of it."""

    seq: int
    before: State
    told: str


def menu(room: BfhRoom) -> Course[bool]:
    """The menu; whether people took something back or mended it."""

    def repairs() -> Sequence[tuple[str, Callable[[], Course[None]]]]:
        return [(MEND, lambda: _mend(room))] if _made(room.match.story) else []

    return (yield from mend(room, words=EVENTS, repairs=repairs))


def _mend(room: BfhRoom) -> Course[None]:
    made = _made(room.match.story)[-OFFERED:][::-1]
    answer = yield from room.ask(choose("Which was wrong?", [one.told for one in made]))
    if answer is None:
        return
    wrong = made[answer]
    entered = yield from room.ask(
        enter_move(wrong.before, lambda squares: room.squares.drawn(wrong.before.stacks, squares))
    )
    if entered is None:
        return
    events = [record_of(event) for event in entered.events]
    yield from amend(room, lambda: room.match.correct(wrong.seq, events, about=entered.told), entered.told)


def _made(story: Story) -> list[_Made]:
    """The moves that count, in order, each with the state before it."""
    play = Play.begin(story.play.game, story.header.fields)
    made = []
    for number, one in enumerate(standing(story), start=2):
        before: State = play.state
        line = Line.of(one.event)
        play = play.take(line.fields, line=number)
        event: Event = play.game.read_event(play.match, str(one.event["event"]), line.fields)
        if isinstance(event, Place | Move | Special):
            made.append(_Made(one.seq, before, told(event, before, play.state)))
    return made
