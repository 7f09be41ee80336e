"""A profile, pictures and a reader for the commands, without anything having to be seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import Profile, save_profile
from vision.faces import SHOT, TaughtFaces
from vision.lens import Card, Lens, Pose, View
from vision.seen import Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
SEATS = (180.0, 0.0)
SIZE = (640, 360)

# Ana (seat 1, left): gun+bear and a loose tent. Ben (seat 2): sleeper+tent. Seven tents are left.
TABLE = [
    ("gun", -200.0, 0.0),
    ("bear", -181.0, 0.0),
    ("tent", -200.0, 90.0),
    ("sleeper", 200.0, 0.0),
    ("tent", 181.0, 0.0),
    *(("tent", 30.0 * k - 60, -60.0) for k in range(4)),
    *(("tent", 30.0 * k - 60, 0.0) for k in range(3)),
]


class FakeReader:
    """Hands on what it was given, one reading a picture."""

    def __init__(self) -> None:
        self.readings: list[Seen | Exception] = []

    def read(self, picture: np.ndarray) -> Seen:
        """The next reading, or the error in its place."""
        assert picture.ndim == 3
        reading = self.readings.pop(0)
        if isinstance(reading, Exception):
            raise reading
        return reading


def view() -> View:
    """A camera 700 mm above the campsite, looking straight down."""
    K = np.array([[480.0, 0, 319.5], [0, 480, 179.5], [0, 0, 1]])
    return View(Lens(*SIZE, K, np.zeros(5)), Pose(np.diag([1.0, -1, -1]), np.array([0.0, 0, 700])))


def made(face: str, x: float, y: float, *, sure: bool = True) -> SeenDie:
    """A die with the outline that the camera sees."""
    corners = [(x - 8, y + 8, 16), (x + 8, y + 8, 16), (x + 8, y - 8, 16), (x - 8, y - 8, 16)]
    outline = tuple((float(u), float(v)) for u, v in view().project(corners))
    (left, top), (right, bottom) = outline[0], outline[2]
    return SeenDie(face, x, y, 0.0, 0.9, sure, "" if sure else "glare", outline, (left, top, right, bottom))


@pytest.fixture
def table() -> Callable[..., Seen]:
    """The reading of a whole table; `table(unsure=2)` has that many unsure dice, `table(missing=1)` so many missing."""

    def make(*, unsure: int = 0, missing: int = 0, warnings: tuple[str, ...] = ()) -> Seen:
        dice = [made(face, x, y, sure=k >= unsure) for k, (face, x, y) in enumerate(TABLE)]
        return Seen(tuple(dice[: len(dice) - missing]), (), warnings, 12.34, view())

    return make


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    """The reader that every profile gets; its `readings` are to be filled."""
    fake = FakeReader()
    monkeypatch.setattr("companion.eyes._reader_of", lambda _: fake)
    return fake


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """The folder of a profile of two seats."""
    return saved(tmp_path / "profile", FACES)


@pytest.fixture
def pip_profile(tmp_path: Path) -> Path:
    """The folder of a profile of pip dice on a table."""
    return saved(tmp_path / "pips", ("1", "2"))


@pytest.fixture
def loose_profile(tmp_path: Path) -> Path:
    """The folder of a profile without a table."""
    folder = tmp_path / "loose"
    save_profile(Profile(kind="loose", faces=_faces(("1", "6"))), folder)
    return folder


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A picture of nothing in particular."""
    return painted(tmp_path / "one.jpg")


@pytest.fixture
def second_picture(tmp_path: Path) -> Path:
    """Another one."""
    return painted(tmp_path / "two.jpg")


def painted(path: Path) -> Path:
    """Write a grey picture of the lens's size."""
    cv2.imwrite(str(path), np.full((SIZE[1], SIZE[0], 3), 120, dtype=np.uint8))
    return path


def saved(folder: Path, names: tuple[str, ...]) -> Path:
    """Save a profile with these faces."""
    places = ((-300, -220), (300, -220), (300, 220), (-300, 220))
    save_profile(
        Profile(
            kind="dice",
            faces=_faces(names),
            view=view(),
            cards=tuple(Card(k, float(x), float(y), 0.0) for k, (x, y) in enumerate(places)),
            marker_mm=60.0,
            edge_mm=16.0,
            seats=SEATS,
        ),
        folder,
    )
    return folder


def _faces(names: tuple[str, ...]) -> TaughtFaces:
    shot = np.zeros((1, SHOT, SHOT, 3), dtype=np.uint8)
    return TaughtFaces(names, dict.fromkeys(names, shot))


@pytest.fixture
def loose_seen() -> Seen:
    """The reading of a loose picture."""
    nan = math.nan
    box = (10.0, 20.0, 40.0, 50.0)
    corners = ((10.0, 20.0), (40.0, 20.0), (40.0, 50.0), (10.0, 50.0))
    return Seen((SeenDie("6", nan, nan, nan, 0.9, True, "", corners, box),), (), (), 5.0)
