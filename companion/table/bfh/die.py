"""A die with pips that people roll beside the board, read through taught faces called 1 to 6."""

from __future__ import annotations

from calibration.profile import DICE, Profile
from companion.errors import BadInput
from companion.eyes import Eyes
from hardware.camera import Picture
from vision.pyramids.board import Board as Grid

PIPS = {str(number): number for number in range(1, 7)}
"""The names of the faces, and what they are worth."""


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

    def read(self, picture: Picture) -> int | str:
        """What the die shows, or why that cannot be told; raises VisionError if the picture is not of this table."""
        dice = [
            die
            for die in self._eyes.read(picture).dice
            if die.face in PIPS and self._grid.cell_at(die.x, die.y) is None
        ]
        if not dice:
            return "no die is seen beside the board"
        if len(dice) > 1:
            return f"{len(dice)} dice lie beside the board"
        return PIPS[dice[0].face] if dice[0].sure else f"the die is not clear: {dice[0].why}"
