from companion.games.bfh import Piece, Place, State, apply, start
from companion.games.bfh.pieces import NEUTRAL
from companion.table.bfh.people import BfhPeople
from companion.table.bfh.squares import Squares
from hardware.simulated.board.world import BoardWorld
from tests.companion.moves.rendering import match_of


def _placed() -> State:
    """Red and blue have placed the neutral pieces; blue is to choose."""
    state = start(match_of())
    for size, square in ((3, "c4"), (2, "c7"), (1, "f2")):
        state = apply(state, Place(Piece(NEUTRAL, size), square))
    return state


def _rolled(player: str, value: int) -> dict[str, object]:
    return {"player": player, "value": value, "own": (1,), "neutral": (), "pinned": False, "watched": True}


def test_the_roll_of_a_turn_that_people_have_played_already_is_no_new_one() -> None:
    """Who made the move and the special in one go is ahead of the device, which may show the old roll once more."""
    state = _placed()
    world = BoardWorld(3, 2, ("red", "blue", "black"))
    people = BfhPeople(world, state, Squares(state.match.board), neutral="black")
    people.notice("rolled", _rolled("red", 3))
    assert people.state.phase == "choose"
    people.notice("rolled", _rolled("blue", 5))
    assert people.state.rolled == 5
