"""From what was seen to points and doubts, case by case."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from companion.sheet.assess import assess, assess_loose
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Layout
from vision.lens import Lens, Pose, View
from vision.seen import FAINT, Oddity, Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
TWO = Layout((180.0, 0.0))

# Seat 0, on the left: gun+bear, sleeper+tent, a loose tent, a loose runner. Seat 1: runner+tent, sleeper+bear.
# Five tents left in the campsite.
TABLE = [
    ("gun", -200.0, 0.0),
    ("bear", -181.0, 0.0),
    ("sleeper", -200.0, 60.0),
    ("tent", -181.0, 62.0),
    ("tent", -200.0, -60.0),
    ("runner", -260.0, 0.0),
    ("runner", 200.0, 0.0),
    ("tent", 182.0, 0.0),
    ("sleeper", 200.0, 60.0),
    ("bear", 182.0, 60.0),
    ("tent", 0.0, 0.0),
    ("tent", 30.0, 0.0),
    ("tent", 0.0, 30.0),
    ("tent", 60.0, 30.0),
    ("tent", 30.0, 30.0),
]
LEFT = [("gun", -300.0, 100.0), ("gun", -300.0, -100.0)]
RIGHT = [("gun", 300.0, 100.0), ("gun", 300.0, -100.0), ("gun", 300.0, 0.0)]
REST = [*LEFT, *RIGHT]
"""The player dice that make five for each of the two seats."""

Table = list[tuple[str, float, float]]


def as_dice(table: Table) -> list[SeenDie]:
    return [
        SeenDie(
            face=face,
            x=x,
            y=y,
            yaw_deg=0.0,
            confidence=0.9,
            sure=True,
            why="",
            outline=(),
            box=(0.0, 0.0, 1.0, 1.0),
        )
        for face, x, y in table
    ]


def read(
    table: Table, *others: SeenDie, oddities: tuple[Oddity, ...] = (), view: View | None = None
) -> Assessment:
    dice = (*as_dice(table), *others)
    return assess(Seen(dice=dice, oddities=oddities, warnings=(), ms=1.0, view=view), TWO, FACES)


def points(found: Assessment) -> tuple[int, ...]:
    assert found.round is not None
    return found.round.points


def reasons(found: Assessment) -> str:
    return "; ".join(doubt.reason for doubt in found.doubts)


def test_a_whole_table_is_scored() -> None:
    """Points, pairs and campsite of an ordinary end of a round."""
    found = read(TABLE)
    assert found.sure
    assert found.pairs == ((0, 1), (2, 3), (6, 7), (8, 9))
    assert points(found) == (1 + 5 - 1, 2 - 1)
    assert found.round is not None
    assert (found.round.campsite.bears, found.round.campsite.tents) == (0, 5)
    assert [score.written for score in found.round.seats] == ["1+5-1 = 5", "2-1 = 1"]


def test_a_bear_in_the_campsite_costs_the_sleepers() -> None:
    """Sleeping with bears about is -2 (rulebook: Scoring a Round)."""
    table = [*TABLE[:-1], ("bear", 30.0, 30.0)]
    assert points(read(table)) == (1 - 2 - 1, 1)


def test_a_missing_camp_die_is_told_with_the_number() -> None:
    """Camp dice never leave the table, so one that is not seen is hidden somewhere."""
    found = read(TABLE[:-2])
    assert reasons(found) == "2 of 10 camp dice cannot be seen"
    assert found.doubts[0].x is None


def test_a_surplus_camp_die_is_told() -> None:
    """Eleven camp dice for two players mean that something else was taken for one."""
    found = read([*TABLE, ("bear", 60.0, -30.0)])
    assert reasons(found) == "1 camp dice too many: 11 were read, 10 are in play"


def test_a_surplus_player_die_is_told_at_its_seat() -> None:
    """Six player dice before one player: one of them is somebody else's, or none at all."""
    found = read([*TABLE, *REST, ("runner", -300.0, 0.0)])
    assert reasons(found).startswith("1 player dice too many: 6 lie here")
    assert found.doubts[0].x is not None
    assert found.doubts[0].x < -150


