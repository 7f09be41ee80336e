"""Matches at the simulated table: the same program, with people who press by themselves, to the end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.cli import main
from companion.parks.files import SHIPPED

ROOT = Path(companion.__file__).parents[1]


def played(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    """What `bears play --game outrun --simulate --watch` prints."""
    assert main(["play", "--game", "outrun", "--simulate", "--watch", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_match_plays_itself_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever wants to see the game gets one, told in lines, with its end."""
    lines = played(capsys, "--players", "Ana,Ben,Cy,Dan", "--data", tmp_path, "--seed", 5)
    assert lines[0] == "Match 1: Ana, Ben, Cy, Dan"
    assert any(line.startswith("The Bear runs ") for line in lines)
    assert lines[-1].endswith((" wins", " win"))
    assert not [line for line in lines if "went wrong" in line]


def test_the_same_seed_is_the_same_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What went wrong once can be looked at again."""
    first, again, other = (
        played(capsys, "--data", tmp_path / name, "--seed", seed)
        for name, seed in (("a", 3), ("b", 3), ("c", 4))
    )
    assert first == again
    assert first != other


def test_history_export_and_replay_know_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is in the journal like any other."""
    told = played(capsys, "--data", tmp_path, "--seed", 2)
    assert main(["history", "--data", str(tmp_path), "--json"]) == 0
    [match] = capsys.readouterr().out.splitlines()
    assert json.loads(match)["game"] == "outrun"
    assert json.loads(match)["standing"] == "over"
    assert main(["export", "1", "--data", str(tmp_path), "-o", str(tmp_path / "log.jsonl")]) == 0
    assert main(["replay", str(tmp_path / "log.jsonl")]) == 0
    replayed = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("refused")]
    assert replayed == told[told.index("Outrun the Bear: Ana, Ben, Cleo") :]


def test_a_park_of_ones_own_is_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--park` names its file; what is wrong with it is told before anybody sits down."""
    park = tmp_path / "park.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    for name in ("meadow", "ford", "hillside", "thicket"):
        text = text.replace(f'"{name}"', f'"my {name}"')
    park.write_text(text, encoding="utf-8")
    lines = played(capsys, "--data", tmp_path / "data", "--park", park)
    assert any(" to my " in line for line in lines)
    park.write_text(text.replace('"river"', '"lava"'), encoding="utf-8")
    arguments = ["play", "--game", "outrun", "--simulate", "--watch", "--park", str(park)]
    assert main([*arguments, "--data", str(tmp_path / "data")]) == 2
    assert "field tile[1].front[1].terrain must be one of" in capsys.readouterr().err


def test_a_park_goes_with_its_game_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Bears! has no trail."""
    assert main(["play", "--simulate", "--park", "park.toml"]) == 2
    assert "--park goes with --game outrun" in capsys.readouterr().err


def test_a_target_does_not_go_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    """There are no points."""
    assert main(["play", "--game", "outrun", "--simulate", "--target", "9"]) == 2
    assert "--target does not go with --game outrun" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_matches_of_two_to_eight_runners_end_without_a_fault() -> None:
    """A few of the 200 that `benchmarks/outrun.py` plays: with every number of runners and every set of variants."""
    command = [sys.executable, "benchmarks/outrun.py", "--games", "7", "--first", "1", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["by_runners"] == {str(runners): 1 for runners in range(2, 9)}
    assert found["faults"] == []
