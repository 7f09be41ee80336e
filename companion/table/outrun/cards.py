"""Telling what a card does: a dialog that builds its effects one by one, and says at once what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from companion.games.outrun import State
from companion.screens.kinds import Notice
from companion.screens.outrun_kinds import CardEffects
from companion.table.asking import Dialog, acknowledge, choose, count
from companion.table.outrun.ways import Event, after, refusal
from hardware.buttons import Menu

Kind = Literal["action", "equipment", "reaction"]
Effect = Mapping[str, Any]

PLAY, FORWARD, BACK, DRAW, DISCARD, LEAVE = (
    "Play it",
    "Move forward",
    "Move back",
    "Draw cards",
    "Discard cards",
    "Card leaves game",
)
MOST_CARDS: Final = 20


def tell_card(
    state: State, player: str, kind: Kind, first: Sequence[Event] = (), *, given: Sequence[Effect] = ()
) -> Dialog[Event | None]:
    """The event of a card that `player` plays after the events `first`; None if it is not played after all.

    `given` are effects that stand there already, of a card that is put right.
    """
    effects = [] if refusal(state, (*first, card_event(player, kind, given))) else list(given)
    chosen = 0 if effects else 1
    while True:
        options = [PLAY, FORWARD, BACK, DRAW, DISCARD]
        if (
            state.match.coop
            and kind != "equipment"
            and not any("remove_card" in effect for effect in effects)
        ):
            options.append(LEAVE)
        button = yield CardEffects(player, kind, tuple(map(words, effects)), tuple(options), chosen)
        if button is Menu.NEXT:
            chosen = (chosen + 1) % len(options)
        elif button is Menu.BACK:
            if not effects:
                return None
            effects.pop()
        elif options[chosen] == PLAY:
            return card_event(player, kind, effects)
        else:
            effect = yield from _ask(_after(state, player, kind, first, effects), player, options[chosen])
            if effect is not None:
                problem = refusal(state, (*first, card_event(player, kind, [*effects, effect])))
                if problem:
                    yield from acknowledge(Notice("That cannot be", problem))
                else:
                    effects.append(effect)
                    chosen = 0


def card_event(player: str, kind: Kind, effects: Sequence[Effect]) -> Event:
    """The event of the match log."""
    if kind == "reaction":
        return {"event": "reaction", "player": player, "effects": [dict(effect) for effect in effects]}
    return {"event": "card", "kind": kind, "effects": [dict(effect) for effect in effects]}


def words(effect: Effect) -> str:
    """An effect in a few words."""
    match effect:
        case {"move": runner, "rows": rows}:
            return f"{runner} {'on' if rows > 0 else 'back'} {abs(rows)}"
        case {"draw": runner, "cards": cards}:
            return f"{runner} draws {cards}"
        case {"discard": runner, "cards": cards}:
            return f"{runner} discards {cards}"
    return "the card leaves the game"


def _ask(state: State, player: str, what: str) -> Dialog[Effect | None]:
    """One effect, asked for in the state after those before it."""
    if what == LEAVE:
        return {"remove_card": player}
    names = [name for name in (player, *state.match.to_the_left(player)[:-1]) if name in state.trail.places]
    if what == DISCARD:
        names = [name for name in names if state.cards.hands[name]]
    if not names:
        yield from acknowledge(Notice("That cannot be", "nobody has a card"))
        return None
    whom = 0
    if len(names) > 1:
        answer = yield from choose(f"{what}: who?", names)
        if answer is None:
            return None
        whom = answer
    name = names[whom]
    if what in (FORWARD, BACK):
        most = len(state.trail.park.rows)
        rows = yield from count(f"{what}: rows", name, value=2, lowest=1, highest=most)
        return None if rows is None else {"move": name, "rows": rows if what == FORWARD else -rows}
    most = state.cards.hands[name] if what == DISCARD else MOST_CARDS
    cards = yield from count(what, name, value=1, lowest=1, highest=most)
    if cards is None:
        return None
    return {"discard" if what == DISCARD else "draw": name, "cards": cards}


def _after(state: State, player: str, kind: Kind, first: Sequence[Event], effects: Sequence[Effect]) -> State:
    return after(state, (*first, card_event(player, kind, effects)))
