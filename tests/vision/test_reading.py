"""The reader on path-traced pictures of a table: every die's place and face, and doubts where they belong."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from vision.errors import VisionError
from vision.faces import Shots
from vision.lens import Lens, View
from vision.pictures import load_picture
from vision.reading import CLEARLY_A_DIE, Reader, judged
from vision.seen import Seen, SeenDie
from vision.tops import Tops

PICTURES = ("001", "003", "005", "006")


def readable(truth: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        d for d in truth["dice"]
        if d["kind"] != "other" and d["visible"] >= 0.9 and d.get("contrast", 255) >= 40
    ]  # fmt: skip


def nearest(seen: Seen, x: float, y: float) -> SeenDie:
    return min(seen.dice, key=lambda d: math.hypot(d.x - x, d.y - y))


@pytest.mark.parametrize("name", PICTURES)
def test_every_sure_die_is_right(
    reader: Reader, truths: dict[str, dict[str, Any]], examples: Path, name: str
) -> None:
    """What is said surely is true: a die of this face lies at this place, to the millimetre."""
    seen = reader.read(load_picture(examples / "table" / f"{name}.jpg"))
    for die in seen.dice:
        if die.sure:
            true = min(truths[name]["dice"], key=lambda d: math.hypot(d["x"] - die.x, d["y"] - die.y))
            assert math.hypot(true["x"] - die.x, true["y"] - die.y) < 2.5
            assert true["face"] == die.face


@pytest.mark.parametrize("name", PICTURES)
def test_nearly_every_readable_die_is_read(
    reader: Reader, truths: dict[str, dict[str, Any]], examples: Path, name: str
) -> None:
    """Doubt is no way out: at two thirds of the camera's resolution nearly all dice in sight are read surely."""
    seen = reader.read(load_picture(examples / "table" / f"{name}.jpg"))
    dice = readable(truths[name])
    good = [d for d in dice if nearest(seen, d["x"], d["y"]).sure]
    assert len(good) >= 0.93 * len(dice)


def test_the_boxes_and_outlines_are_where_the_die_is(
    reader: Reader, truths: dict[str, dict[str, Any]], examples: Path
) -> None:
    """What is drawn for people to check is drawn on the die: the outline round its top, the box round all of it."""
    seen = reader.read(load_picture(examples / "table" / "005.jpg"))
    scale = 1536 / 2304
    for true in readable(truths["005"]):
        die = nearest(seen, true["x"], true["y"])
        if "top_px" in true:
            middle = np.mean(true["top_px"], axis=0) * scale
            assert np.hypot(*(np.mean(die.outline, axis=0) - middle)) < 4
        x0, y0, x1, y1 = die.box
        inside = [x0 - 1 <= x <= x1 + 1 and y0 - 1 <= y <= y1 + 1 for x, y in die.outline]
        assert all(inside)


def test_covered_dice_are_not_guessed(
    reader: Reader, truths: dict[str, dict[str, Any]], examples: Path
) -> None:
    """A sheet of paper over half of the dice: those under it are missing, none is made up."""
    picture = load_picture(examples / "table" / "005.jpg").copy()
    picture[300:560, 500:1100] = (190, 200, 205)
    seen = reader.read(picture)
    for die in seen.dice:
        if die.sure:
            assert min(math.hypot(d["x"] - die.x, d["y"] - die.y) for d in truths["005"]["dice"]) < 2.5


def test_an_empty_table_has_no_dice(reader: Reader, examples: Path) -> None:
    """Grain, seams and cards are no dice, and nothing covers them."""
    seen = reader.read(load_picture(examples / "background.jpg"))
    assert [d for d in seen.dice if d.sure] == []
    assert seen.oddities == ()


