"""`bears print`: make what has to be printed, as PDF in exact millimetres."""

import argparse
from pathlib import Path

SUMMARY = "make a PDF of the corner cards, or of the board that a lens is measured with"

SHEETS = ("cards", "charuco")
PAPERS = ("a4", "letter")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears print`."""
    parser.add_argument(
        "sheet", choices=SHEETS, help="cards: the four corner cards; charuco: the board for a lens"
    )
    parser.add_argument("-o", "--out", metavar="FILE.pdf", type=Path, required=True, help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the paper's size (a4)")


def run(args: argparse.Namespace) -> int:
    """Write the sheet; raises OSError naming the file if that cannot be done."""
    from calibration.files import write_file
    from calibration.printing import cards_pdf, charuco_pdf

    content = {"cards": cards_pdf, "charuco": charuco_pdf}[args.sheet](args.paper)
    write_file(args.out, content)
    print(f"wrote {args.out}: print it at 100 %, then check that its scales are 100 mm long")
    return 0
