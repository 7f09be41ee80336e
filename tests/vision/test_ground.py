"""Whether the table's top is seen to be empty beside a die, on path-traced pictures and things drawn into them."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from vision.ground import EmptyTable
from vision.lens import View
from vision.pictures import Picture, load_picture
from vision.reading import Reader

LONELY = (130.5, -87.2)
"""A camp die in examples/table/005 that lies alone."""
BESIDE = (130.5 + 17.0, -87.2)

Dice = list[tuple[float, float, float]]


@pytest.fixture(scope="module")
def table(profile: Profile) -> EmptyTable:
    """The example set's empty table."""
    assert profile.view is not None
    assert profile.edge_mm is not None
    return EmptyTable(profile.background, profile.view, profile.cards, profile.edge_mm)


@pytest.fixture(scope="module")
def picture(examples: Path) -> Picture:
    """Pairs close together and two camp dice alone."""
    return load_picture(examples / "table" / "005.jpg")


@pytest.fixture(scope="module")
def seen(reader: Reader, picture: Picture) -> tuple[View, Dice]:
    """Where the camera stands and what lies there."""
    found = reader.read(picture)
    assert found.view is not None
    return found.view, [(d.x, d.y, d.yaw_deg) for d in found.dice]


def near(places: list[tuple[float, float]], at: tuple[float, float], by: float = 6.0) -> bool:
    return any(math.dist(place, at) < by for place in places)


def drawn(picture: Picture, view: View, rings: list[tuple[float, float, float, float]], grey: int) -> Picture:
    """With the hull of some rings (x, y, z, radius; mm) filled."""
    a = np.linspace(0, 2 * np.pi, 40)
    solid = [[x + r * np.cos(a), y + r * np.sin(a), np.full(40, z)] for x, y, z, r in rings]
    pixels = view.project(np.concatenate([np.stack(ring, 1) for ring in solid])).astype(np.float32)
    out = picture.copy()
    cv2.fillConvexPoly(out, np.round(cv2.convexHull(pixels)).astype(np.int32), (grey, grey, grey))
    return out


def test_round_a_die_alone_the_table_shows(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """The shadow and the sides of a die, and the dice some way off, hide no other."""
    assert table.seen_in(picture, seen[0]).hiding_places(*LONELY, seen[1]) == []


@pytest.mark.parametrize("change", ["darker", "brighter", "warmer", "from the side", "noisy"])
def test_in_another_light_the_table_still_shows(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], change: str
) -> None:
    """Lamps are switched and the sun sets; nobody should be asked about that."""
    x = picture.astype(np.float32)
    match change:
        case "darker":
            x *= 0.45
        case "brighter":
            x *= 1.3
        case "warmer":
            x *= np.array([0.65, 0.9, 1.1], np.float32)
        case "from the side":
            x *= np.linspace(0.5, 1.2, x.shape[1], dtype=np.float32)[None, :, None]
        case _:
            x += np.random.default_rng(3).normal(0, 8, x.shape).astype(np.float32)
    changed = np.clip(x, 0, 255).astype(np.uint8)
    assert table.seen_in(changed, seen[0]).hiding_places(*LONELY, seen[1]) == []


@pytest.mark.parametrize("grey", [15, 110, 230])
def test_a_cup_before_the_place_hides_it(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], grey: int
) -> None:
    """The camera cannot see what stands behind something tall, wherever that has its foot."""
    view = seen[0]
    towards = view.pose.eye[:2] - np.array(BESIDE)
    x, y = BESIDE + towards / np.linalg.norm(towards) * 28
    cup = drawn(picture, view, [(x, y, 0, 14), (x, y, 60, 14)], grey)
    assert near(table.seen_in(cup, view).hiding_places(*LONELY, seen[1]), BESIDE)


def test_a_cap_on_a_die_hides_it(table: EmptyTable, picture: Picture, seen: tuple[View, Dice]) -> None:
    """What lies on a die is seen farther from the camera than the die stands."""
    cap = drawn(picture, seen[0], [(*BESIDE, 0, 10), (*BESIDE, 16, 13), (*BESIDE, 21, 13)], 60)
    assert near(table.seen_in(cap, seen[0]).hiding_places(*LONELY, seen[1]), BESIDE)


