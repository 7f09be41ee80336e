"""The board of Bears, Foxes & Hares as data: squares, and the paths that lead from the edge to the centre."""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, get_args

from companion.games.bfh.pieces import Square
from companion.games.fields import Fields, LogError

Direction = Literal["north", "east", "south", "west"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)

STEPS: Final[dict[Direction, tuple[int, int]]] = {
    "north": (0, 1),
    "east": (1, 0),
    "south": (0, -1),
    "west": (-1, 0),
}
"""Files and ranks that one square in a direction is."""
OPPOSITE: Final[dict[Direction, Direction]] = {
    "north": "south",
    "east": "west",
    "south": "north",
    "west": "east",
}

FILES: Final = "abcdefghijklmnopqrstuvwxyz"
LONGEST_SIDE: Final = len(FILES)


class BoardError(ValueError):
    """A board cannot be played on; the message says what is wrong with it."""


@dataclass(frozen=True)
class Board:
    """A board: `files` x `ranks` squares named `a1` on, each on exactly one of the paths, which run inward."""

    name: str
    files: int
    ranks: int
    paths: tuple[tuple[Square, ...], ...]

    @cached_property
    def squares(self) -> frozenset[Square]:
        """The names of all squares."""
        return frozenset(f"{file}{rank}" for file in FILES[: self.files] for rank in range(1, self.ranks + 1))

    @property
    def starts(self) -> tuple[Square, ...]:
        """The outer end of each path, where pieces enter."""
        return tuple(path[0] for path in self.paths)

    @property
    def extent(self) -> str:
        """The first and the last square, as in `a1 to h8`."""
        return f"a1 to {FILES[self.files - 1]}{self.ranks}"

    def place_on_path(self, square: Square) -> tuple[tuple[Square, ...], int]:
        """The path that `square` is on and its index there."""
        return self._places[square]

    def beside(self, square: Square, direction: Direction, *, steps: int = 1) -> Square | None:
        """The square `steps` away in `direction`; `None` if that is off the board."""
        east, north = STEPS[direction]
        file, rank = FILES.index(square[0]) + steps * east, int(square[1:]) + steps * north
        if 0 <= file < self.files and 1 <= rank <= self.ranks:
            return f"{FILES[file]}{rank}"
        return None

    @cached_property
    def _places(self) -> dict[Square, tuple[tuple[Square, ...], int]]:
        return {square: (path, index) for path in self.paths for index, square in enumerate(path)}


def parse_board(toml: str) -> Board:
    """Read and check a board: `name`, `files`, `ranks`, and a `[[path]]` with its `squares` for each path.

    Raises `BoardError` unless every square is on exactly one path, and each path starts on the edge and goes from
    square to neighbouring square.
    """
    try:
        fields = Fields(tomllib.loads(toml))
        board = Board(
            name=fields["name"].text(),
            files=fields["files"].whole(at_least=2, at_most=LONGEST_SIDE),
            ranks=fields["ranks"].whole(at_least=2, at_most=LONGEST_SIDE),
            paths=tuple(
                tuple(square.text() for square in path.fields()["squares"].items())
                for path in fields["path"].items()
            ),
        )
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"is not valid TOML: {error}") from None
    except RecursionError:
        raise BoardError("is nested too deeply") from None
    except LogError as error:
        raise BoardError(str(error)) from None
    except ValueError:  # more digits than Python turns into a number
        raise BoardError("has a number beyond all measure") from None
    _check(board)
    return board


def _check(board: Board) -> None:
    seen: set[Square] = set()
    for number, path in enumerate(board.paths, start=1):
        for square in path:
            if square not in board.squares:
                raise BoardError(f"path {number} has {square!r}, but the squares are {board.extent}")
            if square in seen:
                raise BoardError(f"square {square} is on a path twice")
            seen.add(square)
        if len(path) < 2:
            raise BoardError(f"path {number} is shorter than 2 squares")
        if all(board.beside(path[0], direction) for direction in DIRECTIONS):
            raise BoardError(f"path {number} starts at {path[0]}, which is not on the edge")
        for square, following in pairwise(path):
            if all(board.beside(square, direction) != following for direction in DIRECTIONS):
                raise BoardError(f"path {number} jumps from {square} to {following}")
    missing = sorted(board.squares - seen)
    if missing:
        raise BoardError(f"square {missing[0]} is on no path")
