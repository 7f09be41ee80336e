import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.errors import CalibrationError, ProfileUnreadable
from calibration.profile import SCHEMA, SEATS, Profile, check_place, load_profile, save_profile
from tests.drawn import four_cards, lens_like_v3, looking
from vision.faces import SHOT, TaughtFaces
from vision.lens import View
from vision.pictures import pixels_of

Change = Callable[[dict[str, Any]], object]


def faces(*names: str) -> TaughtFaces:
    rng = np.random.default_rng(len(names))
    shots = {
        name: rng.integers(0, 256, (2 + i, SHOT, SHOT, 3), dtype=np.uint8) for i, name in enumerate(names)
    }
    return TaughtFaces(names=names, shots=shots)


def of_dice() -> Profile:
    lens = lens_like_v3(320, 180)
    y, x = np.mgrid[:180, :320]
    return Profile(
        kind="dice",
        faces=faces("bear", "tent"),
        view=View(lens, looking((10, -420, 560), (0, -45, 0), 1)),
        cards=four_cards(),
        marker_mm=60.0,
        card_mm=80.0,
        edge_mm=16.0,
        rms_px=0.12,
        background=np.stack([x // 2, y, x // 4 + y // 2], axis=2).astype(np.uint8),
        seats=(200.0, 90.0, -20.0),
        camera={"exposure_us": 20000, "gain": 1.5, "awb": "manual"},
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save_profile(of_dice(), tmp_path / "profile")
    return tmp_path / "profile"


def test_what_is_saved_is_what_is_loaded(saved: Path) -> None:
    """Shots are kept without loss, numbers to the last digit; the empty table may lose what JPEG loses."""
    before, after = of_dice(), load_profile(saved)
    assert before.view is not None
    assert after.view is not None
    assert np.array_equal(after.view.lens.K, before.view.lens.K)
    assert np.array_equal(after.view.lens.dist, before.view.lens.dist)
    assert np.array_equal(after.view.pose.R, before.view.pose.R)
    assert np.array_equal(after.view.pose.t, before.view.pose.t)
    assert after.cards == before.cards
    for name in ("kind", "marker_mm", "card_mm", "edge_mm", "rms_px", "seats", "campsite_mm", "camera"):
        assert getattr(after, name) == getattr(before, name)
    assert after.faces.names == before.faces.names
    assert all(
        np.array_equal(after.faces.shots[name], before.faces.shots[name]) for name in before.faces.names
    )
    assert after.background is not None
    assert before.background is not None
    assert np.abs(pixels_of(after.background).astype(int) - pixels_of(before.background)).max() <= 12


def test_a_loose_profile_holds_faces_only(tmp_path: Path) -> None:
    """It is for photographs without cards; a table in it would be somebody else's."""
    save_profile(Profile(kind="loose", faces=faces("1", "2")), tmp_path / "p")
    loaded = load_profile(tmp_path / "p")
    assert loaded.kind == "loose"
    assert loaded.view is None
    assert loaded.cards == ()
    assert loaded.seats == SEATS
    assert sorted(path.name for path in (tmp_path / "p").rglob("*.*")) == ["1.png", "2.png", "profile.json"]


def test_a_profile_replaces_an_older_one_whole(saved: Path) -> None:
    """Faces that are no longer taught must not linger."""
    save_profile(Profile(kind="loose", faces=faces("1")), saved)
    assert load_profile(saved).kind == "loose"
    assert sorted(path.name for path in saved.parent.rglob("*.*")) == ["1.png", "profile.json"]


def test_another_folder_is_never_replaced(tmp_path: Path) -> None:
    """`--out` with the photo set's own folder must not delete the photographs."""
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "background.jpg").write_bytes(b"x")
    (tmp_path / "file").write_bytes(b"x")
    for place in ("set", "file"):
        with pytest.raises(CalibrationError, match="is no profile"):
            save_profile(of_dice(), tmp_path / place)
    (tmp_path / "empty").mkdir()
    save_profile(of_dice(), tmp_path / "empty")
    assert load_profile(tmp_path / "empty").kind == "dice"


def test_an_interrupted_replacing_leaves_the_old_profile_to_be_loaded(saved: Path) -> None:
    """Between the two renames the name is free; the old one lies aside and is found."""
    saved.rename(saved.with_name(".profile.old"))
    assert load_profile(saved).kind == "dice"


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    """The commonest mistake: a wrong path."""
    with pytest.raises(ProfileUnreadable, match="does not exist"):
        load_profile(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(ProfileUnreadable, match="is no folder"):
        load_profile(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProfileUnreadable, match="there is no profile at"):
        load_profile(tmp_path / "empty")


def edit(folder: Path, change: Change) -> None:
    path = folder / "profile.json"
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda p: p.update(schema=SCHEMA + 1), "newer version"),
        (lambda p: p.update(schema="1"), "'schema' should be a number"),
        (lambda p: p.update(kind="cards"), "no kind of profile called 'cards'"),
        (lambda p: p.pop("lens"), "'lens' is missing"),
        (lambda p: p["lens"].update(K=[[1, 2], [3, 4]]), "'K' should be 3 x 3 numbers"),
        (lambda p: p["lens"]["K"][0].__setitem__(0, 3.0), "focal length of 3 px"),
        (lambda p: p["lens"]["K"][0].__setitem__(2, 9e5), "middle of the lens"),
        (lambda p: p["lens"]["K"][2].__setitem__(2, 2.0), "not a camera matrix"),
        (lambda p: p["lens"].update(dist=[0, 0, 0, 0]), "'dist' should be 5 numbers"),
        (lambda p: p["lens"].update(width=0), "'width' should be from"),
        (lambda p: p["lens"].update(width=640), "empty table is not of the lens's size"),
        (lambda p: p["pose"]["R"][0].__setitem__(0, 0.0), "not a rotation"),
        (lambda p: p["pose"].update(t=[0, 0, float("nan")]), "'t' should be from"),
        (lambda p: p["pose"].update(t=[0, 0, -700]), "under the table"),
        (lambda p: p["cards"].pop(), "corner cards 0, 1, 2 and 3"),
        (lambda p: p["cards"][0].update(x=True), "'x' should be a number"),
        (lambda p: p["cards"][0].update(x=1e9), "'x' should be from"),
        (lambda p: p.update(cards={}), "'cards' should be a list"),
        (lambda p: p.update(edge_mm=1600), "'edge_mm' should be from 5 to 60"),
        (lambda p: p.update(marker_mm=None), "'marker_mm' is missing"),
        (lambda p: p.update(seats=[]), "1 to 8 seats"),
        (lambda p: p.update(seats=[90, 450.0]), "'seats' should be from"),
        (lambda p: p.update(seats=[90, -270]), "cannot be told apart"),
        (lambda p: p.update(seats=[0, 359.5]), "cannot be told apart"),
        (lambda p: p.update(seats=[40.0 * k for k in range(9)]), "1 to 8 seats"),
        (lambda p: p.update(edge_mm=16.1), "its numbers are not those that were written"),
        (lambda p: p["pose"]["t"].__setitem__(2, 700.0), "its numbers are not those that were written"),
        (lambda p: p.update(checksum="0"), "its numbers are not those that were written"),
        (lambda p: p.update(faces=[]), "no face is taught"),
        (lambda p: p.update(faces=["bear", "bear"]), "names something twice"),
        (lambda p: p.update(faces=["bear", "gun"]), "no file of the face 'gun'"),
        (lambda p: p.update(camera={"gain": [1]}), "camera setting 'gain'"),
        (lambda p: p["files"].update({"../../etc/passwd": "0"}), "no file of a profile"),
        (lambda p: p["files"].update({"faces/../../x.png": "0"}), "no file of a profile"),
        (lambda p: p["files"].update({"faces/gun.png": "0"}), "'faces/gun.png' is missing"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(saved: Path, change: Change, match: str) -> None:
    """Edited by hand, or made by another program: the error says which value, where, and nothing crashes later."""
    edit(saved, change)
    with pytest.raises(ProfileUnreadable, match=match) as refused:
        load_profile(saved)
    assert "\n" not in str(refused.value)
    assert "profile" in str(refused.value)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b'{"schema": 1}',
        b"[" * 100_000,
        b'{"a":1' + b" " * 6_000_000,
    ],
)
def test_a_damaged_description_is_refused(saved: Path, content: bytes) -> None:
    """What a bad card or a full disk leaves of a JSON file."""
    (saved / "profile.json").write_bytes(content)
    with pytest.raises(ProfileUnreadable):
        load_profile(saved)


@pytest.mark.parametrize("name", ["background.jpg", "faces/bear.png"])
def test_damaged_and_missing_pictures_are_noticed(saved: Path, name: str) -> None:
    """A flipped bit in a taught shot would quietly spoil every reading."""
    whole = (saved / name).read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]), b""):
        (saved / name).write_bytes(damaged)
        with pytest.raises(ProfileUnreadable, match=f"'{name}' is damaged"):
            load_profile(saved)
    (saved / name).unlink()
    with pytest.raises(ProfileUnreadable, match=f"'{name}' is missing"):
        load_profile(saved)


