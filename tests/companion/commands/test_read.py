"""`bears read`, from its arguments to what it prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import pytest

from companion.cli import main
from vision.errors import CardsNotVisible
from vision.seen import Seen

Table = Callable[..., Seen]


class Reader(Protocol):
    readings: list[Seen | Exception]


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_of_json_a_picture_in_the_order_given(
    reader: Reader,
    table: Table,
    profile: Path,
    picture: Path,
    second_picture: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Programs read line by line and rely on the order."""
    reader.readings = [table(), table(unsure=1)]
    assert main(["read", str(second_picture), str(picture), "--profile", str(profile), "--json"]) == 0
    first, second = lines_of(capsys.readouterr().out)
    assert (first["picture"], second["picture"]) == (str(second_picture), str(picture))
    assert (first["sure"], second["sure"]) == (True, False)
    assert first["round"] == {"bears_left": 0, "tents_left": 7, "scores": [0, 5]}
    assert first["ms"] == 12.3


def test_seats_go_before_those_of_the_profile(
    reader: Reader, table: Table, profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """People may sit elsewhere today."""
    reader.readings = [table()]
    assert main(["read", str(picture), "--profile", str(profile), "--seats", "0,180", "--json"]) == 0
    (line,) = lines_of(capsys.readouterr().out)
    assert line["round"]["scores"] == [5, 0]


def test_words_without_json(
    reader: Reader, table: Table, profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The form for people, as reviewed; a change of wording has to be meant."""
    reader.readings = [table(unsure=1, warnings=("card 2 was not visible",))]
    assert main(["read", str(picture), "--profile", str(profile)]) == 0
    out, err = capsys.readouterr()
    assert out.replace(str(picture), "PICTURE").splitlines() == [
        "PICTURE: 12 dice, to be checked",
        "  Campsite: 7 x tent",
        "  Seat 1: 1 x bear, 1 x gun (?), 1 x tent",
        "  Seat 2: 1 x sleeper, 1 x tent",
        "  ? In seat 1's area, 2 cm left of the bear: this gun is not sure: glare",
        "          points  sum      from",
        "  seat 1       0  1-1 = 0  gun + bear, tent taken but not paired",
        "  seat 2       5  5        sleeper + tent with no bears left in the campsite",
        "  Left in the campsite: no bears and 7 tents.",
    ]
    assert err == f"bears: {picture}: card 2 was not visible\n"


def test_loose_pictures_have_boxes(
    reader: Reader, loose_seen: Seen, loose_profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without cards dice are told by their place in the picture, and there is no round."""
    reader.readings = [loose_seen]
    assert main(["read", str(picture), "--profile", str(loose_profile), "--json"]) == 0
    (line,) = lines_of(capsys.readouterr().out)
    assert line["dice"][0]["box"] == [10, 20, 40, 50]
    assert "x" not in line["dice"][0]
    assert (line["sure"], line["round"]) == (True, None)


def test_show_draws_the_picture(
    reader: Reader, table: Table, profile: Path, picture: Path, tmp_path: Path
) -> None:
    """What was read can be checked at a glance."""
    reader.readings = [table()]
    shown = tmp_path / "shown.png"
    assert main(["read", str(picture), "--profile", str(profile), "--show", str(shown)]) == 0
    drawing = cv2.imread(str(shown))
    assert drawing is not None
    assert drawing.shape[0] > 360


def test_the_first_unreadable_picture_ends_the_reading(
    reader: Reader,
    table: Table,
    profile: Path,
    picture: Path,
    second_picture: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Lines before it stand; of the bad one there is one line on standard error, and nothing else."""
    second_picture.write_bytes(second_picture.read_bytes()[:200])
    reader.readings = [table(), table()]
    arguments = ["read", str(picture), str(second_picture), str(picture), "--profile", str(profile), "--json"]
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert len(lines_of(out)) == 1
    assert err.count("\n") == 1
    assert str(second_picture) in err


def test_a_picture_without_cards_is_named(
    reader: Reader, profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of many pictures, people must know which one to take again."""
    reader.readings = [CardsNotVisible("no corner card is visible; uncover at least three")]
    assert main(["read", str(picture), "--profile", str(profile), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"bears: {picture}: no corner card is visible; uncover at least three\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["{picture}", "{missing}", "--profile", "{profile}"], "no such file"),
        (["{picture}", "--profile", "{missing}"], "does not exist"),
        (["{picture}", "--profile", "{profile}", "--seats", "left,right"], "--seats should be angles"),
        (["{picture}", "--profile", "{profile}", "--seats", "10,370"], "from -360 to 360"),
        (["{picture}", "--profile", "{profile}", "--seats", "10,10"], "cannot be told apart"),
        (["{picture}", "--profile", "{profile}", "--seats", "1,40,80,120,160,200,240,280,320"], "at most 8"),
        (["{picture}", "{picture}", "--profile", "{profile}", "--show", "{missing}.jpg"], "--show draws one"),
        (["{picture}", "--profile", "{profile}", "--show", "{missing}.gif"], "should end in .jpg or .png"),
        (["{picture}", "--profile", "{profile}", "--show", "{missing}/a.jpg"], "there is no folder"),
        (["{picture}"], "--profile"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    reader: Reader,
    table: Table,
    profile: Path,
    picture: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    complaint: str,
) -> None:
    """Whatever is wrong with the call is said before any picture is read."""
    reader.readings = [table(), table()]
    before = sorted(tmp_path.rglob("*"))
    places = {"picture": picture, "profile": profile, "missing": tmp_path / "missing"}
    assert main(["read", *(part.format(**places) for part in arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err
    assert sorted(tmp_path.rglob("*")) == before
