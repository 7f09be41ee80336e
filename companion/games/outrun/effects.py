"""What a card does when it is played, as its effects tell."""

from typing import Literal

from companion.games.log import Refused
from companion.games.outrun.cards import Cards
from companion.games.outrun.events import Discard, Draw, Effect, Move, RemoveCard
from companion.games.outrun.sections import CO_OP, TERRAIN, THE_BEAR_GOT_YOU, WHAT_THE_CARDS_DO
from companion.games.outrun.trail import Trail


def play_out(
    trail: Trail,
    cards: Cards,
    player: str,
    kind: Literal["action", "equipment", "reaction"],
    effects: tuple[Effect, ...],
) -> tuple[Trail, Cards]:
    """Where everyone and all cards are after `player` has played a card; raises `Refused` and then nothing happened.

    The card leaves the hand, its effects happen in their order, and then it goes where it belongs.
    """
    cards = cards.take(player, 1, rule=WHAT_THE_CARDS_DO)
    removed = False
    for effect in effects:
        require_on_the_trail(trail, effect.runner)
        match effect:
            case Move():
                trail = trail.move(effect.runner, effect.rows)
            case Draw():
                cards = cards.draw(effect.runner, effect.cards)
            case Discard():
                cards = cards.discard(effect.runner, effect.cards, rule=WHAT_THE_CARDS_DO)
            case RemoveCard():
                if effect.runner != player or kind == "equipment" or removed:
                    raise Refused("only the action or reaction just played may leave the game, once", CO_OP)
                removed = True
    if kind == "equipment":
        return trail, cards.equip(player)
    return trail, cards.to_the_box(1) if removed else cards.to_discard_pile(1)


def require_on_the_trail(trail: Trail, runner: str) -> None:
    """Raise `Refused` if `runner` is home or was eaten: cards neither come from them nor touch them."""
    if runner in trail.home:
        raise Refused(f"{runner} is home and plays no more", TERRAIN)
    if runner in trail.eaten:
        raise Refused(f"{runner} was eaten and plays no more", THE_BEAR_GOT_YOU)
