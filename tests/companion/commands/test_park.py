"""`bears park`: what people see of their tiles."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.parks.files import SHIPPED


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the example."""
    path = tmp_path / "park.toml"
    path.write_text(SHIPPED.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def test_a_good_file_is_called_good(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever entered their tiles wants to know how many rows and paw prints that makes."""
    assert main(["park", "check", str(example)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(
        "can be played with: example (made up for trying the program; not the published tiles)"
    )
    assert lines[1] == "campsite: 1 and 1 rows, 1 or 2 paw prints"
    assert lines[-1] == "levels of play: first_play, normal_play, hard_play"


def test_a_park_is_drawn_by_its_seed(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed draws the same trail from a file as from the example that ships."""
    assert main(["park", "show", str(example), "--seed", "4", "--level", "hard_play"]) == 0
    drawn = capsys.readouterr().out
    assert main(["park", "show", "--seed", "4", "--level", "hard_play"]) == 0
    assert capsys.readouterr().out == drawn
    assert "campsite, back" in drawn
    assert "=2" in drawn


def test_without_a_seed_all_tiles_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """Both sides of each."""
    assert main(["park", "show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(", front" in line or ", back" in line for line in lines) == 12


def test_a_level_without_a_seed_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """It would do nothing."""
    assert main(["park", "show", "--level", "hard_play"]) == 2
    assert "--level goes with --seed" in capsys.readouterr().err
