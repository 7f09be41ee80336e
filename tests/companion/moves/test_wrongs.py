import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.bfh import Move, Place, Special, State, apply, start
from companion.moves import Lifted, Sighting, Wrong, find
from tests.companion.moves.rendering import a_state, match_of, rendered, standing


def laid(turn: int = 5, rolled: int | None = None, **stacks: list[str]) -> State:
    """Red's turn with these stacks, named as in a match log."""
    match = match_of()
    board = {square: tuple(match.pieces[name] for name in names) for square, names in stacks.items()}
    return State(match, board, turn=turn, rolled=rolled)


def wrong(state: State, **stacks: list[str]) -> Wrong:
    found = find(state, standing(state, **stacks))
    assert isinstance(found, Wrong), found
    return found


def test_a_wrong_number_of_squares() -> None:
    """People miscount; they are told what they did and what was rolled."""
    state = laid(rolled=3, b1=["red-2"], e8=["blue-3"])
    found = wrong(state, f1=["red-2"], e8=["blue-3"])
    assert found.reason.text == "the red fox went 4 squares, the roll was 3"
    assert found.reason.squares == ("b1", "f1")
    assert "Movement" in found.reason.rule
    assert [one.sentence for one in found.misplaced] == ["put the red fox back on b1, it is on f1"]


def test_a_wrong_way() -> None:
    """Backwards, and across to the other path."""
    state = laid(rolled=3, e1=["red-2"])
    assert wrong(state, b1=["red-2"]).reason.text == "the red fox went backwards, 3 from e1 is h1"
    assert "c2 is not on the path" in wrong(state, c2=["red-2"]).reason.text


def test_a_piece_of_somebody_else() -> None:
    """Only the own and the neutral pieces move."""
    state = laid(rolled=3, b1=["red-2"], e8=["blue-3"])
    found = wrong(state, b1=["red-2"], b8=["blue-3"])
    assert found.reason.text == "the blue bear is not red's, and it is red's turn"
    assert "put the blue bear back on e8" in found.misplaced[0].sentence


@pytest.mark.parametrize("rolled", [None, 2])
def test_a_pinned_piece(rolled: int | None) -> None:
    """Who is under something larger stays, whether it was to move or to swap."""
    state = laid(rolled=rolled, d4=["red-2", "blue-3"], e4=["blue-1"])
    swapped = (
        wrong(state, d4=["blue-1", "blue-3"], e4=["red-2"])
        if rolled is None
        else wrong(state, d4=["blue-3"], c4=["red-2"], e4=["blue-1"])
    )
    assert swapped.reason.text == "the red fox is pinned under blue bear on d4"
    assert "d4" in swapped.reason.squares


def test_a_whole_stack_over_a_pinned_piece() -> None:
    """Carrying what pins it along is no way out either."""
    state = laid(d4=["red-2", "blue-3"], e4=["blue-1"])
    assert "pinned" in wrong(state, d4=["blue-1"], e4=["blue-3"]).reason.text


def test_undoing_the_last_special() -> None:
    """The rules forbid it in the very next turn; the reason says so."""
    match = match_of()
    board = {"d4": (match.pieces["red-2"],), "e4": (match.pieces["blue-2"],), "a8": (match.pieces["blue-1"],)}
    state = apply(State(match, board, turn=5), Special(match.pieces["red-2"], "east"))
    found = wrong(state, d4=["red-2"], e4=["blue-2"], a8=["blue-1"])
    assert "undo the special move that red fox made" in found.reason.text
    assert "Special Movement" in found.reason.rule


def test_a_rider_that_was_left_behind() -> None:
    """A piece goes with all that stands on it."""
    state = laid(rolled=2, b1=["red-3", "blue-1"])
    found = wrong(state, b1=["blue-1"], d1=["red-3"])
    assert found.reason.text == "the blue hare rides on the red bear and goes along"


