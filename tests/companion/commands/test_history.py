from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import Journal
from companion.match import Match
from tests.companion.match.playing import HEADER, rounds

WINNER = HEADER | {"target": 1}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a match that is over, one that was given up, and one that is not finished."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    folder = tmp_path / "data"
    with Journal.open(folder) as journal:
        over = Match.begin(journal, WINNER)
        for event in rounds(seed=1, number=9):
            if not over.over:
                over.take(event, frame=b"jpeg" if event["event"] == "call" else None)
        Match.begin(journal, HEADER).close("dinner")
        unfinished = Match.begin(journal, HEADER)
        for event in rounds(seed=4, number=3):
            unfinished.take(event)
        unfinished.undo()
    return folder


def test_a_line_tells_each_match(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody asks who won last week."""
    assert main(["history", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("1  20")
    assert "Ana, Ben" in lines[0]
    assert "won by " in lines[0]
    assert "given up" in lines[1]
    assert lines[2].endswith("2 rounds  unfinished")


def test_json_has_all_of_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For whoever keeps a league table."""
    assert main(["history", "--data", str(data), "--json"]) == 0
    matches = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [match["match"] for match in matches] == [1, 2, 3]
    assert [match["standing"] for match in matches] == ["over", "given up", "unfinished"]
    assert matches[0]["winners"][0] in {"Ana", "Ben"}
    assert matches[2]["rounds"] == 2
    assert matches[2]["players"] == ["Ana", "Ben"]


def test_without_matches_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first thing somebody tries on a new device is no error, and makes no files."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    assert main(["history"]) == 0
    assert str(tmp_path / "state" / "bears-companion") in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_folder_comes_from_the_settings_or_from_systemd(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On the device nobody types --data."""
    monkeypatch.setenv("STATE_DIRECTORY", f"{data}:/somewhere/else")
    assert main(["history"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    own = tmp_path / "config" / "bears-companion"
    own.mkdir(parents=True)
    (own / "settings.toml").write_text('[data]\nfolder = "elsewhere"')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert main(["history"]) == 0
    assert "no matches yet" in capsys.readouterr().err


def test_a_damaged_journal_is_shown_as_far_as_it_can_be_read(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Looking mends nothing, for the table may be writing; it says what to do."""
    path = data / "journal.sqlite"
    raw = path.read_bytes()
    damaged = random.Random(1).randbytes(200) + raw[200:]
    path.write_bytes(damaged)
    assert main(["history", "--data", str(data)]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 3
    assert "damaged" in shown.err
    assert path.read_bytes() == damaged


def test_a_match_that_cannot_be_folded_is_listed_all_the_same(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One odd match must not hide the others."""
    with Journal.open(data) as journal:
        journal.begin({"game": "bfh", "players": ["red", "blue"], "board": "gone"})
    assert main(["history", "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[3].endswith("red, blue  0 turns  unreadable")


def test_an_absurd_time_zone_is_passed_over(data: Path) -> None:
    """What somebody's TZ says is no fault of the matches."""
    listed = subprocess.run(
        [sys.executable, "-m", "companion", "history", "--data", str(data)],
        env=os.environ | {"TZ": "XYZ+99:99"},
        text=True,
        capture_output=True,
        check=True,
    )
    assert len(listed.stdout.splitlines()) == 3


@pytest.mark.parametrize("arguments", [["history"], ["export", "1"]])
def test_the_past_needs_no_numpy(data: Path, arguments: list[str]) -> None:
    """On a Raspberry Pi numpy takes seconds to import, and a look at the scores is nothing to wait for."""
    code = (
        "import sys; from companion.cli import main\n"
        f"assert main({[*arguments, '--data', str(data)]!r}) == 0\n"
        "assert not {'numpy', 'cv2', 'PIL', 'vision.lens', 'calibration'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=os.environ)
