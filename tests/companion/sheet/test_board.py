"""What was read from a board, told."""

from __future__ import annotations

import json
import math

from companion.sheet.board import board_doubts, board_line, board_words, square_name
from tests.companion.boards import board, piece
from vision.seen import COVER, Oddity

STACK = (piece("red", 3, (2, 3)), piece("blue", 1, (2, 3), level=1))


def test_a_line_of_json_has_what_programs_need() -> None:
    """Colour, size, square and level of every piece, and whether it is sure."""
    said = json.loads(board_line("a.jpg", board(*STACK)))
    assert said["pieces"][1] == {
        "colour": "blue",
        "size": "small",
        "cell": [2, 3],
        "level": 1,
        "confidence": 0.9,
        "sure": True,
    }
    assert (said["picture"], said["sure"], said["doubts"], said["ms"]) == ("a.jpg", True, [], 12.3)


def test_a_stack_in_doubt_is_one_doubt() -> None:
    """A person looks at a square, not at each piece on it."""
    why = "could be another stack"
    doubts = board_doubts(
        board(
            piece("red", 3, (2, 3), why=why),
            piece("blue", 1, (2, 3), level=1, why=why),
            piece("red", 1, (0, 0)),
        )
    )
    assert [d.reason for d in doubts] == ["large red under small blue on c4: could be another stack"]
    assert doubts[0].cell == (2, 3)


def test_what_is_no_piece_is_a_doubt_even_without_a_place() -> None:
    """JSON knows no number that is none."""
    seen = board(*STACK, oddities=(Oddity(COVER, "something reaches over the board here", math.nan, 3.0),))
    said = json.loads(board_line("a.jpg", seen))
    assert said["sure"] is False
    assert said["doubts"] == [{"reason": "something reaches over the board here", "x": None, "y": 3.0}]


def test_words_name_squares_as_on_a_chessboard() -> None:
    """From the lowest piece up, doubts marked."""
    assert square_name((0, 0)) == "a1"
    told = board_words("a.jpg", board(*STACK, piece("red", 2, (0, 0), why="its outline is not seen")))
    assert told.splitlines() == [
        "a.jpg: 3 pyramids, to be checked",
        "  a1  medium red  ?",
        "  c4  large red under small blue",
        "  ? medium red on a1: its outline is not seen",
    ]
