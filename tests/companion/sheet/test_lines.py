"""The line of JSON that programs get."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import numpy as np

from companion.sheet.assess import assess, assess_loose
from companion.sheet.layout import Layout
from companion.sheet.lines import as_json, as_line
from vision.seen import Oddity, Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")


def test_any_name_of_a_picture_can_be_printed(seen: Callable[..., Seen]) -> None:
    """Terminals lack letters, and file names need not even be text: the line is ASCII and valid JSON all the same."""
    for name in ("Bärentisch/☃.jpg", "no\udcffname.jpg"):
        line = as_line(name, assess_loose(seen()))
        assert line.isascii()
        assert json.loads(line)["picture"] == name


def test_a_table_has_these_keys_and_no_others(die: Callable[..., SeenDie], seen: Callable[..., Seen]) -> None:
    """Programs rely on the names, the kinds of value, and on zones being "campsite" or a number."""
    dice = (
        die("runner", 200.004, 0.0, yaw_deg=12.34),
        die("tent", 218.0, 0.0),
        die("bear", 0.0, 0.0, sure=False),
    )
    found = assess(seen(*dice), Layout((180.0, 0.0)), FACES)
    assert as_json("a/007.jpg", found) == {
        "picture": "a/007.jpg",
        "dice": [
            {
                "face": "runner",
                "kind": "player",
                "x": 200.0,
                "y": 0.0,
                "yaw_deg": 12.3,
                "zone": 1,
                "confidence": 0.9,
                "sure": True,
            },
            {
                "face": "tent",
                "kind": "camp",
                "x": 218.0,
                "y": 0.0,
                "yaw_deg": 0.0,
                "zone": 1,
                "confidence": 0.9,
                "sure": True,
            },
            {
                "face": "bear",
                "kind": "camp",
                "x": 0.0,
                "y": 0.0,
                "yaw_deg": 0.0,
                "zone": "campsite",
                "confidence": 0.4,
                "sure": False,
            },
        ],
        "pairs": [[0, 1]],
        "doubts": [
            {"reason": "this bear is not sure: glare", "x": 0.0, "y": 0.0},
            {"reason": "8 of 10 camp dice cannot be seen", "x": None, "y": None},
        ],
        "sure": False,
        "round": {"bears_left": 1, "tents_left": 0, "scores": [0, 2]},
        "ms": 12.0,
    }


def test_a_loose_picture_has_boxes_instead_of_places(
    die: Callable[..., SeenDie], seen: Callable[..., Seen]
) -> None:
    """Without cards there are no millimetres; where the turn is not known it is null, as NaN is not JSON."""
    line = as_json("b.jpg", assess_loose(seen(die("6", math.nan, math.nan, yaw_deg=math.nan))))
    assert line["dice"] == [
        {"face": "6", "kind": "other", "box": [0, 0, 1, 1], "yaw_deg": None, "confidence": 0.9, "sure": True}
    ]
    assert line["pairs"] == []
    assert line["round"] is None
    assert line["sure"] is True


def test_numbers_of_numpy_and_odd_names_are_told(
    seen: Callable[..., Seen], die: Callable[..., SeenDie]
) -> None:
    """Readers hand on numpy's numbers, and pictures have any names; a line stays a line all the same."""
    odd = Oddity("cover", "Ärmel\n", float(np.float32(1.5)), math.inf)
    dice = die("bear", np.float64(1.25), np.float32(2.5), yaw_deg=np.float64(3))
    line = as_line("Bär\n1.jpg", assess(seen(dice, oddities=(odd,)), Layout((0.0,)), FACES))
    assert "\n" not in line
    assert json.loads(line)["picture"] == "Bär\n1.jpg"
    assert {"reason": "Ärmel\n", "x": 1.5, "y": None} in json.loads(line)["doubts"]
