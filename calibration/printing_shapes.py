"""Shapes in exact millimetres on a sheet of paper, and the PDF that they make.

Everything is drawn as shapes, not as pictures, so that no program resamples it. Each sheet has a ruler: a printer set
to "fit to page" is the commonest fault, and it cannot be seen in a photograph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

import numpy as np
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from vision.markers import Flags

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "a2": (420.0, 594.0)}
"""Sheets in mm, upright."""

RIM_MM = 7.0
"""What common printers cannot print on is up to 6.4 mm of a sheet's edge."""

RULER_MM = 100

Draw = Callable[[Canvas], None]
Point = tuple[float, float]


def pdf(size: tuple[float, float], title: str, *pages: Draw) -> bytes:
    """A PDF of these pages, all `size` mm wide and high. The same pages give the same bytes."""
    file = BytesIO()
    width, height = size
    sheet = Canvas(file, pagesize=(width * mm, height * mm), invariant=1)
    sheet.setTitle(f"Bears! Table Companion: {title}")
    sheet.setCreator("Bears! Table Companion")
    for draw in pages:
        draw(sheet)
        sheet.showPage()
    sheet.save()
    return file.getvalue()


def squares(sheet: Canvas, x: float, y: float, width: float, dark: Flags, *, grey: float = 0.0) -> None:
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
    sheet.setFillGray(grey)
    sheet.drawPath(shape, stroke=0, fill=1)


def cut_marks(sheet: Canvas, across: Sequence[float], up: Sequence[float]) -> None:
    """Short lines outside a block of things to cut out, and small crosses where they meet inside it."""
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


def mark_cut(sheet: Canvas, start: Point, stop: Point) -> None:
    """A thin line from one (x, y) mm to another, along which to cut."""
    sheet.setLineWidth(0.1 * mm)
    sheet.setStrokeGray(0)
    sheet.line(start[0] * mm, start[1] * mm, stop[0] * mm, stop[1] * mm)


def arrow(
    sheet: Canvas, start: Point, stop: Point, *, grey: float = 0.0, dashes: Sequence[float] = ()
) -> None:
    """An arrow from one (x, y) mm to another, 1 mm thick; `dashes` are lengths in mm in turn, of ink and of none."""
    way = np.subtract(stop, start)
    length = float(np.hypot(*way))
    along = way / length
    beside = np.array([-along[1], along[0]])
    head = min(5.0, length / 2)
    neck = np.subtract(stop, along * head)
    sheet.setStrokeGray(grey)
    sheet.setFillGray(grey)
    sheet.setLineWidth(1.0 * mm)
    sheet.setDash([dash * mm for dash in dashes])
    sheet.line(start[0] * mm, start[1] * mm, neck[0] * mm, neck[1] * mm)
    sheet.setDash()
    tip = sheet.beginPath()
    tip.moveTo(stop[0] * mm, stop[1] * mm)
    for side in (1, -1):
        x, y = neck + side * 0.5 * head * beside
        tip.lineTo(float(x) * mm, float(y) * mm)
    tip.close()
    sheet.drawPath(tip, stroke=0, fill=1)


def ruler(sheet: Canvas, x: float, y: float, *, upwards: bool = False) -> None:
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
        number = f"{at} mm" if at == RULER_MM else str(at)
        sheet.drawCentredString(at * mm, (4.8 if upwards else -6.8) * mm, number)
    sheet.restoreState()


def text(
    sheet: Canvas, x: float, y: float, words: str, *, size: float, middle: bool = True, grey: float = 0.0
) -> None:
    """A line of text `size` mm high, its middle or its start at (x, y) mm."""
    sheet.setFillGray(grey)
    sheet.setFont("Helvetica", size * mm)
    height = (y - 0.35 * size) * mm
    (sheet.drawCentredString if middle else sheet.drawString)(x * mm, height, words)
