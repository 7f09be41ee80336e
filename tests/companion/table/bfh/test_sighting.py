from dataclasses import replace

import numpy as np
import pytest

from companion.games.bfh import Move, Roll, State, apply
from companion.games.bfh.pieces import Stacks
from companion.moves import Found, SeenPiece, Which, amiss, find
from companion.table.bfh.sighting import Looked, looked
from companion.table.bfh.squares import Squares
from tests.companion.moves.rendering import match_of
from vision.lens import Lens, Pose, View
from vision.pyramids.board import Board as Grid
from vision.pyramids.reading import NO_PIECE
from vision.pyramids.seen import Cell
from vision.pyramids.seen import SeenBoard as Board
from vision.pyramids.seen import SeenPiece as Seen
from vision.seen import COVER, Oddity

MATCH = match_of()
GRID = Grid(-160.0, -160.0, 0.0, 40.0)
RED, BLACK = MATCH.pieces["red-2"], MATCH.pieces["neutral-3"]


def seen(colour: str, size: int, cell: Cell, *, level: int = 0, sure: bool = True) -> Seen:
    x, y = -160 + 40 * (cell[0] + 0.5), -160 + 40 * (cell[1] + 0.5)
    return Seen(colour, size, cell, level, x, y, 0.9, sure, "" if sure else "the colour is between two")


def across(colour: str, size: int, cell: Cell, *, dx: float, dy: float) -> Seen:
    """A piece so far from the middle of its square, mm, that it stands between squares."""
    at = seen(colour, size, cell, sure=False)
    return replace(at, x=at.x + dx, y=at.y + dy, why="stands between squares")


def look(
    *pieces: Seen,
    odd: tuple[Oddity, ...] = (),
    hidden: tuple[Cell, ...] = (),
    behind: dict[Cell, int] | None = None,
) -> Looked:
    board = Board(pieces, odd, hidden, (), 1.0, behind=behind or {})
    return looked(board, match=MATCH, squares=Squares(MATCH.board), grid=GRID, neutral="black")


def test_pieces_by_square_and_name() -> None:
    """The neutral pieces have a colour of their own; a stack is listed bottom to top."""
    found = look(seen("red", 2, (3, 3), level=1), seen("black", 3, (3, 3)), seen("blue", 1, (0, 7)))
    assert found.sighting.pieces == {
        "d4": (SeenPiece(BLACK), SeenPiece(RED)),
        "a8": (SeenPiece(MATCH.pieces["blue-1"]),),
    }
    assert not found.sighting.unclear_squares
    assert not found.covered


def test_what_is_unsure_is_said_with_its_reason() -> None:
    """People are told why the camera hesitates."""
    found = look(seen("red", 2, (3, 3), sure=False), hidden=((0, 0),))
    assert found.sighting.unclear("d4") == "unsure"
    assert found.reasons == {
        "d4": "red fox on d4? the colour is between two",
        "a1": "a1 is hidden from the camera",
    }


@pytest.mark.parametrize(
    ("dx", "dy", "others"), [(19, 0, {"e4"}), (0, -18, {"d3"}), (-17, 16, {"c4", "c5", "d5"})]
)
def test_a_piece_across_a_line_may_stand_on_either_square(dx: float, dy: float, others: set[str]) -> None:
    """It was counted to one of them, which is as good as by chance."""
    found = look(across("red", 2, (3, 3), dx=dx, dy=dy))
    assert found.sighting.unclear_squares == {"d4", *others}
    assert all(found.sighting.surely(square) == () for square in found.sighting.unclear_squares)
    assert look(seen("red", 2, (3, 3), sure=False)).sighting.unclear_squares == {"d4"}


def test_a_legal_move_across_a_line_is_asked_about_not_forbidden() -> None:
    """Whoever set the piece down a little off its square broke no rule, whichever square it was counted to."""
    stacks: Stacks = {"a3": (BLACK,), "c1": (RED,)}
    state = apply(State(MATCH, stacks, turn=5), Roll(3))
    to = next(square for square in apply(state, Move(RED)).stacks if square not in stacks)
    assert to == "f1"
    for piece in (across("red", 2, (5, 0), dx=0, dy=19), across("red", 2, (5, 1), dx=0, dy=-19)):
        found = find(state, look(piece, seen("black", 3, (0, 2))).sighting)
        assert isinstance(found, Which)
        assert [option.events for option in found.options] == [(Move(RED),)]
        assert to in found.squares


