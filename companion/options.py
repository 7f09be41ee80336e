"""Options that several commands share, checked before any work is done."""

import argparse
import math
from pathlib import Path

from companion.errors import BadInput

MOST_SEATS = 8
"""As many as can play with combined sets of dice."""

LONGEST_NAME = 20
"""Letters of a name; more could not be read on the display."""

MOST_SHOWN = 60


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add `--profile`, which the command cannot do without."""
    parser.add_argument("--profile", metavar="DIR", type=Path, required=True, help="the profile's folder")


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`."""
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="where the journal is kept, if not in the usual folder"
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add `--settings`."""
    parser.add_argument("--settings", metavar="FILE", type=Path, help="the settings file")


def add_seats(parser: argparse.ArgumentParser) -> None:
    """Add `--seats`."""
    parser.add_argument(
        "--seats",
        metavar="DEG,...",
        help="where people sit, if not as the profile says: angles from the right, counter-clockwise",
    )


def parse_seats(text: str | None) -> tuple[float, ...] | None:
    """The angles in "205,335,40,140", None for None; raises `BadInput` for anything else or more than eight."""
    if text is None:
        return None
    try:
        seats = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise BadInput(f"--seats should be angles such as 205,335,40,140, not '{text}'") from None
    if not all(math.isfinite(seat) and abs(seat) <= 360 for seat in seats):
        raise BadInput(f"--seats should be angles from -360 to 360 degrees, not '{text}'")
    if len(seats) > MOST_SEATS:
        raise BadInput(f"--seats names {len(seats)} seats; at most {MOST_SEATS} can be read")
    return seats


def parse_names(text: str | None, seats: int) -> tuple[str, ...]:
    """The names in "Ana,Ben", one a seat, () for None; raises `BadInput` if they do not fit."""
    if text is None:
        return ()
    names = split_names(text, "--names")
    if len(names) != seats:
        raise BadInput(
            f"--names gives {len(names)} names for {seats} seats; name everybody, in the seats' order"
        )
    return names


def split_names(text: str, option: str, *, like: str = "names such as Ana,Ben") -> tuple[str, ...]:
    """The names in "Ana,Ben", given with `option`; raises `BadInput` unless they differ and can be printed."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) != len(names):
        raise BadInput(f"{option} should be different {like}, not '{_shortened(text)}'")
    if not all(name.isprintable() for name in names):
        raise BadInput(
            f"{option} should be names that can be printed, without line breaks or other control characters"
        )
    for name in names:
        if len(name) > LONGEST_NAME:
            raise BadInput(
                f"a name has at most {LONGEST_NAME} letters, not {len(name)}: '{_shortened(name)}'"
            )
    return names


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
