"""Golden pictures: what every screen should look like, as reviewed by a person, and the sheets in the docs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageChops

import companion
from companion.screens.letters import SMALL

ROOT = Path(companion.__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
BUILD = ROOT / "build" / "screens"
"""Where pictures go that are not as they should be."""
DOCS = ROOT / "docs" / "images"
RENEW = bool(os.environ.get("RENEW_GOLDEN"))
"""Set it to make the pictures anew; then look at what git says has changed."""

GREY, DARK = 210, 60
_COLUMNS = 3


def complaint(path: Path, picture: Image.Image, *, renewing: bool = RENEW, build: Path = BUILD) -> str:
    """What is wrong with a picture, "" if it is the one in the file; shows both beside each other in `build`."""
    if renewing:
        renew(path, picture)
    if not path.exists():
        return f"{path.name} is new: look at it, then renew the golden pictures"
    with Image.open(path) as stored:
        golden = stored.convert(picture.mode)
    if golden.size == picture.size and golden.tobytes() == picture.tobytes():
        return ""
    build.mkdir(parents=True, exist_ok=True)
    picture.save(build / path.name)
    beside = build / f"{path.stem}-beside.png"
    side_by_side(golden, picture).save(beside)
    return f"{path.name} looks different: see {beside} (as it was, as it is, what differs)"


def renew(path: Path, picture: Image.Image) -> None:
    """Write the picture, unless the file shows the same already."""
    if path.exists():
        with Image.open(path) as stored:
            if stored.size == picture.size and stored.convert(picture.mode).tobytes() == picture.tobytes():
                return
    path.parent.mkdir(exist_ok=True)
    picture.save(path, optimize=True)


def side_by_side(golden: Image.Image, picture: Image.Image) -> Image.Image:
    """As it was, as it is, and what differs, four times as large."""
    sizes = [golden.size, picture.size]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    pages = [Image.new("L", size), Image.new("L", size)]
    for page, shown in zip(pages, (golden, picture), strict=True):
        page.paste(shown.convert("L"))
    pages.append(ImageChops.difference(*pages))
    wide, high = 4 * size[0], 4 * size[1]
    sheet = Image.new("L", (3 * wide + 16, high), GREY)
    for k, page in enumerate(pages):
        sheet.paste(page.resize((wide, high), Image.Resampling.NEAREST), (k * (wide + 8), 0))
    return sheet


def contact_sheet(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """The pictures twice as large in three columns, each with its name below."""
    wide, high = 2 * 128 + 12, 2 * 64 + 26
    rows = -(-len(pictures) // _COLUMNS)
    sheet = Image.new("L", (_COLUMNS * wide + 4, rows * high + 4), GREY)
    for k, (name, picture) in enumerate(pictures.items()):
        x, y = 8 + k % _COLUMNS * wide, 8 + k // _COLUMNS * high
        sheet.paste(picture.convert("L").resize((256, 128), Image.Resampling.NEAREST), (x, y))
        caption = Image.new("1", (128, SMALL.line))
        left = 0
        for glyph in SMALL.glyphs(name):
            caption.paste(1, (left, 0), glyph.mask)
            left += glyph.width + SMALL.gap
        sheet.paste(DARK, (x, y + 129), caption.resize((256, 2 * SMALL.line), Image.Resampling.NEAREST))
    return sheet
