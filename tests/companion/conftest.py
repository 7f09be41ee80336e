"""A reader made of truth: what a good but not perfect reader would see of pictures whose truth is known."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

from vision.seen import Oddity, Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
DATA = Path(__file__).parent / "data"

Strangers = Literal["ignored", "unknown", "unsure"]
Look = Callable[..., Seen]


def made_die(
    face: str, x: float, y: float, *, yaw_deg: float = 0.0, sure: bool = True, why: str = ""
) -> SeenDie:
    return SeenDie(
        face=face,
        x=x,
        y=y,
        yaw_deg=yaw_deg,
        confidence=0.9 if sure else 0.4,
        sure=sure,
        why=why or ("" if sure else "glare"),
        outline=(),
        box=(0.0, 0.0, 1.0, 1.0),
    )


def made_seen(*dice: SeenDie, oddities: tuple[Oddity, ...] = ()) -> Seen:
    return Seen(dice=dice, oddities=oddities, warnings=(), ms=12.0)


@pytest.fixture(scope="session")
def die() -> Callable[..., SeenDie]:
    """Make a die as a reader would hand it on: `die("tent", x, y, yaw_deg=..., sure=...)`."""
    return made_die


@pytest.fixture(scope="session")
def seen() -> Callable[..., Seen]:
    """Make what a reader saw: `seen(die, die, ..., oddities=...)`."""
    return made_seen


@pytest.fixture(scope="session")
def pictures() -> Mapping[str, Mapping[str, Any]]:
    """The truth of twenty rendered pictures of two tables, by name ("dev-a/003"), as in their truth files."""
    return {
        f"{name}/{Path(truth['picture']).stem}": truth
        for name in ("dev-a", "dev-b")
        for truth in json.loads((DATA / f"{name}.json").read_text())
    }


@pytest.fixture(scope="session")
def look() -> Look:
    """Look at a picture's truth as a reader would: `look(truth, rng, place_mm=0.5, strangers="ignored")`.

    Places are off by Gaussian noise of `place_mm` along each axis; clear dice are sure, hidden ones missed, and what
    is between is either. A hand is an oddity without an outline. Dice of other games are as `strangers` says.
    """
    return _look


def _look(
    truth: Mapping[str, Any], rng: random.Random, *, place_mm: float = 0.5, strangers: Strangers = "ignored"
) -> Seen:
    dice: list[SeenDie] = []
    oddities: list[Oddity] = []
    covered: list[tuple[float, float]] = []
    for true in truth["dice"]:
        x, y = rng.gauss(true["x"], place_mm), rng.gauss(true["y"], place_mm)
        yaw = rng.gauss(true["yaw_deg"], 2.0)
        if true["kind"] == "other":
            if strangers == "unknown":
                oddities.append(Oddity("unknown die", "a die of another kind", x, y))
            elif strangers == "unsure":
                dice.append(
                    made_die(rng.choice(FACES), x, y, yaw_deg=yaw, sure=False, why="unlike all faces")
                )
        elif true["visible"] < 0.25:
            covered.append((x, y))
        elif true["visible"] < 0.6:
            if rng.random() < 0.5:
                dice.append(made_die(true["face"], x, y, yaw_deg=yaw, sure=False, why="partly covered"))
        elif true.get("contrast", 255) < 40:
            face = rng.choice((true["face"], rng.choice(FACES)))
            dice.append(made_die(face, x, y, yaw_deg=yaw, sure=False, why="glare"))
        else:
            dice.append(made_die(true["face"], x, y, yaw_deg=yaw))
    if "hand" in truth["tags"]:
        places = covered or [(0.0, -40.0)]
        x, y = (math.fsum(c) / len(places) for c in zip(*places, strict=True))
        oddities.append(Oddity("cover", "a hand or a sleeve", x, y))
    rng.shuffle(dice)
    return Seen(dice=tuple(dice), oddities=tuple(oddities), warnings=(), ms=10.0)
