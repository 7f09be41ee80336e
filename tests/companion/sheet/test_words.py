"""What people read: points with the sums written out, and where the doubts are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.sheet.assess import assess, assess_loose
from companion.sheet.assessment import Doubt
from companion.sheet.layout import Layout
from companion.sheet.words import campsite_line, dice_lines, doubt_lines, points_table, seat_names, where
from vision.seen import Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
TWO = Layout((180.0, 0.0))
Make = Callable[..., SeenDie]


def a_round(die: Make, *, left: str = "tent") -> Seen:
    """Ana: gun+bear, 2 x runner+tent, sleeper+tent, a loose bear. Ben: runner+bear, a loose runner."""
    pairs = [("gun", "bear"), ("runner", "tent"), ("sleeper", "tent"), ("runner", "tent")]
    dice = []
    for k, (player, camp) in enumerate(pairs):
        dice += [die(player, -220.0, 60.0 * k - 90), die(camp, -202.0, 60.0 * k - 90)]
    dice += [
        die("bear", -160.0, 0.0),
        die("runner", 220.0, 0.0),
        die("bear", 202.0, 0.0),
        die("runner", 220.0, 80.0),
    ]
    dice += [die(left, 25.0 * k - 50, 0.0) for k in range(4)]
    return Seen(tuple(dice), (), (), 1.0)


def test_the_points_are_written_out(die: Make) -> None:
    """Nobody believes a number alone; the sum says where it comes from."""
    found = assess(a_round(die), TWO, FACES)
    assert found.round is not None
    head, ana, ben = points_table(found.round, ("Ana", "Ben")).splitlines()
    assert head == "     points  sum            from"
    assert ana.startswith(
        "Ana       9  1+2+2+5-1 = 9  gun + bear, 2 x runner + tent, sleeper + tent with no bears"
    )
    assert ana.endswith(", bear taken but not paired")
    assert ben == "Ben      -1  -1             runner + bear is an invalid pair"


def test_the_campsite_says_whether_the_round_is_over(die: Make) -> None:
    """Points of a round that still runs must not be taken for final."""
    over = assess(a_round(die), TWO, FACES).round
    assert over is not None
    assert campsite_line(over) == "Left in the campsite: no bears and 4 tents."
    seen = a_round(die)
    running = assess(replace(seen, dice=(*seen.dice[:-1], die("bear", 0.0, 30.0))), TWO, FACES).round
    assert running is not None
    assert "1 bear and 3 tents. The round is not over" in campsite_line(running)


def test_seats_are_counted_from_one_unless_named() -> None:
    """People count from one."""
    assert seat_names(2) == ("seat 1", "seat 2")
    assert seat_names(2, ("Ana", "Ben")) == ("Ana", "Ben")


@pytest.mark.parametrize(
    ("doubt", "words"),
    [
        (Doubt("?", 0.0, 200.0), "in Ana's area, 20 cm beyond the middle of the campsite"),
        (
            Doubt("?", -30.0, -80.0),
            "in the campsite, 3 cm left of and 8 cm nearer than the middle of the campsite",
        ),
        (Doubt("?", 222.0, -40.0), "in Ben's area, 4 cm nearer than the gun"),
        (Doubt("?", 182.0, 0.0), "in Ben's area, 4 cm left of the gun"),
        (Doubt("?", 220.0, 0.0, dice=(0,)), "in Ben's area, 22 cm right of the middle of the campsite"),
        (Doubt("?"), "on the table"),
    ],
)
def test_places_are_told_as_people_would(
    die: Make, seen: Callable[..., Seen], doubt: Doubt, words: str
) -> None:
    """A doubt is found at the table by its words: left and right, nearer and beyond as the device sees it."""
    found = assess(seen(die("gun", 220.0, 0.0)), TWO, FACES)
    assert where(doubt, found, ("Ana", "Ben")) == words


def test_a_landmark_is_told_only_if_it_is_the_only_one(die: Make, seen: Callable[..., Seen]) -> None:
    """Nobody is helped by "left of the tent" where three tents lie."""
    found = assess(seen(die("tent", 220.0, 0.0), die("tent", 220.0, 30.0)), TWO, FACES)
    assert "the middle of the campsite" in where(Doubt("?", 180.0, 0.0), found, ("Ana", "Ben"))


def test_a_doubt_is_one_line_with_its_place(die: Make, seen: Callable[..., Seen]) -> None:
    """What `bears score` prints when it has to ask."""
    found = assess(seen(die("gun", 220.0, 0.0), die("tent", 220.0, 60.0, sure=False)), TWO, FACES)
    assert doubt_lines(found, ("Ana", "Ben")) == [
        "In Ben's area, 6 cm beyond the gun: this tent is not sure: glare",
        "On the table: 9 of 10 camp dice cannot be seen",
    ]


def test_doubts_of_loose_pictures_are_placed_by_pixel(die: Make, seen: Callable[..., Seen]) -> None:
    """Without a table there are only pixels to point with."""
    outline = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
    found = assess_loose(seen(replace(die("6", math.nan, math.nan, sure=False), outline=outline)))
    assert doubt_lines(found, ()) == ["At pixel 20, 20: this 6 is not sure: glare"]


def test_dice_are_listed_by_zone(die: Make, seen: Callable[..., Seen]) -> None:
    """The readable form of `bears read`."""
    dice = (
        die("gun", 220.0, 0.0),
        die("tent", 0.0, 0.0),
        die("tent", 30.0, 0.0),
        die("bear", 0.0, 30.0, sure=False),
    )
    found = assess(seen(*dice), TWO, FACES)
    assert dice_lines(found, ("Ana", "Ben")) == ["Campsite: 1 x bear (?), 2 x tent", "Ben: 1 x gun"]
    loose = assess_loose(seen(die("6", math.nan, math.nan)))
    assert dice_lines(loose, ()) == ["Dice: 1 x 6"]
