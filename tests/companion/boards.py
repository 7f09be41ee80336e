"""Boards as a reader hands them on, for tests."""

from __future__ import annotations

from vision.pyramids.seen import Cell, SeenBoard, SeenPiece
from vision.seen import Oddity


def piece(colour: str, size: int, cell: Cell, *, level: int = 0, why: str = "") -> SeenPiece:
    """A piece as it was seen; in doubt for the reason `why`, if there is one."""
    x, y = 40.0 * cell[0], 40.0 * cell[1]
    outline = ((x + 100, y + 100), (x + 130, y + 100), (x + 115, y + 60))
    return SeenPiece(colour, size, cell, level, x, y, 0.9, not why, why, outline)


def board(*pieces: SeenPiece, oddities: tuple[Oddity, ...] = ()) -> SeenBoard:
    """What was seen in one picture."""
    return SeenBoard(pieces, oddities, (), (), 12.34)
