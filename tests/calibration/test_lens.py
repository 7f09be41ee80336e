import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board import COLUMNS, ROWS, SQUARE_MM, charuco_board
from calibration.errors import LensUnusable
from calibration.lens import choose_lens, load_lens, measure_lens, save_lens
from tests.drawn import Grey, lens_like_v3, looking
from vision.lens import Lens, View

DOTS = 4
SIZE = (COLUMNS * SQUARE_MM, ROWS * SQUARE_MM)
TRUE = lens_like_v3(960, 540, k1=-0.08)
EYES = (
    (0, -10, 330), (160, -60, 280), (-160, -60, 280), (20, 150, 270), (10, -180, 260), (120, 120, 250),
    (-120, 110, 260), (60, -30, 240), (-70, 20, 250), (150, -120, 300), (-140, 130, 300), (0, 90, 380),
)  # fmt: skip
AIMS = (
    (0, 0),
    (40, 25),
    (-40, 20),
    (30, -25),
    (-30, -20),
    (50, 0),
    (-50, 0),
    (0, 30),
    (0, -30),
    (20, 20),
    (-20, 20),
    (0, 0),
)


def board_picture(view: View, *, blur: float = 0.7, seed: int = 0, bent: float = 0.0) -> Grey:
    """The board lying in the table's plane, its middle in the origin; `bent` mm up in its middle."""
    drawn = charuco_board().generateImage(
        (round(SIZE[0] * DOTS), round(SIZE[1] * DOTS)), marginSize=0, borderBits=1
    )
    ink = np.where(np.asarray(drawn) > 127, 0.75, 0.04).astype(np.float32)
    lens = view.lens
    pixels = np.stack(np.meshgrid(np.arange(lens.width), np.arange(lens.height)), axis=-1).reshape(-1, 2)
    there = view.on_plane(pixels, 0.0)
    if bent:
        lift = bent * np.cos(np.clip(there[:, 0] / SIZE[0], -0.5, 0.5) * np.pi)
        slope = (view.pose.eye[:2] - there) / view.pose.eye[2]
        there = there + slope * lift[:, None]
    coarse = there.reshape(lens.height, lens.width, 2).astype(np.float32)
    fine = np.asarray(cv2.resize(coarse, (lens.width * 2, lens.height * 2), interpolation=cv2.INTER_LINEAR))
    u, v = (fine[..., 0] + SIZE[0] / 2) * DOTS - 0.5, (SIZE[1] / 2 - fine[..., 1]) * DOTS - 0.5
    light = cv2.remap(ink, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0.75)
    light = cv2.GaussianBlur(
        cv2.resize(light, (lens.width, lens.height), interpolation=cv2.INTER_AREA), (0, 0), blur
    )
    noise = np.random.default_rng(seed).normal(0, 1, light.shape)
    return np.clip(255 * np.asarray(light, dtype=np.float64) ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)


@cache
def pictures() -> Mapping[str, Grey]:
    return {
        f"{k:02}.jpg": board_picture(View(TRUE, looking(eye, (*aim, 0), roll=20 * (k % 3))), seed=k)
        for k, (eye, aim) in enumerate(zip(EYES, AIMS, strict=True))
    }


def test_the_true_lens_is_found() -> None:
    """Focal length to half a percent and every pixel's direction to half a pixel, from a dozen pictures."""
    measured = measure_lens(pictures())
    assert measured.rms_px < 0.3
    assert len(measured.used) == 12
    assert measured.lens.K[0, 0] == pytest.approx(TRUE.K[0, 0], rel=0.005)
    grid = np.stack(np.meshgrid(np.linspace(50, 910, 9), np.linspace(35, 505, 7)), axis=-1).reshape(-1, 2)
    rays = TRUE.unbend(grid)
    off = measured.lens.bend(rays) - grid
    assert np.abs(off - off.mean(axis=0)).max() < 1.5


def test_pictures_without_the_board_are_left_out_and_named() -> None:
    """One picture of something else among good ones is no reason to stop."""
    more = {**pictures(), "cat.jpg": np.full((540, 960), 120, dtype=np.uint8)}
    measured = measure_lens(more)
    assert list(measured.dropped) == ["cat.jpg"]
    assert "cat.jpg" not in measured.used


def test_too_few_pictures_are_refused() -> None:
    """Three views fix the numbers and leave nothing to check them by."""
    with pytest.raises(LensUnusable, match="only 3 pictures"):
        measure_lens(dict(list(pictures().items())[:3]))
    with pytest.raises(LensUnusable, match="no pictures"):
        measure_lens({})


def test_pictures_that_are_all_alike_are_refused() -> None:
    """From one direction focal length and distance cannot be told apart, however good the fit looks."""
    view = View(TRUE, looking((0, -60, 300)))
    alike = {f"{k}.jpg": board_picture(view, seed=k) for k in range(6)}
    with pytest.raises(LensUnusable, match="too alike"):
        measure_lens(alike)


def test_a_bent_board_is_refused() -> None:
    """A sheet held in the hand bends; the lens would take the blame for it."""
    bent = {
        name: board_picture(View(TRUE, looking(eye, (*aim, 0))), bent=25.0)
        for name, eye, aim in list(zip(pictures(), EYES, AIMS, strict=True))[:7]
    }
    with pytest.raises(LensUnusable, match="flat"):
        measure_lens(bent)


def test_pictures_of_different_sizes_are_refused() -> None:
    """They are of different crops or cameras; a lens is for one."""
    with pytest.raises(LensUnusable, match="640 x 480, 960 x 540"):
        measure_lens({**pictures(), "other.jpg": np.zeros((480, 640), dtype=np.uint8)})


def test_a_lens_file_gives_back_the_lens(tmp_path: Path) -> None:
    """To the last digit, and scaled to the pictures it is used for."""
    measured = measure_lens(pictures())
    path = tmp_path / "lens.json"
    save_lens(measured, path)
    assert np.array_equal(load_lens(path).K, measured.lens.K)
    chosen = choose_lens(str(path), 1920, 1080)
    assert np.abs(chosen.K - measured.lens.scaled(1920, 1080).K).max() < 1e-9
    with pytest.raises(LensUnusable, match="another shape"):
        choose_lens(str(path), 640, 480)


def test_other_files_are_no_lens(tmp_path: Path) -> None:
    """A profile's description, a newer lens file, a missing one, a misspelt camera."""
    path = tmp_path / "lens.json"
    for value, match in (
        ({"kind": "dice", "schema": 1}, "no lens file"),
        ({"kind": "lens", "schema": 99}, "newer version"),
        ({"kind": "lens", "schema": 1, "width": 640}, "'height' is missing"),
    ):
        path.write_text(json.dumps(value))
        with pytest.raises(LensUnusable, match=match):
            load_lens(path)
    with pytest.raises(LensUnusable, match="there is no lens file"):
        choose_lens(str(tmp_path / "nothing.json"), 640, 480)
    with pytest.raises(LensUnusable, match="neither a lens file nor one of the cameras"):
        choose_lens("v33", 640, 480)


def test_a_known_camera_is_chosen_by_name() -> None:
    """`--lens v3` needs no file."""
    lens: Lens = choose_lens("v3", 2304, 1296)
    assert lens.K[0, 0] == pytest.approx(1693, rel=0.01)
