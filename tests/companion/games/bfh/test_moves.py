"""Moves and specials from positions that are set up, not played."""

from collections.abc import Collection, Mapping

import pytest

from companion.boards import load_boards
from companion.games.bfh import (
    EndTurn,
    Event,
    Match,
    Move,
    Pass,
    Piece,
    Roll,
    Special,
    State,
    apply,
    legal_moves,
    parse_board,
)
from companion.games.bfh.board import Direction
from companion.games.log import Refused

BOARDS = load_boards()
PLAYERS = ("red", "blue", "green", "white")


def piece(name: str) -> Piece:
    colour, size = name.split("-")
    return Piece(colour, int(size))


def state(
    squares: Mapping[str, str],
    *,
    board: str = "two-arm",
    players: int = 2,
    turn: int = 5,
    home: Collection[str] = (),
    rolled: int | None = None,
) -> State:
    """A position in a turn of red's: `{"d1": "red-3 blue-1"}`, bottom to top."""
    stacks = {square: tuple(map(piece, names.split())) for square, names in squares.items()}
    match = Match(PLAYERS[:players], BOARDS[board])
    return State(match, stacks, home=frozenset(map(piece, home)), turn=turn, rolled=rolled)


def shown(after: State) -> dict[str, str]:
    return {square: " ".join(map(str, stack)) for square, stack in after.stacks.items()}


def move(name: str, *displace: Direction, start: str | None = None) -> Move:
    return Move(piece(name), start, displace)


def special(name: str, direction: Direction, *displace: Direction) -> Special:
    return Special(piece(name), direction, displace)


def test_riders_go_along_and_what_is_below_stays() -> None:
    """A piece takes everything on it, its riders' riders and what pins those."""
    before = state({"a1": "blue-3 red-2 blue-1 neutral-3", "e1": "neutral-1"}, rolled=3)
    after = apply(before, move("red-2"))
    assert shown(after) == {"a1": "blue-3", "d1": "red-2 blue-1 neutral-3", "e1": "neutral-1"}


@pytest.mark.parametrize(
    ("there", "arrives", "after"),
    [
        ("blue-3", "red-1", "blue-3 red-1"),
        ("blue-1", "red-3", "blue-1 red-3"),
        ("blue-3 neutral-1", "red-2", "blue-3 neutral-1 red-2"),
        ("blue-1 neutral-3", "red-2", "blue-1 neutral-3 red-2"),
    ],
)
def test_only_the_top_piece_is_compared(there: str, arrives: str, after: str) -> None:
    """Smaller rides, larger pins, whatever lies deeper."""
    assert shown(apply(state({"c1": there}, rolled=3), move(arrives, start="a1"))) == {"c1": after}


@pytest.mark.parametrize(
    ("there", "arrives", "after"),
    [
        ("blue-3 neutral-1", "red-1", "blue-3 red-1"),
        ("blue-1 neutral-3", "red-3", "blue-1 red-3"),
        ("blue-2 neutral-3", "red-3", "blue-2 red-3"),
        ("blue-2", "red-2", "red-2"),
    ],
)
def test_of_the_same_size_the_top_piece_makes_room(there: str, arrives: str, after: str) -> None:
    """The arriving piece is set down on what remains; the other goes where the arriving player says."""
    gone = there.rsplit(maxsplit=1)[-1]
    assert shown(apply(state({"c1": there}, rolled=3), move(arrives, "north", start="a1"))) == {
        "c1": after,
        "c2": gone,
    }


def test_a_displaced_piece_may_come_back_onto_the_one_that_arrived() -> None:
    """It rides on what rides there, or displaces the one that arrived in its turn."""
    before = state({"c1": "blue-2", "c2": "neutral-2", "a1": "red-2 blue-1"}, rolled=2)
    after = apply(before, move("red-2", "north", "south"))
    assert shown(after) == {"c1": "red-2 blue-1 neutral-2", "c2": "blue-2"}
    before = state({"c1": "blue-1", "c2": "neutral-1"}, rolled=3)
    after = apply(before, move("red-1", "north", "south", "east", start="a1"))
    assert shown(after) == {"c1": "neutral-1", "c2": "blue-1", "d1": "red-1"}


@pytest.mark.parametrize(
    ("displace", "why"),
    [((), "needs a direction"), (("south",), "off the board"), (("north", "north"), "left over")],
)
def test_a_displacement_is_complete_or_the_move_is_refused(displace: tuple[Direction, ...], why: str) -> None:
    """Nothing is moved half."""
    with pytest.raises(Refused, match=why):
        apply(state({"c1": "blue-2"}, rolled=3), move("red-2", *displace, start="a1"))


