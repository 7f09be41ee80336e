"""From a set of pictures of a board to a profile, and from the profile to what stands there."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.building import Built, build_profile
from calibration.errors import CalibrationError, ProfileUnreadable
from calibration.profile import PYRAMIDS, load_profile, save_profile
from calibration.pyramids import BoardNotFound, find_board
from companion.drawing import draw_board
from companion.errors import BadInput
from companion.evaluation.boards import judge_board, load_board_truth
from companion.eyes import BoardEyes, Eyes
from vision.pictures import load_picture
from vision.pyramids.board import Board

SET = Path(__file__).parents[1] / "data" / "board"
DARK_SQUARES = [(0, 0), (7, 3), (3, 7)]
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def built() -> Built:
    return build_profile(SET)


@pytest.fixture(scope="module")
def folder(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("profiles") / "board"
    save_profile(built.profile, place)
    return place


def changed(tmp_path: Path, change: Change) -> Path:
    """The set with another set.json."""
    place = tmp_path / "set"
    shutil.copytree(SET, place)
    described = json.loads((place / "set.json").read_text())
    change(described)
    (place / "set.json").write_text(json.dumps(described))
    return place


def test_a_set_gives_the_grid_and_the_colours(built: Built) -> None:
    """The squares' size is given, the rest found; where the corners were tapped is good to two pixels only."""
    profile = built.profile
    assert profile.kind == PYRAMIDS
    assert profile.board is not None
    assert profile.colours is not None
    assert profile.board.x0 == pytest.approx(-160.78, abs=1.0)
    assert profile.board.y0 == pytest.approx(-139.81, abs=1.0)
    assert profile.board.yaw_deg == pytest.approx(-2.10, abs=0.1)
    assert profile.colours.names == ("black", "blue", "red")
    assert built.warnings == ()


@pytest.mark.parametrize("name", ["000", "001"])
def test_what_stands_there_is_read(folder: Path, name: str) -> None:
    """Through the profile on disk, everything of it sure and right: stacks, and what a covered piece holds up."""
    seen = BoardEyes(load_profile(folder)).read(load_picture(SET / "table" / f"{name}.jpg"))
    found = judge_board(load_board_truth(SET / "truth" / f"{name}.json"), seen)
    assert (found.verdict, found.faults) == ("right", ())


def test_an_empty_board_is_surely_empty(folder: Path) -> None:
    """The board's own pattern is no piece."""
    seen = BoardEyes(load_profile(folder)).read(load_picture(SET / "background.jpg"))
    assert (seen.pieces, seen.oddities, seen.sure) == ((), (), True)


def test_what_is_no_piece_is_a_doubt(folder: Path) -> None:
    """A strange thing on the board may hide a piece: never silently wrong."""
    eyes = BoardEyes(load_profile(folder))
    picture = load_picture(SET / "background.jpg")
    at = eyes.board.to_table([(4.5, 3.5)])[0]
    view = load_profile(folder).view
    assert view is not None
    u, v = view.project([[*at, eyes.board.z]])[0].round().astype(int)
    cv2.rectangle(picture, (int(u - 25), int(v - 12)), (int(u + 25), int(v + 12)), (200, 30, 200), -1)
    seen = eyes.read(picture)
    assert not seen.sure


def test_the_grid_is_found_without_a_tap(built: Built) -> None:
    """A chequered board shows where it lies; without the squares' size that comes from the cards."""
    view = built.profile.view
    assert view is not None
    true = Board(-150.0, -170.0, 3.0, 38.0)
    grey = np.full((view.lens.height, view.lens.width), 150, np.uint8)
    corners = np.concatenate([true.to_table([(-1, -1), (9, -1), (9, 9), (-1, 9)]), np.zeros((4, 1))], axis=1)
    cv2.fillConvexPoly(grey, np.round(view.project(corners) * 16).astype(np.int32), 220, cv2.LINE_AA, 4)
    for column, row in itertools.product(range(8), range(8)):
        if (column + row) % 2 == 0:
            ring = true.to_table([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)])
            square = view.project(np.concatenate([ring, np.zeros((4, 1))], axis=1))
            cv2.fillConvexPoly(grey, np.round(square * 16).astype(np.int32), 60, cv2.LINE_AA, 4)
    found = find_board(cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.uint8), view).board
    assert np.abs(view.project(found.corners()) - view.project(true.corners())).max() < 1.5
    assert found.cell_mm == pytest.approx(true.cell_mm, rel=0.01)


