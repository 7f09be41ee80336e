import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from hardware.camera import WATCHING
from hardware.simulated.ground import Ground
from hardware.simulated.looks import Look, make_look
from hardware.simulated.optics import Optics
from hardware.simulated.photoset import lying, make_body
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Cup, Die, Hand, Knock, Scene

LOOK = make_look(2)
GROUND = Ground(LOOK)


def _dice(count: int = 6) -> tuple[Die, ...]:
    rng = np.random.default_rng(1)
    return tuple(
        lying(make_body(k, "camp", rng), "bear", 60 * math.cos(k), 60 * math.sin(k), 0.3 * k)
        for k in range(count)
    )


def _scene(dice: tuple[Die, ...] = (), hands: tuple[Hand, ...] = (), look: Look = LOOK) -> Scene:
    return Scene(dice, hands, look.cards, look.light)


HAND = Hand(0, 10.0, 20.0, 5.0, 0.4, open=4.0)
_CHANGES: list[Callable[[Scene], Scene]] = [
    lambda s: replace(s, dice=s.dice[1:]),
    lambda s: replace(s, dice=(replace(s.dice[0], x=-20.0, yaw=1.0), *s.dice[1:])),
    lambda s: replace(s, dice=(replace(s.dice[0], z=30.0, resting=False, speed=(500.0, 90.0)), *s.dice[1:])),
    lambda s: replace(s, hands=(HAND, replace(HAND, person=1, x=-60.0, curl=0.0, left=True))),
    lambda s: replace(s, hands=(replace(HAND, speed=(900.0, -300.0)),)),
    lambda s: replace(s, cups=(Cup(100.0, 60.0),)),
    lambda s: replace(s, knock=Knock((0.01, 0.02, 0.0), (3.0, 0.0, 0.0))),
    lambda s: replace(s, cards=(replace(s.cards[0], x=s.cards[0].x + 20), *s.cards[1:])),
]


@pytest.mark.parametrize("change", _CHANGES)
def test_a_picture_does_not_depend_on_those_before_it(change: Callable[[Scene], Scene]) -> None:
    """Only what changed is drawn anew; whoever takes every frame must see what one sees who takes the tenth."""
    before = _scene(_dice())
    after = change(before)
    fresh = Renderer(LOOK, GROUND, WATCHING).take(after, 7)
    used = Renderer(LOOK, GROUND, WATCHING)
    used.take(before, 5)
    used.take(change(change(before)) if change is _CHANGES[0] else before, 6)
    assert np.array_equal(used.take(after, 7), fresh)
    assert not np.array_equal(used.take(before, 7), fresh)


def test_a_picture_that_was_handed_out_stays_as_it_is() -> None:
    """Frames are kept as evidence while the next ones are drawn."""
    renderer = Renderer(LOOK, GROUND, WATCHING)
    first = renderer.take(_scene(_dice()), 1)
    copy = first.copy()
    renderer.take(_scene(_dice(3), (HAND,)), 2)
    assert np.array_equal(first, copy)


def test_a_die_that_is_taken_changes_only_its_surroundings() -> None:
    """Else the referee's eyes would see changes where there are none."""
    renderer = Renderer(LOOK, GROUND, WATCHING)
    dice = _dice()
    whole, less = renderer.take(_scene(dice), 1), renderer.take(_scene(dice[1:]), 1)
    rows, columns = np.nonzero((whole != less).any(axis=2))
    px = LOOK.optics.scaled(WATCHING).project(np.array([[dice[0].x, dice[0].y, 8.0]]))[0]
    assert len(rows) > 200
    assert np.abs(columns - px[0]).max() < 60
    assert np.abs(rows - px[1]).max() < 60


def test_optics_go_both_ways() -> None:
    """Dice are drawn by rays and hands by projection: both must mean the same camera."""
    optics = LOOK.optics
    places = np.array([[-250.0, -200, 0], [0, 0, 0], [270, 210, 0], [30, -90, 0]])
    px = optics.project(places)
    x, y = optics.on_plane(px[:, 0], px[:, 1])
    assert np.allclose(np.stack([x, y], axis=1), places[:, :2], atol=0.05)
    half: Optics = optics.scaled(WATCHING)
    assert np.allclose((half.project(places) + 0.5) * 2 - 0.5, px)


@pytest.mark.parametrize("seed", range(12))
def test_the_cards_are_in_every_looks_picture(seed: int) -> None:
    """Without all four cards no profile can be built."""
    look = make_look(seed)
    around = np.array([[c.x + a, c.y + b, 0.0] for c in look.cards for a in (-45, 45) for b in (-45, 45)])
    px = look.optics.project(around)
    assert (px > 0).all()
    assert (px < look.optics.size).all()
    assert np.allclose(np.mean([[c.x, c.y] for c in look.cards], axis=0), 0, atol=1e-6)
