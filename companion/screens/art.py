"""Pictures drawn with characters in the text files of `art/`: letters, digits and icons.

A file is a list of blocks with an empty line between them. The first line of a block names its pictures (by what they
stand for: a letter, `U+0301` for a mark, or a word); the lines below are the pictures side by side, `#` for a lit pixel
and `.` for a dark one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PIL import Image

Rows = tuple[str, ...]
"""A picture: rows of `#` and `.`, all of one length."""


@cache
def read_art(name: str) -> dict[str, Rows]:
    """The pictures of `art/{name}.txt`, by their names."""
    text = files("companion.screens").joinpath("art", f"{name}.txt").read_text(encoding="utf-8")
    pictures: dict[str, Rows] = {}
    for block in text.strip().split("\n\n"):
        names, *lines = (line.split() for line in block.splitlines())
        for title, *rows in zip(names, *lines, strict=True):
            if len({len(row) for row in rows}) != 1 or set().union(*rows) - {"#", "."}:
                raise ValueError(f"{name}.txt: '{title}' is not drawn in rows of # and . of one length")
            pictures[_character(title)] = tuple(rows)
    return pictures


def _character(title: str) -> str:
    return chr(int(f"0x{title[2:]}", 0)) if title.startswith("U+") else title


def as_mask(rows: Rows, size: tuple[int, int] | None = None) -> Image.Image:
    """The picture in mode "1", in the left upper corner of `size` (width, height) if that is given."""
    mask = Image.new("1", size or (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            if pixel == "#":
                mask.putpixel((x, y), 1)
    return mask


def doubled(rows: Rows) -> Rows:
    """The picture twice as large, with the steps of its slanting lines smoothed.

    Each pixel becomes four; a corner takes the colour of its two neighbours where these agree with each other and with
    nobody else (the rule known as EPX or Scale2x).
    """
    height, width = len(rows), len(rows[0]) if rows else 0

    def at(y: int, x: int) -> str:
        return rows[y][x] if 0 <= y < height and 0 <= x < width else "."

    large: list[str] = []
    for y in range(height):
        upper, lower = [], []
        for x in range(width):
            up, down, left, right, here = at(y - 1, x), at(y + 1, x), at(y, x - 1), at(y, x + 1), at(y, x)
            slanting = left != right and up != down
            upper += [left if slanting and left == up else here, right if slanting and right == up else here]
            lower += [
                left if slanting and left == down else here,
                right if slanting and right == down else here,
            ]
        large += ["".join(upper), "".join(lower)]
    return tuple(large)
