"""What was read from a board, in words and as a line of JSON; which squares and pieces the doubts are about."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from vision.pyramids.seen import Cell, SeenBoard, SeenPiece

SIZE_NAMES = {1: "small", 2: "medium", 3: "large"}


@dataclass(frozen=True)
class BoardDoubt:
    """One thing to look at: the reason, where (mm in the table frame), and the square if it is about one."""

    reason: str
    x: float
    y: float
    cell: Cell | None = None


def square_name(cell: Cell) -> str:
    """A square's name as on a chessboard: columns are letters from a, rows numbers from 1."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def piece_name(piece: SeenPiece) -> str:
    """A piece as people call it, such as "small red"."""
    return f"{SIZE_NAMES[piece.size]} {piece.colour}"


def board_doubts(seen: SeenBoard) -> tuple[BoardDoubt, ...]:
    """Everything that a person should look at: first the pieces in doubt, a stack at a time, then what is no piece."""
    stacks: dict[tuple[Cell, str], list[SeenPiece]] = {}
    for piece in seen.pieces:
        if not piece.sure:
            stacks.setdefault((piece.cell, piece.why), []).append(piece)
    doubts = [
        BoardDoubt(
            f"{' under '.join(piece_name(p) for p in pieces)} on {square_name(cell)}: {why}",
            pieces[0].x,
            pieces[0].y,
            cell,
        )
        for (cell, why), pieces in stacks.items()
    ]
    doubts += [BoardDoubt(oddity.reason, oddity.x, oddity.y) for oddity in seen.oddities]
    return tuple(doubts)


def board_line(picture: str, seen: SeenBoard) -> str:
    """One line of JSON in ASCII, without the line's end: what `bears read --json` says about a picture of a board."""
    return json.dumps(board_json(picture, seen), allow_nan=False)


def board_json(picture: str, seen: SeenBoard) -> dict[str, Any]:
    """What `bears read --json` says about a picture of a board; a place that is not known is null."""
    return {
        "picture": picture,
        "pieces": [
            {
                "colour": piece.colour,
                "size": SIZE_NAMES[piece.size],
                "cell": list(piece.cell),
                "level": piece.level,
                "confidence": round(float(piece.confidence), 3),
                "sure": piece.sure,
            }
            for piece in seen.pieces
        ],
        "doubts": [
            {"reason": doubt.reason, "x": _number(doubt.x), "y": _number(doubt.y)}
            for doubt in board_doubts(seen)
        ],
        "sure": seen.sure,
        "ms": round(float(seen.ms), 1),
    }


def board_words(picture: str, seen: SeenBoard) -> str:
    """What was read, for people: a line a stack, from the lowest piece up, and a line a doubt."""
    count = len(seen.pieces)
    lines = [
        f"{picture}: {count} {'pyramid' if count == 1 else 'pyramids'}, {'sure' if seen.sure else 'to be checked'}"
    ]
    cells = sorted({piece.cell for piece in seen.pieces}, key=lambda cell: (cell[1], cell[0]))
    for cell in cells:
        stack = sorted((p for p in seen.pieces if p.cell == cell), key=lambda p: p.level)
        mark = "" if all(p.sure for p in stack) else "  ?"
        lines.append(f"  {square_name(cell)}  {' under '.join(piece_name(p) for p in stack)}{mark}")
    lines += [f"  ? {doubt.reason}" for doubt in board_doubts(seen)]
    return "\n".join(lines)


def _number(value: float) -> float | None:
    return round(float(value), 1) if math.isfinite(value) else None
