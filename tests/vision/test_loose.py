"""Loose pictures: real photographs of pip dice, taken by hand, without cards and at any scale."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.building import build_profile
from calibration.teaching import FacesUnusable, teach_loose
from companion.sheet.assess import assess_loose
from vision import loose_tops
from vision.faces import Likeness
from vision.loose import LooseReader, LooseTop, find_boxed, of_one_size
from vision.pictures import load_picture

LOOSE = Path(__file__).parents[1] / "data" / "loose"


@pytest.fixture(scope="module")
def loose_reader() -> LooseReader:
    """Taught from eight named dice in two photographs."""
    return LooseReader(faces=build_profile(LOOSE).profile.faces)


@pytest.mark.parametrize("name", ["000", "001", "007", "009"])
def test_photographs_on_carpet_wood_and_tweed(loose_reader: LooseReader, name: str) -> None:
    """What is said surely of a real photograph is true: these faces and no others."""
    seen = loose_reader.read(load_picture(LOOSE / "table" / f"{name}.jpg"))
    truth = json.loads((LOOSE / "truth" / f"{name}.json").read_text(encoding="utf-8"))
    want = sorted(d["face"] for d in truth["dice"])
    got = sorted(d.face for d in seen.dice if d.sure)
    assert [f for f in got if f not in want] == []
    assert len(got) >= len(want) - 1
    assert len(got) <= len(want)


def test_scale_does_not_matter(loose_reader: LooseReader) -> None:
    """The same photograph at twice and at seven tenths of its size shows the same dice."""
    picture = load_picture(LOOSE / "table" / "000.jpg")
    faces = []
    for factor in (0.7, 1.0, 2.0):
        sized = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        faces.append(sorted(d.face for d in loose_reader.read(np.asarray(sized, np.uint8)).dice if d.sure))
    assert faces[0] == faces[1] == faces[2]


def test_bands_answer_as_the_whole_picture_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large pictures are searched in bands to save memory, and nobody can tell where one ends."""
    picture = load_picture(LOOSE / "table" / "000.jpg")[:880, :600]
    monkeypatch.setattr(loose_tops, "_BAND_PIXELS", 10_000_000)
    whole = loose_tops.answer(picture)
    monkeypatch.setattr(loose_tops, "_BAND_PIXELS", 120_000)
    assert np.abs(loose_tops.answer(picture) - whole).max() < 1e-3


def test_what_is_like_no_face_is_a_doubt(loose_reader: LooseReader) -> None:
    """A die that cannot be read is not left out: nobody knows how many there should be, so nobody would miss it."""
    picture = load_picture(LOOSE / "table" / "000.jpg")
    dice = loose_reader.read(picture).dice
    assert len(dice) == 5
    for die in dice:
        left, top, right, bottom = (int(v) for v in die.box)
        inset = (right - left) // 5
        inside = slice(top + inset, bottom - inset), slice(left + inset, right - inset)
        spoilt = picture.copy()
        spoilt[inside] = cv2.GaussianBlur(picture, (0, 0), (right - left) / 9)[inside]
        rng = np.random.default_rng(1)
        for ends in rng.uniform(0, bottom - top - 2 * inset, (5, 2, 2)).astype(int).tolist():
            cv2.line(spoilt[inside], ends[0], ends[1], (30, 30, 30), 4)
        unsure = [d for d in loose_reader.read(spoilt).dice if not d.sure]
        assert any(np.abs(np.subtract(d.box, die.box)).max() < right - left for d in unsure)


@pytest.mark.parametrize(
    ("heat", "like", "sure"), [(0.42, 0.77, False), (0.42, 0.85, True), (0.6, 0.77, True)]
)
def test_what_is_cool_must_be_much_like_a_face(
    loose_reader: LooseReader, monkeypatch: pytest.MonkeyPatch, heat: float, like: float, sure: bool
) -> None:
    """In a blurred photograph a five found off its middle was three quarters like a three."""
    square = np.array([[400.0, 400.0], [470.0, 400.0], [470.0, 470.0], [400.0, 470.0]])
    monkeypatch.setattr("vision.loose.find_loose", lambda *_, **__: [LooseTop(square, heat, 0.96)])
    monkeypatch.setattr("vision.loose.likenesses", lambda *_: [Likeness("3", 0, like, "1", 0.55, 0.0)])
    (die,) = loose_reader.read(load_picture(LOOSE / "table" / "000.jpg")).dice
    assert die.sure == sure


@pytest.mark.parametrize(
    ("one", "other"), [((0.6, 0.8), (0.9, 0.8)), ((0.95, 0.72), (0.55, 0.9)), ((0.92, 0.75), (0.55, 0.85))]
)
def test_of_two_tops_in_one_place_the_likelier_is_read(
    loose_reader: LooseReader,
    monkeypatch: pytest.MonkeyPatch,
    one: tuple[float, float],
    other: tuple[float, float],
) -> None:
    """Of tops equally like a face the hotter; but a top that is more like a face beats one that is somewhat hotter."""
    tops = [square(400, 400, 70, heat) for heat, _ in (one, other)]
    likes = [
        Likeness(face, 0, like, "1", 0.2, 0.0) for face, (_, like) in zip("35", (one, other), strict=True)
    ]
    monkeypatch.setattr("vision.loose.find_loose", lambda *_, **__: tops)
    monkeypatch.setattr("vision.loose.likenesses", lambda *_: likes)
    (die,) = loose_reader.read(load_picture(LOOSE / "table" / "000.jpg")).dice
    assert die.face == "5"


