"""Scenes are what their labels say, and the same for the same seed."""

from dataclasses import fields

import numpy as np
import pytest

from vision.faces import SHARE, SHOT, cut_top
from vision.plane import EDGE_PX
from vision.training.arrays import Bytes
from vision.training.dice import PIPS
from vision.training.eyes import PATCH, PICTURE, device_eye, look_at
from vision.training.lights import make_light
from vision.training.photographs import Ground, Shot, photograph
from vision.training.scene import CROP, CROP_SHARE, TOP, Sample, cut, on_plane, sample
from vision.training.solids import TILE, Die

KINDS = {"table": (False, False), "loose": (True, False), "faces": (True, True)}


@pytest.fixture(scope="module")
def samples(masks: Bytes) -> dict[str, list[Sample]]:
    return {name: [drawn(masks, name, seed) for seed in range(4)] for name in KINDS}


def drawn(masks: Bytes, name: str, seed: int) -> Sample:
    loose, faces = KINDS[name]
    return sample(np.random.default_rng([1, seed]), masks, loose=loose, faces=faces)


@pytest.mark.parametrize("name", KINDS)
def test_the_same_seed_gives_the_same_scene(
    samples: dict[str, list[Sample]], masks: Bytes, name: str
) -> None:
    """Otherwise nobody could make the training data again, or find out what a network saw."""
    first, again, other = samples[name][0], drawn(masks, name, 0), samples[name][1]
    for field in fields(Sample):
        assert np.array_equal(getattr(first, field.name), getattr(again, field.name))
    assert not np.array_equal(first.patch, other.patch)


@pytest.mark.parametrize("name", KINDS)
def test_shapes_and_ranges(samples: dict[str, list[Sample]], name: str) -> None:
    """What reads the files relies on these."""
    for s in samples[name]:
        assert s.patch.shape == (PATCH, PATCH, 3)
        assert s.patch.dtype == np.uint8
        assert s.dice.shape == (len(s.quads), 6)
        assert s.quads.shape[1:] == (4, 2)
        assert s.crops.shape == (len(s.icons), CROP, CROP, 3)
        assert ((s.dice[:, 3] >= 0) & (s.dice[:, 3] <= 1)).all()
        assert np.isin(s.dice[:, 5], [0, 1]).all()
        shown = s.icons[s.icons >= 0]
        assert ((shown < 5) | ((shown > PIPS) & (shown <= PIPS + 6))).all()
    assert sum(len(s.dice) for s in samples[name]) > 4


@pytest.mark.parametrize("name", KINDS)
def test_a_label_is_the_middle_of_its_top(samples: dict[str, list[Sample]], name: str) -> None:
    """The finders learn the centre from one and the shape from the other."""
    for s in samples[name]:
        np.testing.assert_allclose(s.quads.mean(axis=1), s.dice[:, :2], atol=1e-3)


def test_a_top_on_the_plane_is_a_square_of_its_size(samples: dict[str, list[Sample]]) -> None:
    """The table finder knows one size only; dice of another one are marked as not to be judged."""
    for s in samples["table"]:
        edges = np.roll(s.quads, -1, axis=1) - s.quads
        sides = np.linalg.norm(edges, axis=2)
        np.testing.assert_allclose(sides, sides[:, :1].repeat(4, 1), rtol=1e-4)
        np.testing.assert_allclose((edges[:, 0] * edges[:, 1]).sum(1), 0, atol=1e-2)
        right = np.abs(sides[:, 0] / TOP - 1) < 0.08
        assert np.array_equal(right, s.dice[:, 5] == 1)
        assert np.isclose(sides[right, 0], TOP, rtol=1e-4).mean() > 0.8 if right.any() else True
        turn = np.arctan2(-edges[:, 0, 1], edges[:, 0, 0])  # the picture's y goes down
        np.testing.assert_allclose(np.cos(turn - s.dice[:, 2]), 1, atol=1e-5)


def test_training_sees_tops_as_the_reader_does() -> None:
    """A network is only good for what it was trained with: the same size on the plane, the same cut."""
    assert (TOP, CROP, CROP_SHARE) == (EDGE_PX, SHOT, SHARE)
    picture = np.random.default_rng(0).integers(0, 255, (90, 90, 3), np.uint8)
    corners = np.array([[20.0, 24.0], [61.0, 20.0], [66.0, 60.0], [23.0, 66.0]])
    assert np.abs(cut(picture, corners).astype(int) - cut_top(picture, corners)).max() <= 1


def test_the_plane_has_the_place_in_its_middle() -> None:
    """And north up, one edge being TOP pixels."""
    at, edge = (31.0, -12.0), 16.0
    px = on_plane(np.array([at, (at[0] + edge, at[1]), (at[0], at[1] + edge)]), at, edge)
    middle = PATCH / 2 - 0.5
    np.testing.assert_allclose(px, [[middle, middle], [middle + TOP, middle], [middle, middle - TOP]])


def lonely_die(yaw: float) -> Die:
    bare = np.zeros((TILE, 6 * TILE), np.float32)
    white, black = np.full(3, 0.8, np.float32), np.full(3, 0.02, np.float32)
    return Die(12.0, -7.0, yaw, 16.0, 0.1, bare, white, black, 0.0)


@pytest.mark.parametrize("yaw", [0.0, 0.4, 2.0])
def test_a_die_is_drawn_where_it_lies(yaw: float) -> None:
    """The labels come from projected corners, the picture from cast rays: they have to be of one mind."""
    rng = np.random.default_rng(3)
    eye = look_at(300, 1.0, 0.2, 0.1, (0.0, 0.0), 1500.0, (400, 300))
    shot = Shot(eye, (20, 10), (360, 280), (0.0, 0.0), 100.0)
    ground = Ground(np.full((512, 512, 3), 0.1, np.float32), 1.0, 0.0)
    die = lonely_die(yaw)
    taken = photograph(shot, [die], make_light(rng), ground, rng)
    y, x = np.nonzero(taken.ids == 1)
    quad = eye.project(die.top()) - shot.origin
    a, b = quad[2] - quad[0], quad[3] - quad[1]
    assert len(x) == taken.whole[0]
    assert len(x) == pytest.approx(abs(a[0] * b[1] - a[1] * b[0]) / 2, rel=0.03)
    np.testing.assert_allclose([x.mean(), y.mean()], quad.mean(0), atol=0.6)


def test_cameras_see_what_they_are_made_to_see() -> None:
    """The device's camera has the place in its picture, well inside."""
    for seed in range(20):
        eye, at = device_eye(np.random.default_rng(seed))
        [[x, y]] = eye.project(np.array([[*at, 16.0]]))
        assert 100 < x < PICTURE[0] - 100
        assert 100 < y < PICTURE[1] - 100
        ray = eye.rays(np.array([x]), np.array([y]))[0]
        towards = np.array([*at, 16.0]) - eye.centre
        np.testing.assert_allclose(ray, towards / np.linalg.norm(towards), atol=1e-5)
