"""`bears evaluate`, from a labelled set to its table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from calibration.building import Built
from calibration.profile import load_profile
from companion.cli import main
from vision.errors import CardsNotVisible
from vision.seen import Seen

Table = Callable[..., Seen]


class Reader(Protocol):
    readings: list[Seen | Exception]


@pytest.fixture
def labelled(
    tmp_path: Path, profile: Path, picture: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A set of two pictures of the same table, whose profile is the tests' own."""
    folder = tmp_path / "some-set"
    dice = [
        {
            "face": die.face,
            "kind": "camp" if die.face in {"bear", "tent"} else "player",
            "x": die.x,
            "y": die.y,
            "edge": 16,
            "zone": "campsite" if abs(die.x) < 110 else int(die.x > 0),
            "visible": 1,
        }
        for die in table().dice
    ]
    truth = {"seats": [180, 0], "dice": dice, "pairs": [[0, 1], [3, 4]], "tags": ["end-of-round"]}
    truth["round"] = {"bears_left": 0, "tents_left": 7, "scores": [0, 5]}
    for part in ("table", "truth"):
        (folder / part).mkdir(parents=True)
    for name in ("000", "001"):
        (folder / "table" / f"{name}.jpg").write_bytes(picture.read_bytes())
        (folder / "truth" / f"{name}.json").write_text(json.dumps(truth))
    monkeypatch.setattr(
        "calibration.building.build_profile", lambda _: Built(load_profile(profile), ("mind the gap",))
    )
    return folder


def test_a_table_and_a_summary(
    reader: Reader, table: Table, labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As reviewed; a change of wording has to be meant."""
    reader.readings = [table(), table(missing=1)]
    assert main(["evaluate", str(labelled)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "000  right                 12 ms  end-of-round",
        "001  asked                 12 ms  end-of-round",
        "       missed tent at 0, 0",
        "       bears left, tents left, points: (0, 6, (0, 5)) instead of (0, 7, (0, 5))",
        "",
        "some-set: 2 pictures: 1 right, 1 asked (0 needlessly), 0 WRONG",
        (
            "dice: 24 to be read, 23 sure and right, 0 unsure, 1 missed, "
            "0 with a wrong face, 0 in a wrong zone, 0 spurious"
        ),
        "pairs: 4 of 4 right; rounds: 1 of 2 right",
        "median reading time: 12 ms",
    ]
    assert err == "bears: mind the gap\n"


def test_figures_for_programs(
    reader: Reader, table: Table, labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same figures as JSON, of chosen pictures only."""
    reader.readings = [table()]
    assert main(["evaluate", str(labelled), "--json", "--only", "001,"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [row["picture"] for row in figures["pictures"]] == ["001"]
    assert figures["total"]["right"] == 1


def test_a_refused_picture_counts_as_asked(
    reader: Reader, table: Table, labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One bad picture of a set must not hide the figures of all others."""
    reader.readings = [CardsNotVisible("no cards"), table()]
    assert main(["evaluate", str(labelled), "--verbose"]) == 0
    out = capsys.readouterr().out
    assert "1 right, 1 asked" in out
    assert out.count("missed") == 12 + 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["{empty}"], "no pictures"),
        (["{set}", "--only", "007"], "no picture '007'"),
        (["{set}", "--only", " ,"], "--only names no picture"),
    ],
)
def test_a_set_that_cannot_be_used_is_one_line(
    labelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """Said before a profile is built, which takes a while."""
    places = {"empty": tmp_path, "set": labelled}
    assert main(["evaluate", *(part.format(**places) for part in arguments)]) == 2
    assert complaint in capsys.readouterr().err
