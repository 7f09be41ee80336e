"""A match that was played at the table can be listed, exported and judged anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import Journal
from companion.match import Match
from companion.match.live import known_games
from tests.companion.table.bfh.bfh_bench import BfhBench


def test_history_and_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The export replays to the very state that was shown, with what was taken back."""
    table = BfhBench(tmp_path / "data")
    table.places()
    table.throws.next = [3]
    table.ok()
    state = table.state
    table.pull_the_plug()
    assert main(["history", "--data", str(tmp_path / "data")]) == 0
    assert "bfh  red, blue  4 turns  unfinished" in capsys.readouterr().out
    log = tmp_path / "match.jsonl"
    assert main(["export", "1", "--data", str(tmp_path / "data"), "-o", str(log)]) == 0
    capsys.readouterr()
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(state))


def test_a_board_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match on it can still be listed and exported, where the settings say where the board is."""
    folder = tmp_path / "bears-companion"
    (folder / "boards").mkdir(parents=True)
    board = 'name = "small"\nfiles = 2\nranks = 2\n[[path]]\nsquares = ["a1", "b1", "b2", "a2"]\n'
    (folder / "boards" / "small.toml").write_text(board)
    (folder / "settings.toml").write_text('[bfh]\nboards = "boards"\nboard = "small"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    header = {"game": "bfh", "players": ["red", "blue"], "board": "small"}
    with Journal.open(tmp_path / "data") as journal:
        Match.begin(journal, header, games=known_games(folder / "boards"))
    assert main(["history", "--data", str(tmp_path / "data")]) == 0
    assert "1 turn  unfinished" in capsys.readouterr().out
    assert main(["export", "1", "--data", str(tmp_path / "data")]) == 0
    assert json.loads(capsys.readouterr().out) == header
