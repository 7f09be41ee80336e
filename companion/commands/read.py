"""`bears read`: which dice or pyramids are in pictures, and what is in doubt."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.options import add_profile, add_seats, parse_seats

if TYPE_CHECKING:
    from calibration.profile import Profile
    from companion.sheet.assessment import Assessment

SUMMARY = "read the dice or pyramids in pictures of the table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears read`."""
    parser.add_argument(
        "pictures",
        metavar="PICTURE",
        nargs="+",
        type=Path,
        help="JPEG or PNG; what was read before one that cannot be stands",
    )
    add_profile(parser)
    add_seats(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line, a line a picture")
    parser.add_argument(
        "--show", metavar="FILE.jpg", type=Path, help="save the one picture with what was read drawn into it"
    )


def run(args: argparse.Namespace) -> int:
    """Print what is in each picture, in the order given, as soon as it is read.

    Raises `BadInput`, CalibrationError or VisionError at the first picture that cannot be read; what is
    not there or no file is found before the first is read.
    """
    seats = parse_seats(args.seats)
    if args.show is not None:
        from companion.drawing import check_target

        if len(args.pictures) > 1:
            raise BadInput("--show draws one picture; give one, or leave --show out")
        check_target(args.show, pictures=args.pictures, profile=args.profile)
    from vision.files import check_file

    for path in args.pictures:
        try:
            check_file(path)
        except FileNotFoundError:
            raise BadInput(f"{path}: no such file; check the path") from None

    from calibration.profile import PYRAMIDS, load_profile

    profile = load_profile(args.profile)
    if profile.kind == PYRAMIDS:
        _read_boards(args, profile)
    else:
        _read_dice(args, profile, seats)
    return 0


def _read_boards(args: argparse.Namespace, profile: "Profile") -> None:
    from companion.eyes import BoardEyes
    from companion.sheet.board import board_line, board_words

    if args.seats is not None:
        raise BadInput("nobody's seat matters on a board of pyramids; leave --seats out")
    eyes = BoardEyes(profile)
    for path in args.pictures:
        picture, seen = eyes.read_file(path)
        if args.show is not None:
            from companion.drawing import draw_board, save_drawing

            save_drawing(draw_board(picture, seen), args.show)
        for warning in seen.warnings:
            print(f"bears: {path}: {warning}", file=sys.stderr)
        print(board_line(str(path), seen) if args.json else board_words(str(path), seen), flush=True)


def _read_dice(args: argparse.Namespace, profile: "Profile", seats: tuple[float, ...] | None) -> None:
    from companion.eyes import Eyes
    from companion.sheet.lines import as_line

    eyes = Eyes(profile, seats=seats)
    for path in args.pictures:
        picture, found = eyes.read_file(path)
        if args.show is not None:
            from companion.drawing import draw, save_drawing

            save_drawing(draw(picture, found), args.show)
        for warning in found.warnings:
            print(f"bears: {path}: {warning}", file=sys.stderr)
        print(as_line(str(path), found) if args.json else _told(str(path), found), flush=True)


def _told(path: str, found: "Assessment") -> str:
    from companion.sheet.words import campsite_line, dice_lines, doubt_lines, points_table, seat_names

    names = seat_names(len(found.layout.seats)) if found.layout else ()
    lines = [f"{path}: {len(found.dice)} dice, {'sure' if found.sure else 'to be checked'}"]
    lines += [f"  {line}" for line in dice_lines(found, names)]
    lines += [f"  ? {line}" for line in doubt_lines(found, names)]
    if found.round is not None:
        lines += [f"  {line}" for line in points_table(found.round, names).splitlines()]
        lines.append(f"  {campsite_line(found.round)}")
    return "\n".join(lines)
