"""`bears calibrate rows` and `bears park read`, from drawn pictures to what is printed."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile, save_profile
from calibration.rows import load_rows
from companion.cli import main
from tests.drawn import Look, four_cards, lens_like_v3, looking
from tests.park_pictures import Figure, take
from vision.faces import SHOT, TaughtFaces
from vision.lens import View

VIEW = View(lens_like_v3(1920, 1080), looking((20, -620, 520), (0, -20, 0)))
LOOK = Look(blur=0.6, noise=1.0, table=0.3)
ROW_X = [-180.0 + 45.0 * k for k in range(8)]
"""The bear's start and seven rows."""

PARK = [
    {"tile": "camp", "rows": [{"terrain": "campsite", "paws": 1}]},
    {"tile": "wood", "rows": [{"terrain": "path", "paws": k % 2} for k in range(5)]},
    {"tile": "lot", "rows": [{"terrain": "parking", "paws": 1}]},
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile, logs, and pictures: the bear's marker on the first and on the last row, a park, a bare table."""
    folder = tmp_path_factory.mktemp("park")
    shot = np.zeros((1, SHOT, SHOT, 3), dtype=np.uint8)
    profile = Profile(
        kind="dice",
        faces=TaughtFaces(("bear",), {"bear": shot}),
        view=VIEW,
        cards=four_cards(),
        marker_mm=60.0,
        edge_mm=16.0,
    )
    save_profile(profile, folder / "profile")
    pictures = {
        "start": [Figure(0, ROW_X[0], 0, stands=False)],
        "last": [Figure(0, ROW_X[-1], 0, stands=False)],
        "park": [Figure(0, ROW_X[0], 2), Figure(1, ROW_X[3], 0), Figure(2, ROW_X[1], -3)],
        "bare": [],
    }
    for name, figures in pictures.items():
        picture = take(VIEW, figures, look=LOOK, rng=np.random.default_rng(5)).picture
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    header: dict[str, Any] = {"game": "outrun", "runners": ["Ana", "Ben"], "token": "Ben", "park": PARK}
    (folder / "match.jsonl").write_text(json.dumps(header) + "\n")
    other = header | {"park": [PARK[0], {"tile": "hill", "rows": PARK[1]["rows"]}, PARK[2]]}
    (folder / "other.jsonl").write_text(json.dumps(other) + "\n")
    return folder


def teach(
    desk: Path, *options: str, pictures: tuple[str, ...] = ("start", "last"), out: str = "rows.json"
) -> int:
    paths = [str(desk / f"{name}.png") for name in pictures]
    return main(
        ["calibrate", "rows", *paths, "--profile", str(desk / "profile"), "-o", str(desk / out), *options]
    )


def read(desk: Path, *options: str, rows: str = "rows.json") -> int:
    picture, profile = str(desk / "park.png"), str(desk / "profile")
    return main(["park", "read", picture, "--profile", profile, "--rows", str(desk / rows), *options])


@pytest.fixture
def taught(desk: Path) -> Path:
    """The folder, with the rows taught for the match's park."""
    if not (desk / "rows.json").exists():
        assert teach(desk, "--rows", "start,6", "--log", str(desk / "match.jsonl")) == 0
    return desk


def test_rows_are_learnt_from_the_bears_marker(taught: Path) -> None:
    """Two pictures are enough for rows that lie evenly; the park's terrains go with them."""
    rows = load_rows(taught / "rows.json")
    assert [row.number for row in rows.rows] == list(range(-1, 7))
    for row, x in zip(rows.rows, ROW_X, strict=True):
        assert row.distance(x, 0.0) < 1.5
    assert rows.labels[1] == "wood: path"


def test_the_move_is_proposed(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The camera sees who went where; people confirm."""
    capsys.readouterr()
    assert read(taught, "--log", str(taught / "match.jsonl")) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1:5] == ["  bear: row -1", "  Ana: row 2", "  Ben: row 0", "  -> Ana crawls"]


def test_json_has_figures_rows_and_events(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a script needs to record the move."""
    capsys.readouterr()
    assert read(taught, "--log", str(taught / "match.jsonl"), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sure"] is True
    assert {f["name"]: (f["figure"], f["row"], f["sure"]) for f in told["figures"]} == {
        "bear": (0, -1, True),
        "Ana": (1, 2, True),
        "Ben": (2, 0, True),
    }
    assert told["ways"][0]["events"] == [{"event": "terrain", "choice": "none"}, {"event": "crawl"}]
    assert told["strays"] == told["doubts"] == told["unseen"] == []


def test_without_a_match_rows_are_read_and_nothing_is_proposed(
    taught: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enough to try out the stickers."""
    capsys.readouterr()
    assert read(taught, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {f["name"] for f in told["figures"]} == {"bear", "runner 1", "runner 2"}
    assert told["unseen"] == [f"runner {k}" for k in range(3, 9)]
    assert told["ways"] == []


def test_rows_of_another_park_are_refused(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They would be silently wrong: tiles differ from match to match."""
    assert read(taught, "--log", str(taught / "other.jsonl")) == 2
    assert "teach them anew" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "pictures", "told"),
    [
        (["--rows", "start"], ("start", "last"), "names 1 rows for 2 pictures"),
        (["--rows", "start,x"], ("start", "last"), "--rows should be rows"),
        (["--rows", "0,-1"], ("start", "last"), "--rows should be rows"),
        (["--rows", "start,6"], ("start", "bare"), "bare.png: the bear's marker is not seen"),
        (["--rows", "start,20"], ("start", "last"), "cannot be told apart"),
        (["--rows", "start,5", "--log", "{desk}/match.jsonl"], ("start", "last"), "the park has 7 rows"),
        (["--log", "{desk}/profile/profile.json"], ("start", "last"), "the match log"),
        ([], ("start",), "two rows at least"),
    ],
)
def test_rows_that_cannot_be_learnt_are_one_clear_line(
    desk: Path,
    options: list[str],
    pictures: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And nothing is written."""
    capsys.readouterr()
    given = [option.replace("{desk}", str(desk)) for option in options]
    assert teach(desk, *given, pictures=pictures, out="never.json") == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (desk / "never.json").exists()


def test_a_file_that_holds_no_rows_is_one_clear_line(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also a missing one."""
    for rows in ("nothing.json", "profile/profile.json", "match.jsonl"):
        capsys.readouterr()
        assert read(desk, rows=rows) == 2
        assert capsys.readouterr().err.count("\n") == 1
