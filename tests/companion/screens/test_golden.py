from pathlib import Path

import pytest
from PIL import Image

from companion.screens import Hints, draw
from companion.screens.draw import lay_out
from companion.screens.kinds import Screen
from companion.screens.paper import TICKS_A_PAGE
from tests.companion.screens.examples import EXAMPLES, HINTED, SHEETS
from tests.companion.screens.golden import DOCS, GOLDEN, complaint, contact_sheet

ALL: dict[str, tuple[Screen, Hints | None]] = {
    **{name: (screen, None) for name, screen in EXAMPLES.items()},
    **HINTED,
}


@pytest.mark.parametrize("name", ALL)
def test_a_screen_looks_as_it_was_reviewed(name: str) -> None:
    """Any pixel that changes is to be looked at by a person: `RENEW_GOLDEN=1 pytest tests/companion/screens`."""
    screen, hints = ALL[name]
    wrong = complaint(GOLDEN / f"{name}.png", draw(screen, hints=hints))
    assert not wrong, wrong


@pytest.mark.parametrize("name", ALL)
def test_nothing_of_a_screen_is_cut_off(name: str) -> None:
    """On every page, in both states of what blinks."""
    screen, hints = ALL[name]
    for tick in range(4 * TICKS_A_PAGE):
        assert not lay_out(screen, tick=tick, hints=hints).lost, tick


def test_every_golden_picture_has_its_screen() -> None:
    """What is left over of a screen that was renamed is in the way of whoever reviews."""
    assert {path.stem for path in GOLDEN.iterdir()} == set(ALL)


@pytest.mark.parametrize("title", SHEETS)
def test_the_docs_show_the_screens_as_they_are(title: str) -> None:
    """The sheets in the docs are renewed together with the golden pictures."""
    pictures = {name: draw(EXAMPLES[name]) for name in SHEETS[title]}
    wrong = complaint(DOCS / f"screens-{title}.png", contact_sheet(pictures))
    assert not wrong, wrong


def test_a_difference_is_shown(tmp_path: Path) -> None:
    """Whoever breaks a screen gets to see how."""
    Image.new("1", (128, 64)).save(tmp_path / "trial.png")
    other = Image.new("1", (128, 64))
    other.putpixel((5, 7), 1)
    trial, build = tmp_path / "trial.png", tmp_path / "build"
    assert complaint(trial, Image.new("1", (128, 64)), renewing=False, build=build) == ""
    assert "trial-beside.png" in complaint(trial, other, renewing=False, build=build)
    with Image.open(build / "trial-beside.png") as beside:
        assert beside.getpixel((2 * (4 * 128 + 8) + 4 * 5, 4 * 7)) == 255
        assert beside.size == (3 * 4 * 128 + 16, 4 * 64)
    assert "new" in complaint(tmp_path / "another.png", other, renewing=False, build=build)
    assert complaint(tmp_path / "another.png", other, renewing=True, build=build) == ""
