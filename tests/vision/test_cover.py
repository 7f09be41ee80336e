"""Hands and arms over the table are noticed, and what lies on it is not taken for one."""

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from vision.cover import Overseer
from vision.pictures import Picture, pixels_of

SKIN = np.array([110, 140, 200], np.float32)
CLOTH = np.array([90, 70, 60], np.float32)


def rod(
    picture: np.ndarray, a: tuple[float, float], b: tuple[float, float], width: int, colour: np.ndarray
) -> None:
    """A round rod, lighter in the middle, as an arm or a finger is."""
    for share in (1.0, 0.8, 0.6, 0.4, 0.2):
        shade = tuple(float(v) for v in colour * (1.1 - 0.45 * share))
        ends = [(round(p[0]), round(p[1])) for p in (a, b)]
        cv2.line(picture, ends[0], ends[1], shade, max(1, int(width * share)), cv2.LINE_AA)


def with_arm(table: Picture, skin: np.ndarray = SKIN) -> Picture:
    """An arm from the right with a spread hand over the middle of the table."""
    picture = table.copy()
    h, w = picture.shape[:2]
    rod(picture, (w + 80, h * 0.38), (w * 0.75, h * 0.42), 110, CLOTH)
    rod(picture, (w * 0.75, h * 0.42), (w * 0.68, h * 0.43), 70, skin)
    rod(picture, (w * 0.68, h * 0.43), (w * 0.63, h * 0.44), 92, skin)
    for k in range(-2, 3):
        rod(picture, (w * 0.64, h * 0.44 + 18 * k), (w * 0.58, h * 0.45 + 26 * k), 24, skin)
    return picture


@pytest.fixture(scope="module")
def overseer(profile: Profile) -> Overseer:
    assert profile.view is not None
    assert profile.background is not None
    return Overseer(profile.background, profile.view, profile.cards)


@pytest.mark.parametrize("tone", [0.35, 0.7, 1.1], ids=["dark", "middle", "light"])
@pytest.mark.parametrize("flip", [False, True], ids=["from the right", "from the left"])
def test_an_arm_is_seen(overseer: Overseer, profile: Profile, tone: float, flip: bool) -> None:
    """Whoever's arm it is and wherever it comes from: what it covers is not taken for seen."""
    assert profile.view is not None
    bare = pixels_of(profile.background)
    assert bare is not None
    table = bare[:, ::-1] if flip else bare
    picture = with_arm(np.ascontiguousarray(table), SKIN * tone)
    covers = overseer.covers(np.ascontiguousarray(picture[:, ::-1]) if flip else picture, profile.view)
    assert covers
    assert any(abs(c.x) < 250 and abs(c.y) < 200 for c in covers)
    assert all(len(c.outline) >= 3 for c in covers)


def test_in_another_light(overseer: Overseer, profile: Profile) -> None:
    """The lamp was switched on since the table was calibrated: the arm is seen, the table is not one."""
    assert profile.view is not None
    bare = pixels_of(profile.background)
    assert bare is not None
    warm = np.array([0.7, 0.85, 1.0])
    empty = np.clip(bare * warm, 0, 255).astype(np.uint8)
    assert overseer.covers(empty, profile.view) == ()
    assert overseer.covers(np.clip(with_arm(bare) * warm, 0, 255).astype(np.uint8), profile.view)


def test_what_lies_there_is_no_arm(overseer: Overseer, profile: Profile) -> None:
    """Books and playing cards hide no dice that anyone could read; asking because of them would be a nuisance."""
    assert profile.view is not None
    bare = pixels_of(profile.background)
    assert bare is not None
    picture = bare.copy()
    for x, y, z, colour in (
        (-200, 0, 60, (40, 30, 30)),
        (180, -90, 40, (235, 235, 235)),
        (60, 150, 30, (60, 60, 190)),
    ):
        corners = profile.view.project(
            [[x - z, y - z, 0], [x + z, y - z, 0], [x + z, y + z, 0], [x - z, y + z, 0]]
        )
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], colour)
    assert overseer.covers(picture, profile.view) == ()


def test_without_a_picture_of_the_empty_table(profile: Profile) -> None:
    """A profile without a background is no reason to see hands where there are none."""
    assert profile.view is not None
    bare = pixels_of(profile.background)
    assert bare is not None
    blind = Overseer(None, profile.view, profile.cards)
    assert blind.covers(bare, profile.view) == ()


def test_an_arm_is_followed_to_where_it_is_hardly_marked(
    overseer: Overseer, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand of a colour that the network never saw: its arm, beyond the cards, tells that it is one."""
    assert profile.view is not None
    bare = pixels_of(profile.background)
    assert bare is not None
    logit = np.full((1, 1, 80, 144), -9.0, np.float32)
    logit[..., 10:40, 70:78] = -2.0
    for arm, seen in ((-9.0, False), (3.0, True)):
        logit[..., 0:10, 70:78] = arm
        monkeypatch.setattr("vision.cover.network", lambda _: lambda _: logit)
        assert bool(overseer.covers(bare, profile.view)) == seen
