"""What `bears play --simulate` says of a match in the end, and the benchmark of rounds relies on."""

from __future__ import annotations

from companion.evaluation.rounds import agreement
from companion.games.bears import Call, Verdict
from companion.games.bears.dice import Campsite
from companion.games.bears.play import PlayedRound
from companion.games.bears.scoring import Score, Term
from hardware.simulated.truth import Lift, RoundTruth, TableTruth

S = 1_000_000_000
NAMES = ("Ana", "Ben", "Cleo")


def truth(*presses: tuple[float, int]) -> RoundTruth:
    """Three people; the last bear is lifted at 3 s. Cleo has no dice."""
    return RoundTruth(
        1,
        1,
        3,
        began_ns=0,
        lifts=[Lift(1, "bear", 0, 2 * S, round(2.5 * S), 3 * S)],
        presses=[(round(t * S), seat) for t, seat in presses],
        table=TableTruth(0, 2, ((("gun", "bear"),), (("runner", "tent"),), ()), ((), (), ())),
    )


def played(points: dict[str, int], *verdicts: Verdict) -> PlayedRound:
    """A round as the device scored it."""
    return PlayedRound(
        tuple((name, Score((Term(worth, "", ""),))) for name, worth in points.items()), verdicts
    )


FALSE = Verdict(Call(1.0, "Ben"), "false", Campsite(1, 3))
ENDED = Verdict(Call(3.5, "Ana"), "ended", Campsite(0, 3))
CALLS = truth((1.0, 1), (3.5, 0))


def test_scores_and_verdicts_are_compared_with_what_happened() -> None:
    """A wrong score that is stated as sure is the worst fault there is; the comparison must find each."""
    right = agreement(
        [played({"Ana": 1, "Ben": 1, "Cleo": 0}, FALSE, ENDED)], [CALLS], names=NAMES, origin_ns=0
    )
    assert (right.rounds, right.right, right.calls, right.verdicts_right, right.wrong) == (1, 1, 2, 2, ())
    wrong = agreement(
        [played({"Ana": 1, "Ben": 2, "Cleo": 0}, FALSE, ENDED)], [CALLS], names=NAMES, origin_ns=0
    )
    assert wrong.wrong == ("round 1: Ben got 2 points, right are 1",)
    deaf = agreement([played({"Ana": 1, "Ben": 2, "Cleo": 0}, ENDED)], [CALLS], names=NAMES, origin_ns=0)
    assert deaf.wrong == ("round 1: Ben's call at 1.000 s was not heard",)


def test_whoever_is_out_has_no_score() -> None:
    """In the survival variant only runners with tents count, false calls cost nothing, and people drop out."""
    found = agreement(
        [played({"Ana": 0, "Ben": 1}, FALSE, ENDED)], [CALLS], names=NAMES, origin_ns=0, survival=True
    )
    assert (found.right, found.wrong) == (1, ())
