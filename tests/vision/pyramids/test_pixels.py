"""The loops over pixels, against the plainest way to the same in numpy and OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pyramids.pixels import LIGHTS, TINTS, bins, board_likely, crests, put_gains, steps, unlikeness

HEIGHT, WIDTH = 23, 37


def some(seed: int, *shape: int, wide: float = 0.5, middle: float = -1.5) -> np.ndarray:
    """Values (..., H, W) at random."""
    return np.random.default_rng(seed).normal(middle, wide, (*shape, HEIGHT, WIDTH)).astype(np.float32)


def test_steps_are_those_of_scharr_in_the_steepest_colour() -> None:
    """All but at the border, where nothing is known."""
    picture = some(0, 3)
    found = steps(picture)
    for got, (across, down) in zip(found, ((1, 0), (0, 1)), strict=True):
        each = [np.abs(cv2.Scharr(plane, cv2.CV_32F, across, down, scale=1 / 16)) for plane in picture]
        inner = np.maximum.reduce(each)[1:-1, 1:-1]
        assert got[1:-1, 1:-1] == pytest.approx(inner, abs=1e-5)
        assert (got[[0, -1]] == 0).all()
        assert (got[:, [0, -1]] == 0).all()


def test_crests_are_the_steepest_of_five_pixels_across_an_edge() -> None:
    """Across where that is steeper than down, else down; at the picture's border of fewer."""
    slopes, own, itself = np.abs(some(1, 2)), np.abs(some(2)), np.abs(some(3))
    steep, near = crests(slopes, own, itself, np.float32(0.5))
    expected = np.maximum(np.minimum(np.hypot(*slopes), itself) - 0.5 * own, 0)
    assert steep == pytest.approx(expected, abs=1e-5)
    assert (expected > 0).any()
    beside, above = (cv2.dilate(expected, np.ones(size, np.uint8)) for size in ((1, 5), (5, 1)))
    assert near == pytest.approx(np.where(slopes[0] > slopes[1], beside, above), abs=1e-5)


def test_the_tint_of_light_from_another_colour_is_no_lightness() -> None:
    """Red against green and blue against green; in the dark more is expected of noise."""
    unlike = np.zeros((3, 1, 2), np.float32)
    unlike[:, 0, 0] = 0.1, 0.2, 0.6
    light = np.array([[[0.5, 0.02]], [[0.5, 0.5]], [[0.5, 0.5]]], np.float32)
    rough = np.full((1, 2), 0.03, np.float32)
    lighter, tint2, spread2 = unlikeness(0, 1, unlike, light, rough, np.float32(0.02), np.float32(0.004))
    assert lighter[0, 0] == pytest.approx(0.3)
    assert tint2[0, 0] == pytest.approx(0.4**2 + 0.1**2)
    assert spread2[0].tolist() == pytest.approx([0.05**2 + 0.008**2, 0.05**2 + 0.2**2])


def likely(lighter: list[float], tint: float = 0.0, light: float = 0.2, glare: float = 0.0) -> list[float]:
    """How likely the board is at pixels that are so much lighter and otherwise tinted."""
    count = len(lighter)
    found = np.zeros((3, 1, count), np.float32)
    found[0], found[1], found[2] = lighter, tint**2, 0.05**2
    board = np.full((3, 1, count), light, np.float32)
    seen = np.log(board) + found[0]
    seen[2] += tint
    out = board_likely(
        found, np.log(found[2]), 0, seen.astype(np.float32), 0, board, np.full_like(board, glare)
    )
    return [float(value) for value in out[0]]


def test_a_shadow_is_likelier_than_another_colour_and_than_more_light() -> None:
    """What is just like the board is the likeliest; how deep a shadow is matters little, but there is an end to it."""
    same, shade, deeper, deepest, brighter = likely([0.0, -0.4, -1.2, -3.0, 0.9])
    (tinted,) = likely([-0.4], tint=0.6)
    assert same > 5
    assert same > shade > tinted
    assert abs(shade - deeper) < 1.0
    assert deeper > deepest + 3
    assert shade > brighter + 2


