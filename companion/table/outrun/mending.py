"""What can be put right in Outrun the Bear: what somebody did, a reaction, the values of the Bear's cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.fields import Fields
from companion.games.log import Play
from companion.games.outrun import State
from companion.match.amends import standing
from companion.screens.outrun_kinds import Hands
from companion.table.asking import Dialog, choose
from companion.table.happenings import Course
from companion.table.mending import amend, mend
from companion.table.outrun.cards import tell_card
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.teaching import teach
from companion.table.outrun.values import card_values
from companion.table.outrun.views import hands
from companion.table.outrun.ways import CHOOSING, Event, terrain_event, ways
from hardware.buttons import Menu

CARDS, TEACH, TURN = "Cards and places", "Teach the rows", "Mend a turn"
EVENTS = {
    "terrain": "the terrain",
    "crawl": "crawling",
    "sprint": "sprinting",
    "card": "a card",
    "reaction": "the reaction",
    "end_turn": "end of turn",
    "bear": "the Bear's turn",
}
"""What can be taken back, in words that fit a title."""
STRUCK = "It never was"
LOOKED_BACK = 12
"""So many of the last things can be put right without taking back all that came after."""
CHOICES = {"equip": "Equip a card", "exchange": "Swap a card", "none": "Neither"}


@dataclass(frozen=True)
class Moment:
    """Something that counts: the entry in whose place it stands, all that stands there, and the state before it."""

    seq: int
    index: int
    events: tuple[Event, ...]
    before: State

    @property
    def event(self) -> Event:
        """What happened."""
        return self.events[self.index]

    @property
    def who(self) -> str:
        """Who did it."""
        if self.event["event"] == "bear":
            return "Bear"
        return str(self.event.get("player", self.before.to_move))

    @property
    def title(self) -> str:
        """In a few words."""
        what = EVENTS[str(self.event["event"])].removeprefix("the ")
        if self.event["event"] == "bear":
            what = "+".join(map(str, self.event["values"])) or "no card"
        return f"{self.before.round}: {self.who}, {what}"


def menu(room: OutrunRoom) -> Course[bool]:
    """Let people choose what to mend until they go on; whether they mended anything.

    Raises GivenUp where they would rather begin anew.
    """
    room.claims.clear()

    def repairs() -> Sequence[tuple[str, Callable[[], Course[None]]]]:
        found: list[tuple[str, Callable[[], Course[None]]]] = [(CARDS, lambda: _look(room))]
        if room.eyes is not None and not room.camera_trouble:
            found.append((TEACH, lambda: teach(room)))
        if mendable(room):
            found.append((TURN, lambda: _mend_turn(room)))
        return found

    mended = yield from mend(room, words=EVENTS, repairs=repairs)
    if mended:
        room.show_track()
    return mended


def mendable(room: OutrunRoom) -> list[Moment]:
    """What can be put right, the last first."""
    found = [moment for moment in history(room) if _can_be_mended(moment)]
    return found[-LOOKED_BACK:][::-1]


def history(room: OutrunRoom) -> list[Moment]:
    """Everything that counts, in order, with the state before it."""
    play: Play[Any, Any, Any] = Play.begin(room.match.play.game, Fields(room.match.header))
    found = []
    for line, one in enumerate(standing(room.match.story)):
        events = tuple(stands.said for stands in room.match.story.standing(one.seq))
        found.append(Moment(one.seq, one.index, events, play.state))
        play = play.take(Fields(one.event), line=line + 2)
    return found


def _can_be_mended(moment: Moment) -> bool:
    match moment.event:
        case {"event": "end_turn"}:
            return False
        case {"event": "terrain"}:
            return moment.before.trail.under(moment.who).terrain in CHOOSING
        case {"event": "bear", "values": values}:
            return bool(values)
    return True


def _mend_turn(room: OutrunRoom) -> Course[None]:
    moments = mendable(room)
    answer = yield from room.ask(choose("Which?", [moment.title for moment in moments]))
    if answer is None:
        return
    moment = moments[answer]
    instead = yield from room.ask(_ask_anew(moment))
    if instead is None:
        return
    events = [*moment.events[: moment.index], *instead, *moment.events[moment.index + 1 :]]
    yield from amend(room, lambda: room.match.amend({moment.seq: events}, about=moment.title), moment.title)


def _ask_anew(moment: Moment) -> Dialog[Sequence[Event] | None]:
    """What happened in truth; None if people leave it as it is."""
    state, event = moment.before, moment.event
    match event["event"]:
        case "bear":
            draw = state.bear_draw
            assert draw is not None
            values = yield from card_values(draw, given=tuple(event["values"]))
            return None if values is None else [{"event": "bear", "values": list(values)}]
        case "terrain":
            answer = yield from choose("In truth", list(CHOICES.values()))
            return None if answer is None else [terrain_event(list(CHOICES)[answer])]
        case "reaction":
            answer = yield from choose("In truth", ["It did else", STRUCK])
            if answer is None:
                return None
            if answer == 1:
                return []
            return _one((yield from tell_card(state, moment.who, "reaction", given=event["effects"])))
    return (yield from _ask_action(moment))


def _ask_action(moment: Moment) -> Dialog[Sequence[Event] | None]:
    may = ways(moment.before)
    answer = yield from choose("In truth", [way.label for way in may])
    if answer is None:
        return None
    way = may[answer]
    if way.card is None:
        return way.events
    given = moment.event.get("effects", ()) if moment.event.get("kind") == way.card else ()
    return _one((yield from tell_card(moment.before, moment.who, way.card, given=given)))


def _one(event: Mapping[str, Any] | None) -> Sequence[Event] | None:
    return None if event is None else [event]


def _look(room: OutrunRoom) -> Course[None]:
    """Show the cards and places until somebody has seen them."""
    yield from room.ask(_seen(hands(room.state)))


def _seen(screen: Hands) -> Dialog[bool | None]:
    while (yield screen) is Menu.NEXT:
        pass
    return True
