"""One picture of a board against its truth: which pyramids stood there, and whether they were read so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.evaluation.judging import Judgement, Verdict
from companion.evaluation.truth import read_truth
from companion.sheet.board import SIZE_NAMES, square_name
from vision.pyramids.seen import Cell, SeenBoard

CLEAR_SHARE = 0.3
"""From this share of its surface in sight on, a piece has to be read."""

_SIZES = {name: size for size, name in SIZE_NAMES.items()}

Key = tuple[Cell, str, int]


@dataclass(frozen=True)
class TruePiece:
    """A piece that stood there, and how much of it the camera could see (0..1)."""

    cell: Cell
    colour: str
    size: int
    visible: float = 1.0

    @property
    def key(self) -> Key:
        """What has to be read of it."""
        return self.cell, self.colour, self.size


@dataclass(frozen=True)
class BoardTruth:
    """The truth of a picture of a board; `must_ask` says why nobody could be sure of it, else it is empty."""

    pieces: tuple[TruePiece, ...]
    tags: tuple[str, ...]
    must_ask: str = ""


def load_board_truth(path: Path) -> BoardTruth:
    """The truth of one picture; raises `BadInput` if it is missing or no truth file."""
    return read_truth(path, _board)


def judge_board(truth: BoardTruth, seen: SeenBoard) -> Judgement:
    """Compare what was read with what stood there.

    What is seen of a piece to less than 30 % need not be read, and may be. A piece that is read more often than it
    stands there is spurious.
    """
    counts: Counter[str] = Counter()
    faults: list[str] = []
    left = [((piece.cell, piece.colour, piece.size), piece.sure) for piece in seen.pieces]
    for piece in truth.pieces:
        if piece.visible < CLEAR_SHARE:
            continue
        counts["readable"] += 1
        hit = next((k for k, (key, _) in enumerate(left) if key == piece.key), None)
        if hit is None:
            counts["missed"] += 1
            faults.append(f"missed {_named(piece.key)}")
        else:
            counts["sure and right" if left.pop(hit)[1] else "unsure"] += 1
    known = {piece.key for piece in truth.pieces}
    for key, sure in left:
        if sure and key not in known:
            counts["spurious"] += 1
            faults.append(f"spurious {_named(key)}")
    if truth.must_ask:
        counts["hidden"] += 1
        faults.append(f"nobody can be sure: {truth.must_ask}")
    verdict: Verdict = "asked" if not seen.sure else "wrong" if faults else "right"
    return Judgement(verdict, verdict == "asked" and not faults, tuple(faults), counts)


def _board(found: Mapping[str, Any]) -> BoardTruth:
    return BoardTruth(
        pieces=tuple(_piece(piece) for piece in found["pieces"]),
        tags=tuple(str(tag) for tag in found.get("tags", ())),
        must_ask=str(found.get("must_ask", "")),
    )


def _piece(found: Mapping[str, Any]) -> TruePiece:
    column, row = (int(v) for v in found["cell"])
    return TruePiece(
        (column, row), str(found["colour"]), _SIZES[str(found["size"])], float(found.get("visible", 1.0))
    )


def _named(key: Key) -> str:
    cell, colour, size = key
    return f"{SIZE_NAMES[size]} {colour} on {square_name(cell)}"