def test_what_is_the_contrary_of_every_face_does_not_tell_the_size(
    loose_reader: LooseReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hot squares of a pattern do not count because they are unlike; the two dice are read."""
    tops = [square(400, 400, 70), square(600, 400, 70), *(square(300 + 40 * k, 600, 30) for k in range(10))]
    likes = [Likeness("3", 0, 0.9, "1", 0.2, 0.0)] * 2 + [Likeness("3", 0, -0.6, "1", -0.7, 0.0)] * 10
    monkeypatch.setattr("vision.loose.find_loose", lambda *_, **__: tops)
    monkeypatch.setattr("vision.loose.likenesses", lambda *_: likes)
    assert len(loose_reader.read(load_picture(LOOSE / "table" / "000.jpg")).dice) == 2


def test_read_in_dim_light(loose_reader: LooseReader) -> None:
    """A third of the light shows the same dice; in next to none nothing is sure, whatever is seen."""
    picture = load_picture(LOOSE / "table" / "000.jpg")
    dim = loose_reader.read((picture * 0.3).astype(np.uint8))
    assert sorted(d.face for d in dim.dice if d.sure) == ["1", "2", "3", "4", "5"]
    assert not assess_loose(loose_reader.read((picture * 0.03).astype(np.uint8))).sure


def test_boxes_hold_the_tops(loose_reader: LooseReader) -> None:
    """Places are pixels of the picture as given; nothing is said in millimetres."""
    picture = load_picture(LOOSE / "table" / "007.jpg")
    for die in loose_reader.read(picture).dice:
        x0, y0, x1, y1 = die.box
        assert -1 <= x0 < x1 <= picture.shape[1] + 1
        assert -1 <= y0 < y1 <= picture.shape[0] + 1
        assert np.isnan(die.x)
        assert np.isnan(die.y)


@pytest.mark.parametrize("kind", ["noise", "stripes", "grey", "checks"])
def test_no_dice_in_what_is_no_table(loose_reader: LooseReader, kind: str) -> None:
    """A picture of anything else ends soon and holds no sure die."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[:600, :800]
    picture = {
        "noise": rng.integers(0, 255, (600, 800, 3)),
        "stripes": np.repeat(((x // 9 % 2) * 200 + 20)[..., None], 3, 2),
        "grey": np.full((600, 800, 3), 127),
        "checks": np.repeat((((x // 25 + y // 25) % 2) * 200 + 20)[..., None], 3, 2),
    }[kind].astype(np.uint8)
    seen = loose_reader.read(picture)
    assert [d for d in seen.dice if d.sure] == []


def square(x: float, y: float, edge: float, heat: float = 0.9) -> LooseTop:
    h = edge / 2
    return LooseTop(np.array([[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]]), heat, 1.0)


def test_one_size_is_that_of_the_likely_ones() -> None:
    """Many small squares of a pattern do not outvote a few dice that look like the taught faces."""
    tops = [square(100 * k, 100, 80) for k in range(3)] + [square(30 * k, 300, 20) for k in range(40)]
    weights = [0.5] * 3 + [0.001] * 40
    assert of_one_size(tops, weights) == [True] * 3 + [False] * 40


def test_a_box_without_a_die_teaches_nothing() -> None:
    """Somebody drew a box round bare table: there is no top to learn."""
    picture = np.full((400, 400, 3), 120, np.uint8)
    assert find_boxed(picture, (100, 100, 180, 180)) is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "expected"),
        ('{"dice": [{"face": "1"}]}', "box"),
        ('{"dice": [{"face": "1", "box": [5, 5, 1, 1]}]}', "expected"),
        ('{"dice": [{"face": "9", "box": [1, 1, 50, 50]}]}', "not one of the set's faces"),
        ('{"dice": []}', "name at least one"),
        ('{"dice": [{"face": "1", "box": [3000, 2000, 3200, 2200]}]}', "does not lie in the picture"),
        ('{"dice": [{"face": "1", "box": [0, 0, 1e400, 1e400]}]}', "does not lie in the picture"),
        ('{"dice": [{"face": "1", "box": [10, 10, 10.00001, 10.00001]}]}', "not drawn round one die"),
    ],
)
def test_wrong_notes_are_one_clear_line(tmp_path: Path, content: str, says: str) -> None:
    """Notes that a person wrote by hand may be anything; the message says what they should be."""
    (tmp_path / "000.json").write_text(content)
    (tmp_path / "000.jpg").write_bytes((LOOSE / "teach" / "000.jpg").read_bytes())
    with pytest.raises(FacesUnusable, match=says) as caught:
        teach_loose(tmp_path, ("1", "2"))
    assert "\n" not in str(caught.value)
