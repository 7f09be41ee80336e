"""What pixels say of a board, beside the same board when it was empty."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramids.colours import TaughtColours
from vision.pyramids.edges import steepness
from vision.pyramids.evidence import MOST, Evidence, weigh
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks

HEIGHT, WIDTH = 90, 120
RED = np.full((40, 3), (30, 30, 190), np.uint8)


def seen(now: np.ndarray, empty: np.ndarray) -> Evidence:
    """What a picture (H, W, 3) says."""
    before, after = logarithm(empty), logarithm(now)
    red = looks(TaughtColours({"red": RED}), before)
    return weigh(after, change_of_light(after, before), red, steepness(before))


def chequered() -> np.ndarray:
    """An empty board, squares of 15 px."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH] // 15
    return np.where((rows + columns)[..., None] % 2, (90, 140, 180), (60, 80, 100)).astype(np.uint8)


def test_a_board_as_it_was_speaks_for_no_piece() -> None:
    """To the pixel the same picture, so that not one pixel is worth a look."""
    found = seen(chequered(), chequered())
    assert (found.gain == -MOST).all()
    assert found.edge.max() <= 0.35


@pytest.mark.parametrize("light", [1.0, 0.7])
def test_a_piece_is_told_by_its_colour_and_its_edges(light: float) -> None:
    """In other light, too; here on rows where one band of those weighed at once ends and the next begins."""
    board = chequered()
    board[28:44, 50:66] = RED[0]
    dimmer = np.clip(board * light, 0, 255).astype(np.uint8)
    found = seen(dimmer, chequered())
    assert found.gain[0, 29:43, 51:65].min() > 0
    assert np.median(found.gain[0, :20]) < 0
    rim = np.concatenate([found.edge[27:29, 54:62].max(axis=0), found.edge[43:45, 54:62].max(axis=0)])
    assert rim.min() > 0.8


WHITE = np.clip(np.random.default_rng(3).normal(1, (0.02, 0.02, 0.02), (300, 3)) * 225, 0, 255).astype(
    np.uint8
)


def of_white(now: np.ndarray, empty: np.ndarray) -> Evidence:
    """What a picture (H, W, 3) says where white pieces are taught."""
    before, after = logarithm(empty), logarithm(now)
    white = looks(TaughtColours({"white": WHITE}), before)
    return weigh(after, change_of_light(after, before), white, steepness(before))


def toned(board: np.ndarray, light: tuple[float, float, float]) -> np.ndarray:
    """A picture with so much of its blue, green and red light."""
    linear = (board / 255.0) ** 2.2 * light
    return np.clip(np.round(linear ** (1 / 2.2) * 255), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("of_the_lamp", [True, False])
def test_a_face_may_have_the_tint_of_the_lamp_or_of_the_light_before(*, of_the_lamp: bool) -> None:
    """Under a warm lamp, sides that are turned from it see the sky: no piece may vanish by that."""
    lamp = (0.5, 0.8, 1.0)
    now = toned(chequered(), lamp)
    face = toned(np.full((16, 16, 3), 225, np.uint8), lamp if of_the_lamp else (0.8, 0.8, 0.8))
    now[28:44, 50:66] = face
    assert of_white(now, chequered()).gain[0, 30:42, 52:64].min() > 0


def test_pale_pieces_on_dark_squares_are_no_glare() -> None:
    """Glare adds light of every colour, too; but where there is none about, there is none."""
    dark = np.full((HEIGHT, WIDTH, 3), (40, 50, 62), np.uint8)
    now = dark.copy()
    now[28:44, 50:66] = (150, 154, 158)
    assert np.median(of_white(now, dark).gain[0, 30:42, 52:64]) > 0


def test_glare_that_comes_gently_is_no_pale_piece() -> None:
    """As a lamp makes it on a glossy board."""
    dark = chequered()
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    shine = 0.35 * np.exp(-((rows - 45.0) ** 2 + (columns - 60.0) ** 2) / (2 * 25.0**2))
    now = np.clip(((dark / 255.0) ** 2.2 + shine[..., None]) ** (1 / 2.2) * 255, 0, 255).astype(np.uint8)
    assert np.mean(of_white(now, dark).gain[0, 35:55, 50:70] > 0) < 0.1


BLACK = np.clip(np.random.default_rng(4).normal((34, 29, 27), 1.5, (300, 3)), 0, 255).astype(np.uint8)


def noisy(board: np.ndarray, levels: float) -> np.ndarray:
    """A picture with so much noise, root mean square."""
    return np.clip(board + np.random.default_rng(5).normal(0, levels, board.shape), 0, 255).astype(np.uint8)


def of_black(now: np.ndarray, empty: np.ndarray) -> Evidence:
    before, after = logarithm(empty), logarithm(now)
    black = looks(TaughtColours({"black": BLACK}), before)
    return weigh(after, change_of_light(after, before), black, steepness(before))


@pytest.mark.parametrize("levels", [0.5, 9.0])
def test_what_is_as_dark_as_a_shadow_is_told_by_its_tint_if_the_picture_is_not_too_noisy(
    levels: float,
) -> None:
    """A black piece on a dark brown square, which a shadow would leave brown."""
    empty = np.where(chequered()[..., :1] > 75, (60, 110, 150), (32, 40, 50)).astype(np.uint8)
    now = noisy(empty, levels)
    now[30:45, 60:75] = noisy(np.full((15, 15, 3), (34, 29, 27), np.uint8), levels / 2)
    told = float(np.median(of_black(now, empty).gain[0, 32:43, 62:73]))
    assert told > 4 if levels < 1 else told < 0


def test_noise_is_measured_beside_pieces() -> None:
    """Clean pictures are not trusted beyond measure, and what stands on the board is no noise."""
    empty = np.where(chequered()[..., :1] > 75, (120, 170, 210), (60, 80, 100)).astype(np.uint8)
    before = logarithm(empty)
    clean = change_of_light(before, before).noise
    crowded = noisy(empty, 3.0)
    crowded[10:70, 20:40] = crowded[30:60, 70:90] = RED[0]
    some, beside = (change_of_light(logarithm(now), before).noise for now in (noisy(empty, 3.0), crowded))
    assert 0.02 < clean.lit < some.lit < 0.05
    assert 0.001 < clean.in_dark < some.in_dark < 0.006
    assert beside.lit == pytest.approx(some.lit, rel=0.4)
    assert beside.in_dark == pytest.approx(some.in_dark, rel=0.4)
