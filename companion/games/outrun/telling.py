"""The state of a match of Outrun the Bear as the match log's JSON and as lines for people."""

from companion.games.outrun.allowed import allowed
from companion.games.outrun.events import Crawl, EndTurn, Event, ResolveTerrain, Sprint
from companion.games.outrun.play import State
from companion.games.outrun.settings import BEAR, VARIANTS


def report(state: State) -> dict[str, object]:
    """The state in the form that `bears replay --json` prints, but for `refused`."""
    trail, cards = state.trail, state.cards
    return {
        "game": "outrun",
        "phase": state.phase,
        "round": state.round,
        "to_move": state.to_move,
        "token": state.token,
        "bear": trail.bear,
        "positions": dict(trail.places),
        "hands": dict(cards.hands),
        "equipped": {runner: runner in cards.equipped for runner in state.match.runners},
        "eaten": list(trail.eaten),
        "home": list(trail.home),
        "discard": cards.discard_pile,
        "deck": cards.deck,
        "bear_draw": None if state.bear_draw is None else state.bear_draw.cards,
        "winners": list(state.winners),
    }


def tell(state: State) -> list[str]:
    """The match in a few lines: everyone's place and cards, the Bear, the piles, and what may be done."""
    variants = [variant.replace("_", " ") for variant in VARIANTS if variant in state.match.variants]
    lines = [f"{', '.join(['Outrun the Bear', *variants])}: {', '.join(state.match.runners)}"]
    lines += [f"{runner}: {_place(state, runner)}" for runner in state.match.runners]
    lines += [
        f"the Bear: {f'row {state.trail.bear}' if state.trail.bear >= 0 else 'before the first row'}",
        f"deck {state.cards.deck}, discard pile {state.cards.discard_pile}, out of the game {state.cards.out}",
    ]
    if state.winners:
        winners = ["the Bear" if winner == BEAR else winner for winner in state.winners]
        return [*lines, f"{', '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"]
    return [*lines, f"round {state.round}, token with {state.token}: {_what_next(state)}"]


def _place(state: State, runner: str) -> str:
    if runner in state.trail.eaten:
        return "eaten"
    cards = f"{state.cards.hands[runner]} in hand{', equipped' if runner in state.cards.equipped else ''}"
    if runner in state.trail.home:
        return f"home, {cards}"
    terrain = state.trail.under(runner).terrain.replace("_", " ")
    return f"row {state.trail.places[runner]} ({terrain}), {cards}"


def _what_next(state: State) -> str:
    may = allowed(state)
    if may.bear_draw is not None:
        draw = may.bear_draw
        return (
            f"the Bear draws {draw.cards}: {draw.from_discard_pile} from the bottom of the discard pile, "
            f"{draw.from_deck} from the top of the deck"
        )
    ways = [_way(event) for event in may.events] + (["play a card"] if may.cards else [])
    reactions = f"; a reaction may come from {', '.join(may.reactions)}" if may.reactions else ""
    return f"{state.to_move} is to {' or '.join(ways)}{reactions}"


def _way(event: Event) -> str:
    match event:
        case ResolveTerrain(choice=None):
            return "resolve the terrain"
        case ResolveTerrain(choice="none"):
            return "leave the terrain"
        case ResolveTerrain(choice=choice):
            return f"{choice} a card"
        case Crawl():
            return "crawl"
        case Sprint():
            return "sprint"
        case EndTurn():
            return "end the turn"
    raise ValueError(f"{event} is not done without a card")
