import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration import building
from calibration.building import build_profile
from calibration.errors import CalibrationError, CardsUnusable, SetUnreadable
from calibration.photoset import read_set
from calibration.profile import Profile
from tests.drawn import draw, four_cards, lens_like_v3, looking, play_error_mm
from vision.faces import SHOT, TaughtFaces
from vision.lens import View
from vision.markers import Grey

CARDS = four_cards()
LENS = lens_like_v3(1152, 648)
VIEW = View(LENS, looking((10, -420, 560), (0, -45, 0), 1))
EMPTY = draw(VIEW, CARDS)
THREE = draw(VIEW, CARDS[:3])

SET = {
    "kind": "dice",
    "size": [1152, 648],
    "K": LENS.K.tolist(),
    "dist": LENS.dist.tolist(),
    "edge_mm": 16.0,
    "marker_mm": 60,
    "card_mm": 80,
    "dictionary": "DICT_4X4_50",
}


def write(path: Path, grey: Grey) -> None:
    path.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set with the empty table and two teaching pictures; teaching itself is tested elsewhere."""

    def taught(pictures: dict[str, Path], **_: object) -> tuple[TaughtFaces, tuple[str, ...]]:
        shots = {name: np.zeros((3, SHOT, SHOT, 3), np.uint8) for name in pictures}
        return TaughtFaces(tuple(pictures), shots), ("taught",)

    monkeypatch.setattr(building, "teach_table", taught)
    write(tmp_path / "background.jpg", EMPTY)
    write(tmp_path / "teach" / "bear.jpg", EMPTY)
    write(tmp_path / "teach" / "tent.png", EMPTY)
    describe(tmp_path, SET)
    return tmp_path


def describe(folder: Path, value: object) -> None:
    (folder / "set.json").write_text(json.dumps(value))


def without(*names: str, **changed: object) -> dict[str, Any]:
    return {name: value for name, value in SET.items() if name not in names} | changed


def test_a_profile_is_built(photos: Path) -> None:
    """Lens and sizes from the description, camera and cards from the picture, faces by the pictures' names."""
    built = build_profile(photos)
    profile = built.profile
    assert profile.faces.names == ("bear", "tent")
    assert (profile.edge_mm, profile.marker_mm, profile.card_mm) == (16.0, 60.0, 80.0)
    assert profile.view is not None
    assert play_error_mm(profile.view, VIEW) < 0.3
    assert profile.background is not None
    assert profile.rms_px is not None
    assert profile.rms_px < 0.2
    assert built.warnings == ("taught",)


def test_nothing_is_read_from_the_truth(photos: Path) -> None:
    """Pose, cards and colours in the description are there to compare with; a profile must be the same without them."""
    plain = build_profile(photos).profile
    (photos / "truth").mkdir()
    (photos / "truth" / "background.json").write_text("nonsense")
    describe(photos, SET | {"camera": {"R": "nonsense"}, "cards": "nonsense", "colours": 3, "light": None})
    again = build_profile(photos).profile
    assert plain.view is not None
    assert again.view is not None
    assert np.array_equal(plain.view.pose.t, again.view.pose.t)
    assert plain.cards == again.cards


def test_seats_of_the_set_and_of_the_caller(photos: Path) -> None:
    """What is typed goes before what is written, and that before the usual."""
    assert build_profile(photos).profile.seats == (205.0, 335.0, 40.0, 140.0)
    describe(photos, SET | {"seats": [10, 20]})
    assert build_profile(photos).profile.seats == (10.0, 20.0)
    assert build_profile(photos, seats=(1.0,)).profile.seats == (1.0,)


def test_a_covered_card_in_the_empty_picture_is_mended_by_another(photos: Path) -> None:
    """The teaching pictures show the cards as well; the empty table is still of use if the camera stood there."""
    write(photos / "background.jpg", THREE)
    built = build_profile(photos)
    assert built.profile.background is not None
    assert "background.jpg: card 3" in built.warnings[0]
    assert "bear.jpg instead" in built.warnings[0]


def test_an_empty_picture_from_elsewhere_is_not_kept(photos: Path) -> None:
    """Compared with pictures from another place it would call everything strange."""
    write(photos / "background.jpg", draw(View(LENS, looking((40, -400, 540), (20, -30, 0))), CARDS[:3]))
    assert build_profile(photos).profile.background is None


def test_no_picture_of_the_empty_table(photos: Path) -> None:
    """It can be done without, and is said."""
    (photos / "background.jpg").unlink()
    built = build_profile(photos)
    assert built.profile.background is None
    assert "no picture of the empty table" in built.warnings[0]