def test_corners_of_no_square_are_refused(built: Built) -> None:
    """Tapped in another order, or on something else."""
    view = built.profile.view
    assert view is not None
    grey = np.full((view.lens.height, view.lens.width), 128, np.uint8)
    square = view.project(Board(-100, -100, 0, 25).corners())
    with pytest.raises(BoardNotFound, match="no square's"):
        find_board(grey, view, corners_px=square[[0, 2, 1, 3]])
    with pytest.raises(BoardNotFound, match="tap the four corners"):
        find_board(grey, view)
    with pytest.raises(BoardNotFound, match="mm are not read"):
        find_board(grey, view, corners_px=view.project(Board(-20, -20, 0, 5).corners()))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: s["board"].update(cells=[10, 10]), "only boards of 8 x 8"),
        (lambda s: s["board"].update(corners_px=[[1, 2], [3, 4]]), "'corners_px' should be 4 x 2 numbers"),
        (lambda s: s.update(cell_mm="wide"), "'cell_mm' should be a number"),
        (lambda s: s.update(cell_mm=4), "'cell_mm' should be from"),
        (lambda s: s.update(translucent="red"), "'translucent' should be a list"),
        (lambda s: s.pop("K"), "gives no lens"),
    ],
)
def test_a_damaged_set_is_one_line(tmp_path: Path, change: Change, said: str) -> None:
    """What is wrong, and where."""
    with pytest.raises(CalibrationError, match=said) as problem:
        build_profile(changed(tmp_path, change))
    assert "\n" not in str(problem.value)


def test_a_set_without_the_empty_board_is_refused(tmp_path: Path) -> None:
    """Nothing could be told from the board's own pattern."""
    place = changed(tmp_path, lambda _: None)
    (place / "background.jpg").unlink()
    with pytest.raises(CalibrationError, match="picture of the empty board"):
        build_profile(place)


def test_a_teaching_picture_without_pieces_is_refused(tmp_path: Path) -> None:
    """Three pyramids of the colour have to stand there."""
    place = changed(tmp_path, lambda _: None)
    shutil.copy(place / "background.jpg", place / "teach" / "red.jpg")
    with pytest.raises(CalibrationError, match=r"red\.jpg: three pyramids were not found"):
        build_profile(place)


def test_shadows_are_not_taught_as_pieces(tmp_path: Path) -> None:
    """Dark patches without outlines on three squares are no pyramids, however unlike the board they are."""
    place = changed(tmp_path, lambda _: None)
    picture = load_picture(place / "background.jpg")
    profile = build_profile(SET).profile
    assert profile.view is not None
    assert profile.board is not None
    shade = np.ones(picture.shape[:2], np.float32)
    for cell, size in (((1.5, 1.5), 9), ((4.5, 3.5), 13), ((6.5, 5.5), 17)):
        (spot,) = profile.board.to_table([cell])
        u, v = profile.view.project([[*spot, profile.board.z]])[0].round().astype(int).tolist()
        cv2.ellipse(shade, (u, v), (2 * size, size), 0, 0, 360, 0.45, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), 9)[..., None]
    cv2.imwrite(str(place / "teach" / "red.jpg"), (picture * soft).astype(np.uint8))
    with pytest.raises(CalibrationError, match=r"red\.jpg: three pyramids were not found"):
        build_profile(place)


def test_see_through_pieces_that_look_black_are_taught(tmp_path: Path) -> None:
    """In a picture without enough light nothing is seen of them; what comes through is then next to nothing."""
    place = changed(tmp_path, lambda s: s.update(translucent=["black"]))
    picture = load_picture(place / "teach" / "black.jpg")
    (place / "teach" / "black.jpg").unlink()
    dark = np.where(picture.max(axis=2, keepdims=True) < 60, 0, picture).astype(np.uint8)
    cv2.imwrite(str(place / "teach" / "black.png"), dark)
    colours = build_profile(place).profile.colours
    assert colours is not None
    assert np.isfinite(colours.through["black"]).all()
    assert max(colours.through["black"]) < 0.1


