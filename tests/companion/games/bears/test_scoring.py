import pytest

from companion.games.bears import Campsite, Pair, SeatDice, conservation_faults, score_seat

NO_BEARS = Campsite(bears=0, tents=2)
JOEL = SeatDice(
    pairs=(Pair("gun", "bear"), Pair("runner", "tent"), Pair("runner", "tent"), Pair("sleeper", "tent")),
    loose=("sleeper", "bear"),
)


def test_joels_sum_is_written_out() -> None:
    """The rulebook's Sample Scoring, as players write it on paper."""
    score = score_seat(JOEL, NO_BEARS)
    assert (score.points, score.written) == (9, "1+2+2+5-1 = 9")
    assert [term.points for term in score.terms] == [1, 2, 2, 5, 0, -1]


@pytest.mark.parametrize(
    ("campsite", "points"),
    [(Campsite(0, 1), 5), (Campsite(1, 0), -2), (Campsite(3, 3), -2), (Campsite(0, 0), 7)],
)
def test_a_sleeper_is_worth_what_the_campsite_says(campsite: Campsite, points: int) -> None:
    """Five without bears, minus two with one left, the setting when nothing is left."""
    sleeper = SeatDice(pairs=(Pair.of("tent", "sleeper"),))
    assert score_seat(sleeper, campsite, both_gone_sleeper=7).points == points


@pytest.mark.parametrize(("player", "camp"), [("gun", "tent"), ("runner", "bear"), ("sleeper", "bear")])
def test_an_invalid_pair_costs_its_camp_die(player: str, camp: str) -> None:
    """The three invalid pairs of the rulebook, whatever is left in the campsite."""
    score = score_seat(SeatDice(pairs=(Pair.of(camp, player),)), Campsite(0, 0))
    assert score.points == -1
    assert score.terms[0].rule == "rulebook: Invalid Pairs"


def test_false_calls_cost_a_point_each_but_not_in_survival() -> None:
    """They are penalties of the points game."""
    assert score_seat(JOEL, NO_BEARS, false_calls=2).written == "1+2+2+5-1-1-1 = 7"
    assert score_seat(JOEL, NO_BEARS, false_calls=2, variant="survival").written == "1+1 = 2"


@pytest.mark.parametrize(
    ("dice", "written"),
    [
        (SeatDice(), "0"),
        (SeatDice(loose=("gun", "sleeper")), "0"),
        (SeatDice(pairs=(Pair("runner", "tent"),)), "2"),
        (SeatDice(loose=("tent",)), "-1"),
        (SeatDice(pairs=(Pair("gun", "tent"), Pair("gun", "bear"))), "-1+1 = 0"),
    ],
)
def test_a_sum_of_little_stays_readable(dice: SeatDice, written: str) -> None:
    """No sum of one, no plus at the front."""
    assert score_seat(dice, NO_BEARS).written == written


@pytest.mark.parametrize("faces", [("bear", "tent"), ("gun", "gun"), ("gun", "cub"), ("", "bear")])
def test_a_pair_has_a_die_of_each_kind(faces: tuple[str, str]) -> None:
    """Whoever builds pairs from a picture hears of a mistake at once."""
    with pytest.raises(ValueError, match="a pair is"):
        Pair.of(*faces)


def test_conservation_tells_each_fault() -> None:
    """A table may be wrong in more than one way."""
    seats = {"Ana": SeatDice(loose=("gun",) * 6), "Ben": SeatDice(loose=("bear",) * 3)}
    assert conservation_faults(Campsite(4, 4), seats) == (
        "1 surplus: 2 players have 10 Camp Dice between them, 11 were read",
        "Ana has 6 Player Dice, 1 surplus",
    )
    assert (
        conservation_faults(Campsite(4, 3), {"Ana": SeatDice(), "Ben": SeatDice(loose=("bear",) * 3)}) == ()
    )
