import math
from pathlib import Path

import numpy as np
import pytest

from calibration.building import build_profile
from companion.eyes import Eyes
from hardware.camera import READING, WATCHING
from hardware.simulated.ground import Ground
from hardware.simulated.looks import make_look
from hardware.simulated.photoset import lying, make_body, write_photo_set
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Die, Hand, Scene

SEATS = (200.0, 90.0, 340.0)


def _thrown(rng: np.random.Generator, count: int) -> tuple[Die, ...]:
    """Camp Dice in the campsite and as many Player Dice round it."""
    dice: list[Die] = []
    while len(dice) < 2 * count:
        kind = "camp" if len(dice) < count else "player"
        a, r = (
            (rng.uniform(0, 2 * math.pi), 100 * math.sqrt(rng.uniform()))
            if kind == "camp"
            else (
                rng.uniform(-0.4, 3.5),
                rng.uniform(138, 225),
            )
        )
        x, y = r * math.cos(a), r * math.sin(a)
        if all(math.hypot(d.x - x, d.y - y) > 24 for d in dice):
            body = make_body(len(dice), kind, rng)
            dice.append(lying(body, body.faces[int(rng.integers(6))], x, y, rng.uniform(0, 6.3)))
    return tuple(dice)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_real_eyes_read_the_simulated_table(seed: int, tmp_path: Path) -> None:
    """The simulation is worth something only if the real networks see dice in it, at both sizes of picture."""
    look = make_look(seed)
    write_photo_set(tmp_path, look, SEATS)
    built = build_profile(tmp_path)
    assert built.warnings == ()
    eyes, ground = Eyes(built.profile), Ground(look)
    rng = np.random.default_rng(seed)
    for size in (READING, WATCHING):
        renderer = Renderer(look, ground, size)
        dice = _thrown(rng, 12)
        read = eyes.read(renderer.take(Scene(dice, (), look.cards, look.light), 1))
        for die in dice:
            seen = min(read.dice, key=lambda d, die=die: math.hypot(d.x - die.x, d.y - die.y))  # type: ignore[misc]
            assert math.hypot(seen.x - die.x, seen.y - die.y) < 3
            assert (seen.face, seen.sure) == (die.face, True)
        assert sum(die.sure for die in read.dice) == len(dice)


def test_the_real_eyes_see_a_hand(tmp_path: Path) -> None:
    """A hand over the campsite must be noticed, or dice below it would count as taken."""
    look = make_look(1)
    write_photo_set(tmp_path, look, SEATS)
    eyes, renderer = Eyes(build_profile(tmp_path).profile), Renderer(look, Ground(look), READING)
    for seat in SEATS:
        a = math.radians(seat)
        for curl in (0.0, 1.0):
            hand = Hand(0, 20 * math.cos(a), 20 * math.sin(a), 10.0, a + math.pi, curl=curl)
            read = eyes.read(renderer.take(Scene((), (hand,), look.cards, look.light), 1))
            assert any("reaches over" in doubt.reason for doubt in read.doubts), (seat, curl)
            assert not any(die.sure for die in read.dice)
