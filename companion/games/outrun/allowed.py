"""Whose move it is in a match of Outrun the Bear and what the rules allow next, for the screens."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from companion.games.log import Refused
from companion.games.outrun.cards import BearDraw
from companion.games.outrun.events import (
    CHOICES,
    KINDS,
    Crawl,
    EndTurn,
    Event,
    Kind,
    PlayCard,
    React,
    ResolveTerrain,
    Sprint,
)
from companion.games.outrun.play import Phase, State, apply

SomeEvent = TypeVar("SomeEvent", bound=Event)

_WITHOUT_A_CARD: Final[tuple[Event, ...]] = (
    ResolveTerrain(),
    *(ResolveTerrain(choice) for choice in CHOICES),
    Crawl(),
    Sprint(),
    EndTurn(),
)


@dataclass(frozen=True)
class Allowed:
    """What a state accepts, `undo` aside; nothing once the game is over.

    What a card does stands on the card: effects are the player's to tell, and are refused only if impossible.
    """

    to_move: str
    """The runner whose turn it is, or `bear`."""
    phase: Phase
    events: tuple[Event, ...]
    """All events without a card that the one to move may take."""
    cards: tuple[Kind, ...]
    """The kinds of card that the one to move may play from the hand."""
    reactions: tuple[str, ...]
    """Who may play a reaction."""
    bear_draw: BearDraw | None
    """In the Bear's turn, the cards whose values are to be told."""


def allowed(state: State) -> Allowed:
    """Whose move it is in `state`, and what is allowed."""
    cards = _accepted(state, (PlayCard(kind) for kind in KINDS))
    reactions = _accepted(state, (React(runner) for runner in state.match.runners))
    return Allowed(
        to_move=state.to_move,
        phase=state.phase,
        events=_accepted(state, _WITHOUT_A_CARD),
        cards=tuple(card.kind for card in cards),
        reactions=tuple(reaction.runner for reaction in reactions),
        bear_draw=state.bear_draw,
    )


def _accepted(state: State, events: Iterable[SomeEvent]) -> tuple[SomeEvent, ...]:
    return tuple(event for event in events if _is_accepted(state, event))


def _is_accepted(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except Refused:
        return False
    return True
