"""`bears judge`, on a recorded burst of a hand that takes the last bear."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands.judge import parse_calls
from companion.errors import BadInput

BURST = Path(__file__).parents[2] / "data" / "burst"
PROFILE = BURST / "profile"
TRUTH = json.loads((BURST / "truth.json").read_text())
TIMES = json.loads((BURST / "set.json").read_text())["times_s"]
STEP = TIMES[1] - TIMES[0]


def judged(capsys: pytest.CaptureFixture[str], *calls: float, burst: Path = BURST) -> list[dict[str, Any]]:
    """What `bears judge --json` prints."""
    listed = ",".join(map(str, calls))
    assert main(["judge", str(burst), "--profile", str(PROFILE), f"--calls={listed}", "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_calls_at_every_moment_are_judged_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """False while the bear was surely there, ended once it was gone, and in the window the benefit of the doubt."""
    calls = [t + share * STEP for t in TIMES for share in (0, 0.25, 0.5, 0.75)]
    rows = judged(capsys, *calls)
    seen, gone = rows[0]["last_seen"], rows[0]["first_gone"]
    assert seen < TRUTH["taken_s"] + 0.08  # gripped then; lifted a moment later
    assert seen > TRUTH["taken_s"] - 3 * STEP
    assert TRUTH["taken_s"] < gone < TRUTH["taken_s"] + 6 * STEP
    for t, row in zip(calls, rows, strict=True):
        assert row["t"] == t
        assert row["verdict"] == ("false" if t <= seen else "ended")
        assert (row["bears"], row["tents"]) == (int(t <= seen), TRUTH["tents"])
        assert (row["last_seen"], row["first_gone"]) == (seen, gone)


def test_a_line_a_call_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs read line by line and rely on the order; calls know nothing of each other."""
    assert [row["t"] for row in judged(capsys, 0.8, 0.0, 0.8)] == [0.8, 0.0, 0.8]
    assert [row["verdict"] for row in judged(capsys, 0.8, 0.0, 0.8)] == ["ended", "false", "ended"]


def test_calls_before_the_first_picture_and_after_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    """What is there later was there before, and what is gone stays gone."""
    assert [row["verdict"] for row in judged(capsys, -1.0, 60.0)] == ["false", "ended"]


def test_a_call_after_the_last_picture_is_asked_while_both_are_left(
    capsys: pytest.CaptureFixture[str], burst: Callable[..., Path]
) -> None:
    """Nothing tells what happened since."""
    (row,) = judged(capsys, 0.5, burst=burst(first=3))
    assert (row["verdict"], row["first_gone"]) == ("ask", None)
    assert row["last_seen"] is not None


def test_words_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The form for people: the verdict, why, and the rule."""
    assert main(["judge", str(BURST), "--profile", str(PROFILE), "--calls", "0"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "0.00 s: false: at 0.00 s 1 bear and 5 tents were in the campsite: a bear was still seen"
    )
    assert said.endswith("(rulebook: Ending a Round)\n")


@pytest.fixture
def burst(tmp_path: Path) -> Callable[..., Path]:
    """Make a burst like the recorded one, with its `first` pictures and other fields as given (None: left out)."""

    def made(first: int = 2, **fields: object) -> Path:
        folder = tmp_path / "made"
        shutil.copytree(BURST, folder)
        described = json.loads((folder / "set.json").read_text())
        described["pictures"] = described["pictures"][:first]
        described["times_s"] = described["times_s"][:first]
        described |= fields
        kept = {name: value for name, value in described.items() if value is not None}
        (folder / "set.json").write_text(json.dumps(kept))
        return folder

    return made


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"times_s": None}, "'times_s' is missing"),
        ({"times_s": [0, 0.1, 0.2]}, "2 pictures and 3 times"),
        ({"times_s": [0.1, 0.1]}, "should rise"),
        ({"times_s": [0, "soon"]}, "should be a number"),
        ({"pictures": None}, "'pictures' is missing"),
        ({"pictures": ["burst/000.jpg", "burst/999.jpg"]}, "'burst/999.jpg' is not there"),
        ({"pictures": ["burst/000.jpg"], "times_s": [0]}, "at least two pictures"),
        ({"K": None}, "'K' is missing"),
        ({"size": [640, 360]}, "640 x 360"),
    ],
)
def test_a_burst_that_cannot_be_used_is_told_in_one_line(
    fields: dict[str, object],
    complaint: str,
    burst: Callable[..., Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever made the folder has to know what to mend."""
    assert main(["judge", str(burst(**fields)), "--profile", str(PROFILE), "--calls", "0"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_a_broken_picture_is_named(burst: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    """A burst may have been copied in part."""
    folder = burst()
    (folder / "burst" / "001.jpg").write_bytes(b"no picture")
    assert main(["judge", str(folder), "--profile", str(PROFILE), "--calls", "0"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "001.jpg" in line


@pytest.mark.parametrize("missing", ["burst", "profile"])
def test_folders_that_are_not_there(missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped path is the commonest mistake of all."""
    given = {"burst": BURST, "profile": PROFILE} | {missing: tmp_path / "nowhere"}
    assert main(["judge", str(given["burst"]), "--profile", str(given["profile"]), "--calls", "0"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "nowhere" in line


@pytest.mark.parametrize("text", ["", "now", "0.1,", "0.1;0.2", "nan", "inf", "1e9"])
def test_calls_that_are_no_times(text: str) -> None:
    """They are refused before any picture is looked at."""
    with pytest.raises(BadInput, match="--calls"):
        parse_calls(text)
