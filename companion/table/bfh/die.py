"""A die with pips that people roll beside the board, read through taught faces called 1 to 6."""

from __future__ import annotations

import math
from dataclasses import dataclass

from calibration.profile import DICE, Profile
from companion.errors import BadInput
from companion.eyes import Eyes
from hardware.camera import Picture
from vision.pyramids.board import Board as Grid

PIPS = {str(number): number for number in range(1, 7)}
"""The names of the faces, and what they are worth."""
MOVED_MM, TURNED_DEG = 4.0, 8.0
"""A die that lies within these of how it lay, with the same face up, was not rolled."""


@dataclass(frozen=True)
class LyingDie:
    """A die as it lies beside the board: what it shows, and where; mm in the table frame."""

    value: int
    x: float
    y: float
    yaw_deg: float

    def rolled_since(self, before: LyingDie) -> bool:
        """Whether it lies otherwise than `before`; most faces with pips look the same turned by a quarter."""
        turned = abs((self.yaw_deg - before.yaw_deg + 45) % 90 - 45)
        far = math.hypot(self.x - before.x, self.y - before.y) > MOVED_MM
        return self.value != before.value or far or turned > TURNED_DEG


class DieEyes:
    """Reads the one die that lies beside the board; raises `BadInput` for a profile that does not know its faces."""

    def __init__(self, profile: Profile, grid: Grid) -> None:
        missing = [name for name in PIPS if name not in profile.faces.names]
        if profile.kind != DICE or missing:
            raise BadInput(
                "the profile of the die needs the faces 1 to 6, taught on the table with the board; "
                f"missing: {', '.join(missing) or 'the table'}"
            )
        self._eyes, self._grid = Eyes(profile), grid

    def read(self, picture: Picture) -> LyingDie | str:
        """The die, or why it cannot be told what it shows; raises VisionError if the picture is not of this table."""
        dice = [
            die
            for die in self._eyes.read(picture).dice
            if die.face in PIPS and self._grid.cell_at(die.x, die.y) is None
        ]
        if not dice:
            return "no die is seen beside the board"
        if len(dice) > 1:
            return f"{len(dice)} dice lie beside the board"
        die = dice[0]
        if not die.sure:
            return f"the die is not clear: {die.why}"
        return LyingDie(PIPS[die.face], die.x, die.y, die.yaw_deg)
