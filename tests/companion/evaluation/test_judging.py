"""One picture against its truth, case by case."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadInput
from companion.evaluation.judging import judge
from companion.evaluation.tally import Row, Tally
from companion.evaluation.truth import LooseTruth, TableTruth, TrueDie, load_truth
from companion.sheet.assess import assess, assess_loose
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Layout
from vision.seen import Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
Make = Callable[..., SeenDie]

LYING = [("runner", 200.0, 0.0), ("tent", 182.0, 0.0), *(("bear", 30.0 * k - 45, 0.0) for k in range(4))]


def a_truth(**changes: Any) -> TableTruth:  # noqa: ANN401
    dice = tuple(
        TrueDie(face, "player" if face == "runner" else "camp", x, y, 16.0, 0 if x > 150 else "campsite")
        for face, x, y in LYING
    )
    truth = TableTruth((0.0,), dice, frozenset({frozenset({0, 1})}), ("end-of-round",), 4, 0, (2,))
    return replace(truth, **changes)


def with_die(truth: TableTruth, k: int, **changes: Any) -> TableTruth:  # noqa: ANN401
    dice = list(truth.dice)
    dice[k] = replace(dice[k], **changes)
    return replace(truth, dice=tuple(dice))


def read(make: Make, lying: list[tuple[str, float, float]], **unsure: bool) -> Assessment:
    dice = tuple(make(face, x, y, sure=not unsure.get(face, False)) for face, x, y in lying)
    return assess(Seen(dice, (), (), 1.0), Layout((0.0,)), FACES)


def test_right_is_sure_and_correct(die: Make) -> None:
    """Everything read, pairs and round too."""
    found = judge(a_truth(), read(die, LYING))
    assert (found.verdict, found.faults) == ("right", ())
    assert (found.counts["pairs right"], found.counts["rounds right"]) == (1, 1)


def test_sure_of_a_false_face_is_wrong(die: Make) -> None:
    """The fault that matters most."""
    found = judge(a_truth(), read(die, [*LYING[:5], ("tent", 45.0, 0.0)]))
    assert found.verdict == "wrong"
    assert "bear read as tent at 45, 0" in found.faults


def test_asked_with_nothing_hidden_is_needless(die: Make) -> None:
    """Being asked for nothing is a nuisance, and counted."""
    found = judge(a_truth(), read(die, LYING, runner=True))
    assert (found.verdict, found.needless) == ("asked", True)
    assert found.counts["unsure"] == 1


@pytest.mark.parametrize("changes", [{"visible": 0.1}, {"visible": 0.4}, {"contrast": 10.0}])
def test_asked_about_what_was_hard_to_see_is_not_needless(die: Make, changes: dict[str, float]) -> None:
    """Covered and glaring dice are what asking is for."""
    found = judge(with_die(a_truth(), 5, **changes), read(die, LYING[:5]))
    assert (found.verdict, found.needless) == ("asked", False)
    assert found.counts["missed"] == 0


def test_sure_although_a_die_is_hidden_is_wrong(die: Make) -> None:
    """Even if all that was read is right: nobody could know."""
    found = judge(with_die(a_truth(), 5, visible=0.0), read(die, LYING))
    assert found.verdict == "wrong"


def test_a_camp_die_off_the_table_counts_as_hidden(die: Make) -> None:
    """One die lies on the floor; the picture cannot be sure."""
    found = judge(a_truth(dice=a_truth().dice[:5]), read(die, LYING))
    assert found.counts["hidden"] == 1
    assert found.verdict == "wrong"


def test_a_die_that_is_not_there_is_spurious(die: Make) -> None:
    """A cup's rim read as a runner."""
    found = judge(a_truth(), read(die, [*LYING, ("gun", 300.0, 100.0)]))
    assert found.faults == ("spurious gun at 300, 100",)


def test_wrong_pairs_and_points_are_told(die: Make) -> None:
    """Everything that is not as it was is listed."""
    found = judge(a_truth(pairs=frozenset(), scores=(-1,)), read(die, LYING))
    assert "pairs: 0 missing, 1 too many" in found.faults
    assert any("instead of (4, 0, (-1,))" in fault for fault in found.faults)


