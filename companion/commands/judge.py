"""`bears judge`: calls judged against a recorded burst of pictures."""

import argparse
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.options import add_profile

if TYPE_CHECKING:
    from companion.referee import Ruled

SUMMARY = "judge calls at given times against a burst of pictures"

_LONGEST_S = 3600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears judge`."""
    parser.add_argument(
        "burst", metavar="BURST_DIR", type=Path, help="a folder with set.json and the pictures it lists"
    )
    add_profile(parser)
    parser.add_argument(
        "--calls", metavar="T,...", required=True, help="when somebody called, in seconds of the burst"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, a line a call")


def run(args: argparse.Namespace) -> int:
    """Print the ruling on each call, in the order given; each is judged as if it were the only one.

    Raises `BadInput`, CalibrationError or VisionError if the burst or the profile cannot be used.
    """
    calls = parse_calls(args.calls)

    from companion.watching.burst import judge_burst

    for t, ruled in zip(calls, judge_burst(args.burst, args.profile, calls), strict=True):
        print(json.dumps(_as_json(t, ruled)) if args.json else _told(t, ruled), flush=True)
    return 0


def parse_calls(text: str) -> tuple[float, ...]:
    """The times in "0.10,0.52", in seconds; raises `BadInput` for anything else."""
    try:
        calls = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise BadInput(f"--calls should be times in seconds such as 0.10,0.52, not '{text}'") from None
    if not all(math.isfinite(t) and abs(t) <= _LONGEST_S for t in calls):
        raise BadInput(f"--calls should be times within an hour of the burst, not '{text}'")
    return calls


def _as_json(t: float, ruled: "Ruled") -> dict[str, object]:
    return {
        "t": t,
        "verdict": ruled.verdict,
        "bears": ruled.bears,
        "tents": ruled.tents,
        "last_seen": _seconds(ruled.last_seen_ns),
        "first_gone": _seconds(ruled.first_gone_ns),
    }


def _seconds(time_ns: int | None) -> float | None:
    return None if time_ns is None else round(time_ns / 1e9, 6)


def _told(t: float, ruled: "Ruled") -> str:
    return f"{t:.2f} s: {ruled.verdict}: {ruled.reason} ({ruled.rule})"
