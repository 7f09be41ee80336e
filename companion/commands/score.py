"""`bears score`: everyone's points from a picture of the table at the end of a round."""

import argparse
import sys
from pathlib import Path

from companion.errors import BadInput
from companion.options import add_profile, add_seats, parse_names, parse_seats

SUMMARY = "score the table in a picture, with the sums written out"

SCORED, ASKED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears score`."""
    parser.add_argument("picture", metavar="PICTURE", type=Path, help="JPEG or PNG of the table")
    add_profile(parser)
    add_seats(parser)
    parser.add_argument("--names", metavar="NAME,...", help="who sits where, in the order of the seats")
    parser.add_argument(
        "--show", metavar="FILE.jpg", type=Path, help="save the picture with what was read drawn into it"
    )


def run(args: argparse.Namespace) -> int:
    """Print everyone's points, or what is in doubt and where; 0 if scored, 1 if somebody has to look.

    Raises `BadInput`, CalibrationError or VisionError if there is nothing to score.
    """
    seats = parse_seats(args.seats)
    if args.show is not None:
        from companion.drawing import check_target

        check_target(args.show, pictures=[args.picture], profile=args.profile)

    from companion.eyes import open_eyes
    from companion.sheet.words import campsite_line, doubt_lines, points_table, seat_names

    eyes = open_eyes(args.profile, seats=seats)
    if eyes.layout is None:
        raise BadInput("a loose profile knows no seats, so there is nobody to score for; use `bears read`")
    given = parse_names(args.names, len(eyes.layout.seats))
    picture, found = eyes.read_file(args.picture)
    if found.round is None:
        raise BadInput("the profile's dice are not those of Bears!, so there are no points; use `bears read`")
    names = seat_names(len(eyes.layout.seats), given)
    if args.show is not None:
        from companion.drawing import draw, save_drawing

        save_drawing(draw(picture, found, names=names), args.show)
    for warning in found.warnings:
        print(f"bears: {warning}", file=sys.stderr)
    if not found.sure:
        print("Not sure; please look:")
        print("\n".join(f"  {k}. {line}" for k, line in enumerate(doubt_lines(found, names), 1)))
        print("If all was read right:")
    print(points_table(found.round, names))
    print(campsite_line(found.round))
    return SCORED if found.sure else ASKED