@pytest.mark.parametrize("change", ["darker", "warmer", "noisy"])
def test_another_light_gives_no_wrong_face(
    reader: Reader, truths: dict[str, dict[str, Any]], examples: Path, change: str
) -> None:
    """Lamps are switched and the sun sets; faces may become doubtful, never wrong."""
    x = load_picture(examples / "table" / "003.jpg").astype(np.float32)
    if change == "darker":
        x *= 0.45
    elif change == "warmer":
        x *= np.array([0.6, 0.9, 1.1], np.float32)
    else:
        x += np.random.default_rng(3).normal(0, 14, x.shape).astype(np.float32)
    seen = reader.read(np.clip(x, 0, 255).astype(np.uint8))
    sure = [d for d in seen.dice if d.sure]
    assert len(sure) > 20
    for die in sure:
        true = min(truths["003"]["dice"], key=lambda d: math.hypot(d["x"] - die.x, d["y"] - die.y))
        assert true["face"] == die.face


def test_another_size_of_picture_is_read_alike(reader: Reader, examples: Path) -> None:
    """The camera's larger and smaller streams show the same table: the profile serves them all."""
    picture = load_picture(examples / "table" / "005.jpg")
    large = np.asarray(cv2.resize(picture, (2304, 1296), interpolation=cv2.INTER_CUBIC), np.uint8)
    a, b = reader.read(picture), reader.read(large)
    faces = [sorted(d.face for d in s.dice if d.sure) for s in (a, b)]
    assert len(set(faces[0]) ^ set(faces[1])) == 0
    assert abs(len(faces[0]) - len(faces[1])) <= 2


def test_another_shape_of_picture_is_refused(reader: Reader) -> None:
    """A picture of another camera cannot be measured with this lens."""
    with pytest.raises(VisionError, match="profile's shape"):
        reader.read(np.zeros((900, 1200, 3), np.uint8))


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_a_die_cut_off_by_the_pictures_edge_is_never_sure(
    reader: Reader, profile: Profile, examples: Path, share: float
) -> None:
    """Where the picture ends nobody knows how the face goes on, however well the rest of it is seen."""
    assert profile.view is not None
    assert profile.marker_mm is not None
    assert profile.edge_mm is not None
    picture = load_picture(examples / "table" / "005.jpg")
    whole = reader.read(picture)
    die = min(whole.dice, key=lambda d: min(y for _, y in d.outline))
    rows = [y for _, y in die.outline]
    cut = round(min(rows) + share * (max(rows) - min(rows)))
    lens = profile.view.lens
    K = lens.K - np.array([[0, 0, 0], [0, 0, cut], [0, 0, 0]])
    narrow = Reader(
        view=View(Lens(lens.width, lens.height - cut, K, lens.dist), profile.view.pose),
        cards=profile.cards,
        marker_mm=profile.marker_mm,
        edge_mm=profile.edge_mm,
        faces=profile.faces,
    )
    seen = narrow.read(np.ascontiguousarray(picture[cut:]))
    there = [d for d in seen.dice if math.hypot(d.x - die.x, d.y - die.y) < 8]
    assert [d for d in there if d.sure] == []
    assert len([d for d in seen.dice if d.sure]) > 20


def fingered(shot: Shots) -> Shots:
    """With a finger over the lower half."""
    out = shot.copy()
    out[24:] = (140, 160, 200)
    return out


def glaring(shot: Shots) -> Shots:
    """With a lamp's reflection near the middle."""
    y, x = np.mgrid[:48, :48]
    spot = 260 * np.exp(-((x - 24) ** 2 + (y - 20) ** 2) / 300)
    return np.asarray(np.clip(shot + spot[..., None], 0, 255), np.uint8)


@pytest.mark.parametrize("spoilt", [fingered, glaring])
def test_what_spoils_a_face_makes_no_ordinary_die_of_it(
    profile: Profile, examples: Path, spoilt: Callable[[Shots], Shots]
) -> None:
    """Half a face may be more like pips than like any taught face: it stays a doubt and is never left out."""
    assert profile.view is not None
    picture = load_picture(examples / "table" / "005.jpg")
    for top in Tops(profile.cards, 16.0)(picture, profile.view):
        if top.found.heat > CLEARLY_A_DIE:
            dice, oddities = judged([replace(top, shot=spoilt(top.shot))], profile.faces, 16.0)
            assert len(dice) + len(oddities) == 1
