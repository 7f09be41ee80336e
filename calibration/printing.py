"""What has to be printed, as PDF in exact millimetres: the four corner cards and the board for measuring a lens.

Everything is drawn as shapes, not as pictures, so that no program resamples it. Each sheet has a ruler along both
directions: a printer set to "fit to page" is the commonest fault, and it cannot be seen in a photograph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

import cv2
import numpy as np
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from calibration import board
from vision.cards import CARD_IDS, PLACES
from vision.markers import Flags, pattern

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sheets in mm, upright."""

CARD_MM, MARKER_MM = 80.0, 60.0
"""A card's white square, whose rim of 10 mm stays white, and the black one in its middle."""

LABEL_MM = 8.0
"""The strip with the card's name, on the side towards the device and outside the white square."""

RULER_MM = 100

_CARDS_TEXT = (
    'Print at 100 % ("actual size", not "fit to page"). Check with a real ruler: both scales must be 100 mm long.',
    "Cut along the marks and lay each card flat at its place as the device sees it, its name towards the device.",
)
_BOARD_TEXT = 'Print at 100 %, glue it to something stiff, photograph it ten times: "bears calibrate lens".'


@dataclass(frozen=True)
class Placed:
    """A card on the sheet: its id, and in mm from the sheet's lower left corner that of its white square."""

    card_id: int
    x: float
    y: float


def placed_cards(paper: str) -> tuple[Placed, ...]:
    """Where the cards are on a sheet of the paper called `paper`: as on the table, 3 and 2 above 0 and 1."""
    width, height = PAPERS[paper]
    left, bottom = width / 2 - CARD_MM, height / 2 - CARD_MM
    places = ((0, 0), (1, 0), (1, 1), (0, 1))
    up = CARD_MM + LABEL_MM
    return tuple(
        Placed(i, left + x * CARD_MM, bottom + y * up) for i, (x, y) in zip(CARD_IDS, places, strict=True)
    )


def cards_pdf(paper: str) -> bytes:
    """The four corner cards on one sheet of A4 or Letter, with rulers and cut marks."""
    width, height = PAPERS[paper]

    def draw(sheet: Canvas) -> None:
        cards = placed_cards(paper)
        rim = (CARD_MM - MARKER_MM) / 2
        for card in cards:
            _squares(sheet, card.x + rim, card.y + rim, MARKER_MM, ~pattern(card.card_id))
            _text(
                sheet,
                card.x + CARD_MM / 2,
                card.y - LABEL_MM / 2,
                f"{card.card_id}  {PLACES[card.card_id]}",
                size=4.0,
            )
        left, low, high = cards[0].x, cards[0].y - LABEL_MM, cards[2].y + CARD_MM
        _cut_marks(sheet, [left + i * CARD_MM for i in range(3)], [low, low + CARD_MM + LABEL_MM, high])
        _ruler(sheet, width / 2 - RULER_MM / 2, low - 12)
        _ruler(sheet, left - 12, height / 2 - RULER_MM / 2, upwards=True)
        for line, text in enumerate(_CARDS_TEXT):
            _text(sheet, width / 2, high + 18 - 5 * line, text, size=3.0)

    return _pdf(width, height, "Bears! Table Companion: corner cards", draw)