def test_a_piece_on_a_start_is_in_the_way_of_nobody_who_passes() -> None:
    """Only where a move ends it meets what stands there."""
    after = apply(state({"a1": "blue-3", "b1": "neutral-2"}, rolled=3), move("red-2", start="a1"))
    assert shown(after)["c1"] == "red-2"


@pytest.mark.parametrize(("square", "rolled"), [("f5", 2), ("f5", 6), ("e5", 1), ("d5", 1), ("d5", 6)])
def test_reaching_or_passing_the_last_square_is_home(square: str, rolled: int) -> None:
    """An exact roll is not needed, and a piece that was put on the last square goes home with any."""
    after = apply(state({square: "red-2 blue-1 neutral-2"}, rolled=rolled), move("red-2"))
    assert not after.stacks
    assert after.home == {piece("red-2"), piece("blue-1")}
    assert piece("neutral-2") in after.off


def test_one_square_short_is_not_home() -> None:
    """The last square itself is the inner end."""
    assert shown(apply(state({"f5": "red-2"}, rolled=1), move("red-2"))) == {"e5": "red-2"}


def test_a_move_home_displaces_nobody() -> None:
    """A direction too many refuses the move, here too."""
    with pytest.raises(Refused, match="left over"):
        apply(state({"d5": "red-2"}, rolled=1), move("red-2", "north"))


def test_a_short_path_may_be_run_through_on_entering() -> None:
    """The start counts as 1, so a path of four squares is home with a four."""
    board = parse_board('name = "s"\nfiles = 2\nranks = 2\npath = [{squares = ["a1", "b1", "b2", "a2"]}]')
    before = State(Match(("red", "blue"), board), {}, turn=5, rolled=4)
    assert apply(before, move("red-1", start="a1")).home == {piece("red-1")}
    assert shown(apply(State(before.match, {}, turn=5, rolled=3), move("red-1", start="a1"))) == {
        "b2": "red-1"
    }


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (move("blue-1", start="a1"), "another player"),
        (move("red-2"), "pinned under blue-3 on c1"),
        (move("red-1", start="a1"), "is home"),
        (move("red-1"), "is home"),
        (move("red-3"), "has to enter"),
        (move("red-3", start="d5"), "not a start"),
        (move("neutral-1", start="a1"), "on the board already"),
    ],
)
def test_what_may_not_move_says_why(event: Move, why: str) -> None:
    """Each refusal in the words that players need."""
    before = state({"c1": "red-2 blue-3", "d4": "neutral-1"}, home=["red-1"], rolled=2)
    with pytest.raises(Refused, match=why):
        apply(before, event)


def test_pinned_on_the_last_square_is_not_home() -> None:
    """A last square is a square like any other until its piece moves."""
    with pytest.raises(Refused, match="pinned"):
        apply(state({"d5": "red-2 blue-3"}, rolled=6), move("red-2"))


def test_a_hare_lands_beyond_its_neighbour_by_the_rules_of_landing() -> None:
    """It rides on a larger piece and displaces a hare; its own neighbour is left alone."""
    assert shown(apply(state({"c1": "red-1", "d1": "blue-3 blue-1", "e1": "blue-2"}), special("red-1", "east"))) == {
        "d1": "blue-3 blue-1", "e1": "blue-2 red-1",
    }  # fmt: skip
    after = apply(state({"c1": "red-1", "d1": "blue-3", "e1": "blue-1"}), special("red-1", "east", "west"))
    assert shown(after) == {"d1": "blue-3 blue-1", "e1": "red-1"}


def test_a_hare_hops_off_its_carrier() -> None:
    """The carrier stays where it is."""
    after = apply(state({"c1": "blue-3 red-1", "c2": "neutral-1"}), special("red-1", "north"))
    assert shown(after) == {"c1": "blue-3", "c2": "neutral-1", "c3": "red-1"}


def test_a_fox_gives_its_place_to_the_whole_neighbouring_stack() -> None:
    """Pinned pieces in it go along, and so do the fox's riders the other way."""
    after = apply(state({"c1": "red-2 blue-1", "d1": "neutral-1 blue-3"}), special("red-2", "east"))
    assert shown(after) == {"c1": "neutral-1 blue-3", "d1": "red-2 blue-1"}


def test_the_neighbours_come_down_on_what_the_fox_leaves() -> None:
    """By the lowest of them: riding on, pinning or displacing the fox's carrier, even onto the fox."""
    riding = apply(state({"c1": "blue-3 red-2", "d1": "neutral-1 neutral-3"}), special("red-2", "east"))
    assert shown(riding) == {"c1": "blue-3 neutral-1 neutral-3", "d1": "red-2"}
    pinning = apply(state({"c1": "blue-1 red-2", "d1": "neutral-3"}), special("red-2", "east"))
    assert shown(pinning) == {"c1": "blue-1 neutral-3", "d1": "red-2"}
    displacing = apply(
        state({"c1": "blue-3 red-2", "d1": "neutral-3 neutral-1"}), special("red-2", "east", "east")
    )
    assert shown(displacing) == {"c1": "neutral-3 neutral-1", "d1": "red-2 blue-3"}


