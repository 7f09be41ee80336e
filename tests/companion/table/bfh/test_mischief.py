import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import load_boards
from companion.games.bfh import Match, Move, Place, Special, State, apply, legal_moves, start
from companion.moves import Found, Unchanged, Which, find
from companion.table.bfh.mischief import forbidden
from tests.companion.moves.rendering import rendered

BOARD = load_boards()["two-arm"]


@given(st.integers(0, 2**32 - 1), st.integers(0, 40))
def test_what_is_forbidden_is_never_explained_by_a_legal_event(seed: int, events: int) -> None:
    """A device that took such a board for a legal move would be wrong; so it has to be one that nothing explains."""
    rng = np.random.default_rng(seed)
    state: State = start(Match(("red", "blue"), BOARD))
    for _ in range(events):
        legal = legal_moves(state)
        if not legal:
            break
        state = apply(state, legal[int(rng.integers(len(legal)))])
    stacks = forbidden(state, rng)
    if stacks is not None:
        assert stacks != state.stacks
        pieces = [piece for stack in stacks.values() for piece in stack]
        assert len(set(pieces)) == len(pieces)
        assert not isinstance(find(state, rendered(stacks)), Found | Which | Unchanged)


def test_people_think_of_something_forbidden_in_every_phase() -> None:
    """A rule that nobody ever breaks in a simulation is not tested by it."""
    rng = np.random.default_rng(1)
    met: set[str] = set()
    state: State = start(Match(("red", "blue"), BOARD))
    for _ in range(200):
        if forbidden(state, rng) is not None:
            met.add(state.phase)
        legal = legal_moves(state)
        moving = [event for event in legal if isinstance(event, Place | Move | Special)]
        options = moving if moving and rng.random() < 0.5 else legal
        if not options:
            break
        state = apply(state, options[int(rng.integers(len(options)))])
    assert met >= {"placing", "move", "choose", "after_move"}
