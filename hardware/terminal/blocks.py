"""A black and white picture as characters that fill a part of their cell."""

from __future__ import annotations

from typing import Literal

from PIL import Image

Style = Literal["half", "braille"]
"""`half`: one pixel wide and two high in each cell; `braille`: two wide and four high, as dots."""

CELL: dict[Style, tuple[int, int]] = {"half": (1, 2), "braille": (2, 4)}
"""How many pixels a cell shows across and down."""

_HALVES = " ▀▄█"
_BRAILLE = 0x2800
# The dots of a braille cell are numbered down the left column, then down the right, and the lowest row came later.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def as_characters(picture: Image.Image, style: Style) -> list[str]:
    """The picture (mode "1") as lines of text of one length."""
    across, down = CELL[style]
    width, height = picture.size
    lit = picture.convert("L").tobytes()
    wide, high = -(-width // across), -(-height // down)
    cells = [[0] * wide for _ in range(high)]
    for y in range(height):
        row, inside = cells[y // down], y % down
        for x, pixel in enumerate(lit[y * width : (y + 1) * width]):
            if pixel:
                row[x // across] |= (inside + 1) if style == "half" else _DOTS[x % across][inside]
    if style == "half":
        return ["".join(_HALVES[cell] for cell in row) for row in cells]
    return ["".join(chr(_BRAILLE + cell) if cell else " " for cell in row) for row in cells]
