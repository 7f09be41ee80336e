"""The board of Bears, Foxes & Hares to print: its squares and paths, with the corner cards in their places.

Everything on it is grey, so that no piece is hard to tell from what it stands on. The squares' shades alternate as on a
chessboard: their corners are what the camera finds best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from calibration.errors import CalibrationError
from calibration.printing import CARD_MM, MARKER_MM
from calibration.printing_shapes import RIM_MM, RULER_MM, arrow, mark_cut, pdf, ruler, squares, text
from calibration.printing_tiles import Box, Tile, Tiling, share_out
from vision.cards import CARD_IDS, PLACES
from vision.markers import pattern

SQUARE_MM = 40.0
NARROWEST_MM, WIDEST_MM = 26.0, 60.0
"""A large pyramid is 25.4 mm wide."""

GAP_MM = 5.0
"""Between the board and the white square of a corner card."""

CARD_FROM_MIDDLE_MM = 112.0
"""How far from the board's middle line a card's middle lies at least, so that the campsite fits between them too."""

NOTE_MM = 8.0
"""A strip along the board's near and far side that says where the cards go, where there is no room to print them."""

DARK, LINE, INK = 0.80, 0.45, 0.35
"""Greys: a dark square; lines between squares; arrows and letters."""

DASHES = ((), (5.0, 2.0), (1.5, 1.5), (8.0, 1.5, 1.5, 1.5))
"""How the paths' arrows are dashed, in mm, in turn."""

Cell = tuple[int, int]
"""File and rank of a square, from 0, a1 being (0, 0)."""