def test_a_bear_shoves_the_whole_unbroken_line() -> None:
    """Stacks go whole; the bear takes its riders and leaves what it pinned."""
    before = state(
        {"c1": "blue-1 red-3 neutral-2", "d1": "neutral-1 blue-3", "e1": "blue-2", "g1": "neutral-3"}
    )
    after = apply(before, special("red-3", "east"))
    assert shown(after) == {
        "c1": "blue-1", "d1": "red-3 neutral-2", "e1": "neutral-1 blue-3", "f1": "blue-2", "g1": "neutral-3",
    }  # fmt: skip


def test_what_is_shoved_over_the_edge_is_off_with_all_on_it() -> None:
    """Each piece enters again by itself; the line may start at the edge."""
    after = apply(state({"g1": "red-3", "h1": "blue-2 blue-1 neutral-3"}), special("red-3", "east"))
    assert shown(after) == {"h1": "red-3"}
    assert {piece("blue-2"), piece("blue-1"), piece("neutral-3")} <= set(after.off)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (special("red-3", "north"), "no neighbour in the north"),
        (special("red-3", "south"), "no neighbour in the south"),
        (special("red-3", "east", "east"), "left over"),
        (special("red-1", "west"), "pinned"),
        (special("red-2", "west"), "not on the board"),
        (special("blue-2", "west"), "another player"),
        (special("neutral-1", "west"), "hop off the board"),
    ],
)
def test_a_special_needs_a_free_piece_and_a_neighbour(event: Special, why: str) -> None:
    """Each refusal in the words that players need."""
    before = state({"c1": "red-3", "d1": "red-1 blue-2", "a8": "blue-3", "b8": "neutral-1"})
    with pytest.raises(Refused, match=why):
        apply(before, event)


def after_special(squares: Mapping[str, str], done: Special, *between: Event) -> State:
    """The next turn, after `done` in a turn of red's and what happened since."""
    after = apply(state(squares), done)
    for event in between:
        after = apply(after, event)
    return after


