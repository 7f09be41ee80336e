"""A whole game by the public command: played at a simulated board, cut short by the plug, taken up again, replayed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parents[1]
PLAYED_BEFORE = 30
"""So many lines are told of the game before the plug is pulled."""


def _bears(*arguments: str | Path) -> Sequence[str]:
    return [sys.executable, "-m", "companion", *map(str, arguments)]


def _replayed(*arguments: str | Path) -> str:
    return subprocess.run(
        _bears("replay", *arguments), cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Settings with a board of short ways, so that a game is soon over."""
    ways = "".join(
        f"[[path]]\nsquares = {json.dumps([f'{file}{k}' for k in range(1, 9)])}\n" for file in "abcdefgh"
    )
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "short.toml").write_text(f'name = "short"\nfiles = 8\nranks = 8\n{ways}')
    (tmp_path / "settings.toml").write_text('[bfh]\nboards = "boards"\n')
    return tmp_path / "settings.toml"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_game_is_played_to_its_end(settings: Path, tmp_path: Path) -> None:
    """From the first piece to a winner, with a power cut between, and the log that is left tells the same."""
    command = _bears("play", "--game", "bfh", "--simulate", "--watch", "--seed", "2", "--board", "short")
    command = [
        *command,
        "--players",
        "red,blue",
        "--settings",
        str(settings),
        "--data",
        str(tmp_path / "data"),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        before = [playing.stdout.readline() for _ in range(PLAYED_BEFORE)]
        playing.kill()
    assert not any("wins" in line for line in before)
    went_on = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert went_on.returncode == 0, went_on.stdout + went_on.stderr
    told = went_on.stdout.splitlines()
    assert "goes on" in told[0], told[:3]
    compared = next(line for line in told if line.startswith("compared with the truth"))
    assert " 0 faults" in compared, told[-10:]
    assert not any("went wrong" in line for line in (*before, *told))
    log = tmp_path / "match.jsonl"
    found = ("1", "--data", tmp_path / "data", "--settings", settings)
    subprocess.run(_bears("export", *found, "-o", log), cwd=ROOT, check=True)
    replayed = _replayed(log, "--boards", tmp_path / "boards").splitlines()
    assert replayed[-1] in {"red wins", "blue wins"}
    assert replayed == told[-len(replayed) - 1 : -1]
    state = json.loads(_replayed(log, "--boards", tmp_path / "boards", "--json"))
    assert state["phase"] == "over"
    assert state["refused"] == []
