from companion.games.bfh import Move, Place, Roll, Special, State, apply, start
from companion.moves import brief, named, told
from companion.moves.words import spoken
from tests.companion.moves.rendering import match_of

MATCH = match_of(("red", "dark-red"))
NAMES = MATCH.pieces


def test_pieces_are_called_by_their_animals() -> None:
    """People say fox, not size 2; and a reason of the rules is told in the same words."""
    assert [named(NAMES[f"red-{size}"]) for size in (1, 2, 3)] == ["red hare", "red fox", "red bear"]
    reason = "dark-red-2 is pinned under red-3 on d4"
    assert spoken(reason, start(MATCH)) == "dark-red fox is pinned under red bear on d4"


def test_events_are_told() -> None:
    """What the display and the log say of each event, with everything that it took along or pushed away."""

    def tell(state: State, event: Move | Place | Special | Roll) -> tuple[str, str]:
        after = apply(state, event)
        return brief(event, state, after), told(event, state, after)

    assert tell(start(MATCH), Place(NAMES["neutral-1"], "d4"))[1] == "neutral hare on d4"
    board = {
        "b1": (NAMES["red-2"], NAMES["dark-red-1"]),
        "d1": (NAMES["dark-red-2"],),
        "d5": (NAMES["red-1"],),
    }
    choosing = State(MATCH, board, turn=5)
    assert tell(choosing, Roll(4))[1] == "red rolled 4"
    moving = apply(choosing, Roll(2))
    assert tell(moving, Move(NAMES["red-2"], displace=("north",))) == (
        "red fox b1 to d1",
        "red fox b1 to d1, dark-red fox to d2",
    )
    assert tell(moving, Move(NAMES["red-3"], "a1"))[0] == "red bear enters b1"
    assert tell(moving, Move(NAMES["red-1"]))[0] == "red hare home"
    near = State(MATCH, {"b1": (NAMES["red-3"],), "a1": (NAMES["dark-red-2"],)}, turn=5)
    assert (
        tell(near, Special(NAMES["red-3"], "west"))[1] == "red bear shoves west, dark-red fox off the board"
    )
