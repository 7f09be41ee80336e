"""What the dice in front of a player are worth at the end of a round, term by term."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

from companion.games.bears.dice import Campsite, Pair, SeatDice, is_camp_face
from companion.games.bears.sections import ENDING_A_ROUND, INVALID_PAIRS, SCORING, SURVIVAL
from companion.games.bears.settings import Variant


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a score: the points, what for, and the rulebook section that says so."""

    points: int
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one player in one round as a sum of terms; those of no points tell what did not count."""

    terms: tuple[Term, ...]

    @property
    def points(self) -> int:
        """The sum of the terms."""
        return sum(term.points for term in self.terms)

    @property
    def written(self) -> str:
        """The sum as people write it: `1+2+2+5-1 = 9`; just the number where there is nothing to add."""
        summands = [f"{term.points:+d}" for term in self.terms if term.points]
        if len(summands) <= 1:
            return str(self.points)
        return f"{''.join(summands).removeprefix('+')} = {self.points}"


def score_seat(
    dice: SeatDice,
    campsite: Campsite,
    *,
    false_calls: int = 0,
    variant: Variant = "classic",
    both_gone_sleeper: int = 5,
) -> Score:
    """Score the dice in front of one player, given what is left in the campsite (rulebook: Scoring a Round).

    In the `survival` variant only runner + tent pairs count, one each, and false calls cost nothing (rulebook:
    Alternate Rules). `both_gone_sleeper` is a sleeper pair's worth when the campsite is empty.
    """
    if variant == "survival":
        return Score(tuple(_survival_term(pair) for pair in dice.pairs))
    return Score(
        (
            *(_pair_term(pair, campsite, both_gone_sleeper) for pair in dice.pairs),
            *_loose_terms(dice),
            *repeat(Term(-1, "called while bears and tents remained", ENDING_A_ROUND), false_calls),
        )
    )


def _pair_term(pair: Pair, campsite: Campsite, both_gone_sleeper: int) -> Term:
    match pair.player, pair.camp:
        case "gun", "bear":
            return Term(1, str(pair), SCORING)
        case "runner", "tent":
            return Term(2, str(pair), SCORING)
        case "sleeper", "tent":
            return _sleeper_term(pair, campsite, both_gone_sleeper)
    return Term(-1, f"{pair} is an invalid pair", INVALID_PAIRS)


def _sleeper_term(pair: Pair, campsite: Campsite, both_gone_sleeper: int) -> Term:
    if campsite.bears:
        return Term(-2, f"{pair} with a bear left in the campsite", SCORING)
    if campsite.tents:
        return Term(5, f"{pair} with no bears left in the campsite", SCORING)
    return Term(both_gone_sleeper, f"{pair} with neither bears nor tents left in the campsite", SCORING)


def _loose_terms(dice: SeatDice) -> Iterator[Term]:
    for face in dice.loose:
        if is_camp_face(face):
            yield Term(-1, f"{face} taken but not paired", SCORING)
        else:
            yield Term(0, f"{face} not paired", SCORING)


def _survival_term(pair: Pair) -> Term:
    if (pair.player, pair.camp) == ("runner", "tent"):
        return Term(1, str(pair), SURVIVAL)
    return Term(0, f"{pair} is not counted", SURVIVAL)
