"""`bears calibrate`: measure a lens, the table from a picture of the corner cards, or where a park's rows lie."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.errors import BadInput
from companion.options import add_profile

SUMMARY = "measure the camera's lens, where the camera and the corner cards are, or where a park's rows lie"

START = "start"
"""What the bear's place before the first row is called where rows are listed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears calibrate`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    lens = actions.add_parser("lens", help="measure a lens from pictures of the board (bears print charuco)")
    lens.add_argument(
        "pictures", metavar="PICTURE", type=Path, nargs="+", help="ten or more pictures of the board"
    )
    lens.add_argument(
        "-o", "--out", metavar="FILE.json", type=Path, required=True, help="the lens file to write"
    )
    table = actions.add_parser("table", help="measure the table from one picture of the four corner cards")
    table.add_argument(
        "picture", metavar="PICTURE", type=Path, help="a picture of the empty table with its cards"
    )
    table.add_argument(
        "--lens", metavar="LENS", required=True, help="a camera (v2, v3, v3-wide, hq-6mm) or a lens file"
    )
    table.add_argument(
        "--marker", metavar="MM", type=float, default=60.0, help="side of the cards' black square (60)"
    )
    table.add_argument("--json", action="store_true", help="print the result as one JSON object")
    rows = actions.add_parser(
        "rows",
        help="learn where the rows of a park of Outrun the Bear lie, from pictures of the bear's marker",
    )
    rows.add_argument(
        "pictures",
        metavar="PICTURE",
        type=Path,
        nargs="+",
        help="the bear's marker on one row after the other",
    )
    add_profile(rows)
    rows.add_argument(
        "--rows", metavar="ROW,...", help=f"which row each picture shows ({START}, 0, 1, ... in this order)"
    )
    rows.add_argument(
        "--log", metavar="LOG", type=Path, help="a match log that tells what is in each row of the park"
    )
    rows.add_argument(
        "-o", "--out", metavar="FILE.json", type=Path, required=True, help="the file of rows to write"
    )


def run(args: argparse.Namespace) -> int:
    """Measure; raises CalibrationError or VisionError with advice."""
    return {"lens": _lens, "table": _table, "rows": _rows}[args.action](args)


def _lens(args: argparse.Namespace) -> int:
    import cv2
    import numpy as np

    from calibration.lens import measure_lens, save_lens
    from vision.errors import VisionError
    from vision.pictures import load_picture

    _check_target(args.out, args.pictures)
    pictures = {}
    for path in args.pictures:
        try:
            pictures[str(path)] = np.asarray(
                cv2.cvtColor(load_picture(path), cv2.COLOR_BGR2GRAY), dtype=np.uint8
            )
        except VisionError as problem:
            raise BadInput(f"{problem}") from problem
    measured = measure_lens(pictures)
    save_lens(measured, args.out)
    for name, why in measured.dropped.items():
        print(f"bears: {name} was left out: {why}", file=sys.stderr)
    for warning in measured.warnings:
        print(f"bears: {warning}", file=sys.stderr)
    lens = measured.lens
    (across, _, x), (_, down, y) = lens.K[:2].tolist()
    print(f"{len(measured.used)} pictures of {lens.width} x {lens.height} fit to {measured.rms_px:.2f} px")
    print(f"focal length {across:.1f} px across, {down:.1f} px down; middle {x:.1f}, {y:.1f}")
    print(f"wrote {args.out}")
    return 0


def _check_target(path: Path, pictures: Sequence[Path]) -> None:
    """Raise `BadInput` unless a file can be written here; measuring takes a while."""
    if path.is_dir():
        raise BadInput(f"'{path}' is a folder; give the file's name")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder '{path.parent}' to write the file in; make it first")
    if not os.access(path.parent, os.W_OK):
        raise BadInput(f"not allowed to write in the folder '{path.parent}'; choose another place")
    if any(path.exists() and picture.exists() and path.samefile(picture) for picture in pictures):
        raise BadInput(f"'{path}' is one of the pictures; choose another name for the file")


