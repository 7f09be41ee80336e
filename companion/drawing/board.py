"""What was read from a board, drawn into the picture: every piece's outline, what each square holds, and the doubts.

Green is sure, amber has to be looked at, with a number that stands beside its reason in the panel under the picture.
"""

from __future__ import annotations

import numpy as np
from PIL import ImageDraw

from companion.drawing.ink import DOUBT, SURE, Colour, Spots, line, stroke_for
from companion.drawing.labels import Box, place_label
from companion.drawing.letters import Font, as_picture, font_of, text, with_panel, wrapped
from companion.sheet.board import BoardDoubt, board_doubts, piece_name, square_name
from vision.pictures import Picture
from vision.pyramids.seen import Cell, SeenBoard, SeenPiece


def draw_board(picture: Picture, seen: SeenBoard) -> Picture:
    """A copy of the picture (H, W, 3) uint8 BGR with everything that was read, and a panel of text under it."""
    canvas = picture.copy()
    height, width = canvas.shape[:2]
    stroke = stroke_for(width)
    for piece in sorted(seen.pieces, key=lambda p: p.sure, reverse=True):
        line(canvas, np.asarray(piece.outline), SURE if piece.sure else DOUBT, stroke, closed=True)
    for oddity in seen.oddities:
        if len(oddity.outline) > 1:
            line(canvas, np.asarray(oddity.outline), DOUBT, 2 * stroke, closed=True)
    doubts = board_doubts(seen)
    small, large = font_of(width / 110), font_of(width / 58)
    sheet = with_panel(canvas, _panel_lines(seen, doubts, width, large), large)
    pen = ImageDraw.Draw(sheet)
    _write_labels(pen, seen, small, (width, height))
    for number, doubt in enumerate(doubts, 1):
        mark = _mark(doubt, seen)
        if mark is not None:
            x, y = min(max(mark[0], large.size), width - large.size), min(max(mark[1], large.size), height)
            text(pen, (x, y), str(number), large, DOUBT, anchor="lb")
    return as_picture(sheet)


def _panel_lines(
    seen: SeenBoard, doubts: tuple[BoardDoubt, ...], width: int, font: Font
) -> list[tuple[str, Colour]]:
    if seen.sure:
        count = len(seen.pieces)
        lines = [(f"Sure: {count} {'pyramid' if count == 1 else 'pyramids'} read", SURE)]
    else:
        lines = [(f"Please check: {len(doubts)} in doubt", DOUBT)]
    lines += [(f"{k}  {doubt.reason}", DOUBT) for k, doubt in enumerate(doubts, 1)]
    return [(part, colour) for words, colour in lines for part in wrapped(words, font, width - font.size)]


def _write_labels(pen: ImageDraw.ImageDraw, seen: SeenBoard, font: Font, size: tuple[int, int]) -> None:
    """Beside every stack its square and its pieces, from the lowest up, where it hides least."""
    stacks: dict[Cell, list[SeenPiece]] = {}
    for piece in sorted(seen.pieces, key=lambda p: p.level):
        stacks.setdefault(piece.cell, []).append(piece)
    boxes = {cell: _box(pieces) for cell, pieces in stacks.items()}
    placed: list[Box] = []
    for cell, pieces in stacks.items():
        label = f"{square_name(cell)} {' + '.join(piece_name(p) for p in pieces)}"
        around = (pen.textlength(label, font=font) + font.size / 3, font.size * 1.15)
        others = [box for other, box in boxes.items() if other != cell]
        placed.append(place_label(around, boxes[cell], [*others, *placed], size))
        left, top, right, bottom = placed[-1]
        colour = SURE if all(p.sure for p in pieces) else DOUBT
        text(pen, ((left + right) / 2, (top + bottom) / 2), label, font, colour, anchor="mm")


def _box(pieces: list[SeenPiece]) -> Box:
    spots: Spots = np.concatenate([np.asarray(p.outline, np.float64).reshape(-1, 2) for p in pieces])
    (left, top), (right, bottom) = spots.min(axis=0), spots.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _mark(doubt: BoardDoubt, seen: SeenBoard) -> tuple[float, float] | None:
    """Where a doubt's number goes, px."""
    if seen.view is None or not np.isfinite([doubt.x, doubt.y]).all():
        return None
    x, y = seen.view.project([[doubt.x, doubt.y, 0.0]])[0].tolist()
    return (x, y) if np.isfinite([x, y]).all() else None
