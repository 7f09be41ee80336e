"""What a runner may do in a turn, as the events of the match log that each way is, and what they would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.fields import Fields
from companion.games.log import Refused
from companion.games.outrun import GAME, State, apply
from companion.games.outrun.events import Kind
from companion.table.outrun.views import whereabouts

Event = Mapping[str, Any]

CHOOSING = ("campsite", "rest_area")


@dataclass(frozen=True)
class Way:
    """Something that may be done now: its name on the display, the events it is, and a card to be told of then."""

    label: str
    events: tuple[Event, ...]
    card: Kind | None = None
    """Of which kind it is where it is a card, whose effects are asked for."""


def after(state: State, events: Sequence[Event]) -> State:
    """The state after these events; raises `Refused` if the rules forbid one of them."""
    for event in events:
        state = apply(state, GAME.read_event(state.match, str(event["event"]), Fields(event)))
    return state


def refusal(state: State, events: Sequence[Event]) -> str:
    """Why these events cannot be, "" if they can."""
    try:
        after(state, events)
    except Refused as refused:
        return refused.reason
    return ""


def ways(state: State) -> tuple[Way, ...]:
    """Everything that the runner to move may do, the most usual first; the terrain is resolved on the way."""
    first: tuple[Event, ...] = ()
    extra: list[Way] = []
    runner = state.to_move
    if state.phase == "terrain":
        terrain = state.trail.under(runner).terrain
        first = (terrain_event("none" if terrain in CHOOSING else None),)
        if terrain in CHOOSING and state.cards.hands[runner]:
            extra = [
                Way("Equip a card first", (terrain_event("equip"),)),
                Way("Swap a card first", (terrain_event("exchange"),)),
            ]
        if runner in after(state, first).trail.home:
            return (Way("The river takes you home", first),)
    crawl, sprint = (*first, {"event": "crawl"}), (*first, {"event": "sprint"})
    found = [Way(f"Crawl: {_leads(state, crawl)}", crawl)]
    if not refusal(state, sprint):
        found.append(Way(f"Sprint: {_leads(state, sprint)}", sprint))
    if state.cards.hands[runner]:
        found += [Way("Action card", first, "action"), Way("Equipment card", first, "equipment")]
    return (*found, *extra)


def terrain_event(choice: str | None) -> Event:
    """The terrain is resolved, with a choice where there is one."""
    return {"event": "terrain"} if choice is None else {"event": "terrain", "choice": choice}


def _leads(state: State, events: Sequence[Event]) -> str:
    return whereabouts(after(state, events).trail, state.to_move)
