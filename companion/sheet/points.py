"""Everyone's points if the round ended as the table lies, scored by the rules of Bears!."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.bears import Campsite, Pair, Score, SeatDice, score_seat
from companion.games.bears.dice import FACES
from companion.sheet.layout import Zone
from companion.sheet.pairs import Link

_PAIR_ORDER = (("gun", "bear"), ("runner", "tent"), ("sleeper", "tent"))
"""Pairs are written out with the smallest gain first, the invalid ones last, whatever order they were found in."""


@dataclass(frozen=True)
class Round:
    """What is left in the campsite, and each seat's score if the round ended here."""

    campsite: Campsite
    seats: tuple[Score, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Everyone's points, in the seats' order."""
        return tuple(score.points for score in self.seats)


def score_round(dice: Sequence[tuple[str, Zone]], pairs: Sequence[Link], seats: int) -> Round:
    """Score the table: `dice` are (face, zone) of whatever counts, `pairs` (player die, camp die) indices into them.

    Dice of other games are passed over.
    """
    left = [face for face, zone in dice if zone == "campsite"]
    campsite = Campsite(bears=left.count("bear"), tents=left.count("tent"))
    return Round(campsite, tuple(score_seat(_dice_of(seat, dice, pairs), campsite) for seat in range(seats)))


def _dice_of(seat: int, dice: Sequence[tuple[str, Zone]], pairs: Sequence[Link]) -> SeatDice:
    own = [Pair.of(dice[player][0], dice[camp][0]) for player, camp in pairs if dice[player][1] == seat]
    paired = {k for pair in pairs for k in pair}
    lying = [face for k, (face, zone) in enumerate(dice) if zone == seat and k not in paired]
    return SeatDice(
        pairs=tuple(sorted(own, key=_written_as)),
        loose=tuple(face for face in FACES for _ in range(lying.count(face))),
    )


def _written_as(pair: Pair) -> tuple[int, str]:
    faces = (pair.player, pair.camp)
    return _PAIR_ORDER.index(faces) if faces in _PAIR_ORDER else len(_PAIR_ORDER), str(pair)
