"""`bears score`, from its arguments to what it prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import pytest

from companion.cli import main
from vision.seen import Seen

Table = Callable[..., Seen]


class Reader(Protocol):
    readings: list[Seen | Exception]


def test_everyones_points_with_the_sum_written_out(
    reader: Reader, table: Table, profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The heart of the product, as reviewed; a change of wording has to be meant."""
    reader.readings = [table()]
    assert main(["score", str(picture), "--profile", str(profile), "--names", "Ana, Ben"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "     points  sum      from",
        "Ana       0  1-1 = 0  gun + bear, tent taken but not paired",
        "Ben       5  5        sleeper + tent with no bears left in the campsite",
        "Left in the campsite: no bears and 7 tents.",
    ]


def test_in_doubt_it_asks_with_status_one(
    reader: Reader, table: Table, profile: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script must not take points in doubt for points; people get the place and the reason."""
    reader.readings = [table(unsure=1, missing=1)]
    assert main(["score", str(picture), "--profile", str(profile)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Not sure; please look:",
        "  1. In seat 1's area, 2 cm left of the bear: this gun is not sure: glare",
        "  2. On the table: 1 of 10 camp dice cannot be seen",
        "If all was read right:",
        "        points  sum      from",
        "seat 1       0  1-1 = 0  gun + bear, tent taken but not paired",
        "seat 2       5  5        sleeper + tent with no bears left in the campsite",
        "Left in the campsite: no bears and 6 tents.",
    ]


def test_show_draws_the_doubts_too(
    reader: Reader, table: Table, profile: Path, picture: Path, tmp_path: Path
) -> None:
    """When it asks, the picture shows where."""
    reader.readings = [table(unsure=2)]
    shown = tmp_path / "shown.jpg"
    assert main(["score", str(picture), "--profile", str(profile), "--show", str(shown)]) == 1
    assert cv2.imread(str(shown)) is not None


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        ("Ana", "1 names for 2 seats"),
        ("Ana,Ana", "different names"),
        ("Ana,", "different names"),
        ("Ana,B\x1b[31men", "can be printed"),
        ("Ana,B\nen", "can be printed"),
    ],
)
def test_names_must_fit_the_seats(
    reader: Reader,
    table: Table,
    profile: Path,
    picture: Path,
    capsys: pytest.CaptureFixture[str],
    names: str,
    complaint: str,
) -> None:
    """Points under the wrong name are wrong points."""
    reader.readings = [table()]
    assert main(["score", str(picture), "--profile", str(profile), "--names", names]) == 2
    assert complaint in capsys.readouterr().err


def test_only_bears_on_a_table_is_scored(
    reader: Reader,
    table: Table,
    pip_profile: Path,
    loose_profile: Path,
    picture: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Pip dice and loose pictures have no points; that is said instead of a table of noughts."""
    reader.readings = [table()]
    assert main(["score", str(picture), "--profile", str(pip_profile)]) == 2
    assert "not those of Bears!" in capsys.readouterr().err
    assert main(["score", str(picture), "--profile", str(loose_profile)]) == 2
    assert "knows no seats" in capsys.readouterr().err
