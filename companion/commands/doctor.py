"""`bears doctor`: look at every part of the box, and say how to mend what is wrong."""

import argparse
import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.profile import Profile
    from companion.settings import Settings
    from hardware.checkup import Finding

SUMMARY = "look at every part of the box, and say how to mend what is wrong"

HARDWARE_MISSING = 3
_LONG_S = 3.0
"""It is only told if it took longer to get ready to read boards: the first time ever much is compiled."""
NEEDED_MB = 300
"""A journal with its pictures, and room for the system to live."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears doctor`."""
    parser.add_argument("--settings", metavar="FILE", type=Path, help="the settings file")
    parser.add_argument("--profile", metavar="DIR", type=Path, help="the profile's folder")
    parser.add_argument("--data", metavar="DIR", type=Path, help="where the journal is kept")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print what was found; 3 if a part of the box is missing, else 0. Raises `BadInput` for bad settings."""
    from companion.journal.place import usual_folder
    from companion.settings import load_settings
    from hardware.checkup import State, examine
    from hardware.device import open_device
    from hardware.light import Shooting

    settings = load_settings(args.settings)
    with_display = settings.display != "none"
    device = open_device(
        settings.wiring,
        shooting=Shooting(mains_hz=60 if settings.mains_hz == 60 else 50),
        muted=True,
        with_display=with_display,
    )
    try:
        wiring = settings.wiring
        box = examine(
            device,
            wiring.display if with_display else None,
            with_track=None if wiring.track.kind == "none" else wiring.track,
        )
    finally:
        device.close()
    of_board = () if settings.bfh_profile is None else (profile(settings.bfh_profile, part="board profile"),)
    rest = (
        profile(args.profile or settings.profile),
        *of_board,
        disk(args.data or settings.data or usual_folder()),
        settings_file(settings),
    )
    _print((*box, *rest), as_json=args.json)
    return HARDWARE_MISSING if any(finding.state is State.MISSING for finding in box) else 0


def profile(folder: Path | None, *, part: str = "profile") -> "Finding":
    """Whether there is a profile that can be used; a board's is tried, which gets all ready that reads boards."""
    from calibration.errors import CalibrationError
    from calibration.profile import load_profile
    from hardware.checkup import Finding, State
    from vision.errors import VisionError

    if folder is None:
        return Finding(
            part,
            State.LOOK,
            "none is set, so people count the dice",
            "bears profile build, then set it in the settings or give it with --profile",
        )
    try:
        told = _tried(load_profile(folder))
    except (CalibrationError, VisionError) as error:
        return Finding(part, State.LOOK, str(error), "bears profile build makes a new one")
    return Finding(part, State.OK, f"{folder}{told}")


def _tried(profile: "Profile") -> str:
    """How fast a board is read with a profile of one; empty for others. Raises VisionError if it cannot be read."""
    from calibration.profile import PYRAMIDS
    from companion.eyes import BoardEyes

    if profile.kind != PYRAMIDS:
        return ""
    eyes = BoardEyes(profile)
    began = time.monotonic()
    eyes.rehearse()
    ready_s = time.monotonic() - began
    fastest_ms = min(eyes.rehearse().ms for _ in range(3))
    first = f", after {ready_s:.0f} s of getting ready" if ready_s >= _LONG_S else ""
    return f", a drawn board is read in {fastest_ms:.0f} ms{first}"


def disk(folder: Path) -> "Finding":
    """Whether matches can be kept: the folder may be written to, and there is room."""
    from hardware.checkup import Finding, State

    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    free_mb = shutil.disk_usage(there).free // (1 << 20)
    if not os.access(there, os.W_OK):
        return Finding(
            "disk",
            State.LOOK,
            f"{there} cannot be written to",
            "look at its owner, or set another with --data",
        )
    if free_mb < NEEDED_MB:
        return Finding("disk", State.LOOK, f"{free_mb} MB are free in {there}", "free some space")
    return Finding("disk", State.OK, f"{free_mb} MB are free for {folder}")


def settings_file(settings: "Settings") -> "Finding":
    """Which settings count."""
    from hardware.checkup import Finding, State

    return Finding("settings", State.OK, "all as usual" if settings.file is None else str(settings.file))


def _print(findings: "tuple[Finding, ...]", *, as_json: bool) -> None:
    for finding in findings:
        if as_json:
            told = {
                "part": finding.part,
                "state": finding.state.value,
                "told": finding.told,
                "mend": finding.mend,
            }
            sys.stdout.write(json.dumps(told) + "\n")
        else:
            sys.stdout.write(f"{finding.state.value:8}{finding.part:10}{finding.told}\n")
            if finding.mend:
                sys.stdout.write(f"{'':18}> {finding.mend}\n")