def test_missing_player_dice_are_no_doubt() -> None:
    """Players keep dice in their hands or off the table as they like."""
    assert read([line for line in TABLE if line[0] != "runner"]).sure


def test_an_unsure_die_is_a_doubt_with_its_reason_and_place() -> None:
    """People must be told which die to look at, and why."""
    (die,) = as_dice([("tent", 30.0, 30.0)])
    found = read(TABLE[:-1], SeenDie(**{**vars(die), "sure": False, "why": "glare"}))
    assert reasons(found) == "this tent is not sure: glare"
    assert (found.doubts[0].x, found.doubts[0].y) == (30.0, 30.0)


def test_an_unsure_die_more_than_there_can_be_is_set_aside(die: Callable[..., SeenDie]) -> None:
    """With all dice of the game surely in sight a further thing is none of them, whatever it looks like."""
    found = read([*TABLE, *REST], die("tent", 250.0, 130.0, sure=False))
    assert found.sure
    assert not found.dice[-1].counts
    assert points(found) == (5, 1)


def test_a_lone_player_die_may_be_unsure(die: Callable[..., SeenDie]) -> None:
    """With all camp dice surely in sight it can only be a player die, and loose ones count for nothing."""
    found = read([*TABLE, *LEFT, *RIGHT[1:]], die("gun", 250.0, 130.0, sure=False))
    assert found.sure
    assert points(found) == (5, 1)


def test_an_unsure_die_beside_a_camp_die_is_kept(die: Callable[..., SeenDie]) -> None:
    """There its face decides what the pair is worth."""
    table = [line for line in TABLE if line != ("runner", 200.0, 0.0)]
    assert not read(table, die("gun", 200.0, 0.0, sure=False)).sure


def test_an_unsure_die_is_kept_while_a_camp_die_is_missing(die: Callable[..., SeenDie]) -> None:
    """It may be the missing one, whatever it looks like."""
    assert len(read(TABLE[:-1], die("gun", 250.0, 130.0, sure=False)).doubts) == 2


def test_a_covered_die_is_a_doubt_even_alone(die: Callable[..., SeenDie]) -> None:
    """What lies over it may lie over more, unless nothing is missing."""
    covered = die("gun", 250.0, 130.0, sure=False, why="partly covered")
    assert not read(TABLE, covered).sure
    assert read([*TABLE, *REST], covered).sure


@pytest.mark.parametrize("x", [-108.8, -111.2])
def test_a_die_on_the_campsites_edge_is_a_doubt(x: float) -> None:
    """A millimetre decides whether that tent still stands in the campsite."""
    found = read([*TABLE[:-1], ("tent", x, 0.0)])
    assert "this tent lies on the campsite's edge" in reasons(found)


def test_a_die_between_two_seats_is_a_doubt() -> None:
    """A millimetre decides whose it is."""
    found = read([*TABLE, ("gun", 1.0, 200.0)])
    assert reasons(found) == "this gun lies right between two seats"


def test_dice_a_bit_apart_are_a_doubt_in_their_middle() -> None:
    """Pair or no pair: the product asks where it is, and names the dice."""
    table = [*TABLE]
    table[7] = ("tent", 175.0, 0.0)
    found = read(table)
    assert reasons(found) == "runner and tent: it is not clear which of them are a pair"
    assert (found.doubts[0].x, found.doubts[0].y) == (187.5, 0.0)
    assert found.doubts[0].dice == (6, 7)


def test_a_pair_across_a_border_is_a_doubt() -> None:
    """Two dice that touch, but lie in two players' areas: nobody can say whose pair it is."""
    table = [*TABLE]
    table[6], table[7] = ("runner", 9.0, 200.0), ("tent", -9.0, 200.0)
    found = read(table)
    assert reasons(found) == "runner and tent: they lie beside each other, but not in one seat's area"
    assert (6, 7) not in found.pairs


