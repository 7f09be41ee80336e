"""`bears park`: the tiles of Outrun the Bear, checked and drawn."""

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from companion.parks import TileSet

SUMMARY = "check and draw a park file of Outrun the Bear"

Level = Literal["first_play", "normal_play", "hard_play"]
LEVELS: tuple[Level, ...] = get_args(Level)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears park`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    check = actions.add_parser("check", help="say whether a park file can be played with")
    check.add_argument("file", metavar="FILE", type=Path, help="the park file (TOML)")
    check.set_defaults(act=_check)

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
    show.set_defaults(act=_show)


def run(args: argparse.Namespace) -> int:
    """Check or draw; raises `BadInput` with the line and the field."""
    from companion.parks import load_tiles

    args.act(load_tiles(args.file), args)
    return 0


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