@dataclass(frozen=True)
class BoardPlan:
    """A board to print: squares across and up, each path's squares from its start to its inner end."""

    name: str
    files: int
    ranks: int
    paths: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Laid:
    """A board laid out: mm from its middle, x towards the east, y towards the north.

    `cards` are the middles of the corner cards, in the order of their ids; `printed_cards` whether they are on the
    paper or only told about.
    """

    plan: BoardPlan
    square: float
    cards: tuple[tuple[float, float], ...]
    printed_cards: bool
    tiling: Tiling

    @property
    def across(self) -> tuple[float, ...]:
        """The x of the lines between squares, the edges first and last."""
        return _lines(self.plan.files, self.square)

    @property
    def up(self) -> tuple[float, ...]:
        """The y of the lines between squares, the edges first and last."""
        return _lines(self.plan.ranks, self.square)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a square."""
        return self.across[cell[0]] + self.square / 2, self.up[cell[1]] + self.square / 2


def lay_out(plan: BoardPlan, *, paper: str, square: float = SQUARE_MM) -> Laid:
    """Share a board with squares of `square` mm out to sheets of `paper`, with its corner cards if that needs no more.

    Raises CalibrationError for squares that no piece fits on, or a paper that is too small.
    """
    if not NARROWEST_MM <= square <= WIDEST_MM:
        raise CalibrationError(f"squares are {NARROWEST_MM:g} to {WIDEST_MM:g} mm wide, not {square:g}")
    across, up = _lines(plan.files, square), _lines(plan.ranks, square)
    x = across[-1] + GAP_MM + CARD_MM / 2
    y = max(up[-1] - CARD_MM / 2, CARD_FROM_MIDDLE_MM)
    reach_x, reach_y = x + CARD_MM / 2, max(up[-1], y + CARD_MM / 2)
    beside = (-across[-1] - GAP_MM / 2, *across[1:-1], across[-1] + GAP_MM / 2)
    between = [line for line in up[1:-1] if not abs(abs(line) - y) < CARD_MM / 2]
    alone = share_out(
        Box(across[0], up[0] - NOTE_MM, across[-1], up[-1] + NOTE_MM),
        across=across[1:-1],
        up=up[1:-1],
        paper=paper,
    )
    try:
        whole = share_out(Box(-reach_x, -reach_y, reach_x, reach_y), across=beside, up=between, paper=paper)
    except CalibrationError:
        whole = None
    printed = whole is not None and len(whole.tiles) <= len(alone.tiles)
    tiling = whole if whole is not None and printed else alone
    return Laid(plan, square, ((-x, -y), (x, -y), (x, y), (-x, y)), printed, tiling)


def board_pdf(plan: BoardPlan, *, paper: str, square: float = SQUARE_MM) -> bytes:
    """The board on one or more sheets of `paper`; raises CalibrationError as `lay_out` does."""
    laid = lay_out(plan, paper=paper, square=square)
    pages = [partial(_draw_sheet, laid=laid, tile=tile) for tile in laid.tiling.tiles]
    return pdf(laid.tiling.size, f"board {plan.name}", *pages)


def _lines(count: int, square: float) -> tuple[float, ...]:
    return tuple((k - count / 2) * square for k in range(count + 1))


def _draw_sheet(sheet: Canvas, *, laid: Laid, tile: Tile) -> None:
    tiling, printed = laid.tiling, tile.printed
    x, y = tiling.corner(tile)
    sheet.saveState()
    sheet.translate((x - printed.left) * mm, (y - printed.bottom) * mm)
    sheet.saveState()
    window = sheet.beginPath()
    window.rect(printed.left * mm, printed.bottom * mm, printed.width * mm, printed.height * mm)
    sheet.clipPath(window, stroke=0, fill=0)
    _draw_board(sheet, laid)
    _draw_glue(sheet, tile)
    sheet.restoreState()
    _draw_cuts(sheet, tile)
    sheet.restoreState()
    _draw_foot(sheet, laid, tile)


def _draw_board(sheet: Canvas, laid: Laid) -> None:
    plan, square = laid.plan, laid.square
    dark = np.add.outer(np.arange(plan.ranks)[::-1], np.arange(plan.files)) % 2 == 0
    squares(sheet, laid.across[0], laid.up[0], plan.files * square, dark, grey=DARK)
    sheet.setStrokeGray(LINE)
    sheet.setLineWidth(0.3 * mm)
    for x in laid.across[1:-1]:
        sheet.line(x * mm, laid.up[0] * mm, x * mm, laid.up[-1] * mm)
    for y in laid.up[1:-1]:
        sheet.line(laid.across[0] * mm, y * mm, laid.across[-1] * mm, y * mm)
    sheet.setLineWidth(0.8 * mm)
    sheet.rect(
        (laid.across[0] + 0.4) * mm,
        (laid.up[0] + 0.4) * mm,
        (plan.files * square - 0.8) * mm,
        (plan.ranks * square - 0.8) * mm,
    )
    for number, path in enumerate(plan.paths):
        called = f" {number + 1}" if len(plan.paths) > 1 else ""
        _draw_path(sheet, laid, path, dashes=DASHES[number % len(DASHES)], called=called)
    for file in range(plan.files):
        for rank in range(plan.ranks):
            x, y = laid.across[file], laid.up[rank]
            text(sheet, x + 2, y + 3.4, f"{chr(ord('a') + file)}{rank + 1}", size=4.0, middle=False, grey=INK)
    _draw_directions(sheet, laid)
    if laid.printed_cards:
        for card_id, (x, y) in zip(CARD_IDS, laid.cards, strict=True):
            squares(sheet, x - MARKER_MM / 2, y - MARKER_MM / 2, MARKER_MM, ~pattern(card_id))
    else:
        _draw_notes(sheet, laid)


def _draw_path(
    sheet: Canvas, laid: Laid, path: Sequence[Cell], *, dashes: Sequence[float], called: str
) -> None:
    """Arrows across the lines between a path's squares, a ring where it starts and a disc in one where it ends.

    The middle of each square stays free: there the piece stands.
    """
    square = laid.square
    for here, there in pairwise(path):
        (x0, y0), (x1, y1) = laid.middle(here), laid.middle(there)
        along = (0.3 * (x1 - x0), 0.3 * (y1 - y0))
        arrow(sheet, (x0 + along[0], y0 + along[1]), (x1 - along[0], y1 - along[1]), grey=INK, dashes=dashes)
    for cell, word in ((path[0], "start"), (path[-1], "home")):
        x, y = laid.middle(cell)
        sheet.setStrokeGray(INK)
        sheet.setFillGray(INK)
        sheet.setLineWidth(0.04 * square * mm)
        sheet.setDash()
        sheet.circle(x * mm, y * mm, 0.22 * square * mm, stroke=1, fill=0)
        if word == "home":
            sheet.circle(x * mm, y * mm, 0.12 * square * mm, stroke=0, fill=1)
        text(sheet, x + 0.27 * square, y + 0.42 * square, word + called, size=3.0, grey=INK)


def _draw_directions(sheet: Canvas, laid: Laid) -> None:
    """North, east, south and west, as the rules call them, in the middle of the board's sides."""
    (left, right), (low, high) = laid.across[:: laid.plan.files], laid.up[:: laid.plan.ranks]
    for x, y, turn, word in (
        (0.0, high, 0, "north"),
        (right, 0.0, -90, "east"),
        (0.0, low, 180, "south"),
        (left, 0.0, 90, "west"),
    ):
        sheet.saveState()
        sheet.translate(x * mm, y * mm)
        sheet.rotate(turn)
        text(sheet, 0.4 * laid.square, -2.6, word, size=2.6, grey=INK)
        sheet.restoreState()


