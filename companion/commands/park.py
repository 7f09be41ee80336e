"""`bears park`: the tiles of Outrun the Bear, checked and drawn, and its figures read in a picture."""

import argparse
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from companion.options import add_profile

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.parks import TileSet

SUMMARY = "check and draw a park file of Outrun the Bear, or read its figures in a picture"

Level = Literal["first_play", "normal_play", "hard_play"]
LEVELS: tuple[Level, ...] = get_args(Level)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears park`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    check = actions.add_parser("check", help="say whether a park file can be played with")
    check.add_argument("file", metavar="FILE", type=Path, help="the park file (TOML)")
    check.set_defaults(act=_with_tiles(_check))

    show = actions.add_parser("show", help="draw the tiles, or a park laid out with them")
    show.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="the park file; without it the example"
    )
    show.add_argument(
        "--seed", metavar="N", type=int, help="lay a park out at random, the one of this number"
    )
    show.add_argument(
        "--level", choices=LEVELS, help="with --seed: with the paw prints of this level of play"
    )
    show.set_defaults(act=_with_tiles(_show))

    read = actions.add_parser("read", help="tell in which rows the figures stand in a picture of the park")
    read.add_argument("picture", metavar="PICTURE", type=Path, help="JPEG or PNG")
    add_profile(read)
    read.add_argument(
        "--rows",
        metavar="FILE.json",
        type=Path,
        required=True,
        help="where the rows lie (bears calibrate rows)",
    )
    read.add_argument(
        "--log", metavar="LOG", type=Path, help="the match so far: names the runners and proposes their move"
    )
    read.add_argument("--json", action="store_true", help="print the result as one JSON object")
    read.set_defaults(act=_read)


def run(args: argparse.Namespace) -> int:
    """Check, draw or read; raises `BadInput` with the line and the field, CalibrationError or VisionError."""
    args.act(args)
    return 0


def _with_tiles(
    act: "Callable[[TileSet, argparse.Namespace], None]",
) -> "Callable[[argparse.Namespace], None]":
    """Do something with the tiles of the file that is named."""

    def run_it(args: argparse.Namespace) -> None:
        from companion.parks import load_tiles

        act(load_tiles(args.file), args)

    return run_it


def _check(tiles: "TileSet", args: argparse.Namespace) -> None:
    from companion.parks import possible_ends
    from companion.parks.drawing import describe, side_paws

    print(f"{args.file} can be played with: {describe(tiles)}")
    for tile in tiles.tiles:
        print(f"{tile.name}: {len(tile.rows)} and {len(tile.back or ())} rows, {side_paws(tile)} paw prints")
    levels = [level for level in LEVELS if possible_ends(tiles, (level,))]
    print(f"levels of play: {', '.join(levels) or 'none'}")


def _show(tiles: "TileSet", args: argparse.Namespace) -> None:
    from companion.errors import BadInput
    from companion.parks import draw_park
    from companion.parks.drawing import describe, draw_tiles, draw_trail

    if args.seed is None and args.level is not None:
        raise BadInput("--level goes with --seed")
    print(describe(tiles))
    if args.seed is None:
        lines = draw_tiles(tiles)
    else:
        variants = () if args.level is None else (args.level,)
        lines = draw_trail(draw_park(tiles, random.Random(args.seed), variants=variants))  # noqa: S311 - a seed is wished for
    for line in lines:
        print(line)


def _read(args: argparse.Namespace) -> None:
    from calibration.rows import load_rows
    from companion.errors import BadInput
    from companion.standees.matches import figures_of, state_of
    from companion.standees.reading import open_reader, row_labels
    from companion.standees.telling import as_line, read_park, told
    from vision.pictures import load_picture
    from vision.standees import STANDEE_IDS

    state = None if args.log is None else state_of(args.log)
    rows = load_rows(args.rows)
    if state is None:
        figures = {f"runner {number}": number for number in range(1, len(STANDEE_IDS))}
    else:
        figures = figures_of(state)
        if not rows.fits(row_labels(state.trail.park)):
            raise BadInput(
                f"the rows in '{args.rows}' are not those of the park in '{args.log}': teach them anew"
                " (bears calibrate rows)"
            )
    reading = open_reader(args.profile).read(load_picture(args.picture))
    for warning in reading.warnings:
        print(f"bears: {args.picture}: {warning}", file=sys.stderr)
    park = read_park(str(args.picture), reading, rows, figures, state)
    for line in [as_line(park)] if args.json else told(park):
        print(line)
