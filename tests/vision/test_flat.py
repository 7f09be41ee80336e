"""Sheets and cards on the table hide no die; whatever is as high as one may."""

from __future__ import annotations

import math
from collections.abc import Callable
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
BESIDE = (150.5, -80.0)
WHITE = (232.0, 236.0, 238.0)

Dice = list[tuple[float, float, float]]
Solid = list[list[tuple[float, float, float]]]
Paint = Callable[[Picture, View], Picture]


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


def rectangle(
    x: float, y: float, wide: float, long: float, turn: float = 0.4, z: float = 0.2
) -> list[tuple[float, float, float]]:
    """Corners (mm) of a sheet at some height."""
    c, s = math.cos(turn), math.sin(turn)
    return [
        (x + u * wide / 2 * c - v * long / 2 * s, y + u * wide / 2 * s + v * long / 2 * c, z)
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def ring(x: float, y: float, z: float, radius: float) -> list[tuple[float, float, float]]:
    """A circle's outline."""
    return [(x + radius * math.cos(a), y + radius * math.sin(a), z) for a in np.linspace(0, 2 * math.pi, 40)]


def filled(
    picture: Picture, view: View, hull: list[tuple[float, float, float]], colour: tuple[float, float, float]
) -> Picture:
    """With the hull of places filled, in a colour; soft at its edge and a little noisy, as everything is."""
    pixels = cv2.convexHull(view.project(hull).astype(np.float32))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255
    noise = np.random.default_rng(6).normal(0, 1.5, picture.shape)
    return np.clip(picture * (1 - share) + (np.array(colour) + noise) * share, 0, 255).astype(np.uint8)


def darkened(picture: Picture, view: View, hull: list[tuple[float, float, float]], depth: float) -> Picture:
    """With a soft shadow."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(
        mask, np.round(cv2.convexHull(view.project(hull).astype(np.float32))).astype(np.int32), 255
    )
    share = cv2.GaussianBlur(mask, (0, 0), 6).astype(np.float32)[..., None] / 255
    return (picture * (1 - depth * share)).astype(np.uint8)


def with_dice(painted: Picture, picture: Picture, view: View, dice: Dice) -> Picture:
    """The dice of a picture laid back on what was painted over it."""
    stand = np.zeros(picture.shape[:2], np.uint8)
    for x, y, yaw in dice:
        foot = rectangle(x, y, 16.0, 16.0, math.radians(yaw), 0.0)
        top = rectangle(x, y, 16.0, 16.0, math.radians(yaw), 16.0)
        hull = cv2.convexHull(view.project(foot + top).astype(np.float32))
        cv2.fillConvexPoly(stand, np.round(hull).astype(np.int32), 255)
    return np.where(stand[..., None] > 0, picture, painted)


def places(table: EmptyTable, picture: Picture, seen: tuple[View, Dice]) -> list[tuple[float, float]]:
    return table.seen_in(picture, seen[0]).hiding_places(*LONELY, seen[1])


SHEETS: dict[str, tuple[float, float, tuple[float, float, float]]] = {
    "a sheet": (100.0, 140.0, WHITE),
    "a playing card": (57.0, 89.0, WHITE),
    "a dark slip": (70.0, 90.0, (28.0, 26.0, 25.0)),
    "a coloured card": (57.0, 89.0, (150.0, 70.0, 40.0)),
}


@pytest.mark.parametrize("turn", [0.4, 1.2])
@pytest.mark.parametrize("what", SHEETS)
def test_a_sheet_beside_a_lonely_die_hides_nothing(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], what: str, turn: float
) -> None:
    """People keep the score on paper and play with cards; nobody should be asked about those."""
    wide, long, colour = SHEETS[what]
    painted = filled(picture, seen[0], rectangle(*BESIDE, wide, long, turn), colour)
    assert places(table, with_dice(painted, picture, *seen), seen) == []


def test_print_on_a_sheet_is_flat_too(table: EmptyTable, picture: Picture, seen: tuple[View, Dice]) -> None:
    """A card's pips and a sheet's lines are narrower than any die."""
    painted = filled(picture, seen[0], rectangle(*BESIDE, 90.0, 120.0), WHITE)
    for k in range(-3, 4):
        painted = filled(
            painted, seen[0], ring(BESIDE[0] + 11 * k, BESIDE[1] + 9, 0.2, 3.0), (40.0, 30.0, 30.0)
        )
    assert places(table, with_dice(painted, picture, *seen), seen) == []


def cap(view: View, painted: Picture) -> Picture:
    side = filled(painted, view, ring(*BESIDE, 0, 11) + ring(*BESIDE, 17, 13), (90.0, 60.0, 30.0))
    return filled(side, view, ring(*BESIDE, 21, 13), (160.0, 110.0, 60.0))


def test_a_cap_on_a_sheet_may_hide_a_die(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """A sheet is a table for what stands on it: where its surface does not show a die may."""
    painted = cap(seen[0], filled(picture, seen[0], rectangle(*BESIDE, 100.0, 140.0), WHITE))
    assert places(table, with_dice(painted, picture, *seen), seen) != []


def behind(view: View, by: float) -> tuple[float, float]:
    """A place nearer to the camera than BESIDE, mm."""
    towards = view.pose.eye[:2] - np.array(BESIDE)
    x, y = BESIDE + towards / np.linalg.norm(towards) * by
    return float(x), float(y)


def a_mug(painted: Picture, view: View) -> Picture:
    at = behind(view, 34)
    return filled(painted, view, ring(*at, 0, 25) + ring(*at, 80, 26), WHITE)


def a_box(painted: Picture, view: View) -> Picture:
    at = behind(view, 36)
    base, top = rectangle(*at, 60.0, 45.0, 0.3, 0.0), rectangle(*at, 60.0, 45.0, 0.3, 35.0)
    return filled(filled(painted, view, base + top, (120.0, 122.0, 124.0)), view, top, WHITE)


def a_pale_box(painted: Picture, view: View) -> Picture:
    at = behind(view, 40)
    base, top = rectangle(*at, 66.0, 60.0, 0.3, 0.0), rectangle(*at, 66.0, 60.0, 0.3, 24.0)
    return filled(filled(painted, view, base + top, (204.0, 208.0, 209.0)), view, top, WHITE)


def a_card_on_a_die(painted: Picture, view: View) -> Picture:
    low, high = rectangle(*BESIDE, 57.0, 60.0, 0.4, 0.0), rectangle(*BESIDE, 57.0, 60.0, 0.4, 17.0)
    return filled(darkened(painted, view, low, 0.45), view, high, WHITE)


def a_small_slip(painted: Picture, view: View) -> Picture:
    return filled(painted, view, rectangle(*BESIDE, 36.0, 40.0, 0.4, 17.0), WHITE)


def a_plate(painted: Picture, view: View) -> Picture:
    return filled(painted, view, ring(*BESIDE, 20, 40), WHITE)


@pytest.mark.parametrize("thing", [a_mug, a_box, a_pale_box, a_card_on_a_die, a_small_slip, a_plate])
def test_what_is_as_high_as_a_die_may_hide_one(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice], thing: Paint
) -> None:
    """Round things, sides that face the camera, the shadow below a card that lies on a die, and what is small."""
    painted = with_dice(thing(picture, seen[0]), picture, *seen)
    found = places(table, painted, seen)
    assert any(math.dist(place, BESIDE) < 8 for place in found)


def test_a_shadow_over_a_whole_corner_of_the_table_hides_nothing(
    table: EmptyTable, picture: Picture, seen: tuple[View, Dice]
) -> None:
    """Somebody stands in the light: their shadow ends sharply, but it is larger than whatever hides a die."""
    shade = [(20.0, -260.0, 0.0), (340.0, -260.0, 0.0), (340.0, 60.0, 0.0), (20.0, 60.0, 0.0)]
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(seen[0].project(shade)).astype(np.int32), 255)
    share = cv2.GaussianBlur(mask, (0, 0), 2).astype(np.float32)[..., None] / 255
    dark = (picture * (1 - share * np.array([0.4, 0.48, 0.55]))).astype(np.uint8)
    assert places(table, dark, seen) == []