def test_how_sides_are_lit_is_kept_in_the_profile(built: Built, tmp_path: Path) -> None:
    """And nothing is known of that in profiles from before."""
    colours = built.profile.colours
    assert colours is not None
    assert colours.facing.keys() == set(colours.names)
    save_profile(built.profile, tmp_path / "profile")
    again = load_profile(tmp_path / "profile").colours
    assert again is not None
    assert again.way == pytest.approx(colours.way)
    for name, facing in colours.facing.items():
        assert again.facing[name].light == pytest.approx(facing.light)
        assert again.facing[name].off == pytest.approx(facing.off)
    path = tmp_path / "profile" / "profile.json"
    value = json.loads(path.read_text())
    value.pop("checksum")
    value.pop("lit_from")
    for one in value["colours"]:
        del one["facing"], one["facing_off"]
    path.write_text(json.dumps(value))
    old = load_profile(tmp_path / "profile").colours
    assert old is not None
    assert not old.facing


def test_colours_taught_in_glaring_light_are_known(tmp_path: Path) -> None:
    """People are told, and the profile remembers."""
    place = changed(tmp_path, lambda _: None)
    picture = load_picture(place / "teach" / "red.jpg").astype(np.float64)
    cv2.imwrite(str(place / "teach" / "red.jpg"), np.clip(picture * 2.2, 0, 255).astype(np.uint8))
    found = build_profile(place)
    assert any(one.startswith("red.jpg: so much of it is white") for one in found.warnings)
    save_profile(found.profile, tmp_path / "profile")
    again = load_profile(tmp_path / "profile").colours
    assert again is not None
    assert set(again.dazzled) == {"red"}


def test_faces_taught_in_light_of_another_tint_may_have_it_or_not(built: Built, tmp_path: Path) -> None:
    """Those turned from a blue lamp do not: half of the samples are as if that had hardly come to them."""
    place = changed(tmp_path, lambda _: None)
    picture = load_picture(place / "teach" / "red.jpg")
    cv2.imwrite(str(place / "teach" / "red.jpg"), (picture * np.array([1.0, 0.9, 0.75])).astype(np.uint8))
    bluish, usual = build_profile(place).profile.colours, built.profile.colours
    assert bluish is not None
    assert usual is not None
    samples = bluish.samples["red"][:, 2]
    red = float(np.median(usual.samples["red"][:, 2]))
    assert np.median(samples[: len(samples) // 2]) == pytest.approx(red, rel=0.03)
    assert np.median(samples[len(samples) // 2 :]) < 0.93 * red


def test_pieces_are_taught_beside_what_is_dark(tmp_path: Path) -> None:
    """Three dark patches with plain outlines, larger than a small piece, do not hide that one."""
    place = changed(tmp_path, lambda _: None)
    picture = load_picture(place / "teach" / "red.jpg")
    profile = build_profile(SET).profile
    view, grid = profile.view, profile.board
    assert view is not None
    assert grid is not None
    for cell in DARK_SQUARES:
        corners = grid.to_table([(cell[0] + a, cell[1] + b) for a, b in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9))])
        flat = np.column_stack([corners, np.full(3, grid.z)])
        cv2.fillConvexPoly(picture, np.rint(view.project(flat)).astype(np.int32), (60, 20, 20))
    cv2.imwrite(str(place / "teach" / "red.jpg"), picture)
    colours = build_profile(place).profile.colours
    assert colours is not None
    blue, green, red = np.median(colours.samples["red"], axis=0)
    assert red > 2 * max(blue, green)


def test_what_comes_through_is_kept_in_the_profile(tmp_path: Path) -> None:
    """And of profiles that only knew that a colour is see-through, that."""
    profile = build_profile(changed(tmp_path, lambda s: s.update(translucent=["red"]))).profile
    save_profile(profile, tmp_path / "profile")
    again = load_profile(tmp_path / "profile").colours
    assert profile.colours is not None
    assert again is not None
    assert again.through.keys() == again.pattern.keys() == {"red"}
    assert again.through["red"] == pytest.approx(profile.colours.through["red"])
    assert again.pattern["red"] == pytest.approx(profile.colours.pattern["red"])
    path = tmp_path / "profile" / "profile.json"
    value = json.loads(path.read_text())
    value.pop("checksum")
    (red,) = (one for one in value["colours"] if one["name"] == "red")
    del red["through"], red["pattern"]
    red["see_through"] = 1
    path.write_text(json.dumps(value))
    old = load_profile(tmp_path / "profile").colours
    assert old is not None
    assert (dict(old.through), dict(old.pattern)) == ({"red": (0.0, 0.0, 0.0)}, {})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda p: p.pop("board"), "'board' is missing"),
        (lambda p: p["colours"][0].update(through=[0.1, 2.0, 0.1], pattern=0.1), "'through' should be from"),
        (lambda p: p["colours"][0].update(through=[0.1, 0.2, 0.1]), "'pattern' is missing"),
        (lambda p: p["colours"][0].update(facing=[[1, 1, 1]]), "'facing' should"),
        (lambda p: p["colours"][0].pop("facing_off"), "'facing_off' is missing"),
        (lambda p: p.update(lit_from=["left", 1]), "'lit_from' should"),
        (lambda p: p["board"].update(cell_mm=0), "'cell_mm' should be from"),
        (lambda p: p.update(colours=[]), "1 to 16 colours"),
        (lambda p: p["colours"][0].update(name="../x"), "a colour cannot be called"),
        (lambda p: p["colours"].append(p["colours"][0]), "is there twice"),
        (lambda p: p["colours"][0].update(samples=5000), "'samples' should be from"),
        (lambda p: p["colours"][0].update(samples=3), "holds no samples"),
    ],
)
def test_a_damaged_profile_is_one_line(folder: Path, tmp_path: Path, change: Change, said: str) -> None:
    """Never a crash later."""
    place = tmp_path / "profile"
    shutil.copytree(folder, place)
    value = json.loads((place / "profile.json").read_text())
    value.pop("checksum")
    change(value)
    (place / "profile.json").write_text(json.dumps(value))
    with pytest.raises(ProfileUnreadable, match=said):
        load_profile(place)


