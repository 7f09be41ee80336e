import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import companion
from calibration.profile import Profile, load_profile
from companion.errors import BadInput
from companion.eyes import open_eyes
from companion.table.bfh.die import DieEyes, LyingDie
from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BfhBench
from vision.faces import TaughtFaces
from vision.pictures import Picture, load_picture
from vision.pyramids.board import Board as Grid

EXAMPLES = Path(companion.__file__).parents[1] / "examples"
FAR = Grid(900.0, 900.0, 0.0, 40.0)
"""A board that is not on the table at all."""


@pytest.fixture(scope="module")
def pips() -> Profile:
    """The example's table and dice, their faces called by numbers."""
    profile = load_profile(EXAMPLES / "profile")
    names = dict(zip(profile.faces.names, "12345", strict=True))
    shots = {names[name]: shots for name, shots in profile.faces.shots.items()}
    shots["6"] = shots["5"][:, ::-1]
    return replace(profile, faces=TaughtFaces((*names.values(), "6"), shots))


@pytest.fixture(scope="module")
def lone() -> Callable[[int], Picture]:
    """A picture of so many of the dice of the example, on the empty table."""
    picture, table = load_picture(EXAMPLES / "table" / "001.jpg"), load_picture(EXAMPLES / "background.jpg")
    dice = open_eyes(EXAMPLES / "profile").read(picture).dice
    dice = tuple(
        die
        for die in dice
        if die.sure and all(math.hypot(die.x - o.x, die.y - o.y) > 45 for o in dice if o is not die)
    )

    def compose(number: int) -> Picture:
        made = table.copy()
        for die in dice[:number]:
            left, top, right, bottom = (round(edge) for edge in die.box)
            part = slice(top - 6, bottom + 6), slice(left - 6, right + 6)
            made[part] = picture[part]
        return made

    return compose


def test_one_die_beside_the_board_is_read(pips: Profile, lone: Callable[[int], Picture]) -> None:
    """Its face is the roll; none or several are told, and one on the board is none."""
    eyes = DieEyes(pips, FAR)
    die = eyes.read(lone(1))
    assert isinstance(die, LyingDie)
    assert die.value in range(1, 6)
    assert eyes.read(lone(0)) == "no die is seen beside the board"
    assert eyes.read(lone(2)) == "2 dice lie beside the board"
    everywhere = Grid(-2000.0, -2000.0, 0.0, 500.0)
    assert DieEyes(pips, everywhere).read(lone(1)) == "no die is seen beside the board"


def test_a_profile_of_other_dice_is_refused(pips: Profile) -> None:
    """Whoever forgot to teach the pips is told which."""
    with pytest.raises(BadInput, match="faces 1 to 6"):
        DieEyes(load_profile(EXAMPLES / "profile"), FAR)


def test_a_die_that_is_rolled_before_the_camera(tmp_path: Path) -> None:
    """What lies there from before is not read: the die has to move, and then to be seen."""
    table = BfhBench(tmp_path, die="camera")
    table.places()
    table.eyes.die = LyingDie(6, 200, 30, 12)
    table.ok()
    assert (table.screen, table.said["why"]) == ("rolldie", "")
    table.wait(3)
    assert table.screen == "rolldie"
    table.eyes.die, table.eyes.moved_ns = LyingDie(6, 200.8, 29.4, 10), table.now_ns
    table.wait(1)
    assert table.said["why"] == "it lies as it did before"
    table.eyes.die, table.eyes.moved_ns = "no die is seen beside the board", table.now_ns
    table.wait(1)
    table.eyes.die, table.eyes.moved_ns = LyingDie(6, 200.1, 30.2, 101), table.now_ns
    table.wait(1)
    assert table.said["why"] == "it lies as it did before"
    table.eyes.die, table.eyes.moved_ns = "2 dice lie beside the board", table.now_ns
    table.wait(1)
    assert table.said["why"] == "2 dice lie beside the board"
    table.eyes.die, table.eyes.moved_ns = LyingDie(4, 200, 30, 12), table.now_ns
    table.wait(1)
    assert (table.screen, table.said["value"]) == ("rolled", 4)
    assert table.match.why(table.match.entries[-1].seq) == {"by": "camera"}


def test_what_comes_into_view_when_a_hand_goes_away_was_not_rolled(tmp_path: Path) -> None:
    """A die may have lain below it all the time: only something that begins to move after that can be a roll."""
    table = BfhBench(tmp_path, die="camera")
    table.places()
    table.eyes.moved_ns = table.now_ns
    table.wait(0.2)
    table.ok()
    table.eyes.die = LyingDie(6, 200, 30, 12)
    table.wait(3)
    assert table.screen == "rolldie"
    table.eyes.die, table.eyes.moved_ns = LyingDie(3, 180, 30, 12), table.now_ns
    table.wait(1)
    assert (table.screen, table.said["value"]) == ("rolled", 3)


@pytest.mark.parametrize(
    "lies", [LyingDie(5, -190, 12, 40), LyingDie(5, 190, -60, 40), LyingDie(5, 190, 12, 55)]
)
def test_a_die_that_falls_with_the_same_face_was_rolled(tmp_path: Path, lies: LyingDie) -> None:
    """It lies elsewhere than before, or is turned."""
    table = BfhBench(tmp_path, die="camera")
    table.places()
    table.eyes.die = LyingDie(5, 190, 12, 40)
    table.ok()
    table.wait(1)
    table.eyes.die, table.eyes.moved_ns = lies, table.now_ns
    table.wait(1)
    assert (table.screen, table.said["value"]) == ("rolled", 5)


def test_what_the_camera_cannot_tell_is_entered(tmp_path: Path) -> None:
    """Ok leads to the buttons, and so does a camera that is lost."""
    table = BfhBench(tmp_path, die="camera")
    table.places()
    table.ok()
    table.ok()
    table.enter(5)
    assert (table.screen, table.said["value"]) == ("rolled", 5)
    assert table.match.why(table.match.entries[-1].seq) == {"by": "people"}
    table.press(Menu.BACK)
    table.choose("Take back last")
    table.choose("Yes")
    table.choose("Go on")
    table.read_all()
    table.ok()
    assert table.screen == "rolldie"
    table.lose_camera()
    table.wait(4)
    table.read_all()
    assert (table.screen, table.said["title"]) == ("count", "The die shows")