def test_a_picture_that_is_no_strip_of_shots_is_refused(saved: Path) -> None:
    """Even if its checksum was made to agree."""
    import hashlib

    content = b"no picture"
    (saved / "faces" / "bear.png").write_bytes(content)
    edit(saved, lambda p: p["files"].update({"faces/bear.png": hashlib.sha256(content).hexdigest()}))
    with pytest.raises(ProfileUnreadable, match="no strip of taught shots"):
        load_profile(saved)


def test_numbers_may_be_changed_on_purpose(saved: Path) -> None:
    """Without the checksum, as in profiles of before, the numbers are taken as they are."""
    edit(saved, lambda p: (p.pop("checksum"), p.update(edge_mm=15.5)))
    assert load_profile(saved).edge_mm == 15.5


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_byte_changed_anywhere_never_crashes(saved: Path, data: st.DataObject) -> None:
    """Whatever a byte of the description becomes: it is refused in one line, or says the same as before."""
    path = saved / "profile.json"
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :])
    with suppress(ProfileUnreadable):
        changed, before = load_profile(saved), of_dice()
        if b'"checksum"' in path.read_bytes():
            assert changed.seats == before.seats
            assert (changed.edge_mm, changed.marker_mm) == (before.edge_mm, before.marker_mm)
    path.write_bytes(whole)


