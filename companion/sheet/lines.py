"""An assessment as one line of JSON, for programs that call `bears read`."""

from __future__ import annotations

import json
import math
from typing import Any

from companion.sheet.assessment import Assessment, Die


def as_line(picture: str, assessment: Assessment) -> str:
    """One line of JSON in ASCII, without the line's end, about the picture of this name; any terminal can show it."""
    return json.dumps(as_json(picture, assessment), allow_nan=False)


def as_json(picture: str, assessment: Assessment) -> dict[str, Any]:
    """What `bears read --json` says about a picture.

    A die of a loose picture has `box` (px: left, top, right, bottom) instead of `x`, `y` (mm) and `zone`. A number
    that is not known is null, and so are the places of a doubt about the whole table, and `round` where there is none.
    """
    round_ = assessment.round
    return {
        "picture": picture,
        "dice": [_die(die, loose=assessment.loose) for die in assessment.dice],
        "pairs": [list(pair) for pair in assessment.pairs],
        "doubts": [
            {"reason": doubt.reason, "x": _number(doubt.x, 1), "y": _number(doubt.y, 1)}
            for doubt in assessment.doubts
        ],
        "sure": assessment.sure,
        "round": round_
        and {
            "bears_left": round_.campsite.bears,
            "tents_left": round_.campsite.tents,
            "scores": list(round_.points),
        },
        "ms": _number(assessment.ms, 1),
    }


def _die(die: Die, *, loose: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"face": die.face, "kind": die.kind}
    if loose:
        said["box"] = [_number(v, 1) for v in die.box]
    else:
        said |= {"x": _number(die.x, 2), "y": _number(die.y, 2)}
    said["yaw_deg"] = _number(die.yaw_deg, 1)
    if not loose:
        said["zone"] = die.zone
    return said | {"confidence": _number(die.confidence, 3), "sure": die.sure}


def _number(value: float | None, digits: int) -> float | None:
    # OpenCV and numpy hand out floats of their own kinds, which json does not know.
    return round(float(value), digits) if value is not None and math.isfinite(value) else None
