"""Where things go in a terminal of any size."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.outputs import DISPLAY
from hardware.terminal.blocks import CELL, Style

_LARGEST_FIRST: tuple[Style, ...] = ("half", "braille")
_SIDE = 13
"""Columns that the seats need beside the display."""
_ROOMY = 34
"""Columns with which the lines of text are better read beside the display than below it."""
_FEW_ROWS = 3
"""Rows that are kept for the lines of text below the display."""


@dataclass(frozen=True)
class Box:
    """A part of the terminal, in cells."""

    x: int
    y: int
    columns: int
    rows: int


@dataclass(frozen=True)
class Layout:
    """Where display, seats and lines go; what finds no room has no rows."""

    style: Style | None
    """How the display is drawn; None if the terminal is too small for it."""
    display: Box
    """With its frame, one cell all round."""
    seats: Box
    lines: Box
    keys: Box


def arrange(columns: int, rows: int, seats: int) -> Layout:
    """Share a terminal out: the display in the left upper corner, as large as it goes, the rest round it."""
    style = next((style for style in _LARGEST_FIRST if _fits(style, columns, rows)), None)
    if style is None:
        return _without_display(columns, rows)
    wide, high = _size(style)
    right = columns - wide - 1
    keys = Box(0, rows - 1, columns, 1)
    below = Box(0, high, columns, rows - 1 - high)
    beside = Box(wide + 1, 0, max(0, right), min(rows - 1, seats + 2))
    if right >= _ROOMY:
        lines = Box(wide + 1, beside.rows + 1, right, max(0, rows - 2 - beside.rows))
        if below.rows * below.columns > lines.rows * lines.columns:
            lines = below
    elif right >= _SIDE:
        lines = below
    else:
        beside = Box(0, high, columns, 1)
        lines = Box(0, high + 1, columns, max(0, below.rows - 1))
    return Layout(style, Box(0, 0, wide, high), beside, lines, keys)


def _size(style: Style) -> tuple[int, int]:
    across, down = CELL[style]
    return DISPLAY[0] // across + 2, DISPLAY[1] // down + 2


def _fits(style: Style, columns: int, rows: int) -> bool:
    wide, high = _size(style)
    beside = columns >= wide + 1 + _SIDE
    return columns >= wide and rows >= high + 1 + _FEW_ROWS + (not beside)


def _without_display(columns: int, rows: int) -> Layout:
    """Too small: the seats in a row, and as many lines as go."""
    first = min(1, max(0, rows - 1))
    return Layout(
        None,
        Box(0, 0, columns, 0),
        Box(0, 0, columns, first),
        Box(0, first, columns, max(0, rows - 1 - first)),
        Box(0, max(0, rows - 1), columns, min(1, rows)),
    )
