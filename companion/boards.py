"""The boards of Bears, Foxes & Hares on disk: those that ship with the product and those of the user."""

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.errors import BadInput
from companion.games.bfh import Board, BoardError, parse_board
from vision.files import read_file

SHIPPED = files("companion.games") / "boards"


def load_boards(folder: Path | None = None) -> dict[str, Board]:
    """Read the shipped boards and the `*.toml` of `folder`, by their names; raises `BadInput`."""
    boards: dict[str, Board] = {}
    for file in (*_board_files(SHIPPED), *([] if folder is None else _board_files(folder))):
        try:
            board = parse_board(read_file(file).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadInput(
                f"the board {file} cannot be used: it is not UTF-8 at byte {error.start + 1}"
            ) from error
        except BoardError as error:
            raise BadInput(f"the board {file} cannot be used: {error}") from error
        if board.name in boards:
            raise BadInput(
                f"the board {file} cannot be used: there is another board named {board.name!r}; rename it"
            )
        boards[board.name] = board
    return boards


def _board_files(folder: Path | Traversable) -> Iterable[Path | Traversable]:
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )
