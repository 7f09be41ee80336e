import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import READING
from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.photoset import write_board_photo_set
from hardware.simulated.board.standing import NAMES

COLOURS = ("red", "clear", "neutral")


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    write_board_photo_set(make_board_look(5, COLOURS), folder, pictures=2)
    return folder


@pytest.mark.slow
def test_a_set_has_what_a_profile_is_built_from(photos: Path) -> None:
    """Every colour is taught by one picture, and the board's corners are where a person would tap them."""
    described = json.loads((photos / "set.json").read_text())
    assert described["kind"] == "pyramids"
    assert set(described["colours"]) == set(COLOURS)
    assert described["translucent"] == ["clear"]
    tapped = np.array(described["board"]["corners_px"])
    true = np.array(json.loads((photos / "truth" / "background.json").read_text())["board"]["corners_px"])
    assert np.abs(tapped - true).max() < 6
    for name in ("background.jpg", *(f"teach/{colour}.jpg" for colour in COLOURS)):
        picture = cv2.imread(str(photos / name))
        assert picture is not None
        assert picture.shape == (READING[1], READING[0], 3)


def test_each_colour_is_taught_by_its_three_sizes(photos: Path) -> None:
    """A teaching picture that lacks a size, or hides one, would teach nothing."""
    for colour in COLOURS:
        pieces = json.loads((photos / "truth" / f"{colour}.json").read_text())["pieces"]
        assert sorted(piece["size"] for piece in pieces) == sorted(NAMES.values())
        assert {piece["colour"] for piece in pieces} == {colour}
        assert len({tuple(piece["cell"]) for piece in pieces}) == 3


def test_no_piece_that_is_taught_hides_another(tmp_path: Path) -> None:
    """The pieces stand apart, as people are told to; on this board two of them would stand behind each other."""
    write_board_photo_set(make_board_look(12, ("red", "blue", "green", "black")), tmp_path, pictures=1)
    for colour in ("red", "blue", "green", "black"):
        pieces = json.loads((tmp_path / "truth" / f"{colour}.json").read_text())["pieces"]
        assert [piece["visible"] for piece in pieces] == [1.0] * 3, colour


def test_the_truth_agrees_with_itself(photos: Path) -> None:
    """No piece is in two places, pieces stand inside their squares, and levels count from the board upwards."""
    for k in range(2):
        truth = json.loads((photos / "truth" / f"{k:03d}.json").read_text())
        pieces = [*truth["pieces"], *truth["off_board"]]
        assert len({(piece["colour"], piece["size"]) for piece in pieces}) == len(pieces)
        board = truth["board"]
        turn = np.radians(board["yaw_deg"])
        for piece in truth["pieces"]:
            dx, dy = piece["x"] - board["x0"], piece["y"] - board["y0"]
            along = (dx * np.cos(turn) + dy * np.sin(turn)) / board["cell"]
            up = (dy * np.cos(turn) - dx * np.sin(turn)) / board["cell"]
            assert [int(along), int(up)] == piece["cell"]
            assert piece["level"] < piece["stack"]


@pytest.mark.slow
def test_a_seed_gives_the_same_set(photos: Path, tmp_path: Path) -> None:
    """Whoever measures a reader on a seed's set must measure the same pictures everywhere."""
    write_board_photo_set(make_board_look(5, COLOURS), tmp_path)
    for name in ("background.jpg", "teach/red.jpg"):
        assert (tmp_path / name).read_bytes() == (photos / name).read_bytes()
