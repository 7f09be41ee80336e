"""`bears print`: make what has to be printed, as PDF in exact millimetres."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.options import split_names

if TYPE_CHECKING:
    from calibration.printing_board import BoardPlan

SUMMARY = "make a PDF of the corner cards, a game board, stickers for figures, or the board for a lens"

SHEETS = ("cards", "board", "standees", "charuco")
PAPERS = ("a4", "letter", "a3", "a2")
BOARD = "two-arm"
SQUARE_MM = 40.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears print`."""
    parser.add_argument(
        "sheet",
        choices=SHEETS,
        help="cards: the four corner cards; board: a board of Bears, Foxes & Hares; "
        "standees: stickers for the figures of Outrun the Bear; charuco: the board for a lens",
    )
    parser.add_argument("-o", "--out", metavar="FILE.pdf", type=Path, required=True, help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the paper's size (a4)")
    parser.add_argument("--board", metavar="NAME", help=f"board: which one ({BOARD})")
    parser.add_argument(
        "--boards", metavar="FOLDER", type=Path, help="board: a folder with boards of your own"
    )
    parser.add_argument(
        "--square", metavar="MM", type=float, help=f"board: how wide its squares are ({SQUARE_MM:g})"
    )
    parser.add_argument("--names", metavar="NAME,...", help="standees: the runners' names, in their order")


def run(args: argparse.Namespace) -> int:
    """Write the sheet; raises `BadInput`, CalibrationError, or OSError naming the file if that cannot be done."""
    _check(args)

    from calibration.files import write_file

    write_file(args.out, _content(args))
    print(f"wrote {args.out}: print it at 100 %, then check that its scales are 100 mm long")
    return 0


def _check(args: argparse.Namespace) -> None:
    """Raise `BadInput` for an option that has nothing to do with what is printed."""
    belongs = {"board": "board", "boards": "board", "square": "board", "names": "standees"}
    for option, sheet in belongs.items():
        if getattr(args, option) is not None and args.sheet != sheet:
            raise BadInput(f"--{option} is for 'bears print {sheet}'; leave it out")
    if args.sheet != "board" and args.paper not in PAPERS[:2]:
        raise BadInput(f"'bears print {args.sheet}' is for {' or '.join(PAPERS[:2])}, not {args.paper}")


def _content(args: argparse.Namespace) -> bytes:
    from calibration.printing import cards_pdf, charuco_pdf
    from calibration.printing_board import board_pdf
    from calibration.printing_standees import standees_pdf

    match args.sheet:
        case "board":
            square = SQUARE_MM if args.square is None else args.square
            return board_pdf(_plan(args.board or BOARD, args.boards), paper=args.paper, square=square)
        case "standees":
            return standees_pdf(args.paper, () if args.names is None else split_names(args.names, "--names"))
        case "charuco":
            return charuco_pdf(args.paper)
    return cards_pdf(args.paper)


def _plan(name: str, folder: Path | None) -> "BoardPlan":
    from calibration.printing_board import BoardPlan
    from companion.boards import load_boards
    from companion.games.bfh.board import FILES

    boards = load_boards(folder)
    if name not in boards:
        raise BadInput(f"there is no board named '{name}'; there are {', '.join(boards)}")
    board = boards[name]
    return BoardPlan(
        board.name,
        board.files,
        board.ranks,
        tuple(
            tuple((FILES.index(square[0]), int(square[1:]) - 1) for square in path) for path in board.paths
        ),
    )