def test_a_player_die_beside_camp_dice_in_the_campsite_makes_no_pair() -> None:
    """Pairs are made in front of the players (design: a pair lies in one seat's area)."""
    found = read([*TABLE, ("runner", -17.0, 0.0)])
    assert found.sure
    assert len(found.pairs) == 4
    assert points(found) == (5, 1)


def test_a_hand_that_can_hide_nothing_is_no_doubt() -> None:
    """With every die of the game in sight, a hand over the table must not make the product ask."""
    hand = Oddity("cover", "a hand", 0.0, -60.0)
    assert read([*TABLE, *REST], oddities=(hand,)).sure


def test_a_hand_is_a_doubt_while_a_camp_die_is_missing() -> None:
    """The missing die is most likely under it, so that is where to look."""
    found = read(TABLE[:-1], oddities=(Oddity("cover", "a hand", 0.0, -60.0),))
    assert ("a hand", 0.0, -60.0) in [(d.reason, d.x, d.y) for d in found.doubts]


def test_a_hand_of_unknown_extent_is_a_doubt_while_a_player_die_is_missing() -> None:
    """It may lie on the one die that would change a score."""
    assert reasons(read(TABLE, oddities=(Oddity("cover", "a hand", 0.0, -60.0),))) == "a hand"


def test_before_play_a_hand_beside_all_camp_dice_hides_nothing() -> None:
    """After the roll all player dice are in the players' hands, and taking back a hand must not be asked for."""
    table = [("tent", 25.0 * k - 50, 25.0 * row) for k in range(5) for row in range(2)]
    assert read(table, oddities=(Oddity("cover", "a hand", 0.0, -60.0),)).sure


@pytest.mark.parametrize(("middle", "asks"), [(-220.0, True), (0.0, True), (75.0, False), (220.0, False)])
def test_a_hand_is_a_doubt_only_where_a_die_can_be_missing(middle: float, asks: bool) -> None:
    """Seat 0 (left) lacks a die, seat 1 has all five: only a hand on the left can hide anything."""
    view = from_above()
    corners = [(middle - 60, 90), (middle + 60, 90), (middle + 60, -250), (middle - 60, -250)]
    outline = view.project([(x, y, TWO.edge_mm) for x, y in corners])
    hand = Oddity("cover", "a hand", middle, -60.0, tuple((float(u), float(v)) for u, v in outline))
    # What the hand covers is not read, of course; here it hovers high enough for all of it to be seen.
    found = read([*TABLE, *REST[1:]], oddities=(hand,), view=view)
    assert found.sure != asks


def test_a_hand_at_the_horizon_may_hide_anything() -> None:
    """A pixel above the horizon has no place on the table; the extent is then unknown, not nothing."""
    view = View(Lens(640, 480, np.array([[500.0, 0, 320], [0, 500, 240], [0, 0, 1]]), np.zeros(5)), level())
    hand = Oddity("cover", "a hand", 200.0, 0.0, ((300.0, 10.0), (340.0, 10.0), (320.0, 470.0)))
    assert not read(TABLE, oddities=(hand,), view=view).sure


@pytest.mark.parametrize(
    ("extra", "x", "y", "asks"),
    [
        pytest.param(REST, -250.0, 120.0, False, id="every die of the game is in sight"),
        pytest.param(REST[1:], -250.0, 120.0, True, id="a die of this seat has not been seen"),
        pytest.param(REST[1:], 250.0, 120.0, False, id="only the other seat lacks a die"),
        pytest.param(REST[1:], 250.0, 40.0, False, id="beside a camp die that has its partner"),
        pytest.param([*LEFT, *RIGHT[1:]], -200.0, -80.0, True, id="beside a lonely camp die"),
    ],
)
def test_an_unknown_die_is_a_doubt_only_if_it_can_be_one_of_ours(
    extra: Table, x: float, y: float, asks: bool
) -> None:
    """A stranger's pip die must neither be counted nor make the product ask for nothing."""
    found = read([*TABLE, *extra], oddities=(Oddity("unknown die", "unlike every face", x, y),))
    assert found.sure != asks


