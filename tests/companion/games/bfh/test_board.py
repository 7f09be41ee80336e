import pytest

from companion.boards import load_boards
from companion.games.bfh import BoardError, parse_board

SMALL = """
name = "small"
files = 2
ranks = 2
[[path]]
squares = ["a1", "b1", "b2", "a2"]
"""


def test_the_three_shipped_boards_are_playable() -> None:
    """Every match names one of them, and what a start and a centre is follows from the paths."""
    boards = load_boards()
    assert {name: board.starts for name, board in boards.items()} == {
        "four-arm": ("a1", "h1", "h8", "a8"),
        "one-spiral": ("a1",),
        "two-arm": ("a1", "h8"),
    }
    assert [board.paths[0][-1] for board in boards.values()] == ["d5", "d5", "d5"]


def test_a_board_of_ones_own() -> None:
    """Any size with paths over all its squares."""
    board = parse_board(SMALL)
    assert (board.extent, board.place_on_path("b2")) == ("a1 to b2", (("a1", "b1", "b2", "a2"), 2))
    assert [board.beside("b1", d) for d in ("north", "east", "south", "west")] == ["b2", None, None, "a1"]


def test_a_path_of_two_squares_is_one() -> None:
    """The shortest path is a start and a centre."""
    paths = '[{squares = ["a1", "b1"]}, {squares = ["a2", "b2"]}]'
    assert parse_board(f'name = "x"\nfiles = 2\nranks = 2\npath = {paths}').starts == ("a1", "a2")


def test_a_board_may_have_more_than_nine_ranks() -> None:
    """Squares are a letter and a number of any length."""
    ranks = ", ".join([f'"a{n}"' for n in range(1, 13)] + [f'"b{n}"' for n in range(12, 0, -1)])
    board = parse_board(f'name = "long"\nfiles = 2\nranks = 12\npath = [{{squares = [{ranks}]}}]')
    assert (board.extent, board.beside("a9", "north"), board.beside("a12", "north")) == (
        "a1 to b12",
        "a10",
        None,
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[[path]]", "[[path]", "TOML"),
        ("name", "title", "name is missing"),
        ('"small"', '""', "name must be a text"),
        ("files = 2", "files = 1", "files must be a whole number from 2 to 26"),
        ("files = 2", "files = 27", "files must be a whole number from 2 to 26"),
        ("ranks = 2", "ranks = 2.0", "ranks must be a whole number"),
        ("ranks = 2", "ranks = 3", "square a3 is on no path"),
        ('"b2", ', "", "jumps from b1 to a2"),
        ('"b2", "a2"', '"b2"', "square a2 is on no path"),
        ('"a2"', '"a1"', "square a1 is on a path twice"),
        ('"a2"', '"c2"', "'c2', but the squares are a1 to b2"),
        ('"a2"', '"A2"', "'A2', but"),
        ('"a2"', "2", r"squares\[3\] must be a text"),
        ('"a2"]', '"a2"]\n[[path]]\nsquares = []', "shorter than 2"),
        ('"b2", "a2"]', '"b2"]\n[[path]]\nsquares = ["a2"]', "path 2 is shorter than 2"),
        ('["a1", "b1", "b2", "a2"]', '"a1"', "squares must be a list"),
        ("[[path]]\n", "", "path is missing"),
        ("[[path]]\n", "path = 3\n", "path must be a list"),
        ("[[path]]\n", "path = " + "[" * 9999 + "\n", "nested too deeply|TOML"),
    ],
)
def test_a_board_that_cannot_be_played_on_says_why(old: str, new: str, fault: str) -> None:
    """Whoever draws a board finds the slip at once, not in the middle of a match."""
    with pytest.raises(BoardError, match=fault):
        parse_board(SMALL.replace(old, new))


def test_paths_start_on_the_edge() -> None:
    """Pieces come in from outside."""
    inside_out = ["b2", "a2", "a1", "b1", "c1", "c2", "c3", "b3", "a3"]
    squares = ", ".join(f'"{square}"' for square in inside_out)
    with pytest.raises(BoardError, match="starts at b2, which is not on the edge"):
        parse_board(f'name = "x"\nfiles = 3\nranks = 3\npath = [{{squares = [{squares}]}}]')
