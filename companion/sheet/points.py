"""Everyone's points if the round ended as the table lies, written out term by term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.sheet.layout import Kind, Zone
from companion.sheet.pairs import Link


@dataclass(frozen=True)
class Term:
    """One summand of a seat's points and what it is for, such as 5 for "sleeper+tent"."""

    points: int
    what: str


@dataclass(frozen=True)
class SeatPoints:
    """One seat's points with the terms they are the sum of."""

    points: int
    terms: tuple[Term, ...]

    @property
    def sum(self) -> str:
        """The sum written out: "1+2+2+5-1 = 9", or "0" without terms."""
        if not self.terms:
            return "0"
        return "".join(f"{t.points:+d}" for t in self.terms).removeprefix("+") + f" = {self.points}"


@dataclass(frozen=True)
class Round:
    """What is left in the campsite, and each seat's points if the round ended here."""

    bears_left: int
    tents_left: int
    seats: tuple[SeatPoints, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """Everyone's points, in the seats' order."""
        return tuple(seat.points for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether the campsite is out of bears or of tents, so that the round may be at its end."""
        return self.bears_left == 0 or self.tents_left == 0


def score_round(dice: Sequence[tuple[str, Kind, Zone, bool]], pairs: Sequence[Link], seats: int) -> Round:
    """Score the table: `dice` are (face, kind, zone, whether it counts), `pairs` (player die, camp die) in one area."""
    left = [face for face, _, zone, counts in dice if zone == "campsite" and counts]
    bears_left, tents_left = left.count("bear"), left.count("tent")
    sheet = []
    for seat in range(seats):
        terms = [
            _term_of_pair(dice[player][0], dice[camp][0], bears_left, tents_left)
            for player, camp in pairs
            if dice[player][2] == seat
        ]
        paired = {die for pair in pairs for die in pair}
        terms += [
            Term(-1, f"loose {face}")
            for k, (face, kind, zone, counts) in enumerate(dice)
            if kind == "camp" and zone == seat and counts and k not in paired
        ]
        terms.sort(key=lambda t: (t.points < 0, abs(t.points), t.what))
        sheet.append(SeatPoints(sum(t.points for t in terms), tuple(terms)))
    return Round(bears_left, tents_left, tuple(sheet))


def _term_of_pair(player: str, camp: str, bears_left: int, tents_left: int) -> Term:
    what = f"{player}+{camp}"
    match player, camp:
        case "gun", "bear":
            return Term(1, what)
        case "runner", "tent":
            return Term(2, what)
        case "sleeper", "tent":
            return Term(5 if bears_left == 0 else -2, what)
    del tents_left
    return Term(-1, what)
