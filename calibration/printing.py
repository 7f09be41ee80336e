"""What every table needs printed: the four corner cards and the board for measuring a lens."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from calibration import board
from calibration.printing_shapes import PAPERS, RULER_MM, cut_marks, pdf, ruler, squares, text
from vision.cards import CARD_IDS, PLACES
from vision.markers import pattern

CARD_PAPERS = ("a4", "letter")
"""The paper that the cards and the board for a lens are laid out for."""

CARD_MM, MARKER_MM = 80.0, 60.0
"""A card's white square, whose rim of 10 mm stays white, and the black one in its middle."""

LABEL_MM = 8.0
"""The strip with the card's name, on the side towards the device and outside the white square."""

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
            squares(sheet, card.x + rim, card.y + rim, MARKER_MM, ~pattern(card.card_id))
            text(
                sheet,
                card.x + CARD_MM / 2,
                card.y - LABEL_MM / 2,
                f"{card.card_id}  {PLACES[card.card_id]}",
                size=4.0,
            )
        left, low, high = cards[0].x, cards[0].y - LABEL_MM, cards[2].y + CARD_MM
        cut_marks(sheet, [left + i * CARD_MM for i in range(3)], [low, low + CARD_MM + LABEL_MM, high])
        ruler(sheet, width / 2 - RULER_MM / 2, low - 12)
        ruler(sheet, left - 11, height / 2 - RULER_MM / 2, upwards=True)
        for line, words in enumerate(_CARDS_TEXT):
            text(sheet, width / 2, high + 18 - 5 * line, words, size=3.0)

    return pdf((width, height), "corner cards", draw)


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
            squares(sheet, left + x, top - y - board.MARKER_MM, board.MARKER_MM, dark)
        squares(sheet, left, top - up, across, ~white)
        ruler(sheet, left, top - up - 4)
        text(sheet, left + RULER_MM + 8, top - up - 6, _BOARD_TEXT, size=2.3, middle=False)

    return pdf((width, height), "ChArUco board", draw)
