"""Stickers for the figures' bases of Outrun the Bear, and tickets with the rows' numbers.

On each sticker is the marker by which the camera knows the figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from calibration.errors import CalibrationError
from calibration.printing_shapes import PAPERS, RULER_MM, cut_marks, pdf, ruler, squares, text
from vision.markers import CELLS, pattern
from vision.standees import MARKER_MM, STANDEE_IDS

RIM_MM = MARKER_MM / CELLS
"""White round a marker: a cell's width, without which no detector finds it."""

WIDE_MM = MARKER_MM + 2 * RIM_MM
TAB_MM = 20.0
"""The part of a sticker behind its marker, on which the figure stands so that it does not hide the marker."""

DEEP_MM = WIDE_MM + TAB_MM
TICKET_MM = (28.0, 18.0)
TICKETS = (6, 10)

COLOURS = (
    ("red", (0.85, 0.1, 0.1)),
    ("blue", (0.1, 0.3, 0.85)),
    ("yellow", (0.95, 0.8, 0.0)),
    ("green", (0.1, 0.6, 0.2)),
    ("orange", (0.95, 0.5, 0.0)),
    ("purple", (0.5, 0.15, 0.6)),
    ("pink", (0.95, 0.5, 0.7)),
    ("white", (1.0, 1.0, 1.0)),
)
"""The runners' colours by their numbers from 1, as names and as red, green and blue from 0 to 1."""

_TEXT = (
    'Print at 100 % ("actual size", not "fit to page"): the scale must be 100 mm long. Cut along the marks.',
    "The figure stands on the grey line behind its marker; nothing may lie on the marker or its white rim.",
    "Turn the markers towards the camera. All bases should be equally high, the bear's too.",
)


def placed_standees(paper: str) -> tuple[tuple[float, float], ...]:
    """Where the lower left corner of each sticker is, by the figures' numbers: mm on the sheet."""
    width, height = PAPERS[paper]
    left, low = width / 2 - 1.5 * WIDE_MM, height / 2 - 1.5 * DEEP_MM - 4
    return tuple((left + (k % 3) * WIDE_MM, low + (2 - k // 3) * DEEP_MM) for k in range(len(STANDEE_IDS)))


def standees_pdf(paper: str, names: Sequence[str] = ()) -> bytes:
    """The stickers of the bear and eight runners on a sheet of A4 or Letter, and one with tickets for the rows.

    `names` are the runners', in the order of the match; who has none is called by number. Raises CalibrationError for
    more than eight or letters that cannot be printed.
    """
    if len(names) >= len(STANDEE_IDS):
        raise CalibrationError(f"there are stickers for {len(STANDEE_IDS) - 1} runners, not for {len(names)}")
    for name in names:
        try:
            name.encode("cp1252")
        except UnicodeEncodeError:
            raise CalibrationError(
                f"the name '{name}' has letters that cannot be printed here; write it by hand, or in Latin letters"
            ) from None
    called = ["the bear", *names, *(f"runner {k}" for k in range(len(names) + 1, len(STANDEE_IDS)))]
    return pdf(
        PAPERS[paper],
        "standees",
        partial(_draw_stickers, paper=paper, called=called),
        partial(_draw_tickets, paper=paper),
    )


def _draw_stickers(sheet: Canvas, *, paper: str, called: Sequence[str]) -> None:
    places = placed_standees(paper)
    for number, (x, y) in enumerate(places):
        squares(sheet, x + RIM_MM, y + RIM_MM, MARKER_MM, ~pattern(STANDEE_IDS[number]))
        middle, tab = x + WIDE_MM / 2, y + WIDE_MM
        sheet.setStrokeGray(0.6)
        sheet.setLineWidth(0.8 * mm)
        sheet.line((x + 5) * mm, (tab + 3) * mm, (x + WIDE_MM - 5) * mm, (tab + 3) * mm)
        _fitting_text(sheet, middle, tab + 8, called[number])
        if number:
            colour, shade = COLOURS[number - 1]
            sheet.setFillColorRGB(*shade)
            sheet.setStrokeGray(0.3)
            sheet.setLineWidth(0.2 * mm)
            sheet.rect((x + 2) * mm, (tab + 14) * mm, (WIDE_MM - 4) * mm, 4 * mm, fill=1)
            text(sheet, middle, tab + 12, f"{number}  {colour}", size=2.4)
    left, low = places[6]
    across = [left + k * WIDE_MM for k in range(4)]
    up = [low + k * DEEP_MM for k in range(4)]
    cut_marks(sheet, across, up)
    ruler(sheet, PAPERS[paper][0] / 2 - RULER_MM / 2, low - 14)
    for line, words in enumerate(_TEXT):
        text(sheet, PAPERS[paper][0] / 2, up[-1] + 26 - 6 * line, words, size=3.0)


def _draw_tickets(sheet: Canvas, *, paper: str) -> None:
    """The bear's start and the rows from 0."""
    width, height = PAPERS[paper]
    (wide, deep), (columns, rows) = TICKET_MM, TICKETS
    left, top = width / 2 - columns * wide / 2, height / 2 + rows * deep / 2
    for number in range(columns * rows):
        x, y = left + (number % columns + 0.5) * wide, top - (number // columns + 0.5) * deep
        if number:
            text(sheet, x, y + 1.5, str(number - 1), size=9.0)
            text(sheet, x, y - 6, "row", size=2.6)
        else:
            text(sheet, x, y + 1.5, "bear", size=6.0)
            text(sheet, x, y - 6, "starts here", size=2.6)
    cut_marks(
        sheet,
        [left + k * wide for k in range(columns + 1)],
        [top - k * deep for k in range(rows, -1, -1)],
    )
    text(
        sheet, width / 2, top + 14, "Tickets to lay beside the rows, so that all count them alike.", size=3.0
    )


def _fitting_text(sheet: Canvas, x: float, y: float, words: str) -> None:
    """A sticker's name, smaller where it is long."""
    wide = stringWidth(words, "Helvetica", 1.0)
    text(sheet, x, y, words, size=min(4.5, (WIDE_MM - 3) / wide))