UNDOING: list[tuple[str, Mapping[str, str], Special, Special]] = [
    ("the fox itself", {"c1": "neutral-2", "d1": "red-1"}, special("neutral-2", "east"), special("neutral-2", "west")),
    ("the other fox", {"c1": "red-2", "d1": "blue-2"}, special("red-2", "east"), special("blue-2", "east")),
    ("the hare itself", {"c1": "neutral-1", "d1": "red-3"}, special("neutral-1", "east"), special("neutral-1", "west")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("squares", "done", "back"), [pytest.param(*case[1:], id=case[0]) for case in UNDOING]
)
def test_no_piece_that_it_moved_takes_a_special_back(
    squares: Mapping[str, str], done: Special, back: Special
) -> None:
    """Nobody may bring the board back in the very next turn; one turn later anybody may."""
    next_turn = after_special(squares, done)
    with pytest.raises(Refused, match="undo the special"):
        apply(next_turn, back)
    assert back not in legal_moves(next_turn)
    far = {**squares, "h8": "neutral-3"}
    later = after_special(far, done, Roll(1), move("neutral-3"), EndTurn())
    later = apply(apply(apply(later, Roll(1)), move("neutral-3")), EndTurn())
    assert apply(later, back).turn == later.turn + 1


def test_a_special_that_leaves_the_board_otherwise_is_allowed() -> None:
    """The same swap back is no undoing where a displaced piece stays away."""
    after = after_special(
        {"c1": "blue-3 neutral-2", "d1": "neutral-3"}, special("neutral-2", "east", "north")
    )
    assert shown(after) == {"c1": "neutral-3", "c2": "blue-3", "d1": "neutral-2"}
    assert shown(apply(after, special("neutral-2", "west"))) == {
        "c1": "neutral-2",
        "c2": "blue-3",
        "d1": "neutral-3",
    }


def test_a_move_and_a_special_together_may_not_restore_the_board() -> None:
    """Undoing is told by the board that comes out, also where the piece has moved first."""
    squares = {"c1": "neutral-1", "c2": "red-3", "c3": "blue-2"}
    after = after_special(squares, special("neutral-1", "north"))
    assert shown(after) == {"c2": "red-3", "c3": "blue-2 neutral-1"}
    ahead = State(
        after.match, after.stacks, turn=after.turn, last_special=after.last_special, moved=piece("neutral-1")
    )
    with pytest.raises(Refused, match="undo the special"):
        apply(ahead, special("neutral-1", "south"))


def test_a_special_moves_whatever_stands_elsewhere_after_it() -> None:
    """The initiator, its victim and who was displaced; not who stays in a stack that changes above it."""
    after = after_special(
        {"c1": "blue-1 blue-3 red-2", "d1": "neutral-3 neutral-1"}, special("red-2", "east", "north")
    )
    assert shown(after) == {"c1": "blue-1 neutral-3 neutral-1", "c2": "blue-3", "d1": "red-2"}
    assert after.last_special is not None
    assert after.last_special.moved == set(map(piece, ("red-2", "neutral-3", "neutral-1", "blue-3")))


def test_a_shoved_bear_may_not_shove_its_shover_back() -> None:
    """Nor a line with the shover further down, nor when the bear was carried in the stack that was shoved."""
    line = {"c1": "red-3", "d1": "neutral-2 blue-3", "e1": "neutral-1"}
    after = after_special(line, special("red-3", "east"))
    assert shown(after) == {"d1": "red-3", "e1": "neutral-2 blue-3", "f1": "neutral-1"}
    with pytest.raises(Refused, match="may not shove it back"):
        apply(after, special("blue-3", "west"))
    assert shown(apply(after, special("blue-3", "east")))["f1"] == "blue-3"
    further = after_special({"c1": "red-3", "d1": "neutral-1", "e1": "blue-3"}, special("red-3", "east"))
    with pytest.raises(Refused, match="may not shove it back"):
        apply(further, special("blue-3", "west"))


def test_another_bear_may_shove_the_shover() -> None:
    """Only a bear that was shoved is barred, only in the opposite direction, and only for one turn."""
    squares = {"c1": "red-3", "d1": "neutral-3", "f1": "blue-3"}
    after = after_special(squares, special("red-3", "east"))
    assert shown(after) == {"d1": "red-3", "e1": "neutral-3", "f1": "blue-3"}
    assert shown(apply(after, special("blue-3", "west"))) == {
        "c1": "red-3",
        "d1": "neutral-3",
        "e1": "blue-3",
    }
    with pytest.raises(Refused, match="may not shove it back"):
        apply(after, special("neutral-3", "west"))
    later = apply(apply(apply(after, Roll(1)), move("blue-3")), EndTurn())
    assert shown(apply(later, special("neutral-3", "west")))["d1"] == "neutral-3"


def test_a_shoved_bear_that_went_round_a_corner_may_shove_its_shover() -> None:
    """Barred is only the opposite direction: from elsewhere the shover does not come back to where it was."""
    after = after_special({"d4": "red-3", "e4": "blue-3"}, special("red-3", "east"), Roll(2), move("blue-3"))
    assert shown(after) == {"e4": "red-3", "e5": "blue-3"}
    assert shown(apply(after, special("blue-3", "south"))) == {"e4": "blue-3", "e3": "red-3"}


def test_a_bear_swapped_away_was_not_shoved() -> None:
    """A bear that a fox changed places with may shove the fox."""
    after = after_special({"c1": "red-2", "d1": "blue-3"}, special("red-2", "east"))
    assert shown(apply(after, special("blue-3", "east"))) == {"d1": "blue-3", "e1": "red-2"}


@pytest.mark.parametrize(
    ("carried", "home", "turn", "winner"),
    [
        ("red-3 blue-1", ["red-1", "red-2", "blue-2", "blue-3"], 5, "red"),
        ("neutral-3 blue-1", ["red-1", "red-2", "blue-2", "blue-3"], 5, "blue"),
        ("neutral-3 green-2 blue-1", ["green-1", "green-3", "blue-2", "blue-3"], 5, "blue"),
        ("neutral-3 green-2 blue-1", ["green-1", "green-3", "blue-2", "blue-3"], 7, "green"),
        ("neutral-3 red-2 blue-1", ["red-1", "red-3", "blue-2", "blue-3"], 7, "red"),
    ],
)
def test_of_two_who_complete_at_once_the_next_in_turn_wins(
    carried: str, home: list[str], turn: int, winner: str
) -> None:
    """The one whose turn it is, or else who comes sooner; turn and to_move stay as they are."""
    before = state({"d5": carried}, players=4, turn=turn, home=home, rolled=1)
    after = apply(before, move(carried.split(maxsplit=1)[0]))
    assert (after.winner, after.phase, after.turn, after.to_move) == (winner, "over", turn, before.to_move)
    assert legal_moves(after) == ()
    with pytest.raises(Refused, match="game is over"):
        apply(after, EndTurn())


def test_a_pass_needs_a_roll_that_nothing_can_move() -> None:
    """The neutral bear can always move, so a player never passes."""
    with pytest.raises(Refused, match="can move"):
        apply(state({"c1": "red-1 blue-3"}, rolled=2), Pass())
