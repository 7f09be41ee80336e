"""Letters on a drawing: the font, text with a dark rim, and a panel of lines under the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.drawing.ink import DARK, Colour, rgb
from vision.pictures import Picture

Font = ImageFont.FreeTypeFont


def font_of(size: float) -> ImageFont.FreeTypeFont:
    """The font at a size in px."""
    # Pillow brings this one along; OpenCV's differs from version to version, and fonts differ from system to system.
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(max(9, round(size))))


def text(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    words: str,
    font: ImageFont.FreeTypeFont,
    colour: Colour,
    *,
    anchor: str,
) -> None:
    """Write with a dark rim, to be read on any table; `place` in px, `anchor` as Pillow takes it."""
    rim = max(1, round(font.size / 9))
    pen.text(
        place, words, font=font, fill=rgb(colour), anchor=anchor, stroke_width=rim, stroke_fill=rgb(DARK)
    )


def wrapped(line: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """The line in parts that fit into `width` pixels; a single long word stays whole."""
    parts: list[str] = []
    for word in line.split(" "):
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and font.getlength(longer) <= width:
            parts[-1] = longer
        else:
            parts.append(f"    {word}" if parts else word)
    return parts


def with_panel(canvas: Picture, lines: Sequence[tuple[str, Colour]], font: Font) -> Image.Image:
    """The picture with a panel under it in which the lines, already wrapped, are written."""
    height, width = canvas.shape[:2]
    step = round(font.size * 1.45)
    panel = np.full((step * len(lines) + step // 2, width, 3), DARK, dtype=np.uint8)
    sheet = Image.fromarray(np.ascontiguousarray(np.vstack([canvas, panel])[:, :, ::-1]))
    pen = ImageDraw.Draw(sheet)
    for row, (line, colour) in enumerate(lines):
        pen.text((font.size / 2, height + step * row + step // 4), line, font=font, fill=rgb(colour))
    return sheet


def as_picture(sheet: Image.Image) -> Picture:
    """Back from Pillow: (H, W, 3) uint8 BGR."""
    return np.ascontiguousarray(np.asarray(sheet, dtype=np.uint8)[:, :, ::-1])


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]
