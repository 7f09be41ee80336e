"""Whether anything moves: noise and the light are no motion, a finger is, however slowly it comes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pictures import Picture
from vision.stillness import Stillness

SECOND = 1_000_000_000
FRAME_NS = SECOND // 15


def table(rng: np.random.Generator, *, light: float = 0.0, finger: float | None = None) -> Picture:
    """A grey table with a camera's noise, perhaps with a finger so far from the left."""
    picture = rng.normal(110 + light, 2.0, (648, 1152, 3))
    if finger is not None:
        left = int(finger)
        picture[300:420, left : left + 40] += 30
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


@pytest.fixture
def rng() -> np.random.Generator:
    """The same noise every time."""
    return np.random.default_rng(1)


def test_noise_and_a_cloud_are_no_motion(rng: np.random.Generator) -> None:
    """Else a table would never come to rest and never be read."""
    still = Stillness()
    for k in range(10):
        assert still.look(table(rng, light=1.5 * k), k * FRAME_NS) == k * FRAME_NS


@pytest.mark.parametrize("step", [40.0, 0.4])
def test_a_finger_moves_however_slowly(rng: np.random.Generator, step: float) -> None:
    """A hand that creeps must not be read as lying there."""
    still = Stillness()
    longest = max(still.look(table(rng, finger=200 + step * k), k * FRAME_NS) for k in range(30))
    assert longest < SECOND


def test_rest_counts_from_the_last_motion(rng: np.random.Generator) -> None:
    """What is read half a second after the hands are away must be half a second old."""
    still = Stillness()
    for k in range(5):
        still.look(table(rng, finger=200 + 50 * k), k * FRAME_NS)
    rest = [still.look(table(rng), k * FRAME_NS) for k in range(5, 10)]
    assert rest == [k * FRAME_NS for k in range(5)]