def test_parts_that_do_not_belong_together_are_refused() -> None:
    """A profile that could not be read by must not be made."""
    good = of_dice()
    for change, match in (
        ({"kind": "burst"}, "no kind of profile"),
        ({"view": None}, "needs the camera's view"),
        ({"edge_mm": None}, "needs the camera's view"),
        ({"cards": good.cards[::-1]}, "corner cards 0, 1, 2 and 3"),
        ({"background": np.zeros((90, 160, 3), np.uint8)}, "empty table is 160x90, the lens is for"),
        ({"seats": ()}, "1 to 8 seats"),
        ({"seats": (float("nan"),)}, "angle in degrees"),
        ({"faces": faces("a/b")}, "cannot be called 'a/b'"),
        ({"faces": faces("..")}, "cannot be called"),
    ):
        with pytest.raises(CalibrationError, match=match):
            replace(good, **change)


def test_a_profile_may_be_moved(saved: Path, tmp_path: Path) -> None:
    """Copied to another computer, or renamed, it is the same profile."""
    shutil.copytree(saved, tmp_path / "elsewhere" / "other name")
    assert load_profile(tmp_path / "elsewhere" / "other name").edge_mm == 16.0


def test_nobodys_own_files_are_replaced(tmp_path: Path) -> None:
    """A folder with a `profile.json` of something else in it, and files beside it, is not ours to remove."""
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "profile.json").write_text("{}")
    (folder / "src" / "a.py").write_text("code")
    with pytest.raises(CalibrationError, match="is no profile"):
        check_place(folder)
    assert (folder / "src" / "a.py").read_text() == "code"
