"""What finders are asked to answer can be read back as the places and shapes that it was made of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import finder, loose_tops
from vision.training.arrays import Bytes, Floats
from vision.training.augment import mirrored, turned
from vision.training.eyes import PATCH
from vision.training.scene import Sample, sample
from vision.training.targets import (
    CELLS,
    HIDDEN,
    LOOSE_OUTPUTS,
    MOMENTS,
    STRIDE,
    TABLE_OUTPUTS,
    Target,
    peaks,
    shape_of,
    target,
)

CENTRE = (101.3, 77.8)


def square(x: float, y: float, yaw: float, edge: float) -> Floats:
    """(4, 2) px: the icon's upper left first; the picture's y goes down."""
    right = np.array([np.cos(yaw), -np.sin(yaw)]) * edge / 2
    up = np.array([-np.sin(yaw), -np.cos(yaw)]) * edge / 2
    corners = np.array([up - right, up + right, right - up, -up - right])
    return np.asarray(corners + np.array([x, y]))


def one(*, yaw: float = 0.3, visible: float = 1.0, known: float = 1.0, is_loose: bool = False) -> Target:
    """The target of a patch with one die at CENTRE."""
    dice = np.array([[*CENTRE, yaw, visible, 40.0, known]], np.float32)
    quads = square(*CENTRE, yaw, 30.0 if is_loose else 16.0)[None].astype(np.float32)
    return target(dice, quads, loose=is_loose)


def answered(wanted: Target) -> Floats:
    """What a finder without fault would answer."""
    out = wanted.values.copy()
    share = np.clip(wanted.heat, 1e-4, 1 - 1e-4)
    out[0] = np.log(share / (1 - share))
    return out


lengths = st.floats(18, 46)
angles = st.floats(0, 2 * np.pi)
skews = st.floats(0.6, np.pi - 0.6)


@given(first=lengths, second=lengths, turn=angles, skew=skews)
def test_a_shape_comes_back_up_to_order_and_sign(
    first: float, second: float, turn: float, skew: float
) -> None:
    """The reader draws outlines and cuts crops from it: both edges of the parallelogram have to be right."""
    a = first * np.array([np.cos(turn), np.sin(turn)])
    b = second * np.array([np.cos(turn + skew), np.sin(turn + skew)])
    quad = np.array([-a + b, a + b, a - b, -a - b]) / 2 + 50
    numbers = shape_of(quad[None])[0]
    numbers[:3] /= MOMENTS
    edges = loose_tops.shape(numbers)
    for wanted in (a, b):
        off = min(np.linalg.norm(sign * edge - wanted) for edge in edges for sign in (1, -1))
        assert off < 0.05


@given(first=lengths, second=lengths, turn=angles, skew=skews, by=st.integers(1, 3))
def test_a_shape_does_not_depend_on_which_corner_is_first(
    first: float, second: float, turn: float, skew: float, by: int
) -> None:
    """A finder cannot know which way up an icon is, so it must not be asked."""
    a = first * np.array([np.cos(turn), np.sin(turn)])
    b = second * np.array([np.cos(turn + skew), np.sin(turn + skew)])
    quad = np.array([-a + b, a + b, a - b, -a - b]) / 2
    orders = [quad, np.roll(quad, by, axis=0), quad[::-1]]
    shapes = shape_of(np.stack(orders))
    np.testing.assert_allclose(shapes[1:], shapes[:1].repeat(2, 0), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("is_loose", [False, True])
def test_the_place_comes_back(is_loose: bool) -> None:
    """Heat and offset together give the centre to a fraction of a pixel."""
    out = answered(one(is_loose=is_loose))
    assert out.shape == (LOOSE_OUTPUTS if is_loose else TABLE_OUTPUTS, CELLS, CELLS)
    [(x, y, score)] = peaks(out, 0.4)
    assert (x, y) == pytest.approx(CENTRE, abs=0.01)
    assert score > 0.99


@pytest.mark.parametrize("is_loose", [False, True])
def test_every_plain_die_of_a_scene_comes_back(masks: Bytes, is_loose: bool) -> None:
    """And nothing else does: a perfect finder would be right about every scene."""
    for seed in range(3):
        s = sample(np.random.default_rng([2, seed]), masks, loose=is_loose, faces=is_loose)
        got = peaks(answered(target(s.dice, s.quads, loose=is_loose)), 0.9)
        cells = np.round((s.dice[:, :2] + 0.5) / STRIDE - 0.5)
        inside = ((cells >= 0) & (cells < CELLS)).all(axis=1)
        plain = s.dice[inside & (s.dice[:, 3] >= HIDDEN) & (s.dice[:, 5] > 0)]
        assert len(got) == len(plain)
        for die in plain:
            assert np.hypot(*(got[:, :2] - die[:2]).T).min() < 0.1


@pytest.mark.parametrize("wanted", [one(visible=0.2), one(known=0.0)], ids=["hidden", "of another size"])
def test_what_cannot_be_judged_is_not_asked(wanted: Target) -> None:
    """A half-hidden die is neither a find nor a false find; asking for either would blur the border between them."""
    assert wanted.heat.max() == 0
    assert wanted.values.max() == 0
    x, y = (round((v + 0.5) / STRIDE - 0.5) for v in CENTRE)
    assert wanted.weight[y, x] == 0
    assert wanted.weight.mean() > 0.99


def test_a_buried_die_is_nothing() -> None:
    """Where nothing is to be seen, a find is wrong."""
    wanted = one(visible=0.02)
    assert wanted.heat.max() == 0
    assert wanted.weight.min() == 1


def test_the_turn_is_asked_modulo_a_quarter() -> None:
    """A square looks the same after a quarter turn."""
    first, second = one(yaw=0.3), one(yaw=0.3 + np.pi / 2)
    np.testing.assert_allclose(first.values, second.values, atol=1e-5)
    y, x = np.unravel_index(first.heat.argmax(), first.heat.shape)
    assert np.arctan2(first.values[4, y, x], first.values[3, y, x]) / 4 == pytest.approx(0.3, abs=1e-4)


def test_cells_are_as_the_reader_counts_them() -> None:
    """Otherwise every die would be found beside where it lies."""
    assert STRIDE == finder.STRIDE


@pytest.fixture(scope="module")
def scene(masks: Bytes) -> Sample:
    return sample(np.random.default_rng([2, 7]), masks, loose=True, faces=True)


def test_four_quarters_are_a_whole_turn(scene: Sample) -> None:
    """A patch and its labels turn together; also half way round every label is its top's centre."""
    patch, dice, quads = scene.patch, scene.dice, scene.quads
    for quarter in range(4):
        patch, dice, quads = turned(patch, dice, quads)
        np.testing.assert_allclose(quads.mean(axis=1), dice[:, :2], atol=1e-3)
        if quarter == 0:
            x, y = dice[0, :2].round().astype(int).clip(0, PATCH - 1)
            assert np.array_equal(patch[y, x], scene.patch[x, PATCH - 1 - y])
    assert np.array_equal(patch, scene.patch)
    np.testing.assert_allclose(dice, scene.dice, atol=1e-3)
    np.testing.assert_allclose(quads, scene.quads, atol=1e-3)


def test_a_mirror_twice_changes_nothing(scene: Sample) -> None:
    """And once, labels stay on their tops, and the original is left alone."""
    before = scene.dice.copy()
    patch, dice, quads = mirrored(scene.patch, scene.dice, scene.quads)
    np.testing.assert_allclose(quads.mean(axis=1), dice[:, :2], atol=1e-3)
    again = mirrored(patch, dice, quads)
    assert np.array_equal(again[0], scene.patch)
    np.testing.assert_allclose(again[1], scene.dice, atol=1e-3)
    assert np.array_equal(scene.dice, before)
