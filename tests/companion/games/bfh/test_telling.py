"""A match of Bears, Foxes & Hares in lines for people, as `bears replay` and the end of `bears play` print them."""

from dataclasses import replace

from companion.boards import load_boards
from companion.games.bfh import Piece, State, start
from companion.games.bfh.settings import Match
from companion.games.bfh.telling import tell

HARE, FOX, BEAR = (Piece("red", size) for size in (1, 2, 3))


def begun() -> State:
    """Red and blue have sat down at the board that is played on unless somebody says otherwise."""
    return start(Match(("red", "blue"), load_boards()["two-arm"]))


def test_where_everything_stands_and_whose_turn_it_is() -> None:
    """Stacks from bottom to top, as one would lay them again."""
    state = replace(begun(), stacks={"b2": (BEAR, HARE), "a1": (FOX,)}, turn=6, rolled=4)
    assert tell(state) == [
        "Bears, Foxes & Hares on the board two-arm: red, blue",
        "a1: red-2",
        "b2: red-3, red-1",
        "off the board: blue-1, blue-2, blue-3, neutral-1, neutral-2, neutral-3",
        "home: none",
        "turn 6, blue to move, phase move, rolled 4",
    ]


def test_who_has_won() -> None:
    """Nobody is to move any more."""
    told = tell(replace(begun(), home=frozenset({HARE, FOX, BEAR}), winner="red"))
    assert told[-2:] == ["home: red-1, red-2, red-3", "red wins"]
