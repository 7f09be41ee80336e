"""A match of Outrun the Bear as it stands, and what each event does to it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from companion.games.log import Refused
from companion.games.outrun.cards import BearDraw, Cards
from companion.games.outrun.effects import play_out, require_on_the_trail
from companion.games.outrun.events import (
    BearMoves,
    Crawl,
    EndTurn,
    Event,
    PlayCard,
    React,
    ResolveTerrain,
    Sprint,
)
from companion.games.outrun.sections import (
    ENDING_THE_GAME,
    TERRAIN,
    THE_BEARS_TURN,
    WHAT_THE_CARDS_DO,
    YOUR_TURN,
)
from companion.games.outrun.settings import BEAR, DEALT, Match
from companion.games.outrun.trail import Trail

Step = Literal["terrain", "action", "end_turn"]
Phase = Literal["terrain", "action", "end_turn", "bear", "over"]

CRAWLED: Final = 2
SPRINTED: Final = 5
SPRINT_COSTS: Final = 4
DRAWN: Final = 2

_CHOOSING: Final = ("campsite", "rest_area")
_ASKED: Final[dict[Phase, str]] = {
    "terrain": "is to resolve the terrain",
    "action": "is to take an action",
    "end_turn": "is to end the turn",
    "bear": "is to move",
    "over": "is over",
}


@dataclass(frozen=True)
class State:
    """A match of Outrun the Bear at one moment."""

    match: Match
    trail: Trail
    cards: Cards
    token: str
    """Who holds the Bear's Turn Token."""
    to_move: str
    """The runner whose turn it is, or `bear`; as it was when the game ended."""
    step: Step = "terrain"
    """How far the runner's turn has come."""
    no_sprint: bool = False
    """Whether the runner began the turn in bramble."""
    round: int = 1

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.winners:
            return "over"
        if self.to_move == BEAR:
            return "bear"
        return self.step if self.to_move in self.trail.places else "end_turn"

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who has won, in the order of the header, or the Bear; nobody while the game goes on (Ending the game)."""
        runners, trail = self.match.runners, self.trail
        if self.match.coop and trail.eaten:
            return (BEAR,)
        if trail.places and len(trail.eaten) < len(runners) - 1:
            return ()
        return tuple(runner for runner in runners if runner not in trail.eaten) or (BEAR,)

    @property
    def bear_draw(self) -> BearDraw | None:
        """The cards that the Bear is to draw, in its turn."""
        return self.cards.bear_draw(self.trail.paws_behind_the_lead) if self.phase == "bear" else None


def start(match: Match) -> State:
    """The state before anything has happened: the round starts left of the token (rulebook: Play Steps, Rounds)."""
    return State(
        match,
        Trail.begin(match.park, match.runners),
        Cards.deal(match.deck, match.runners, each=DEALT, equip_all=match.all_equipped),
        token=match.token,
        to_move=match.to_the_left(match.token)[0],
    )


def apply(state: State, event: Event) -> State:
    """What the match is after `event`; raises `Refused` if the rules forbid it now."""
    if state.winners:
        raise Refused(f"the game is over, won by {', '.join(state.winners)}", ENDING_THE_GAME)
    match event:
        case ResolveTerrain():
            return _resolve_terrain(state, event)
        case Crawl():
            _require(state, "action", because="crawling is an action", rule=YOUR_TURN)
            return _run(state, CRAWLED)
        case Sprint():
            return _sprint(state)
        case PlayCard():
            return _play_card(state, event)
        case React():
            return _react(state, event)
        case EndTurn():
            return _end_turn(state)
        case BearMoves():
            return _move_the_bear(state, event)


def _resolve_terrain(state: State, event: ResolveTerrain) -> State:
    _require(state, "terrain", because="the terrain is resolved once, at the start of a turn", rule=YOUR_TURN)
    runner, terrain = state.to_move, state.trail.under(state.to_move).terrain
    place = terrain.replace("_", " ")
    if terrain in _CHOOSING and event.choice is None:
        raise Refused(f"{runner} is in the {place} and has to choose: equip, exchange or none", TERRAIN)
    if terrain not in _CHOOSING and event.choice is not None:
        raise Refused(f"{runner} is in {place}, where there is nothing to choose", TERRAIN)
    trail, cards = state.trail, state.cards
    if terrain == "river":
        trail = trail.move(runner, 1)
    elif terrain == "slope":
        trail = trail.slide(runner)
    if event.choice == "equip":
        cards = cards.take(runner, 1, rule=TERRAIN).equip(runner)
    elif event.choice == "exchange":
        cards = cards.discard(runner, 1, rule=TERRAIN).draw(runner, 1)
    return replace(state, trail=trail, cards=cards, step="action", no_sprint=terrain == "bramble")


def _run(state: State, rows: int) -> State:
    return replace(state, trail=state.trail.move(state.to_move, rows), step="end_turn")


def _sprint(state: State) -> State:
    _require(state, "action", because="sprinting is an action", rule=YOUR_TURN)
    if state.no_sprint:
        raise Refused(f"{state.to_move} began the turn in bramble and may not sprint", TERRAIN)
    cards = state.cards.discard(state.to_move, SPRINT_COSTS, rule=YOUR_TURN)
    return _run(replace(state, cards=cards), SPRINTED)


def _play_card(state: State, event: PlayCard) -> State:
    _require(state, "action", because="playing a card is an action", rule=YOUR_TURN)
    trail, cards = play_out(state.trail, state.cards, state.to_move, event.kind, event.effects)
    return replace(state, trail=trail, cards=cards, step="end_turn")


def _react(state: State, event: React) -> State:
    if state.phase == "bear":
        raise Refused("nobody reacts in the Bear's turn", WHAT_THE_CARDS_DO)
    if event.runner == state.to_move:
        raise Refused(f"{event.runner} may react only in the turns of others", WHAT_THE_CARDS_DO)
    require_on_the_trail(state.trail, event.runner)
    trail, cards = play_out(state.trail, state.cards, event.runner, "reaction", event.effects)
    return replace(state, trail=trail, cards=cards)


def _end_turn(state: State) -> State:
    _require(state, "end_turn", because="a turn ends after an action", rule=YOUR_TURN)
    in_order = state.match.to_the_left(state.token)
    waiting = in_order[in_order.index(state.to_move) + 1 :]
    after = next((runner for runner in waiting if runner in state.trail.places), BEAR)
    at_home = state.to_move not in state.trail.places
    cards = state.cards if at_home else state.cards.draw(state.to_move, DRAWN)
    return replace(state, cards=cards, to_move=after, step="terrain", no_sprint=False)


def _move_the_bear(state: State, event: BearMoves) -> State:
    _require(state, "bear", because="the Bear moves after everyone's turn", rule=THE_BEARS_TURN)
    draw = state.cards.bear_draw(state.trail.paws_behind_the_lead)
    if len(event.values) != draw.cards:
        raise Refused(f"the Bear draws {_count(draw.cards)}, not {len(event.values)}", THE_BEARS_TURN)
    trail = state.trail.chase(sum(event.values))
    cards = state.cards.end_bears_turn()
    for runner in trail.eaten[len(state.trail.eaten) :]:
        cards = cards.lose_all(runner)
    moved = replace(state, trail=trail, cards=cards)
    return moved if moved.winners else _next_round(moved)


def _next_round(state: State) -> State:
    """The token passes to the right, and the round starts left of it; who is out is skipped (Rounds)."""
    token = _first(state, state.match.to_the_right(state.token))
    first = _first(state, state.match.to_the_left(token))
    return replace(state, token=token, to_move=first, step="terrain", round=state.round + 1)


def _first(state: State, order: tuple[str, ...]) -> str:
    """The first of `order` who is on the trail; there is one while the game goes on."""
    return next(runner for runner in order if runner in state.trail.places)


def _require(state: State, phase: Phase, *, because: str, rule: str) -> None:
    if state.phase != phase:
        who = "the Bear" if state.to_move == BEAR else state.to_move
        raise Refused(f"{because}, but {who} {_ASKED[state.phase]}", rule)


def _count(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"