def _draw_notes(sheet: Canvas, laid: Laid) -> None:
    """Outside the board's corners: which card lies beside each."""
    for card_id, (x, y) in zip(CARD_IDS, laid.cards, strict=True):
        side, edge = (1 if x > 0 else -1), (laid.up[-1] if y > 0 else laid.up[0])
        level = edge + (NOTE_MM / 2 if y > 0 else -NOTE_MM / 2)
        tip = side * (laid.across[-1] - 1)
        arrow(sheet, (tip - side * 10, level), (tip, level), grey=0.0)
        words = f"card {card_id}, {PLACES[card_id]}: beside the board"
        width = stringWidth(words, "Helvetica", 3.0 * mm) / mm
        text(sheet, tip - side * (12 + width / 2), level, words, size=3.0)


def _draw_glue(sheet: Canvas, tile: Tile) -> None:
    """Hatching on what goes under the next sheets, and a line just inside it, which they cover."""
    box, printed = tile.box, tile.printed
    strips = []
    if tile.glue_right:
        strips.append(Box(box.right + 0.4, printed.bottom, printed.right, printed.top))
    if tile.glue_above:
        strips.append(Box(box.left, box.top + 0.4, box.right, printed.top))
    sheet.setStrokeGray(0.0)
    for strip in strips:
        sheet.saveState()
        window = sheet.beginPath()
        window.rect(strip.left * mm, strip.bottom * mm, strip.width * mm, strip.height * mm)
        sheet.clipPath(window, stroke=0, fill=0)
        sheet.setLineWidth(0.15 * mm)
        step = 4.0
        for k in range(int((strip.width + strip.height) / step) + 1):
            x = strip.left - strip.height + k * step
            sheet.line(x * mm, strip.bottom * mm, (x + strip.height) * mm, (strip.bottom + strip.height) * mm)
        sheet.restoreState()
    sheet.setLineWidth(0.2 * mm)
    sheet.setDash(2 * mm, 1 * mm)
    if tile.glue_right:
        x = box.right + 0.4
        sheet.line(x * mm, printed.bottom * mm, x * mm, printed.top * mm)
    if tile.glue_above:
        y = box.top + 0.4
        sheet.line(box.left * mm, y * mm, printed.right * mm, y * mm)
    sheet.setDash()


def _draw_cuts(sheet: Canvas, tile: Tile) -> None:
    """Marks outside the drawing, along the edges that lie on other sheets and have to be cut."""
    printed = tile.printed
    if tile.column > 0:
        for y, way in ((printed.bottom, -1), (printed.top, 1)):
            mark_cut(sheet, (printed.left, y + way), (printed.left, y + 5 * way))
    if tile.row > 0:
        for x, way in ((printed.left, -1), (printed.right, 1)):
            mark_cut(sheet, (x + way, printed.bottom), (x + 5 * way, printed.bottom))


def _draw_foot(sheet: Canvas, laid: Laid, tile: Tile) -> None:
    """The scale, and which sheet this is."""
    tiling = laid.tiling
    x = RIM_MM + 2
    ruler(sheet, x, RIM_MM + 8)
    number = tile.row * tiling.columns + tile.column + 1
    count = len(tiling.tiles)
    lines = [
        f"{laid.plan.name}, squares of {laid.square:g} mm. Print at 100 %: the scale must be 100 mm long."
    ]
    if count > 1:
        lines.append(f"Sheet {number} of {count}, {_place(tile, tiling)}. {_gluing(tile)}")
    for line, words in enumerate(lines):
        text(sheet, x + RULER_MM + 7, RIM_MM + 6.5 - 4 * line, words, size=2.3, middle=False)


def _place(tile: Tile, tiling: Tiling) -> str:
    up = f"row {tile.row + 1} from the near side" if tiling.rows > 1 else ""
    across = f"column {tile.column + 1} from the left" if tiling.columns > 1 else ""
    return ", ".join(part for part in (up, across) if part)


def _gluing(tile: Tile) -> str:
    cut = " and ".join(side for side, there in (("left", tile.column > 0), ("lower", tile.row > 0)) if there)
    if not cut:
        return "Others go onto what is hatched."
    return f"Cut its {cut} edge at the marks, glue it onto the hatching."