def charuco_pdf(paper: str) -> bytes:
    """The ChArUco board on one sheet of A4 or Letter, lying."""
    height, width = PAPERS[paper]
    across, up = board.COLUMNS * board.SQUARE_MM, board.ROWS * board.SQUARE_MM
    left, top = (width - across) / 2, (height + up) / 2

    def draw(sheet: Canvas) -> None:
        known = board.charuco_board()
        white = np.zeros((board.ROWS, board.COLUMNS), dtype=np.bool_)
        ids = np.asarray(known.getIds(), dtype=np.int64).ravel()
        for marker_id, corners in zip(ids.tolist(), known.getObjPoints(), strict=True):
            x, y = np.asarray(corners, dtype=np.float64).reshape(4, 3).min(axis=0)[:2].tolist()
            white[int(y // board.SQUARE_MM), int(x // board.SQUARE_MM)] = True
            drawn = cv2.aruco.generateImageMarker(board.board_dictionary(), marker_id, 7, borderBits=1)
            dark = np.asarray(drawn, dtype=np.uint8).reshape(7, 7) < 128
            _squares(sheet, left + x, top - y - board.MARKER_MM, board.MARKER_MM, dark)
        _squares(sheet, left, top - up, across, ~white)
        _ruler(sheet, left, top - up - 4)
        _text(sheet, left + RULER_MM + 8, top - up - 6, _BOARD_TEXT, size=2.3, middle=False)

    return _pdf(width, height, "Bears! Table Companion: ChArUco board", draw)


def _pdf(width: float, height: float, title: str, draw: Callable[[Canvas], None]) -> bytes:
    file = BytesIO()
    sheet = Canvas(file, pagesize=(width * mm, height * mm), invariant=1)
    sheet.setTitle(title)
    sheet.setCreator("Bears! Table Companion")
    draw(sheet)
    sheet.showPage()
    sheet.save()
    return file.getvalue()


def _squares(sheet: Canvas, x: float, y: float, width: float, dark: Flags) -> None:
    """Fill the dark cells of a grid `width` mm wide whose lower left corner is at (x, y) mm; row 0 is the upper one.

    All are one shape: fills that only touch each other leave hairlines where a program smooths edges.
    """
    cell = width / dark.shape[1]
    shape = sheet.beginPath()
    for row, columns in enumerate(dark):
        below = y + (len(dark) - 1 - row) * cell
        edges = np.flatnonzero(np.diff(np.concatenate([[False], columns, [False]]).astype(np.int8)))
        for start, stop in edges.reshape(-1, 2).tolist():
            shape.rect((x + start * cell) * mm, below * mm, (stop - start) * cell * mm, cell * mm)
    sheet.setFillGray(0)
    sheet.drawPath(shape, stroke=0, fill=1)


def _cut_marks(sheet: Canvas, across: Sequence[float], up: Sequence[float]) -> None:
    """Short lines outside the sheet's block of cards, and small crosses where cards meet inside it."""
    sheet.setLineWidth(0.1 * mm)
    sheet.setStrokeGray(0)
    for x in across:
        for start, stop in ((up[0] - 6, up[0] - 1), (up[-1] + 1, up[-1] + 6)):
            sheet.line(x * mm, start * mm, x * mm, stop * mm)
    for y in up:
        for start, stop in ((across[0] - 6, across[0] - 1), (across[-1] + 1, across[-1] + 6)):
            sheet.line(start * mm, y * mm, stop * mm, y * mm)
    sheet.setStrokeGray(0.6)
    for x in across:
        for y in up:
            sheet.line((x - 1.5) * mm, y * mm, (x + 1.5) * mm, y * mm)
            sheet.line(x * mm, (y - 1.5) * mm, x * mm, (y + 1.5) * mm)


def _ruler(sheet: Canvas, x: float, y: float, *, upwards: bool = False) -> None:
    """A scale of 100 mm from (x, y) mm to the right or upwards, its marks and numbers on the outer side."""
    sheet.saveState()
    sheet.translate(x * mm, y * mm)
    if upwards:
        sheet.rotate(90)
    sheet.setStrokeGray(0)
    sheet.setFillGray(0)
    sheet.setLineWidth(0.1 * mm)
    sheet.line(0, 0, RULER_MM * mm, 0)
    side = 1 if upwards else -1
    for at in range(0, RULER_MM + 1, 1):
        long = 4.0 if at % 10 == 0 else 3.0 if at % 5 == 0 else 1.5
        sheet.line(at * mm, 0, at * mm, side * long * mm)
    sheet.setFont("Helvetica", 2.5 * mm)
    for at in range(0, RULER_MM + 1, 10):
        text = f"{at} mm" if at == RULER_MM else str(at)
        sheet.drawCentredString(at * mm, (4.8 if upwards else -6.8) * mm, text)
    sheet.restoreState()


def _text(sheet: Canvas, x: float, y: float, text: str, *, size: float, middle: bool = True) -> None:
    """A line of text `size` mm high, its middle or its start at (x, y) mm."""
    sheet.setFillGray(0)
    sheet.setFont("Helvetica", size * mm)
    height = (y - 0.35 * size) * mm
    (sheet.drawCentredString if middle else sheet.drawString)(x * mm, height, text)