def test_glare_is_likelier_where_there_is_glare_about() -> None:
    """As much light of every colour, which takes the tint away."""
    count, dark = 60, np.array([0.05, 0.1, 0.2], np.float32)[:, None, None]
    board = np.repeat(dark, count, axis=2)
    seen = np.log(board + 0.2)
    unlike = seen - np.log(board)
    rough = np.full((1, count), 0.03, np.float32)
    found = unlikeness(0, 1, unlike, board, rough, np.float32(0.02), np.float32(0.002))
    without, within = (
        board_likely(found, np.log(found[2]), 0, seen, 0, board, np.full_like(board, glare))
        for glare in (0.0, 0.06)
    )
    assert within.min() > without.max() + 2
    assert within.min() > -7


def test_faint_tints_are_told_finely_and_strong_ones_coarsely() -> None:
    """Of each tint the same to both sides; all of a table's bins are in it."""
    tints = np.zeros((5, 3), np.float32)
    tints[:, 0] = -2.0
    tints[1:, 1] = 0.05, 0.1, 2.0, 2.05
    faint = bins(tints)
    assert len({*faint[:3].tolist()}) == 3
    assert faint[3] == faint[4]
    everything = np.random.default_rng(4).normal(0, 30, (500, 3)).astype(np.float32)
    found = bins(everything)
    assert found.min() >= 0
    assert found.max() < LIGHTS * TINTS * TINTS


def gained(often: list[float], tables: np.ndarray, behind: int = 0) -> np.ndarray:
    """(C, 2): by how much more colours explain a pixel that is unlike the board, and one that is like it."""
    seen = np.full((3, 3, 2), -1.0, np.float32)
    board = np.array([[-9.0, -9.0], [-5.0, 1.0], [-9.0, -9.0]], np.float32)
    gain = np.full((tables.shape[2], 3, 2), 99.0, np.float32)
    dimmed = np.ones((len(often), 3, 1, 2), np.float32)
    dimmed[1:] = 0.3
    put_gains(
        1,
        seen,
        board,
        np.zeros((1, 2), np.float32),
        dimmed,
        np.full((3, 2), behind, np.uint8),
        tables,
        np.array(often, np.float32),
        np.float32(-3.0),
        np.float32(0.01),
        np.float32(6.0),
        gain,
    )
    assert (gain[:, [0, 2]] == 99.0).all()
    return gain[:, 1]


def table(*dense: tuple[float, ...]) -> np.ndarray:
    """(K, bins, C): colours as dense everywhere before each kind of board."""
    each = np.array(dense, np.float32)
    return np.ascontiguousarray(np.repeat(each[:, None], LIGHTS * TINTS * TINTS, axis=1))


def test_colours_gain_what_they_are_likelier_than_the_board() -> None:
    """In the rows asked about; where the board is likely nothing can be gained."""
    found = gained([0.0], table((-1.0, -4.0)))
    assert found[:, 0].tolist() == pytest.approx([1.0, -2.0])
    assert found[:, 1].tolist() == [-6.0, -6.0]
    before = gained([0.0], table((-1.0, -4.0), (-4.0, -1.0)), behind=1)
    assert before[:, 0].tolist() == pytest.approx([-2.0, 1.0])


def test_no_pixel_says_too_much_but_colours_are_told_apart() -> None:
    """The best has the most that there may be, the others so much less than that as they are less likely."""
    assert gained([0.0], table((9.0, 7.0, -30.0)))[:, 0].tolist() == pytest.approx([6.0, 4.0, -6.0])


def test_any_of_several_lights_may_fall_on_a_face() -> None:
    """Together they are as likely as each by itself; what is plainly a piece in the first needs no other."""
    often = [float(np.log(0.7)), float(np.log(0.3))]
    assert gained(often, table((-1.0, -4.0)))[:, 0].tolist() == pytest.approx([1.0, -2.0], abs=0.02)
    plain = gained(often, table((3.0, -4.0)))[:, 0]
    assert plain.tolist() == pytest.approx([5.0 + often[0], -2.0 + often[0]])
    tables = table((-1.0,))
    tables[0, bins(np.full((1, 3), (-1.0, 0.0, 0.0), np.float32))] = -20.0
    assert gained(often, tables)[0, 0] == pytest.approx(1.0 + often[1])