@pytest.mark.parametrize(
    ("extra", "x", "y", "asks"),
    [
        pytest.param([*LEFT, *RIGHT[1:]], -200.0, -79.0, True, id="beside a lonely camp die"),
        pytest.param(REST, -200.0, -79.0, False, id="beside one, but every player die is in sight"),
        pytest.param([*LEFT, *RIGHT[1:]], -200.0, -72.0, False, id="the lonely camp die's own side"),
        pytest.param([*LEFT, *RIGHT[1:]], 250.0, 120.0, False, id="alone, where a die may be missing"),
        pytest.param([*LEFT, *RIGHT[1:]], 163.0, 0.0, False, id="beside a camp die that has its partner"),
    ],
)
def test_a_faint_thing_is_a_doubt_only_where_a_partner_may_be_missing(
    extra: Table, x: float, y: float, asks: bool
) -> None:
    """A missed player die turns its pair into a loose camp die; just there the faintest sign of one is asked about."""
    found = read([*TABLE, *extra], oddities=(Oddity(FAINT, "perhaps a die", x, y),))
    assert found.sure != asks


def test_dice_of_another_game_are_read_without_a_round() -> None:
    """A profile of pip dice has no pairs and no points, and is sure when all its dice are."""
    dice = tuple(as_dice([("1", 0.0, 0.0), ("6", 150.0, 0.0)]))
    found = assess(Seen(dice, (), (), 1.0), TWO, ["1", "2", "3", "4", "5", "6"])
    assert found.sure
    assert found.round is None
    assert [die.kind for die in found.dice] == ["other", "other"]
    assert [die.zone for die in found.dice] == ["campsite", 1]


def test_without_seats_nothing_is_sure() -> None:
    """Nobody's points can be told before it is known where people sit."""
    found = assess(Seen(tuple(as_dice(TABLE)), (), (), 1.0), Layout(()), FACES)
    assert "say where people sit with --seats" in reasons(found)
    assert found.round is None


def test_loose_pictures_have_dice_and_doubts_only(die: Callable[..., SeenDie]) -> None:
    """Without cards nothing has a place on the table."""
    odd = Oddity("unknown die", "unlike every face", math.nan, math.nan, ((1.0, 1.0), (9.0, 1.0), (5.0, 9.0)))
    found = assess_loose(
        Seen((die("6", math.nan, math.nan), die("1", math.nan, math.nan, sure=False)), (odd,), (), 1)
    )
    assert found.loose
    assert [doubt.reason for doubt in found.doubts] == ["this 1 is not sure: glare", "unlike every face"]
    assert {(doubt.x, doubt.y) for doubt in found.doubts} == {(None, None)}
    assert assess_loose(Seen((die("6", math.nan, math.nan),), (), (), 1)).sure


def test_a_loose_picture_without_dice_is_a_doubt() -> None:
    """Nothing found in a photograph of dice means that they were missed, not that the table is empty."""
    assert [doubt.reason for doubt in assess_loose(Seen((), (), (), 1)).doubts] == ["no dice were found"]


def from_above() -> View:
    """A camera 800 mm above the campsite, looking straight down."""
    down = Pose(np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 800.0]))
    return View(Lens(2304, 1296, np.array([[1700.0, 0, 1152], [0, 1700, 648], [0, 0, 1]]), np.zeros(5)), down)


def level() -> Pose:
    """A camera 200 mm above the table and 500 mm before the campsite, looking level."""
    return Pose(np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]]), np.array([0.0, 200.0, 500.0]))
