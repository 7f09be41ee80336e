from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import Journal
from companion.match import Match
from companion.match.amends import correct_campsite
from tests.companion.match.playing import HEADER, nonsense, rounds


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """A match with refusals, undos, a correction and pictures, as it was when the journal was closed."""
    import random

    rng = random.Random(5)
    with Journal.open(tmp_path / "data", evidence_bytes=250) as journal:
        match = Match.begin(journal, HEADER)
        for k, event in enumerate(rounds(seed=3, number=4)):
            match.take(event, frame=bytes([k]) * 100 if event["event"] == "call" else None)
            if k % 6 == 5:
                match.take(nonsense(rng, 1e6))
                match.undo()
                match.take(event)
        campsite = match.state.rounds and match.story.entries
        assert campsite
        correct_campsite(match, 1, bears=0, tents=0)
    return match


def test_replay_of_the_export_gives_the_same_state(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A match can leave the device and be judged anew anywhere, with everything that was refused in it."""
    log = tmp_path / "match.jsonl"
    assert main(["export", "1", "--data", str(tmp_path / "data"), "-o", str(log)]) == 0
    assert capsys.readouterr().out == ""
    assert log.read_bytes() == match.log_bytes()
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(match.play.report()))
    assert match.play.refused


def test_without_a_file_the_log_is_printed(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It goes into a pipe as well as into a file."""
    assert main(["export", "1", "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out.encode() == match.log_bytes()


def test_the_pictures_that_decided_come_along(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is called after its entry; those that had to make room are counted."""
    out = tmp_path / "frames"
    assert main(["export", "1", "--data", str(tmp_path / "data"), "--frames", str(out)]) == 0
    kept = sorted(out.iterdir())
    assert [path.stat().st_size for path in kept] == [100, 100]
    for path in kept:
        number, seq = path.stem.split("-")
        assert number == "1"
        entry = match.story.entry(int(seq))
        assert entry is not None
        assert entry.event["event"] == "call"
    assert "not kept any more" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--frames", "-o"])
def test_nothing_is_printed_where_something_cannot_be_written(
    match: Match, tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log on standard output says that all went well."""
    assert main(["export", "1", "--data", str(tmp_path / "data"), option, "/dev/null"]) == 2
    assert capsys.readouterr().out == ""


def test_a_log_is_written_whole_or_not_at_all(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older log in its place is not lost to a full disk."""

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    log = tmp_path / "match.jsonl"
    log.write_text("older")
    monkeypatch.setattr(os, "fsync", full)
    assert main(["export", "1", "--data", str(tmp_path / "data"), "-o", str(log)]) == 1
    assert log.read_text() == "older"


def test_a_damaged_journal_is_told(match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What can still be read is not the whole, and nobody should take it for that."""
    path = tmp_path / "data" / "journal.sqlite"
    path.write_bytes(bytes(200) + path.read_bytes()[200:])
    assert main(["export", "1", "--data", str(tmp_path / "data")]) == 0
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["2", "0", "-1", "x"])
def test_a_match_that_is_not_there_is_bad_input(
    match: Match, tmp_path: Path, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer names those that there are."""
    assert main(["export", number, "--data", str(tmp_path / "data")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
