"""`bears evaluate`: how well a labelled set of pictures is read."""

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.profile import Profile
    from companion.evaluation.tally import Row
    from companion.eyes import BoardEyes, Eyes

SUMMARY = "measure how well a labelled set of pictures is read"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears evaluate`."""
    parser.add_argument(
        "set", metavar="SET", type=Path, help="folder with set.json, teach/, table/ and truth/"
    )
    parser.add_argument("--only", metavar="NAME,...", help="only these pictures of table/, such as 003,007")
    parser.add_argument("--verbose", action="store_true", help="list every fault, not only the first ones")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Build a profile from the set, read its pictures, and print a table and a summary; 0 whatever the figures.

    Raises `BadInput`, CalibrationError or VisionError if the set cannot be used.
    """
    from calibration.building import build_profile
    from companion.evaluation.tally import Tally
    from companion.progress import with_progress

    pictures = _pictures(args.set, args.only)
    built = build_profile(args.set)
    for warning in built.warnings:
        print(f"bears: {warning}", file=sys.stderr)
    row, what = _rows_of(built.profile)
    rows = tuple(
        row(path, args.set / "truth" / f"{path.stem}.json")
        for path in with_progress(pictures, stream=sys.stderr, label="reading")
    )
    tally = Tally(args.set.resolve().name, rows, what)
    if args.json:
        print(json.dumps(tally.as_json()))
    else:
        print(tally.table(most_faults=None if args.verbose else 3))
        print(f"\n{tally.summary()}")
    return 0


def _rows_of(profile: "Profile") -> tuple["Callable[[Path, Path], Row]", str]:
    """What reads and judges one picture with its truth file, and what is read."""
    from calibration.profile import PYRAMIDS
    from companion.eyes import BoardEyes, Eyes

    if profile.kind == PYRAMIDS:
        return partial(_board_row, BoardEyes(profile)), "pyramids"
    return partial(_row, Eyes(profile)), "dice"


def _board_row(eyes: "BoardEyes", path: Path, truth_path: Path) -> "Row":
    from companion.evaluation.boards import judge_board, load_board_truth
    from companion.evaluation.tally import Row
    from vision.errors import CardsNotVisible
    from vision.pictures import PictureUnreadable, load_picture
    from vision.pyramids.seen import SeenBoard
    from vision.seen import COVER, Oddity

    truth = load_board_truth(truth_path)
    try:
        seen = eyes.read(load_picture(path))
    except (CardsNotVisible, PictureUnreadable) as error:
        # A picture that is refused is a picture that people are asked about.
        seen = SeenBoard((), (Oddity(COVER, str(error), 0.0, 0.0),), (), (), 0.0)
    return Row(path.stem, truth.tags, judge_board(truth, seen), seen.ms)


def _pictures(folder: Path, only: str | None) -> list[Path]:
    pictures = sorted(
        path for path in (folder / "table").glob("*") if path.suffix.lower() in {".jpg", ".jpeg", ".png"}
    )
    if not pictures:
        raise BadInput(f"there are no pictures in '{folder / 'table'}'; give the folder of a labelled set")
    if only is None:
        return pictures
    names = {name.strip() for name in only.split(",")} - {""}
    if not names:
        raise BadInput("--only names no picture; give the pictures' names, such as 003,007")
    unknown = names - {path.stem for path in pictures}
    if unknown:
        raise BadInput(
            f"there is no picture '{min(unknown)}' in '{folder / 'table'}'; --only takes their names"
        )
    return [path for path in pictures if path.stem in names]


def _row(eyes: "Eyes", path: Path, truth_path: Path) -> "Row":
    from companion.evaluation.judging import judge
    from companion.evaluation.tally import Row
    from companion.evaluation.truth import TableTruth, load_truth
    from companion.sheet.assessment import Assessment, Doubt
    from vision.errors import CardsNotVisible
    from vision.pictures import PictureUnreadable, load_picture

    truth = load_truth(truth_path, loose=eyes.layout is None)
    seats = truth.seats if isinstance(truth, TableTruth) else None
    try:
        found = eyes.read(load_picture(path), seats=seats)
    except (CardsNotVisible, PictureUnreadable) as error:
        # A picture that is refused is a picture that people are asked about.
        found = Assessment((), (), (Doubt(str(error)),), None, (), 0.0, eyes.layout)
    tags = truth.tags if isinstance(truth, TableTruth) else ()
    return Row(path.stem, tags, judge(truth, found), found.ms)
