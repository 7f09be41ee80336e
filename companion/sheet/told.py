"""What people said about single dice: it goes before what the camera made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.seen import Seen, SeenDie

NEAR_MM = 9.0
"""An answer is about the die within this distance of the place that was asked about: half a die and a little."""


@dataclass(frozen=True)
class Answer:
    """The die at a place (mm) shows `face`; None: there is no die."""

    x: float
    y: float
    face: str | None


def told(seen: Seen, answers: Sequence[Answer]) -> Seen:
    """The same reading with the answers in it: those dice are sure, and nothing odd is left at their places."""
    for answer in answers:
        seen = _with(seen, answer)
    return seen


def _with(seen: Seen, answer: Answer) -> Seen:
    near = [die for die in seen.dice if _near(answer, die.x, die.y)]
    dice = [die for die in seen.dice if die not in near]
    if answer.face is not None:
        nearest = min(near, key=lambda die: math.hypot(die.x - answer.x, die.y - answer.y), default=None)
        dice.append(
            _unseen(answer.x, answer.y, answer.face)
            if nearest is None
            else replace(nearest, face=answer.face, sure=True, why="", confidence=1.0)
        )
    oddities = tuple(odd for odd in seen.oddities if not _near(answer, odd.x, odd.y))
    return replace(seen, dice=tuple(dice), oddities=oddities)


def _near(answer: Answer, x: float, y: float) -> bool:
    return math.hypot(x - answer.x, y - answer.y) < NEAR_MM


def _unseen(x: float, y: float, face: str) -> SeenDie:
    return SeenDie(face, x, y, 0.0, 1.0, sure=True, why="", outline=(), box=(0.0, 0.0, 0.0, 0.0))