def _table(args: argparse.Namespace) -> int:
    import cv2
    import numpy as np

    from calibration.lens import choose_lens, is_nominal
    from calibration.table import calibrate_table
    from vision.pictures import load_picture

    if not 5 <= args.marker <= 500:
        raise BadInput(f"a black square of {args.marker:g} mm is not read; --marker is from 5 to 500")
    grey = np.asarray(cv2.cvtColor(load_picture(args.picture), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    lens = choose_lens(args.lens, grey.shape[1], grey.shape[0])
    table = calibrate_table(grey, lens=lens, marker_mm=args.marker, lens_measured=not is_nominal(args.lens))
    for warning in table.warnings:
        print(f"bears: {warning}", file=sys.stderr)
    pose = table.view.pose
    cards = [
        {"id": c.id, "x": round(c.x, 2), "y": round(c.y, 2), "yaw_deg": round(c.yaw_deg, 2)}
        for c in table.cards
    ]
    if args.json:
        eye = [round(float(v), 2) for v in pose.eye]
        sizes = [round(size, 3) for size in table.sizes_mm]
        print(
            json.dumps({"rms_px": round(table.rms_px, 4), "eye_mm": eye, "cards": cards, "sizes_mm": sizes})
        )
        return 0
    print(f"the cards fit to {table.rms_px:.2f} px")
    print(f"camera: {pose.eye[2]:.0f} mm above the table, {-pose.eye[1]:.0f} mm before its middle")
    if is_nominal(args.lens):
        before, after = lens.K[0, 0], table.view.lens.K[0, 0]
        print(f"the nominal lens was adjusted: focal length {after:.0f} px, before {before:.0f} px")
    for card, size in zip(cards, table.sizes_mm, strict=True):
        print(
            f"card {card['id']}: x {card['x']:.1f} mm, y {card['y']:.1f} mm, turned {card['yaw_deg']:.1f} degrees,"
            f" looks {size:.2f} mm large"
        )
    print("one common wrong scale cannot be seen: check that the ruler on the cards' sheet is 100 mm long")
    return 0


def _rows(args: argparse.Namespace) -> int:
    from calibration.errors import CalibrationError
    from calibration.rows import Place, save_rows, taught_rows
    from companion.standees.matches import state_of
    from companion.standees.reading import open_reader, row_labels, taught_place
    from vision.errors import VisionError
    from vision.pictures import load_picture

    numbers = _row_numbers(args.rows, len(args.pictures))
    _check_target(args.out, args.pictures)
    labels = () if args.log is None else row_labels(state_of(args.log).trail.park)
    reader = open_reader(args.profile)
    places: dict[int, list[Place]] = {}
    for number, path in zip(numbers, args.pictures, strict=True):
        try:
            place = taught_place(reader.read(load_picture(path)))
        except (CalibrationError, VisionError) as problem:
            raise BadInput(f"{path}: {problem}") from problem
        places.setdefault(number, []).append(place)
    rows = taught_rows(places, labels)
    save_rows(rows, args.out)
    for row in rows.rows:
        where = " to ".join(f"x {x:.0f}, y {y:.0f} mm" for x, y in row.places)
        how = "" if row.number in places else " (between the others)"
        called = f" {row.label}" if row.label else ""
        print(f"{START if row.number < 0 else f'row {row.number}'}{called}: {where}{how}")
    print(f"wrote {args.out}")
    return 0


def _row_numbers(text: str | None, pictures: int) -> tuple[int, ...]:
    """The rows in "start,0,0,8", one a picture; raises `BadInput`."""
    if text is None:
        return tuple(range(-1, pictures - 1))
    names = [name.strip() for name in text.split(",")]
    if not all(name == START or (name.isascii() and name.isdigit() and len(name) <= 4) for name in names):
        raise BadInput(f"--rows should be rows such as {START},0,1,8, not '{text}'")
    if len(names) != pictures:
        raise BadInput(f"--rows names {len(names)} rows for {pictures} pictures; name one for each")
    return tuple(-1 if name == START else int(name) for name in names)