def test_one_fox_on_another() -> None:
    """The piece that stood there has to go."""
    state = laid(rolled=2, b1=["red-2"], d1=["blue-2"])
    found = wrong(state, d1=["blue-2", "red-2"])
    assert "blue fox on d1 is as large and has to move one square" in found.reason.text


def test_a_special_before_the_move() -> None:
    """Once the die is rolled, a piece moves first."""
    state = laid(rolled=4, b1=["red-2"], c1=["blue-1"])
    found = wrong(state, b1=["blue-1"], c1=["red-2"])
    assert found.reason.text == "the die shows 4: move a piece first, then it may swap"


def test_a_move_without_a_roll() -> None:
    """Without a roll there is nothing but the special move, and its rule is told."""
    state = laid(b1=["red-2"], c5=["blue-1"])
    found = wrong(state, d1=["red-2"], c5=["blue-1"])
    assert found.reason.text == "roll before the red fox may move; a fox swaps places with a neighbour"


def test_another_piece_after_the_move() -> None:
    """Only what has moved may make a special move."""
    state = laid(rolled=2, b1=["red-2"], c5=["red-1"], d5=["blue-3"])
    state = apply(state, Move(state.match.pieces["red-2"]))
    found = wrong(state, d1=["red-2"], e5=["red-1"], d5=["blue-3"])
    assert found.reason.text == "only the red fox, which has moved, may make a special move now"


def test_a_piece_that_goes_home_and_stays() -> None:
    """Who passes the end of the path is taken off."""
    state = laid(rolled=5, e5=["red-2"])
    found = wrong(state, d5=["red-2"])
    assert found.reason.text == "the red fox gets home with 5: take it off the board"


def test_too_far_in() -> None:
    """The start counts as the first square."""
    state = laid(rolled=2, e8=["blue-3"])
    found = wrong(state, e8=["blue-3"], c1=["red-2"])
    assert found.reason.text == "the red fox came in 3 squares, the roll was 2"


def test_placing_wrongly() -> None:
    """An own piece, an occupied square, two at once, and one that was placed already."""
    match = match_of()
    state = apply(start(match), Place(match.pieces["neutral-3"], "d4"))
    assert "is not neutral" in wrong(state, d4=["neutral-3"], e5=["red-1"]).reason.text
    assert wrong(state, d4=["neutral-3", "neutral-1"]).reason.text == "d4 is occupied by the neutral bear"
    assert "only one" in wrong(state, d4=["neutral-3"], e5=["neutral-1"], e6=["neutral-2"]).reason.text
    assert wrong(state, e4=["neutral-3"]).reason.text == "the neutral bear was placed on d4 already"


def test_a_piece_of_somebody_else_that_was_taken_away() -> None:
    """A piece that may not move is missed at once; one that may is waited for."""
    state = laid(rolled=3, b1=["red-2"], e8=["blue-3"])
    assert wrong(state, b1=["red-2"]).reason.text == "e8 should hold blue bear"
    assert find(state, standing(state, e8=["blue-3"])) == Lifted(state.match.pieces["red-2"], "b1")


def test_chaos() -> None:
    """Where no single move explains it, the first piece that stands wrong is named."""
    state = laid(rolled=3, b1=["red-2"], e8=["blue-3"], c3=["red-1"])
    found = wrong(state, f6=["red-2"], e8=["blue-3"], g6=["red-1"])
    assert found.reason.text.startswith("put the red")
    assert len(found.misplaced) == 2


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.builds(a_state, st.integers(0, 2**32), st.integers(0, 100)),
    st.builds(a_state, st.integers(0, 2**32), st.integers(0, 100)),
)
def test_any_two_boards_can_be_compared(state: State, other: State) -> None:
    """Whatever people make of the board, there is an answer, and a refusal names what to put right."""
    names = state.match.pieces
    board = {
        square: stack for square, stack in other.stacks.items() if all(str(piece) in names for piece in stack)
    }
    found = find(state, rendered(board))
    if isinstance(found, Wrong):
        assert found.reason.text
        assert found.misplaced
    assert not isinstance(find(state, Sighting()), Wrong) or state.stacks
