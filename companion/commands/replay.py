"""`bears replay`: fold a match log into the state that the match is in."""

import argparse
import json
import sys
from pathlib import Path

from companion.errors import BadInput

SUMMARY = "replay a match log and print the state the match ends in"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears replay`."""
    parser.add_argument(
        "log", metavar="LOG", type=Path, help="a match log, one JSON object a line; - reads standard input"
    )
    parser.add_argument(
        "--boards",
        metavar="FOLDER",
        type=Path,
        help="a folder with more boards (*.toml) of Bears, Foxes & Hares",
    )
    parser.add_argument("--json", action="store_true", help="print the state as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the state that `args.log` ends in, as JSON or in words; raises `BadInput` if the log cannot be read."""
    from companion.boards import load_boards
    from companion.games.catalogue import all_games
    from companion.games.fields import LogError
    from companion.games.log import replay
    from companion.logs import read_log

    try:
        play = replay(read_log(args.log), all_games(load_boards(args.boards)))
    except LogError as error:
        raise BadInput(f"the match log cannot be used: {error}") from error
    if args.json:
        lines = [json.dumps(play.report())]
    else:
        lines = play.game.tell(play.state)
        lines += [f"refused, line {refusal.line}: {refusal}" for refusal in play.refused]
    for line in lines:
        sys.stdout.write(_printable(line, sys.stdout.encoding or "utf-8") + "\n")
    return 0


def _printable(line: str, encoding: str) -> str:
    """The line with everything that would end it or that the terminal cannot show written as an escape."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)
    return shown.encode(encoding, "backslashreplace").decode(encoding)
