import random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.games.bfh import EndTurn, Event, Move, Place, Roll, Special, State, apply, legal_moves, start
from companion.games.bfh.pieces import Stacks
from companion.moves import Explanation, Found, Lifted, SeenPiece, Sighting, Unchanged, Which, Wrong, find
from tests.companion.moves.rendering import a_state, match_of, misread, rendered, spoilt, standing

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
STATES = st.builds(a_state, st.integers(0, 2**32), st.integers(0, 150), crowd=st.sampled_from([0, 0.5, 0.9]))
SEEDS = st.integers(0, 2**32)


def moves_in(state: State) -> list[Event]:
    """The legal events that move something."""
    return [event for event in legal_moves(state) if isinstance(event, Place | Move | Special)]


def boards(options: tuple[Explanation, ...]) -> list[Stacks]:
    return [dict(option.after.stacks) for option in options]


def started() -> State:
    """A match of red and blue after the neutral pieces were placed: bear c4, fox c7, hare f2."""
    state = start(match_of())
    for piece, square in (("neutral-3", "c4"), ("neutral-2", "c7"), ("neutral-1", "f2")):
        state = apply(state, Place(state.match.pieces[piece], square))
    return state


@QUICK
@given(STATES, st.booleans(), SEEDS)
def test_every_legal_event_is_found(state: State, rims: bool, seed: int) -> None:
    """Whatever people may do is accepted as what it was, or asked about, with it among the answers; never another."""
    events = moves_in(state)
    for event in random.Random(seed).sample(events, min(5, len(events))):
        after = apply(state, event)
        match find(state, rendered(after.stacks, rims=rims)):
            case Found(explanation=explanation):
                assert explanation.events == (event,)
                assert explanation.after == after
            case Which(options=options):
                assert (event,) in [option.events for option in options]
                # Seen without a doubt, only what looks the same is asked about.
                assert all(
                    rendered(board, rims=rims) == rendered(after.stacks, rims=rims)
                    for board in boards(options)
                )
            case Unchanged():
                # Displaced pieces can push each other round until everything stands as before.
                assert rendered(after.stacks) == rendered(state.stacks)
            case other:
                raise AssertionError((event, other))


@QUICK
@given(STATES)
def test_nothing_moved_is_nothing_found(state: State) -> None:
    """A board that nobody touched is never taken for a move."""
    assert find(state, rendered(state.stacks)) == Unchanged()


@settings(QUICK, max_examples=100)
@given(STATES, SEEDS)
def test_what_is_seen_badly_never_decides(state: State, seed: int) -> None:
    """A hidden square, an unsure piece or a ghost may cost a question, not a wrong move, and forbids no right one."""
    chance = random.Random(seed)
    events = moves_in(state)
    assume(events)
    event = chance.choice(events)
    after = apply(state, event)
    found = find(state, spoilt(rendered(after.stacks), state, chance))
    if isinstance(found, Found):
        assert dict(found.explanation.after.stacks) == dict(after.stacks)
    elif isinstance(found, Which):
        assert dict(after.stacks) in boards(found.options)
    else:
        assert not isinstance(found, Wrong)
    still = find(state, spoilt(rendered(state.stacks), state, chance))
    assert not isinstance(still, Found)


@settings(QUICK, max_examples=100)
@given(STATES, SEEDS)
def test_a_sure_misreading_is_taken_only_for_what_it_looks_like(state: State, seed: int) -> None:
    """One piece surely read wrong is refused, unless the picture is exactly that of another legal event."""
    chance = random.Random(seed)
    events = moves_in(state)
    assume(events)
    after = apply(state, chance.choice(events))
    wrong = misread(rendered(after.stacks), state, chance)
    found = find(state, wrong)
    if isinstance(found, Found) and dict(found.explanation.after.stacks) != dict(after.stacks):
        assert rendered(found.explanation.after.stacks) == wrong


