from pathlib import Path

import numpy as np
import pytest

from calibration.building import build_profile
from companion.eyes import Eyes
from hardware.simulated.clock import SECOND
from hardware.simulated.world import World


@pytest.fixture(scope="module")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> Eyes:
    """Eyes for the table of `_rolled`."""
    folder: Path = tmp_path_factory.mktemp("set")
    World(4, 2).write_photo_set(folder)
    return Eyes(build_profile(folder).profile)


def _rolled() -> World:
    """A table after the roll."""
    world = World(4, 2)
    world.notice("roll", {})
    world.advance_to(world.now_ns() + 8 * SECOND)
    return world


def _warned(world: World, eyes: Eyes) -> str:
    read = eyes.read(world.camera.still(after_ns=world.now_ns(), timeout_s=1).picture)
    return " ".join([*read.warnings, *(doubt.reason for doubt in read.doubts)])


def test_a_knock_and_a_pushed_card_are_noticed(eyes: Eyes) -> None:
    """The faults are there to try how the device takes them; the real eyes must see that something is wrong."""
    world = _rolled()
    assert _warned(world, eyes) == ""
    world.faults.knock_camera()
    assert "moved" in _warned(world, eyes)
    world.faults.knock_camera(degrees=0, mm=0)
    assert _warned(world, eyes) == ""
    world.faults.move_card(1)
    assert "card" in _warned(world, eyes)


def test_another_light_changes_the_picture_and_not_the_reading(eyes: Eyes) -> None:
    """The sun goes behind a cloud; the dice stay as they are."""
    world = _rolled()
    before = world.camera.still(after_ns=world.now_ns(), timeout_s=1).picture
    world.faults.change_light(3)
    after = world.camera.still(after_ns=world.now_ns(), timeout_s=1).picture
    assert np.abs(before.astype(int) - after).mean() > 2
    faces = [sorted(die.face for die in eyes.read(picture).dice if die.sure) for picture in (before, after)]
    assert faces[0] == faces[1]


def test_a_cup_hides_dice_and_people_take_it_away_when_asked(eyes: Eyes) -> None:
    """Where the device can't see it asks, and people make room."""
    world = _rolled()
    die = min(world.top.campsite(), key=lambda d: -d.y)
    world.faults.stand_cup(die.x, die.y - 45)
    assert "cannot be seen" in _warned(world, eyes)
    world.notice("look", {"reason": "a die cannot be seen"})
    world.advance_to(world.now_ns() + 3 * SECOND)
    assert _warned(world, eyes) == ""
