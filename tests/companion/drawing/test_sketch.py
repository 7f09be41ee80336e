"""The picture with what was read drawn into it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.drawing import check_target, draw, save_drawing
from companion.drawing.ink import DOUBT, PAIR, SURE, ZONE
from companion.errors import BadInput
from companion.sheet.assess import assess, assess_loose
from companion.sheet.layout import Layout
from vision.lens import Lens, Pose, View
from vision.pictures import Picture
from vision.seen import Oddity, Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
TWO = Layout((180.0, 0.0))
WIDTH, HEIGHT = 1152, 648


def view() -> View:
    """A camera 700 mm above the campsite, looking straight down."""
    K = np.array([[850.0, 0, 575.5], [0, 850, 323.5], [0, 0, 1]])
    return View(Lens(WIDTH, HEIGHT, K, np.zeros(5)), Pose(np.diag([1.0, -1, -1]), np.array([0.0, 0, 700])))


def a_die(face: str, x: float, y: float, *, sure: bool = True) -> SeenDie:
    corners = [(x - 8, y + 8, 16), (x + 8, y + 8, 16), (x + 8, y - 8, 16), (x - 8, y - 8, 16)]
    outline = tuple((float(u), float(v)) for u, v in view().project(corners))
    (left, top), (right, bottom) = outline[0], outline[2]
    return SeenDie(face, x, y, 0.0, 0.9, sure, "" if sure else "glare", outline, (left, top, right, bottom))


def grey() -> Picture:
    return np.full((HEIGHT, WIDTH, 3), 128, dtype=np.uint8)


def near(
    drawing: Picture, place: tuple[float, float], colour: tuple[int, int, int], *, within: int = 40
) -> bool:
    """Whether a pixel of about this colour is drawn near a place (px)."""
    u, v = round(place[0]), round(place[1])
    part = drawing[max(0, v - within) : v + within, max(0, u - within) : u + within].astype(int)
    return bool((np.abs(part - np.array(colour)).max(axis=-1) < 12).any())


def spot(x: float, y: float) -> tuple[float, float]:
    ((u, v),) = view().project([(x, y, 16.0)])
    return float(u), float(v)


def test_sure_dice_pairs_and_zones_have_their_colours() -> None:
    """A person must see at a glance what was read where."""
    dice = (
        a_die("gun", 200, 0),
        a_die("bear", 219, 0),
        a_die("tent", 0, 0),
        a_die("runner", -200, 0, sure=False),
    )
    before = grey()
    drawing = draw(before, assess(Seen(dice, (), (), 1.0, view()), TWO, FACES))
    assert near(drawing, spot(0, 0), SURE)
    assert near(drawing, spot(209, 0), PAIR)
    assert near(drawing, spot(-200, 0), DOUBT)
    assert not near(drawing, spot(-200, 0), SURE)
    assert near(drawing, spot(0, 110), ZONE)
    assert near(drawing, spot(0, 180), ZONE)
    assert (before == 128).all()
    assert drawing.shape[1] == WIDTH
    assert drawing.shape[0] > HEIGHT
    assert drawing.dtype == np.uint8


def test_icons_stay_visible() -> None:
    """Whoever checks the reading compares it with the icon, so nothing may be drawn over that."""
    dice = (a_die("gun", 200, 0), a_die("bear", 219, 0))
    drawing = draw(grey(), assess(Seen(dice, (), (), 1.0, view()), TWO, FACES))
    for die in dice:
        (left, top), (right, bottom) = die.outline[0], die.outline[2]
        inner = drawing[round(top) + 3 : round(bottom) - 2, round(left) + 3 : round(right) - 2]
        assert (inner == 128).all()


def test_doubts_are_marked_where_they_are() -> None:
    """A group in doubt gets a ring, an oddity its own outline."""
    dice = (a_die("gun", 200, 0), a_die("bear", 226, 0))
    hand = Oddity("cover", "a hand", -200.0, 0.0, (spot(-220, 20), spot(-180, 20), spot(-200, -40)))
    drawing = draw(grey(), assess(Seen(dice, (hand,), (), 1.0, view()), TWO, FACES))
    assert near(drawing, spot(-200, 0), DOUBT)
    assert near(drawing, spot(213, 0), DOUBT)


@pytest.mark.parametrize("size", [(64, 64), (640, 360), (3000, 1000)])
def test_pictures_of_any_size_can_be_drawn_into(size: tuple[int, int]) -> None:
    """Text and lines grow with the picture, and nothing falls over on a tiny one."""
    picture = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    drawing = draw(picture, assess(Seen((a_die("gun", 200, 0),), (), (), 1.0, view()), TWO, FACES))
    assert drawing.shape[1] == size[0]


def test_without_dice_and_view_the_panel_is_drawn() -> None:
    """An empty table, or a camera whose place is not known, is a picture too."""
    assert draw(grey(), assess(Seen((), (), (), 1.0), TWO, FACES)).shape[0] > HEIGHT


def test_a_view_that_sees_little_of_the_table_is_no_trouble() -> None:
    """Zones behind the camera or beyond the horizon have no pixels."""
    level = Pose(np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]]), np.array([0.0, 100.0, 50.0]))
    odd = View(view().lens, level)
    dice = (a_die("gun", 200, 0), a_die("bear", 226, 0))
    draw(grey(), assess(Seen(dice, (Oddity("cover", "a hand", 0.0, -900.0),), (), 1.0, odd), TWO, FACES))


def test_loose_pictures_show_boxes() -> None:
    """Without cards there are neither zones nor tops, but every die has its box."""
    die = SeenDie("6", np.nan, np.nan, np.nan, 0.9, True, "", (), (300.0, 200.0, 360.0, 260.0))
    drawing = draw(grey(), assess_loose(Seen((die,), (), (), 1.0)))
    assert near(drawing, (330, 197), SURE)
    assert near(drawing, (363, 230), SURE, within=6)


@pytest.mark.parametrize("name", ["drawing.jpg", "drawing.JPEG", "drawing.png"])
def test_a_drawing_is_saved_whole(tmp_path: Path, name: str) -> None:
    """JPEG or PNG by its name, and no half-written file beside it."""
    check_target(tmp_path / name, pictures=[], profile=tmp_path / "profile")
    save_drawing(grey(), tmp_path / name)
    saved = cv2.imread(str(tmp_path / name))
    assert saved is not None
    assert saved.shape == (HEIGHT, WIDTH, 3)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["a.gif", "a", "missing/a.jpg", "folder.jpg"])
def test_a_target_that_cannot_be_written_is_refused_in_advance(tmp_path: Path, name: str) -> None:
    """Better before the reading than after it."""
    (tmp_path / "folder.jpg").mkdir()
    with pytest.raises(BadInput):
        check_target(tmp_path / name, pictures=[], profile=tmp_path / "profile")


def test_a_drawing_replaces_neither_the_picture_nor_the_profile(tmp_path: Path) -> None:
    """The only photograph of the round must not be overwritten by a mistyped name, nor the profile's background."""
    picture, profile = tmp_path / "table.jpg", tmp_path / "profile"
    picture.write_bytes(b"the only one")
    profile.mkdir()
    (tmp_path / "same.jpg").symlink_to(picture)
    for name in ("table.jpg", "same.jpg"):
        with pytest.raises(BadInput, match="is the picture itself"):
            check_target(tmp_path / name, pictures=[picture], profile=profile)
    with pytest.raises(BadInput, match="lies in the profile"):
        check_target(profile / "background.jpg", pictures=[picture], profile=profile)
