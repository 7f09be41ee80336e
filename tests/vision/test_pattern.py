"""Patterns of the table's own that look like tops: told by the picture of the empty table, in any light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from vision.faces import cut_top
from vision.lens import Floats, Pose, View
from vision.pattern import SAME, EmptyTops, alike
from vision.pictures import Picture, load_picture, pixels_of
from vision.reading import NO_PATTERN, without_pattern
from vision.tops import Top, Tops, corners_mm

EDGE = 16.0
PLACES = [(-150.0, 60.0, 0.0), (40.0, -80.0, 0.4), (200.0, 30.0, 1.1), (-30.0, 120.0, 0.7)]


@pytest.fixture(scope="module")
def view(profile: Profile) -> View:
    """Where the examples' camera stands."""
    assert profile.view is not None
    return profile.view


@pytest.fixture(scope="module")
def chequered(profile: Profile, view: View) -> Picture:
    """The examples' empty table with a cloth of checks on it."""
    empty = pixels_of(profile.background)
    assert empty is not None
    return with_checks(empty, view)


def with_checks(picture: Picture, view: View) -> Picture:
    """With every second square of 13 mm between the cards darkened and coloured, as the camera at `view` sees it."""
    scale = picture.shape[1] / view.lens.width
    dark = np.zeros(picture.shape[:2], np.uint8)
    for i in range(-22, 22):
        for j in range(-16, 16):
            if (i + j) % 2:
                x, y = i * 13.0, j * 13.0
                square = [[x, y, 0], [x + 13, y, 0], [x + 13, y + 13, 0], [x, y + 13, 0]]
                corners = (view.project(square) + 0.5) * scale - 0.5
                cv2.fillConvexPoly(dark, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
    share = dark.astype(np.float32)[..., None] / 255
    return (picture * (1 - share * np.array([0.7, 0.6, 0.2], np.float32))).astype(np.uint8)


def on_plane(view: View, picture: Picture, x: float, y: float, turn: float) -> Floats:
    """Corners (4, 2) px of a top that would lie there."""
    scale = picture.shape[1] / view.lens.width
    return np.asarray((view.project(corners_mm(x, y, turn, EDGE)) + 0.5) * scale - 0.5, np.float64)


LIGHTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "as it was": lambda x: x,
    "darker": lambda x: x * 0.5,
    "warmer": lambda x: x * np.array([0.7, 0.95, 1.1]),
    "noisy": lambda x: x + np.random.default_rng(4).normal(0, 6, x.shape),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_checks_of_a_cloth_are_known_in_any_light(chequered: Picture, view: View, light: str) -> None:
    """A top that looks as the cloth looked there is the cloth."""
    now = np.clip(LIGHTS[light](chequered.astype(np.float64)), 0, 255).astype(np.uint8)
    empty = EmptyTops(chequered, view)
    for place in PLACES:
        corners = on_plane(view, now, *place)
        assert empty.shows(cut_top(now, corners), corners, view)


def test_checks_are_known_from_where_a_knocked_camera_stands(profile: Profile, view: View) -> None:
    """The place on the table is compared, not the place in the picture."""
    assert profile.background is not None
    knocked = View(view.lens, Pose(view.pose.R, view.pose.t + np.array([6.0, -4.0, 9.0])))
    plain = np.full_like(profile.background, 170)
    now = with_checks(plain, knocked)
    empty = EmptyTops(with_checks(plain, view), view)
    for place in PLACES:
        corners = on_plane(knocked, now, *place)
        assert empty.shows(cut_top(now, corners), corners, knocked)
        assert not empty.shows(cut_top(now, corners), corners, view)


def test_dice_on_a_cloth_of_checks_are_dice(
    profile: Profile, view: View, chequered: Picture, examples: Path
) -> None:
    """Every top of a real die differs from any pattern below it."""
    picture = load_picture(examples / "table" / "005.jpg")
    tops = [top for top in Tops(profile.cards, EDGE)(picture, view) if top.found.heat > 0.5]
    assert len(tops) > 20
    empty = EmptyTops(chequered, view)
    assert not any(empty.shows(top.shot, top.corners, view) for top in tops)


def test_a_plain_table_has_no_pattern(profile: Profile, view: View) -> None:
    """Where nothing stands out there is nothing to be taken for a top, and no reason to leave one out."""
    plain = np.full((1296, 2304, 3), 120, np.uint8)
    corners = on_plane(view, plain, *PLACES[0])
    assert not EmptyTops(plain, view).shows(cut_top(plain, corners), corners, view)


def test_only_what_is_hardly_a_die_is_taken_for_pattern(profile: Profile, view: View, examples: Path) -> None:
    """A die that was left lying when the empty table was photographed is a die all the same if it looks like one."""
    picture = load_picture(examples / "table" / "005.jpg")
    tops = Tops(profile.cards, EDGE)(picture, view)
    left: list[Top] = without_pattern(tops, EmptyTops(picture, view), view)
    assert left == [top for top in tops if top.found.heat > NO_PATTERN]
    assert without_pattern(tops, None, view) == tops


def test_crops_are_alike_whatever_their_brightness() -> None:
    """Correlation knows neither the mean nor the contrast; another pattern is unlike."""
    one, other = np.random.default_rng(5).integers(0, 255, (2, 48, 48, 3), np.uint8)
    assert alike(one, (one // 2 + 30).astype(np.uint8)) > SAME
    assert abs(alike(one, other)) < 0.5
    assert alike(np.full_like(one, 9), one) == 0.0


def test_a_pale_die_on_the_edge_of_a_dot_is_a_die(view: View) -> None:
    """What shows round a small top is the cloth as it was; what counts is whether it shows on the top itself."""
    plain = np.full((view.lens.height, view.lens.width, 3), 200, np.uint8)
    corners = on_plane(view, plain, *PLACES[1])
    right, down = corners[1] - corners[0], corners[3] - corners[0]

    def filled(picture: Picture, left: float, top: float, wide: float, high: float, level: int) -> Picture:
        """With a rectangle, in shares of the top, in one grey."""
        shares = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
        outline = np.array([corners[0] + u * right + v * down for u, v in shares])
        grey = (level, level, level)
        return np.asarray(
            cv2.fillConvexPoly(picture.copy(), np.round(outline).astype(np.int32), grey), np.uint8
        )

    dotted = filled(plain, -0.3, 0.84, 1.6, 0.6, 40)
    now = filled(filled(dotted, 0.0, 0.0, 1.0, 0.9, 200), 0.3, 0.2, 0.4, 0.4, 160)
    shot, empty = cut_top(now, corners), cut_top(dotted, corners)
    assert alike(shot, empty) > 0.85
    assert EmptyTops(dotted, view).shows(empty, corners, view)
    assert not EmptyTops(dotted, view).shows(shot, corners, view)