@pytest.mark.parametrize("radius", [8.0, 9.0])
def test_a_small_coin_on_the_table_hides_nothing(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], radius: float
) -> None:
    """A coin that lies flat is smaller than what a die would hide of the table."""
    x, y = BESIDE[0] + 4, BESIDE[1]
    coin = drawn(picture, seen[0], [(x, y, 0, radius), (x, y, 2, radius)], 140)
    assert table.seen_in(coin, seen[0]).hiding_places(*LONELY, seen[1]) == []


def test_a_cloth_of_the_tables_colour_is_told_by_its_grain(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], profile: Profile
) -> None:
    """Something smooth and brown on a wooden table is as brown as the table, but it has no grain."""
    view = seen[0]
    place = view.project([[BESIDE[0] + 20, BESIDE[1], 0.0]])[0].astype(int)
    around = picture[place[1] - 6 : place[1] + 7, place[0] - 6 : place[0] + 7]
    colour = np.median(around.reshape(-1, 3), axis=0)
    marked = drawn(picture, view, [(*BESIDE, 0, 15), (*BESIDE, 18, 13)], 255)
    smooth = picture.copy()
    smooth[(marked != picture).any(axis=2)] = colour
    assert near(table.seen_in(smooth, view).hiding_places(*LONELY, seen[1]), BESIDE)


def test_without_a_picture_of_the_empty_table_things_are_seen_all_the_same(
    profile: Profile, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Nobody took a picture of the empty table: then it is taken to be of one colour round about."""
    assert profile.view is not None
    assert profile.edge_mm is not None
    unknown = EmptyTable(None, profile.view, profile.cards, profile.edge_mm)
    cap = drawn(picture, seen[0], [(*BESIDE, 0, 10), (*BESIDE, 16, 13), (*BESIDE, 21, 13)], 30)
    assert near(unknown.seen_in(cap, seen[0]).hiding_places(*LONELY, seen[1]), BESIDE)
    assert not near(unknown.seen_in(picture, seen[0]).hiding_places(*LONELY, seen[1]), BESIDE)


def test_no_die_can_lie_where_another_does(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Places overlapping a die that was seen are left out, however dark it is there."""
    dark = np.zeros_like(picture)
    edge = 16.0
    for x, y in table.seen_in(dark, seen[0]).hiding_places(*LONELY, seen[1]):
        assert all(math.dist((x, y), die[:2]) > 0.9 * edge for die in seen[1])


def test_a_picture_of_another_size_is_looked_at_alike(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], reader: Reader
) -> None:
    """The camera's larger stream serves as well as the one that the profile was made with."""
    large = np.asarray(cv2.resize(picture, (2304, 1296), interpolation=cv2.INTER_CUBIC), np.uint8)
    found = reader.read(large)
    assert found.view is not None
    dice = [(d.x, d.y, d.yaw_deg) for d in found.dice]
    assert table.seen_in(large, found.view).hiding_places(*LONELY, dice) == []


def shaded(picture: Picture, view: View, dice: Dice, towards: tuple[float, float]) -> Picture:
    """With a deep shadow of each die on the table, from a small lamp; dice are left as they are."""
    shade = np.zeros(picture.shape[:2], np.uint8)
    stand = np.zeros_like(shade)
    for x, y, yaw in dice:
        a = math.radians(yaw)
        square = [
            (x + 8 * (math.cos(a) * u - math.sin(a) * v), y + 8 * (math.sin(a) * u + math.cos(a) * v))
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        thrown = [(p + towards[0], q + towards[1], 0.0) for p, q in square]
        for mask, places in (
            (shade, [*((p, q, 0.0) for p, q in square), *thrown]),
            (stand, [*((p, q, 0.0) for p, q in square), *((p, q, 16.0) for p, q in square)]),
        ):
            hull = cv2.convexHull(view.project(places).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    depth = cv2.GaussianBlur(shade, (5, 5), 0).astype(np.float32)[..., None] / 255
    dark = picture * (1 - depth * np.array([0.62, 0.66, 0.7], np.float32))
    return np.where(stand[..., None] > 0, picture, dark).astype(np.uint8)


AWAY = [(0.0, 34.0), (20.0, 26.0), (-8.0, 30.0)]
"""Long shadows that a low lamp before the table throws away from the camera: they cover what a die there would."""


@pytest.mark.parametrize("towards", AWAY)
def test_a_deep_shadow_is_known_by_those_of_other_dice(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], towards: tuple[float, float]
) -> None:
    """In the light of one lamp every die has the same shadow, and nobody should be asked about it."""
    dark = shaded(picture, *seen, towards)
    assert table.seen_in(dark, seen[0]).hiding_places(*LONELY, seen[1]) == []


@pytest.mark.parametrize("towards", AWAY)
def test_what_is_dark_beside_one_die_only_is_no_shadow(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], towards: tuple[float, float]
) -> None:
    """A dark thing lies beside one die; the others have no such shadow."""
    alone = [die for die in seen[1] if math.dist(die[:2], LONELY) < 5]
    dark = shaded(picture, seen[0], alone, towards)
    assert table.seen_in(dark, seen[0]).hiding_places(*LONELY, seen[1]) != []


