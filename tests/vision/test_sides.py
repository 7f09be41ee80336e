"""A die's side that is lit like its top must not become a second, sure die before it."""

import dataclasses

import pytest

from tests.drawn import lens_like_v3, looking
from vision.lens import View
from vision.seen import FAINT, NO_DIE, UNKNOWN_DIE, Oddity, SeenDie
from vision.sides import doubting_sides, seen_sides, unexplained, without_sides

VIEW = View(lens_like_v3(), looking((0, -420, 545)))
KINDS = {"bear": "camp", "tent": "camp", "gun": "player"}


def die(face: str, x: float, y: float, confidence: float = 0.6) -> SeenDie:
    return SeenDie(face, x, y, 0.0, confidence, sure=True, why="", outline=(), box=(0.0, 0.0, 1.0, 1.0))


def sure(dice: list[SeenDie], kinds: dict[str, str]) -> list[bool]:
    return [d.sure for d in doubting_sides(dice, VIEW, 16.0, kinds)]


def test_what_lies_just_before_a_die_of_its_kind_is_doubted() -> None:
    """The camera stands at -y: a faint tent 16 mm nearer to it than a bear may be the bear's side."""
    found = doubting_sides([die("bear", 0, 0, 0.9), die("tent", 0, -16)], VIEW, 16.0, KINDS)
    assert [d.sure for d in found] == [True, False]
    assert "side" in found[1].why


@pytest.mark.parametrize(
    "other",
    [
        die("gun", 0, -16),
        die("tent", 0, 16),
        die("tent", 16, 0),
        die("tent", 0, -40),
        die("tent", 0, -16, 0.9),
    ],
    ids=["another kind", "behind", "beside", "far before", "clearly a die"],
)
def test_what_cannot_be_a_side_stays_sure(other: SeenDie) -> None:
    """Real pairs are of two kinds, and real dice lie beside and behind each other: those are not asked about."""
    assert sure([die("bear", 0, 0, 0.9), other], KINDS) == [True, True]


def test_without_kinds_any_face_may_be_the_side() -> None:
    """If nobody says which faces are on the same dice, the doubt errs towards asking."""
    assert sure([die("bear", 0, 0, 0.9), die("gun", 0, -16)], {}) == [True, False]


def test_nothing_else_about_a_die_changes() -> None:
    """Only `sure` and `why` are touched, and the order is kept."""
    dice = [die("bear", 0, 0, 0.9), die("tent", 0, -16)]
    found = doubting_sides(dice, VIEW, 16.0, KINDS)
    assert found[0] == dice[0]
    assert dataclasses.replace(found[1], sure=True, why="") == dice[1]


def faint(face: str, x: float, y: float) -> SeenDie:
    return dataclasses.replace(die(face, x, y, 0.35), sure=False, why=NO_DIE)


def test_a_faint_top_where_a_sides_middle_is_seen_is_that_side() -> None:
    """A side that the light strikes is no die, and nobody should be asked whether it is."""
    gun = dataclasses.replace(die("gun", 172.3, 168.8, 0.9), yaw_deg=349.7)
    found = without_sides([gun, faint("gun", 168.2, 151.5)], VIEW, 16.0, KINDS)
    assert found == [gun]


@pytest.mark.parametrize(
    "other",
    [
        faint("bear", 0, -16.4),
        faint("gun", 8, -18),
        faint("gun", 0, 17),
        die("gun", 0, -16.4, 0.35),
        dataclasses.replace(faint("gun", 0, -16.4), why="partly covered"),
    ],
    ids=["another kind", "beside it", "behind", "sure", "covered"],
)
def test_what_else_is_faint_before_a_die_stays_a_doubt(other: SeenDie) -> None:
    """Only what is explained wholly by a die that is surely there is left out."""
    dice = [die("gun", 0, 0, 0.9), other]
    assert without_sides(dice, VIEW, 16.0, KINDS) == dice


def test_a_bright_side_that_shares_its_dies_place_is_no_die() -> None:
    """From above a side is seen less than an edge from its own die's middle, and no other die can stand there."""
    bear, side = die("bear", 0, 0, 0.9), die("bear", 0.5, -14.1, 0.75)
    assert without_sides([bear, side], VIEW, 16.0, KINDS) == [bear]
    assert without_sides([bear, die("bear", 0.5, -14.1, 0.88)], VIEW, 16.0, KINDS) != [bear]


def test_a_bright_side_far_from_the_camera_is_doubted() -> None:
    """There a die could touch the one behind it, and be seen where that one's side would be."""
    bear = die("bear", 0, 230, 0.9)
    ((x, y),) = seen_sides(bear, VIEW, 16.0)
    found = [
        die("bear", x, y, 0.75),
        die("bear", x, y - 3, 0.75),
        die("gun", x, y, 0.75),
        die("bear", x, y, 0.9),
    ]
    assert y < 230 - 16
    for other in found:
        assert without_sides([bear, other], VIEW, 16.0, KINDS) == [bear, other]
    assert [sure([bear, other], KINDS)[1] for other in found] == [False, True, True, True]


@pytest.mark.parametrize(
    ("other", "is_sure"), [((-13.5, 0), False), ((-15.5, 0), True), ((12, 12), False), ((15.5, 8), True)]
)
def test_of_two_dice_that_share_a_place_one_is_doubted(other: tuple[float, float], is_sure: bool) -> None:
    """Dice stand beside each other, at any turn; places are right to half a millimetre or so."""
    pair = [die("gun", 0, 0, 0.9), die("bear", *other, 0.95)]
    assert sure(pair, KINDS) == [is_sure, True]
    assert sure(pair[::-1], KINDS) == [True, is_sure]


def test_what_is_hardly_a_die_where_a_side_is_seen_is_that_side() -> None:
    """Nobody is asked about the side of a bear; about what shows a player's face there, or lies elsewhere, they are."""
    bear = die("bear", 0, 0, 0.9)
    ((x, y),) = seen_sides(bear, VIEW, 16.0)
    side = Oddity(FAINT, "hardly a die", x + 1, y - 2, (), "tent")
    others = [
        dataclasses.replace(side, face="gun"),
        dataclasses.replace(side, y=y - 6),
        dataclasses.replace(side, kind=UNKNOWN_DIE),
    ]
    assert unexplained([side, *others], [bear], VIEW, 16.0, KINDS) == others
    unsure = dataclasses.replace(bear, sure=False)
    assert unexplained([side], [unsure], VIEW, 16.0, KINDS) == [side]


def test_two_that_touch_stay_sure_though_both_are_read_a_little_off() -> None:
    """People push a pair together; places are a millimetre off at times, turns some degrees."""
    gun = dataclasses.replace(die("gun", -154.9, -20.2, 0.943), yaw_deg=29.0)
    bear = dataclasses.replace(die("bear", -161.9, -6.3, 0.957), yaw_deg=126.5)
    assert sure([gun, bear], KINDS) == [True, True]


def test_sides_are_seen_before_the_die() -> None:
    """The middle of a side is half an edge lower than the tops, so it is seen half an edge's slant nearer."""
    (place,) = seen_sides(die("gun", 0, 0), VIEW, 16.0)
    assert place[0] == pytest.approx(0, abs=0.1)
    assert place[1] == pytest.approx(-8 - 410 * 8 / 537, abs=0.3)