def test_no_picture_shows_all_cards(photos: Path) -> None:
    """The first picture's fault is told, with the card's name."""
    for path in (photos / "background.jpg", photos / "teach" / "bear.jpg", photos / "teach" / "tent.png"):
        write(path, THREE)
    with pytest.raises(CardsUnusable, match=r"background.jpg: card 3 \(far left\) is not seen"):
        build_profile(photos)


def test_the_lens_by_name_and_by_file(photos: Path) -> None:
    """A person with a Pi camera need not know what a camera matrix is."""
    describe(photos, without("K", "dist"))
    with pytest.raises(SetUnreadable, match="--lens"):
        build_profile(photos)
    for profile in (build_profile(photos, lens_name="v3").profile, _with_lens(photos, "v3")):
        assert profile.view is not None
        assert profile.view.lens.K[0, 0] == pytest.approx(LENS.K[0, 0], rel=0.01)
        assert play_error_mm(profile.view, VIEW) < 0.8
    (photos / "lens.json").write_text(
        json.dumps(
            {"kind": "lens", "schema": 1, "width": 1152, "height": 648, "K": SET["K"], "dist": SET["dist"]}
        )
    )
    profile = _with_lens(photos, "lens.json")
    assert profile.view is not None
    assert np.array_equal(profile.view.lens.K, LENS.K)


def _with_lens(photos: Path, name: str) -> Profile:
    describe(photos, without("K", "dist", lens=name))
    return build_profile(photos).profile


def test_faces_without_a_picture_are_told(photos: Path) -> None:
    """A forgotten teaching picture shows when a whole face is never read; better now."""
    dice = {"camp": {"faces": ["bear", "tent"]}, "player": {"faces": ["gun"]}, "other": {"faces": ["pips-1"]}}
    describe(photos, SET | {"dice": dice})
    assert read_set(photos).missing == ("gun",)
    assert any("gun" in warning for warning in build_profile(photos).warnings)


@pytest.mark.parametrize(
    ("value", "match"),
    [
        ([], "damaged"),
        (without(kind="cards"), "of kind 'cards'"),
        (without("edge_mm"), "edge_mm"),
        (without(edge_mm="16"), "'edge_mm' should be a number"),
        (without(edge_mm=160), "'edge_mm' should be from"),
        (without("dist"), "half a lens"),
        (without(size=[1152]), "'size' should be 2 numbers"),
        (without(size=[2304, 1296]), "1152 x 648 pixels, but the lens is known for 2304 x 1296"),
        (without(dictionary="DICT_5X5_50"), "DICT_4X4_50"),
        (without(seats=[]), "1 to 8 seats"),
        (without(seats=["left"]), "'seats' should be a number"),
        (without(dice=[1]), "'dice' should be an object"),
        (without("K", lens="v9"), "neither a lens file nor one of the cameras"),
    ],
)
def test_descriptions_that_cannot_be_used(photos: Path, value: object, match: str) -> None:
    """A set is written by hand; each slip is named in one line."""
    describe(photos, value)
    with pytest.raises(CalibrationError, match=match) as refused:
        build_profile(photos)
    assert "\n" not in str(refused.value)


def remove_teaching(folder: Path) -> None:
    for path in (folder / "teach").iterdir():
        path.unlink()


@pytest.mark.parametrize(
    ("spoil", "match"),
    [
        (lambda folder: (folder / "set.json").unlink(), "there is no photo set's description"),
        (remove_teaching, "no pictures in its folder 'teach'"),
        (lambda folder: (folder / "teach").rename(folder / "teech"), "no folder 'teach'"),
        (lambda folder: (folder / "teach" / "bear.png").write_bytes(b"x"), "two teaching pictures of 'bear'"),
        (
            lambda folder: (folder / "set.json").write_text('{"kind": "dice",\n "edge_mm" 16}'),
            "is not valid JSON at line 2, column 12",
        ),
    ],
)
def test_folders_that_are_no_set(photos: Path, spoil: Callable[[Path], object], match: str) -> None:
    """What is missing is named."""
    spoil(photos)
    with pytest.raises(SetUnreadable, match=match):
        build_profile(photos)


def test_pictures_of_another_size_than_the_lens(photos: Path) -> None:
    """Who scales the pictures has to scale the lens: both sizes are named."""
    write(photos / "background.jpg", cv2.resize(EMPTY, (2304, 1296)).astype(np.uint8))
    with pytest.raises(CalibrationError, match="is 2304x1296, the lens is for 1152x648"):
        build_profile(photos)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """The path is what people mistype most."""
    with pytest.raises(SetUnreadable, match="does not exist"):
        build_profile(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(SetUnreadable, match="is no folder"):
        build_profile(tmp_path / "file")
