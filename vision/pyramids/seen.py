"""What the board's reader hands on: the pyramids it saw in one picture, and what it could not make out.

Values only. Cells are (column, row) from 0, as the board's grid runs: column along its x, row along its y, which for a
board that lies square before the device are to the right and away from it. Millimetres are of the table frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vision.seen import Oddity, Pixel

if TYPE_CHECKING:
    from vision.lens import View

Cell = tuple[int, int]
"""Column and row of a square, from 0."""


@dataclass(frozen=True)
class SeenPiece:
    """One pyramid of which something can be seen; `sure` only if colour, size, square and level can be relied on."""

    colour: str
    """The name of the taught colour."""
    size: int
    """1 small, 2 medium, 3 large."""
    cell: Cell
    level: int
    """How many of the pieces that can be seen on this square are below it; covered ones cannot be seen nor counted."""
    x: float
    """Its axis, mm."""
    y: float
    """Its axis, mm."""
    confidence: float
    """0..1; comparable within one reader, not a probability."""
    sure: bool
    why: str
    """Empty if sure; else the reason in words."""
    outline: tuple[Pixel, ...] = ()
    """Its silhouette, px of the picture as taken."""


@dataclass(frozen=True)
class SeenBoard:
    """All that the reader saw of the board in one picture."""

    pieces: tuple[SeenPiece, ...]
    oddities: tuple[Oddity, ...]
    """Hands, pieces lying on their side or between squares, things that are no pieces."""
    hidden: tuple[Cell, ...]
    """Squares of which too little can be seen to say whether something small stands there."""
    warnings: tuple[str, ...]
    ms: float
    """How long the reading took, ms, without decoding the picture."""
    view: View | None = None
    behind: Mapping[Cell, int] = field(default_factory=dict)
    """Squares without a piece on which one could stand behind others, or be taken for a part of them; with the size of
    the largest that could."""

    @property
    def sure(self) -> bool:
        """Whether the picture is read without doubt."""
        return not self.oddities and all(piece.sure for piece in self.pieces)