def test_player_dice_are_seen_to_stand(
    table: EmptyTable, reader: Reader, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Below the top of a die its sides hide the table."""
    ground = table.seen_in(picture, seen[0])
    players = [d for d in reader.read(picture).dice if d.face in ("runner", "gun", "sleeper")]
    assert len(players) > 10
    assert all(ground.stands((d.x, d.y, d.yaw_deg), seen[1]) for d in players)


def test_a_side_taken_for_a_top_has_the_table_below_it(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Where a die seems to be whose top is another's side, nothing stands."""
    view, dice = seen
    x, y, yaw = min(dice, key=lambda die: math.dist(die[:2], LONELY))
    towards = view.pose.eye[:2] - np.array([x, y])
    side = np.array([x, y]) + towards / np.linalg.norm(towards) * 18
    fake = (float(side[0]), float(side[1]), yaw)
    others = [die for die in dice if die[:2] != (x, y)]
    assert not table.seen_in(picture, view).stands(fake, [*others, fake])


def test_a_large_dark_thing_among_dice_is_no_shadow(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """A cup that stands among several dice is dark beside each of them, but it is one thing and not their shadows."""
    view, dice = seen
    tent, partner = (-161.3, -92.8), (-162.1, -112.9)
    towards = view.pose.eye[:2] - np.array(partner)
    x, y = partner + towards / np.linalg.norm(towards) * 26
    cup = drawn(picture, view, [(x, y, 0, 13), (x, y, 50, 13)], 62)
    left = [die for die in dice if math.dist(die[:2], partner) > 8]
    assert len(left) == len(dice) - 1
    assert near(table.seen_in(cup, view).hiding_places(*tent, left), partner)


def test_where_no_place_matters_little_is_looked_at(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """A cap far enough from a die costs next to nothing: it is asked first whether a die there would matter."""
    view, dice = seen
    cap = drawn(picture, view, [(*BESIDE, 1.0, 13.0), (*BESIDE, 14.0, 13.0)], 60)
    ground = table.seen_in(cap, view)
    places = ground.hiding_places(*LONELY, dice)
    asked: list[tuple[float, float]] = []

    def matters(place: tuple[float, float]) -> bool:
        asked.append(place)
        return False

    assert ground.hiding_places(*LONELY, dice, matters) == []
    assert set(asked) >= set(places)
    assert ground.hiding_places(*LONELY, dice, lambda place: place == places[-1]) == places
    assert places == sorted(places, key=lambda place: math.dist(place, LONELY))


def test_things_beside_many_dice_are_looked_at_together(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Sheets all over the table do not make a reading take ever longer: they are seen as well all at once."""
    view, dice = seen
    sheets = [(x, y) for x in (-220.0, -90.0, 90.0, 220.0) for y in (-150.0, 150.0)]
    dark = picture
    for x, y in sheets:
        corners = [[x + u * 40, y + v * 30, 0.0] for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        pixels = np.round(view.project(corners)).astype(np.int32)
        dark = np.asarray(cv2.fillConvexPoly(dark.copy(), pixels, (235, 240, 240)), np.uint8)
    together = table.seen_in(dark, view)
    for x, y in sheets:
        assert table.seen_in(dark, view).hiding_places(x, y, dice) == []
        assert together.hiding_places(x, y, dice) == []
