"""The cards of Outrun the Bear as far as all can see them: how many there are in each place.

Which cards they are is the players' secret, and what the published ones do is not public.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.games.log import Refused

HAND_LIMIT: Final = 7
"""The most cards in a hand (rulebook: What the Cards Do, Hand size)."""


@dataclass(frozen=True)
class BearDraw:
    """The cards that the Bear draws: from the bottom of the discard pile, the rest from the top of the deck."""

    from_discard_pile: int
    from_deck: int

    @property
    def cards(self) -> int:
        """How many they are."""
        return self.from_discard_pile + self.from_deck


@dataclass(frozen=True)
class Cards:
    """How many cards are in the deck, the discard pile and each hand, who has equipment, and how many are out."""

    deck: int
    hands: Mapping[str, int]
    """Of all runners of the match, in the order of the header; read-only."""
    equipped: frozenset[str] = frozenset()
    discard_pile: int = 0
    out: int = 0
    """Out of the game."""

    @classmethod
    def deal(cls, deck: int, runners: tuple[str, ...], *, each: int, equip_all: bool) -> "Cards":
        """`each` cards into every hand and, if `equip_all`, one more in front of everyone."""
        dealt = (each + equip_all) * len(runners)
        equipped = frozenset(runners if equip_all else ())
        return cls(deck - dealt, MappingProxyType(dict.fromkeys(runners, each)), equipped)

    def draw(self, runner: str, cards: int) -> "Cards":
        """`runner` draws, from the deck alone; what does not fit in the hand goes to the discard pile."""
        drawn = min(cards, self.deck)
        kept = min(drawn, HAND_LIMIT - self.hands[runner])
        there = replace(self, deck=self.deck - drawn, discard_pile=self.discard_pile + drawn - kept)
        return there.with_hand(runner, self.hands[runner] + kept)

    def take(self, runner: str, cards: int, *, rule: str) -> "Cards":
        """Take cards out of a hand, to be put elsewhere at once; raises `Refused` by `rule` if it has too few."""
        held = self.hands[runner]
        if held == 0:
            raise Refused(f"{runner} has no card", rule)
        if held < cards:
            raise Refused(f"{runner} has only {held} card{'s' if held > 1 else ''}", rule)
        return self.with_hand(runner, held - cards)

    def discard(self, runner: str, cards: int, *, rule: str) -> "Cards":
        """`runner` puts cards from the hand on the discard pile; raises `Refused` by `rule` if there are too few."""
        return self.take(runner, cards, rule=rule).to_discard_pile(cards)

    def to_discard_pile(self, cards: int) -> "Cards":
        """Cards that were taken are put on the discard pile."""
        return replace(self, discard_pile=self.discard_pile + cards)

    def to_the_box(self, cards: int) -> "Cards":
        """Cards that were taken leave the game."""
        return replace(self, out=self.out + cards)

    def equip(self, runner: str) -> "Cards":
        """A card that was taken is put in front of `runner`, the one before it on the discard pile."""
        there = self.to_discard_pile(1) if runner in self.equipped else self
        return replace(there, equipped=self.equipped | {runner})

    def bear_draw(self, paws: int) -> BearDraw:
        """What the Bear draws for so many paw prints: a card for each, or what there is (The Bear's Turn)."""
        from_discard_pile = min(paws, self.discard_pile)
        return BearDraw(from_discard_pile, min(paws - from_discard_pile, self.deck))

    def end_bears_turn(self) -> "Cards":
        """The whole discard pile and what the Bear drew go under the deck (The Bear's Turn)."""
        return replace(self, deck=self.deck + self.discard_pile, discard_pile=0)

    def lose_all(self, runner: str) -> "Cards":
        """The hand and the equipment of `runner` leave the game (The Bear got you)."""
        lost = self.hands[runner] + (runner in self.equipped)
        return replace(self.to_the_box(lost).with_hand(runner, 0), equipped=self.equipped - {runner})

    def with_hand(self, runner: str, cards: int) -> "Cards":
        """The same, but for so many cards in one hand."""
        return replace(self, hands=MappingProxyType({**self.hands, runner: cards}))
