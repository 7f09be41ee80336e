import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

JOEL = Path(__file__).parents[2] / "data" / "rules" / "bears" / "sample-scoring-joel.jsonl"


def test_the_summary_writes_the_sums_out(capsys: pytest.CaptureFixture[str]) -> None:
    """People check the rulebook's sample by eye, and see by what rule the round ended."""
    assert main(["replay", str(JOEL)]) == 0
    printed = capsys.readouterr().out
    assert "Joel 1+2+2+5-1 = 9" in printed
    assert "rulebook: Ending a Round" in printed


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A log can come through a pipe."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(JOEL.read_bytes())))
    assert main(["replay", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == {"Joel": 9, "Ann": 4}


def test_a_closed_standard_input_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A service without standard input gets an answer, not a traceback."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["replay", "-"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("log", ["nowhere.jsonl", "."])
def test_a_log_that_cannot_be_opened_is_bad_input(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped path is one line and exit status 2."""
    assert main(["replay", log, "--json"]) == 2
    printed, errors = capsys.readouterr()
    assert (printed, errors.count("\n")) == ("", 1)


def test_names_that_no_terminal_can_show_stay_in_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line feed, a half surrogate or an escape sequence in a name must not garble the output."""
    log = tmp_path / "names.jsonl"
    log.write_text('{"game":"bears","players":["A\\nna","\\ud800","\\u001b[2J"]}\n{"event":"undo"}')
    assert main(["replay", str(log)]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0] == r"Bears!, to 100 points: A\nna, \ud800, \x1b[2J"
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["in"] == ["A\nna", "\ud800", "\x1b[2J"]


def test_the_installed_program_replays() -> None:
    """Once as a process of its own, in a terminal that knows only ASCII."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "replay", str(JOEL), "--json"],
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["phase"] == "setup"


def test_what_cannot_be_a_log_is_not_read_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong path such as a video's would fill the memory."""
    with (tmp_path / "video").open("wb") as file:
        file.truncate(64_000_001)
    assert main(["replay", str(tmp_path / "video")]) == 2
    assert "larger than 64 MB" in capsys.readouterr().err