def test_a_profile_of_pyramids_is_replaced_as_a_whole(built: Built, folder: Path) -> None:
    """It may stand where an older one stood, and comes back as it was written."""
    save_profile(built.profile, folder)
    again = load_profile(folder)
    assert again.board == built.profile.board
    assert again.colours is not None
    assert built.profile.colours is not None
    for name, pixels in built.profile.colours.samples.items():
        assert (again.colours.samples[name] == pixels).all()


def test_dice_are_not_read_with_a_profile_of_pyramids(folder: Path) -> None:
    """Nor the other way round: one line says which profile is needed."""
    with pytest.raises(BadInput, match="profile of pyramids"):
        Eyes(load_profile(folder))
    with pytest.raises(BadInput, match="profile of dice"):
        BoardEyes(load_profile(Path(__file__).parents[2] / "examples" / "profile"))


def test_the_command_reads_boards(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A line of JSON, and a drawing with what was read."""
    from companion.cli import main

    picture, drawing = str(SET / "table" / "000.jpg"), tmp_path / "drawn.jpg"
    assert main(["read", picture, "--profile", str(folder), "--json", "--show", str(drawing)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["sure"] is True
    assert {(tuple(p["cell"]), p["colour"], p["size"]) for p in said["pieces"]} >= {((2, 2), "red", "large")}
    assert load_picture(drawing).shape[1] == 1152
    assert main(["read", picture, "--profile", str(folder), "--seats", "0,90"]) == 2
    assert "leave --seats out" in capsys.readouterr().err
    assert main(["profile", "show", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["colours"] == ["black", "blue", "red"]


def test_a_drawing_shows_the_doubts(folder: Path) -> None:
    """The picture with a panel under it; more doubts, more lines."""
    seen = BoardEyes(load_profile(folder)).read(load_picture(SET / "background.jpg"))
    picture = load_picture(SET / "background.jpg")
    drawn = draw_board(picture, seen)
    assert drawn.shape[0] > picture.shape[0]
    assert drawn.shape[1] == picture.shape[1]
