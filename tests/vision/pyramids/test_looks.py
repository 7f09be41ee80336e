"""How colours look before what is behind them, and which of them cannot be told apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramids.colours import Samples, TaughtColours
from vision.pyramids.lighting import logarithm
from vision.pyramids.looks import looks

BOARD = np.where(np.indices((60, 60)).sum(axis=0)[..., None] // 15 % 2, (60, 120, 190), (20, 40, 60)).astype(
    np.uint8
)


def samples(blue: float, green: float, red: float, spread: float = 0.04) -> Samples:
    """Grainy pixels of one tone."""
    grain = np.random.default_rng(2).normal(1, spread, (400, 3))
    return np.clip(np.array([blue, green, red]) * grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("other", "alike"), [((214, 214, 222), True), ((120, 150, 160), False), ((60, 60, 60), False)]
)
def test_colours_that_other_light_would_mix_up_are_known(
    other: tuple[float, float, float], alike: bool
) -> None:
    """People are told when they teach them, and asked about each such piece."""
    taught = TaughtColours({"white": samples(210, 214, 220), "other": samples(*other)})
    assert looks(taught, logarithm(BOARD)).mixed_up == (((0, 1),) if alike else ())


def test_what_is_behind_is_seen_through() -> None:
    """The same plastic is orange before a pale square and nearly black before a dark one."""
    taught = TaughtColours({"orange": samples(4, 20, 60)}, {"orange": (0.0, 0.2, 0.7)}, {"orange": 0.4})
    found = looks(taught, logarithm(BOARD))
    pale, dark = (taught.shown("orange", light) for light in (found.kinds[-1], found.kinds[0]))
    first, last = np.zeros(len(pale), np.uint8), np.full(len(pale), len(found.kinds) - 1, np.uint8)
    assert found.likely(pale, last).mean() > found.likely(pale, first).mean() + 0.5
    assert found.likely(dark, first).mean() > found.likely(dark, last).mean() + 0.5


def test_a_rider_shows_what_carries_it() -> None:
    """And not the board."""
    taught = TaughtColours(
        {"clear": samples(60, 60, 60), "blue": samples(150, 40, 20)},
        {"clear": (0.8, 0.8, 0.8)},
        {"clear": 0.5},
    )
    found = looks(taught, logarithm(BOARD))
    (blue,) = {tuple(light) for light in [np.median((taught.samples["blue"] / 255.0) ** 2.2, axis=0)]}
    over = taught.shown("clear", blue)
    kinds = np.zeros(len(over), np.uint8)
    assert found.riding(over, 1)[:, 0].mean() > found.likely(over, kinds)[:, 0].mean() + 0.5


def test_a_milky_rider_takes_the_colour_of_what_it_touches() -> None:
    """Milky plastic shows hardly anything of a board some way behind, but the piece just under it."""
    taught = TaughtColours(
        {"clear": samples(150, 150, 155), "purple": samples(110, 20, 60)},
        {"clear": (0.1, 0.1, 0.1), "purple": (0.2, 0.0, 0.1)},
        {"clear": 0.1, "purple": 0.1},
    )
    found = looks(taught, logarithm(BOARD))
    purple = np.median((taught.samples["purple"] / 255.0) ** 2.2, axis=0)
    over = taught.shown("clear", purple, glow=0.2, touching=0.6)
    bare = found.likely(over, np.zeros(len(over), np.uint8))
    riding = found.riding(over, 1)
    assert riding[:, 0].mean() > bare[:, 0].mean() + 1
    assert found.needed_riding(1).min() >= 0.8 > found.needed.min()


def test_more_is_needed_where_colours_come_near_each_other() -> None:
    """In light that may be darker or of another tint; and of colours taught in glaring light nothing is enough."""
    pixels = {"white": samples(210, 214, 220), "grey": samples(150, 150, 160), "red": samples(20, 30, 200)}
    names = list(pixels)
    white, grey, red = (names.index(name) for name in ("white", "grey", "red"))
    needed = looks(TaughtColours(pixels), logarithm(BOARD)).needed
    assert needed[white, grey] == needed[grey, white] == pytest.approx(1.2)
    assert needed[white, red] == needed[grey, red] == pytest.approx(0.5)
    glaring = looks(TaughtColours(pixels, dazzled={"white"}), logarithm(BOARD)).needed
    assert glaring[white, grey] > 2
    assert glaring[white, red] == pytest.approx(0.5)


def test_colours_are_the_same_only_if_they_are_before_any_square() -> None:
    """A clear piece before a pale square looks like an opaque one, and before a dark square it does not."""
    clear, through = samples(60, 60, 60, 0.01), (0.8, 0.8, 0.8)
    alone = TaughtColours({"clear": clear}, {"clear": through}, {"clear": 0.5})
    pale = looks(alone, logarithm(BOARD)).kinds[-1]
    light = (clear / 255.0) ** 2.2 + np.array(through) * pale
    like_it = np.clip(255 * light ** (1 / 2.2), 0, 255).astype(np.uint8)
    both = TaughtColours({"clear": clear, "tan": like_it}, {"clear": through}, {"clear": 0.5})
    found = looks(both, logarithm(BOARD))
    assert found.mixed_up == ((0, 1),)
    assert found.same == frozenset()
    twice = TaughtColours({"white": samples(210, 214, 220), "ivory": samples(210, 214, 220)})
    assert looks(twice, logarithm(BOARD)).same == {0, 1}
