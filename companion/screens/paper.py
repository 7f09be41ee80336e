"""What a screen is drawn on: 128x64 pixels, a window in them, and a few plain strokes.

Only whole pixels are set, by pasting masks and filling boxes, so that a screen looks the same with every version of
Pillow and on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PIL import Image, ImageChops

from companion.screens.art import Rows, as_mask, doubled, read_art
from companion.screens.letters import MEDIUM, SMALL, Font

SIZE = (128, 64)
"""Width and height of the display, px."""

MARGIN = 2
"""Dark columns on the left and on the right of text."""

TITLE = 12
"""Rows that a title takes."""

MOST_TEXT = 400
"""Characters of a text that are looked at; no screen has room for more."""

TICKS_A_PAGE = 6
"""Ticks that each page of a screen with several is shown for."""

Align = Literal["left", "middle", "right"]


class Paper:
    """The part of the picture that a screen may draw in: all columns, rows from 0 to `bottom`."""

    def __init__(self, bottom: int = SIZE[1]) -> None:
        self.bottom = bottom
        self.lost = False
        """Whether something did not find room: a fault of the screen that drew it."""
        self.pages = 1
        """How many pages take turns before all of the longest text was to be seen."""
        self._picture = Image.new("1", SIZE)

    def below(self) -> Paper:
        """The whole of the same picture, for what comes below the screen's own part."""
        whole = Paper()
        whole._picture = self._picture
        return whole

    @property
    def picture(self) -> Image.Image:
        """What was drawn, mode "1"."""
        return self._picture

    def write(self, x: int, y: int, text: str, font: Font, *, align: Align = "left", ink: int = 1) -> None:
        """Write a line whose capitals begin at row `y`; `x` is its left end, middle or right end (exclusive)."""
        x -= {"left": 0, "middle": font.width(text) // 2, "right": font.width(text)}[align]
        for glyph in font.glyphs(text):
            self._lay(glyph.mask, x, y - font.times, ink)
            x += glyph.width + font.gap

    def icon(self, x: int, y: int, name: str, *, large: bool = False) -> None:
        """Put an icon of `art/icons.txt`, or one twice as large, with its left upper corner at (x, y)."""
        rows = read_art("icons")[name]
        self._lay(as_mask(doubled(rows) if large else rows), x, y, 1)

    def lay(self, x: int, y: int, rows: Rows) -> None:
        """Put a picture drawn with `#` and `.` with its left upper corner at (x, y)."""
        self._lay(as_mask(rows), x, y, 1)

    def dot(self, x: int, y: int, *, ink: int = 1) -> None:
        """Set one pixel."""
        self.fill(x, y, 1, 1, ink=ink)

    def fill(self, x: int, y: int, width: int, height: int, *, ink: int = 1) -> None:
        """Fill a box."""
        self._lay(Image.new("1", (width, height), 1), x, y, ink)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """Draw the edge of a box, one pixel wide."""
        for top in (y, y + height - 1):
            self.fill(x, top, width, 1)
        for left in (x, x + width - 1):
            self.fill(left, y, 1, height)

    def circle(self, x: int, y: int, radius: int) -> None:
        """Draw a circle line round the pixel (x, y)."""
        for across in range(-radius, radius + 1):
            for down in range(-radius, radius + 1):
                # On the line are the pixels whose distance from the middle rounds to the radius.
                if (2 * radius - 1) ** 2 <= 4 * (across**2 + down**2) < (2 * radius + 1) ** 2:
                    self.dot(x + across, y + down)

    def bar(self, y: int, text: str, font: Font, *, align: Align = "middle") -> int:
        """Write a line dark on a lit bar across the display; returns the row below the bar."""
        height = font.capital + 2 + max(2, font.drop)
        self.fill(0, y, SIZE[0], height)
        x = {"left": MARGIN, "middle": SIZE[0] // 2, "right": SIZE[0] - MARGIN}[align]
        self.write(x, y + 2, font.cut(text, SIZE[0] - 4), font, align=align, ink=0)
        return y + height

    def block(self, y: int, text: Sequence[str], font: Font, *, lines: int) -> None:
        """Write lines dark on a lit bar across the display that has room for so many."""
        self.fill(0, y, SIZE[0], lines * font.line + 1)
        y += (lines - len(text)) * font.line // 2
        for line in text:
            written = font.cut(line, SIZE[0] - 2 * MARGIN)
            self.write(SIZE[0] // 2, y + 2, written, font, align="middle", ink=0)
            y += font.line

    def title(self, text: str, right: str = "") -> int:
        """Write what the screen is about on a lit bar at the top; returns the first free row below it."""
        self.fill(0, 0, SIZE[0], TITLE - 1)
        right = SMALL.cut(right, SIZE[0] // 2)
        self.write(SIZE[0] - MARGIN, 2, right, SMALL, align="right", ink=0)
        room = SIZE[0] - 2 * MARGIN - (SMALL.width(right) + 6 if right else 0)
        self.write(MARGIN, 2, SMALL.cut(text, room), SMALL, ink=0)
        return TITLE

    def paragraph(
        self,
        text: str,
        *,
        x: int = MARGIN,
        y: int,
        width: int = SIZE[0] - 2 * MARGIN,
        bottom: int | None = None,
        fonts: Sequence[Font] = (MEDIUM, SMALL),
        align: Align = "left",
        tick: int = 0,
    ) -> None:
        """Write a text into a box, in the largest of the fonts in which it fits, in the middle of its height.

        If it fits in none of them its pages take turns in the last one.
        """
        bottom = self.bottom if bottom is None else bottom
        font, pages = paged(text, width=width, height=bottom - y, fonts=fonts)
        self.pages = max(self.pages, len(pages))
        page = pages[page_of(len(pages), tick)]
        top = y + max(0, bottom - y - len(page) * font.line) // 2
        left = {"left": x, "middle": x + width // 2, "right": x + width}[align]
        for line in page:
            self.write(left, top + font.times, font.cut(line, width), font, align=align)
            top += font.line

    def _lay(self, mask: Image.Image, x: int, y: int, ink: int) -> None:
        box = mask.getbbox()
        if box is None:
            return
        if x + box[0] < 0 or y + box[1] < 0 or x + box[2] > SIZE[0] or y + box[3] > self.bottom:
            self.lost = True
            mask = self._inside(mask, x, y)
        self._picture.paste(ink, (x, y), mask)

    def _inside(self, mask: Image.Image, x: int, y: int) -> Image.Image:
        allowed = Image.new("1", mask.size)
        allowed.paste(1, (-x, -y, SIZE[0] - x, self.bottom - y))
        return ImageChops.logical_and(mask, allowed)


def page_of(pages: int, tick: int) -> int:
    """Which of so many pages is shown at this tick, from 0."""
    return tick // TICKS_A_PAGE % max(1, pages)


def paged(
    text: str, *, width: int, height: int, fonts: Sequence[Font] = (MEDIUM, SMALL)
) -> tuple[Font, list[list[str]]]:
    """The font in which a text is written into a box, and the lines of each of its pages."""
    font, lines = _largest(text[:MOST_TEXT], fonts, width, height)
    room = max(1, height // font.line)
    return font, [lines[k : k + room] for k in range(0, len(lines), room)] or [[]]


def _largest(text: str, fonts: Sequence[Font], width: int, height: int) -> tuple[Font, list[str]]:
    """The first of the fonts in which the text fits, or else the last, and its lines."""
    *larger, smallest = fonts
    for font in larger:
        lines = font.wrap(text, width)
        if len(lines) * font.line <= height:
            return font, lines
    return smallest, smallest.wrap(text, width)