def test_a_pair_of_a_hidden_die_may_be_told_or_not(die: Make) -> None:
    """Nobody has to read it, but whoever does is not wrong."""
    truth = with_die(a_truth(), 0, visible=0.4)
    assert not [fault for fault in judge(truth, read(die, LYING)).faults if "pairs" in fault]
    assert not [fault for fault in judge(truth, read(die, LYING[1:])).faults if "pairs" in fault]


def loose(make: Make, faces: str) -> Assessment:
    dice = tuple(
        replace(make(face, math.nan, math.nan), box=(100.0 * k, 0.0, 100.0 * k + 50, 50.0))
        for k, face in enumerate(faces)
    )
    return assess_loose(Seen(dice, (), (), 1.0))


def test_loose_faces_are_compared_in_any_order(die: Make) -> None:
    """Without boxes only the values are known."""
    assert judge(LooseTruth(("1", "6", "6")), loose(die, "616")).verdict == "right"
    found = judge(LooseTruth(("1", "6")), loose(die, "62"))
    assert (found.verdict, found.faults) == ("wrong", ("missed a 1", "spurious 2"))


def test_loose_boxes_tell_which_die_is_which(die: Make) -> None:
    """With boxes a face read in the wrong place is wrong."""
    boxes = ((0.0, 0.0, 50.0, 50.0), (100.0, 0.0, 150.0, 50.0))
    assert judge(LooseTruth(("1", "6"), boxes), loose(die, "16")).verdict == "right"
    assert judge(LooseTruth(("1", "6"), boxes), loose(die, "61")).faults == ("1 read as 6", "6 read as 1")


def test_sure_of_an_unreadable_picture_is_wrong(die: Make) -> None:
    """A picture that nobody can read has to be asked about."""
    assert judge(LooseTruth(("1",), unreadable=True), loose(die, "1")).verdict == "wrong"


def test_a_set_adds_up(die: Make) -> None:
    """The summary is what people quote; its figures must be the pictures' sum."""
    good, bad = judge(a_truth(), read(die, LYING)), judge(a_truth(), read(die, LYING, runner=True))
    tally = Tally("some-set", (Row("000", ("end-of-round",), good, 80.0), Row("001", (), bad, 120.0)))
    assert tally.summary().splitlines() == [
        "some-set: 2 pictures: 1 right, 1 asked (1 needlessly), 0 WRONG",
        (
            "dice: 12 to be read, 11 sure and right, 1 unsure, 0 missed, "
            "0 with a wrong face, 0 in a wrong zone, 0 spurious"
        ),
        "pairs: 2 of 2 right; rounds: 2 of 2 right",
        "median reading time: 100 ms",
    ]
    assert tally.table().splitlines()[0].startswith("000  right")
    assert "asked (needlessly)" in tally.table()
    total = tally.as_json()["total"]
    assert (total["right"], total["asked_needlessly"], total["pairs_right"]) == (1, 1, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"seats": [1], "dice": [{"face": "bear"}]}',
        '{"seats": ["x"], "dice": []}',
        '{"dice": 1}',
        '{"seats": [], "dice": [], "pairs": [[Infinity, 1]]}',
        '{"a":' * 100_000,
        "[" * 100_000,
    ],
    ids=lambda text: text[:24],
)
def test_a_damaged_truth_file_is_one_clear_error(tmp_path: Path, text: str) -> None:
    """A label file out of order must not look like a fault of the reading."""
    path = tmp_path / "000.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"000\.json"):
        load_truth(path, loose=False)


def test_a_loose_truth_is_read(tmp_path: Path) -> None:
    """Boxes count only where the file says that it has them."""
    path = tmp_path / "000.json"
    path.write_text(json.dumps({"boxes": True, "dice": [{"face": "1", "box": [1, 2, 3, 4]}]}))
    assert load_truth(path, loose=True) == LooseTruth(("1",), ((1, 2, 3, 4),))
    path.write_text(json.dumps({"boxes": False, "dice": [{"face": "1"}]}))
    assert load_truth(path, loose=True) == LooseTruth(("1",))
    with pytest.raises(BadInput, match="no"):
        load_truth(tmp_path / "missing.json", loose=True)
