"""One picture of a board against its truth, case by case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.evaluation.boards import BoardTruth, TruePiece, judge_board, load_board_truth
from companion.evaluation.tally import Row, Tally
from tests.companion.boards import board, piece

TRUTH = BoardTruth((TruePiece((2, 3), "red", 3), TruePiece((2, 3), "blue", 1)), ("stacks",))
RED, BLUE = piece("red", 3, (2, 3)), piece("blue", 1, (2, 3), level=1)


def test_right_is_sure_and_correct() -> None:
    """Colours, sizes and squares."""
    found = judge_board(TRUTH, board(RED, BLUE))
    assert (found.verdict, found.faults, found.needless) == ("right", (), False)
    assert found.counts["sure and right"] == 2


@pytest.mark.parametrize(
    "read",
    [
        (RED,),
        (RED, piece("blue", 2, (2, 3), level=1)),
        (RED, piece("green", 1, (2, 3), level=1)),
        (RED, piece("blue", 1, (3, 3))),
        (RED, BLUE, piece("green", 1, (5, 5))),
    ],
    ids=["missed", "size", "colour", "square", "spurious"],
)
def test_sure_of_something_false_is_wrong(read: tuple) -> None:  # type: ignore[type-arg]
    """The fault that matters most."""
    found = judge_board(TRUTH, board(*read))
    assert found.verdict == "wrong"
    assert found.faults


def test_asked_for_nothing_is_needless() -> None:
    """All is read, and a person is asked all the same."""
    found = judge_board(TRUTH, board(RED, piece("blue", 1, (2, 3), level=1, why="could be another stack")))
    assert (found.verdict, found.needless) == ("asked", True)
    assert found.counts["unsure"] == 1


def test_what_can_hardly_be_seen_may_be_read_or_not() -> None:
    """Nobody has to read a piece that a larger one or a hand covers."""
    hidden = BoardTruth((*TRUTH.pieces, TruePiece((7, 7), "red", 1, visible=0.2)), ())
    assert judge_board(hidden, board(RED, BLUE)).verdict == "right"
    assert judge_board(hidden, board(RED, BLUE, piece("red", 1, (7, 7)))).verdict == "right"


def test_sure_where_nobody_can_be_is_wrong() -> None:
    """A piece lies on its side: the picture has to be asked about."""
    toppled = BoardTruth(TRUTH.pieces, (), must_ask="a pyramid lies on its side")
    assert judge_board(toppled, board(RED, BLUE)).verdict == "wrong"


def test_the_summary_speaks_of_pyramids() -> None:
    """Not of dice, pairs and rounds."""
    row = Row("000", ("stacks",), judge_board(TRUTH, board(RED, BLUE)), 12.3)
    told = Tally("a set", (row,), "pyramids").summary()
    assert "pyramids: 2 to be read, 2 sure and right" in told
    assert "dice" not in told


def test_a_truth_is_read_from_its_file(tmp_path: Path) -> None:
    """As photo sets keep it."""
    path = tmp_path / "000.json"
    one = {"colour": "red", "size": "large", "cell": [2, 3], "visible": 0.5}
    path.write_text(json.dumps({"pieces": [one], "tags": ["stacks"]}))
    assert load_board_truth(path) == BoardTruth((TruePiece((2, 3), "red", 3, 0.5),), ("stacks",))


@pytest.mark.parametrize(
    "content", ["", "[]", '{"pieces": 3}', '{"pieces": [{"colour": "red", "size": "giant", "cell": [0, 0]}]}']
)
def test_a_damaged_truth_is_one_line(tmp_path: Path, content: str) -> None:
    """Truth files are written by hand, too."""
    path = tmp_path / "000.json"
    path.write_text(content)
    with pytest.raises(BadInput, match="is not a truth file"):
        load_board_truth(path)
    with pytest.raises(BadInput, match="a labelled set has a truth file"):
        load_board_truth(tmp_path / "001.json")