@settings(QUICK, max_examples=40)
@given(STATES)
def test_a_move_and_its_special_are_found_together(state: State) -> None:
    """Quick players make the special move before the move was seen; both are found, or asked about."""
    assume(state.phase == "move")
    for move in moves_in(state)[:3]:
        middle = apply(state, move)
        for special in moves_in(middle)[:3] if middle.phase == "after_move" else ():
            after = apply(middle, special)
            match find(state, rendered(after.stacks)):
                case Found(explanation=explanation):
                    assert rendered(explanation.after.stacks) == rendered(after.stacks)
                case Which(options=options):
                    assert rendered(after.stacks) in [rendered(board) for board in boards(options)]
                case Unchanged():
                    assert rendered(after.stacks) == rendered(state.stacks)
                case other:
                    raise AssertionError((move, special, other))


def test_a_piece_in_the_hand_is_waited_for() -> None:
    """Somebody who thinks with the piece in the hand has not moved yet."""
    state = apply(started(), Roll(3))
    found = find(state, standing(state, c4=["neutral-3"], f2=["neutral-1"]))
    assert found == Lifted(state.match.pieces["neutral-2"], "c7")


def test_an_unsure_piece_on_the_only_square_it_can_have_reached_is_asked_about() -> None:
    """Nothing else explains it, and still the piece that nobody saw surely does not decide."""
    state = apply(started(), Roll(1))
    path, index = state.match.board.place_on_path("c7")
    to = path[index + 1]
    fox = state.match.pieces["neutral-2"]
    seen = standing(state, c4=["neutral-3"], f2=["neutral-1"])
    unsure = Sighting({**seen.pieces, to: (SeenPiece(fox, sure=False),)})
    found = find(state, unsure)
    assert isinstance(found, Which)
    assert [option.events for option in found.options] == [(Move(fox),)]
    assert found.squares == {to}
    sure = Sighting({**seen.pieces, to: (SeenPiece(fox),)})
    assert isinstance(find(state, sure), Found)


def test_a_piece_that_may_stand_behind_another_is_not_taken_to_be_home() -> None:
    """A piece that is nowhere to be seen got home only if it cannot stand where nobody can look."""
    state = started()
    path = state.match.board.paths[0]
    red = state.match.pieces["red-2"]
    board = {**state.stacks, path[-2]: (red,)}
    state = apply(State(state.match, board, turn=5), Roll(4))
    gone = rendered(started().stacks)
    assert isinstance(find(state, gone), Found)
    behind = Sighting(gone.pieces, hidden=frozenset({"h8"}))
    found = find(state, behind)
    assert isinstance(found, Which)
    assert found.squares == {"h8"}


def test_two_foxes_of_one_player_that_swapped_are_asked_about() -> None:
    """Which of the two made the move cannot be seen, and the next turn may depend on it."""
    state = started()
    red = state.match.pieces["red-2"]
    state = State(state.match, {**state.stacks, "c8": (red,)}, turn=5)
    neutral = state.match.pieces["neutral-2"]
    found = find(state, rendered({**state.stacks, "c8": (neutral,), "c7": (red,)}))
    assert isinstance(found, Which)
    assert {option.events for option in found.options} == {
        (Special(red, "south"),),
        (Special(neutral, "north"),),
    }
    assert not found.squares


def test_a_piece_that_is_seen_twice_is_believed_nowhere() -> None:
    """Each piece is there once: one of the two sightings is wrong, and nobody knows which."""
    state = apply(started(), Roll(1))
    path, index = state.match.board.place_on_path("c7")
    seen = standing(state, c4=["neutral-3"], f2=["neutral-1"], a1=["neutral-2"])
    twice = Sighting({**seen.pieces, path[index + 1]: (SeenPiece(state.match.pieces["neutral-2"]),)})
    assert not isinstance(find(state, twice), Found)


def test_what_changes_no_piece_is_not_for_the_camera() -> None:
    """Rolling and ending a turn are buttons; the camera sees the same board before and after."""
    state = apply(apply(started(), Roll(2)), Move(started().match.pieces["blue-1"], "a1"))
    assert EndTurn() in legal_moves(state)
    assert find(state, rendered(state.stacks)) == Unchanged()
    assert find(started(), rendered(started().stacks)) == Unchanged()
