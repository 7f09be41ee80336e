"""`bears export`: a match from the journal as a match log, with the pictures kept as evidence."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.options import add_data, add_settings

if TYPE_CHECKING:
    from companion.journal import Row

SUMMARY = "write a match from the journal as a match log"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears export`."""
    parser.add_argument("match", metavar="MATCH", type=int, help="the number that `bears history` shows")
    add_data(parser)
    add_settings(parser)
    parser.add_argument(
        "-o", "--out", metavar="FILE", type=Path, help="the file to write, instead of the standard output"
    )
    parser.add_argument(
        "--frames", metavar="DIR", type=Path, help="a folder for the pictures kept as evidence"
    )


def run(args: argparse.Namespace) -> int:
    """Write the effective log of a match; raises `BadInput` if there is no such match, and `JournalError`."""
    from companion.journal import read_journal
    from companion.journal.place import usual_folder
    from companion.match.account import Account
    from companion.match.live import known_games
    from companion.settings import load_settings

    settings = load_settings(args.settings)
    folder = args.data or settings.data or usual_folder()
    contents = read_journal(folder)
    matches = contents.matches
    if args.match not in matches:
        known = ", ".join(map(str, sorted(matches))) or "none"
        raise BadInput(f"there is no match {args.match} in {folder}; there are: {known}")
    rows = matches[args.match]
    log = Account.of(rows, known_games(settings.boards)).story.log
    if contents.damaged:
        print("bears: the journal is damaged; this is what can be read of it", file=sys.stderr)
    if args.frames is not None:
        _write_frames(rows, folder, args.frames)
    if args.out is None:
        sys.stdout.write(log.decode("utf-8"))
    else:
        from calibration.files import write_file

        write_file(args.out, log)
    return 0


def _write_frames(rows: "Sequence[Row]", folder: Path, out: Path) -> None:
    from companion.journal import find_frame

    out.mkdir(parents=True, exist_ok=True)
    gone = 0
    for row in rows:
        if row.frame is None:
            continue
        jpeg = find_frame(folder, row.frame)
        if jpeg is None:
            gone += 1
        else:
            (out / f"{row.match}-{row.seq:05d}.jpg").write_bytes(jpeg)
    if gone:
        print(f"bears: {gone} pictures are not kept any more", file=sys.stderr)
