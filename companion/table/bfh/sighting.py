"""From what the board's reader saw to what it says about the pieces of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.games.bfh import Match, Piece
from companion.games.bfh.pieces import NEUTRAL, Square
from companion.moves import SeenPiece, Sighting, named
from companion.table.bfh.squares import Squares
from vision.pyramids.board import Board as Grid
from vision.pyramids.seen import SeenBoard
from vision.pyramids.seen import SeenPiece as Seen
from vision.seen import COVER, Oddity

HEIGHTS_MM = (0.0, 25.0)
"""Something that reaches over a square hides it at these heights above the board."""
BETWEEN_MM = 5.5
"""A piece that is not sure may stand on each square that its axis is nearer to than this."""


@dataclass(frozen=True)
class Looked:
    """A sighting, why its squares are in doubt, in words, and whether something reaches over the board."""

    sighting: Sighting
    reasons: Mapping[Square, str] = field(default_factory=dict)
    covered: bool = False


def looked(seen: SeenBoard, *, match: Match, squares: Squares, grid: Grid, neutral: str) -> Looked:
    """What `seen` says about `match`. `neutral` is the colour of the neutral pieces; `grid` is where the board lies."""
    pieces: dict[Square, list[SeenPiece]] = {}
    reasons: dict[Square, str] = {}
    doubtful: set[Square] = set()
    unsure: list[tuple[Square, Seen, Piece]] = []
    for one in sorted(seen.pieces, key=lambda one: one.level):
        square = squares.square(one.cell)
        if square is None:
            continue
        piece = Piece(NEUTRAL if one.colour == neutral else one.colour, one.size)
        if piece in match.pieces.values():
            pieces.setdefault(square, []).append(SeenPiece(piece, one.sure))
            if not one.sure:
                reasons[square] = f"{named(piece)} on {square}? {one.why}"
                unsure.append((square, one, piece))
        else:
            doubtful.add(square)
            reasons[square] = f"the {named(piece)} on {square} is not in this match"
    for square, one, piece in unsure:
        for other in _beside(one, squares, grid) - {square}:
            pieces.setdefault(other, []).append(SeenPiece(piece, sure=False))
            reasons.setdefault(other, f"{named(piece)} on {other}? {one.why}")
    over = [odd for odd in seen.oddities if odd.kind == COVER]
    covered = False
    for odd in seen.oddities:
        for square in _squares_of(odd, seen, squares, grid):
            doubtful.add(square)
            covered = covered or odd in over
            reasons.setdefault(square, f"{square}: {odd.reason}")
    hidden = {square for cell in seen.hidden if (square := squares.square(cell)) is not None}
    for square in hidden:
        reasons.setdefault(square, f"{square} is hidden from the camera")
    behind = {
        square: size for cell, size in seen.behind.items() if (square := squares.square(cell)) is not None
    }
    for square in behind:
        reasons.setdefault(square, f"{square} is hidden by what stands before it")
    sighting = Sighting(
        {square: tuple(stack) for square, stack in pieces.items()},
        frozenset(hidden),
        frozenset(doubtful),
        behind,
    )
    return Looked(sighting.checked(), reasons, covered)


def _beside(one: Seen, squares: Squares, grid: Grid) -> set[Square]:
    """The squares on which a piece may stand that stands near a line."""
    steps = (-BETWEEN_MM, 0.0, BETWEEN_MM)
    cells = {grid.cell_at(one.x + dx, one.y + dy) for dx in steps for dy in steps}
    return {square for cell in cells if cell is not None and (square := squares.square(cell)) is not None}


def _squares_of(odd: Oddity, seen: SeenBoard, squares: Squares, grid: Grid) -> set[Square]:
    """The squares on which something odd lies, or over which it reaches in the picture."""
    cells = {cell} if (cell := grid.cell_at(odd.x, odd.y)) is not None else set()
    if seen.view is not None and len(odd.outline) > 2:
        columns, rows = squares.shape
        outline = np.asarray(odd.outline, np.float32).reshape(-1, 1, 2)
        middles = [(column + 0.5, row + 0.5) for column in range(columns) for row in range(rows)]
        flat = grid.to_table(middles)
        for height in HEIGHTS_MM:
            points = np.concatenate([flat, np.full((len(flat), 1), grid.z + height)], axis=1)
            pixels = seen.view.project(points)
            cells |= {
                (int(column), int(row))
                for (column, row), (x, y) in zip(middles, pixels.tolist(), strict=True)
                if cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0
            }
    return {square for cell in cells if (square := squares.square(cell)) is not None}