def test_a_legal_move_is_not_forbidden_where_two_stacks_are_taken_for_one() -> None:
    """The blue fox on c4 was taken for a part of what is in doubt before it; it is not missing."""
    blue, hare = MATCH.pieces["blue-2"], MATCH.pieces["neutral-1"]
    stacks: Stacks = {"a3": (BLACK,), "c1": (RED,), "c3": (MATCH.pieces["red-3"], hare), "c4": (blue,)}
    state = apply(State(MATCH, stacks, turn=5), Roll(3))
    pieces = seen("red", 2, (5, 0)), seen("black", 3, (0, 2)), seen("red", 3, (2, 2), sure=False)
    found = look(*pieces, behind={(2, 3): 2})
    assert found.reasons["c4"] == "c4 is hidden by what stands before it"
    finding = find(state, found.sighting)
    assert isinstance(finding, Found)
    assert finding.explanation.events == (Move(RED),)


def test_what_is_too_large_to_be_hidden_behind_others_is_missing() -> None:
    """A hare could stand unseen on c4, the fox that stood there could not."""
    stacks: Stacks = {"a3": (BLACK,), "c4": (RED,)}
    state = State(MATCH, stacks, turn=5)
    black = seen("black", 3, (0, 2))
    assert [one.sentence for one in amiss(state, look(black, behind={(2, 3): 1}).sighting)] == [
        "c4 should hold red fox"
    ]
    assert not amiss(state, look(black, behind={(2, 3): 2}).sighting)


def test_a_piece_that_moved_behind_others_is_asked_about() -> None:
    """Nobody has seen the hare arrive."""
    pieces = MATCH.pieces
    state = apply(State(MATCH, {"a3": (BLACK,), "c1": (pieces["red-1"],)}, turn=5), Roll(3))
    found = find(state, look(seen("black", 3, (0, 2)), behind={(5, 0): 1}).sighting)
    assert isinstance(found, Which)
    assert found.squares == {"f1"}


def test_nobody_is_asked_whether_what_went_off_the_board_stands_behind_others() -> None:
    """There are such squares on nearly every board, and no rule would lead to them."""
    pieces = MATCH.pieces
    state = State(MATCH, {"g1": (pieces["red-3"],), "h1": (pieces["blue-1"],)}, turn=5)
    found = find(state, look(seen("red", 3, (7, 0)), behind={(2, 3): 1}).sighting)
    assert isinstance(found, Found)


def test_a_piece_that_is_not_in_the_match_is_a_doubt() -> None:
    """A yellow piece that was left standing belongs to nobody."""
    found = look(seen("yellow", 2, (3, 3)))
    assert found.sighting.doubtful == {"d4"}
    assert found.reasons["d4"] == "the yellow fox on d4 is not in this match"


def test_what_lies_on_the_board_is_a_doubt_and_beside_it_is_not() -> None:
    """Pieces that got home lie in front of their players."""
    inside = Oddity(NO_PIECE, "something lies here", -140.0, 140.0)
    outside = Oddity(NO_PIECE, "something lies here", -190.0, 140.0)
    assert look(odd=(inside, outside)).sighting.doubtful == {"a8"}
    assert not look(odd=(inside, outside)).covered


def test_a_hand_over_the_board_is_waited_for() -> None:
    """One that rests beside it is not."""
    over = Oddity(COVER, "something reaches over the board here", 0.0, 0.0)
    beside = Oddity(COVER, "something reaches over the board here", 200.0, 0.0)
    assert look(odd=(over,)).covered
    assert not look(odd=(beside,)).covered


def test_an_arm_hides_the_squares_that_it_reaches_over() -> None:
    """Its place is that of the hand, which may be beyond the board; what it may hide is told by its outline."""
    lens = Lens(640, 360, np.array([[480.0, 0, 319.5], [0, 480, 179.5], [0, 0, 1]]), np.zeros(5))
    view = View(lens, Pose(np.diag([1.0, -1, -1]), np.array([0.0, 0, 700])))
    corners = view.project(
        np.array([[x, y, 0.0] for x, y in ((-200, -120), (-80, -120), (-80, -200), (-200, -200))])
    )
    arm = Oddity(
        COVER, "something reaches over the board here", -200.0, -200.0, tuple(map(tuple, corners.tolist()))
    )
    board = Board((), (arm,), (), (), 1.0, view)
    found = looked(board, match=MATCH, squares=Squares(MATCH.board), grid=GRID, neutral="black")
    assert found.covered
    assert found.sighting.doubtful == {"a1", "b1"}


def test_a_piece_seen_twice_is_sure_nowhere() -> None:
    """There is only one red fox."""
    found = look(seen("red", 2, (3, 3)), seen("red", 2, (4, 4)))
    assert found.sighting.unclear_squares == {"d4", "e5"}
