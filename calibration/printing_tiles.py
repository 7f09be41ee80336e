"""How a drawing that is larger than a sheet of paper is shared out to several, to be cut and glued together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from calibration.errors import CalibrationError
from calibration.printing_shapes import PAPERS, RIM_MM

GLUE_MM = 10.0
"""How far a sheet goes on beyond the seam, so that the next one can be glued onto it."""

FOOT_MM = 12.0
"""What is kept free at the lower edge of a sheet for its scale and for what it is."""

MOST_SHEETS = 64


@dataclass(frozen=True)
class Box:
    """A rectangle in mm of the drawing, y upwards."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right, mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top, mm."""
        return self.top - self.bottom


@dataclass(frozen=True)
class Tile:
    """One sheet: its column and row from the lower left, and what it shows when all is glued together.

    Where another sheet follows on the right or above, this one goes on by `GLUE_MM` under it.
    """

    column: int
    row: int
    box: Box
    glue_right: bool
    glue_above: bool

    @property
    def printed(self) -> Box:
        """What is printed on it: its part of the drawing, and that under the next sheets."""
        right, above = GLUE_MM * self.glue_right, GLUE_MM * self.glue_above
        return Box(self.box.left, self.box.bottom, self.box.right + right, self.box.top + above)


@dataclass(frozen=True)
class Tiling:
    """The sheets, row by row from the lower left, all `size` mm wide and high."""

    size: tuple[float, float]
    columns: int
    rows: int
    tiles: tuple[Tile, ...]

    def corner(self, tile: Tile) -> tuple[float, float]:
        """Where on its sheet the lower left corner of what is printed comes, mm."""
        return (self.size[0] - tile.printed.width) / 2, RIM_MM + FOOT_MM


def share_out(drawing: Box, *, across: Sequence[float], up: Sequence[float], paper: str) -> Tiling:
    """The fewest sheets of `paper`, upright or lying, that hold the drawing, whose seams may be only at these places.

    `across` are x, `up` are y, in mm. Raises CalibrationError if the paper is too small for a piece between two seams,
    or more than `MOST_SHEETS` were needed.
    """
    wide, high = PAPERS[paper]
    fitting = []
    for size in ((wide, high), (high, wide)):
        columns = _cut(drawing.left, drawing.right, across, size[0] - 2 * RIM_MM)
        rows = _cut(drawing.bottom, drawing.top, up, size[1] - 2 * RIM_MM - FOOT_MM)
        if columns and rows:
            fitting.append((size, columns, rows))
    if not fitting:
        raise CalibrationError(f"{paper} is too small for it; take a larger paper or smaller squares")
    size, columns, rows = min(fitting, key=lambda each: len(each[1]) * len(each[2]))
    if len(columns) * len(rows) > MOST_SHEETS:
        raise CalibrationError(
            f"{len(columns) * len(rows)} sheets of {paper} would be needed; take a larger paper or smaller squares"
        )
    tiles = tuple(
        Tile(
            column,
            row,
            Box(left, bottom, right, top),
            glue_right=column < len(columns) - 1,
            glue_above=row < len(rows) - 1,
        )
        for row, (bottom, top) in enumerate(rows)
        for column, (left, right) in enumerate(columns)
    )
    return Tiling(size, len(columns), len(rows), tiles)


def _cut(start: float, stop: float, seams: Sequence[float], room: float) -> list[tuple[float, float]]:
    """From `start` to `stop` in as few pieces as fit into `room`, as even as the seams allow; none if it cannot be."""
    places = [start, *sorted(seam for seam in seams if start < seam < stop), stop]
    cuts = [start]
    while cuts[-1] < stop:
        reached = [at for at in places if at > cuts[-1] and _needs(cuts[-1], at, stop) <= room]
        if not reached:
            return []
        cuts.append(reached[-1])
    count = len(cuts) - 1
    ideal = (start + (stop - start) * k / count for k in range(count + 1))
    even = sorted({min(places, key=lambda at: abs(at - wanted)) for wanted in ideal})
    if len(even) == len(cuts) and all(_needs(a, b, stop) <= room for a, b in pairwise(even)):
        cuts = even
    return list(pairwise(cuts))


def _needs(left: float, right: float, stop: float) -> float:
    """How wide a piece is with what goes under the next."""
    return right - left + (GLUE_MM if right < stop else 0.0)
