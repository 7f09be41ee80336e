import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.bfh import State
from companion.moves import Sighting, amiss
from tests.companion.moves.rendering import a_state, match_of, misread, rendered, spoilt, standing

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
STATES = st.builds(a_state, st.integers(0, 2**32), st.integers(0, 120))


@QUICK
@given(STATES, st.booleans())
def test_a_board_that_stands_right_is_right(state: State, rims: bool) -> None:
    """A match that is taken up again goes on if nobody touched the board."""
    assert amiss(state, rendered(state.stacks, rims=rims)) == ()


@QUICK
@given(STATES, st.integers(0, 2**32))
def test_doubts_are_no_complaint(state: State, seed: int) -> None:
    """What cannot be seen well is not said to be wrong, but for a piece that is seen where it cannot be."""
    seen = spoilt(rendered(state.stacks), state, random.Random(seed))
    for one in amiss(state, seen):
        assert one.seen is not None
        assert seen.place_of(one.piece) == one.seen


@QUICK
@given(STATES, st.integers(0, 2**32))
def test_a_piece_that_stands_wrong_is_named(state: State, seed: int) -> None:
    """Every board that surely differs is complained about, and every complaint says what to do and where."""
    seen = misread(rendered(state.stacks), state, random.Random(seed)).checked()
    wrong = amiss(state, seen)
    certain = all(one.sure for stack in seen.pieces.values() for one in stack)
    assert wrong or seen == rendered(state.stacks) or not certain
    assert all(one.sentence and one.squares for one in wrong)


def board() -> State:
    """Blue's bear on red's fox on d4, red's hare on e5."""
    match = match_of()
    names = match.pieces
    return State(match, {"d4": (names["red-2"], names["blue-3"]), "e5": (names["red-1"],)}, turn=5)


def test_what_is_told() -> None:
    """The sentences that people see when a match goes on and the board does not match."""
    state = board()

    def told(**stacks: list[str]) -> list[str]:
        return [one.sentence for one in amiss(state, standing(state, **stacks))]

    assert told(e5=["red-1"]) == ["d4 should hold blue bear"]
    assert told(d4=["blue-3"], e6=["red-1"]) == ["put the red hare back on e5, it is on e6"]
    assert told(d4=["blue-3"], e5=["red-1"], a1=["blue-1"]) == ["take the blue hare off a1"]
    assert told(d4=["red-2"], e5=["red-1"]) == ["d4 should hold blue bear"]
    assert told(d4=["red-2"], e5=["red-1"], f6=["blue-3"]) == ["put the blue bear back on d4, it is on f6"]
    assert told(d4=["blue-3"], e5=["red-1"]) == []


def test_a_stack_in_the_wrong_order() -> None:
    """Who pins whom depends on it."""
    match = match_of()
    names = match.pieces
    state = State(match, {"d4": (names["red-3"], names["blue-1"])}, turn=5)
    wrong = amiss(state, standing(state, d4=["blue-1", "red-3"]))
    assert [one.sentence for one in wrong] == ["the stack on d4 is in the wrong order"]


def test_nothing_is_missed_behind_something() -> None:
    """Where nobody can look, nothing is said to be missing."""
    state = board()
    assert amiss(state, Sighting(hidden=frozenset(state.stacks))) == ()
