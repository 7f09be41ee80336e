"""The fonts of the display, drawn by ourselves pixel by pixel, so that every system draws the same picture.

They know Latin letters with all usual accents, Greek and Cyrillic. Any other character is drawn as a box with a pattern
of its own: nobody can read it, but two names of such characters can still be told apart.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from companion.screens.art import Rows, as_mask, doubled, read_art

ELLIPSIS = "…"
BREAK = "\u200b"
"""Stands where a line may be broken without a space; it is not seen."""

_BELOW = {"\u0323", "\u0326", "\u0327", "\u0328", "\u0331"}
"""Marks that hang below their letter; all others sit above it."""

_UNSEEN = {"Cc", "Cf", "Cs"}
"""Kinds of characters that are nothing to look at."""

_TWINS = {
    **dict(zip("АВЕКМНОРСТХІЈЅаеорсухіјѕ", "ABEKMHOPCTXIJSaeopcyxijs", strict=True)),
    **dict(zip("ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΦΧινορυ", "ABГEZHIKMNOПPTYФXıvopu", strict=True)),
    **dict(zip("−‐‑‒ʼ´‚„\u00a0\u202f", "---–’’,” ", strict=False)),
}
"""Characters that look like another one: Cyrillic and Greek letters, and typographic signs."""


@dataclass(frozen=True)
class Glyph:
    """One character: a mask of mode "1" that begins `Font.times` rows above the top of a capital letter."""

    mask: Image.Image
    width: int


@dataclass(frozen=True)
class Font:
    """One size of letters, px.

    Text reaches from `times` rows above the capitals (accents) to `drop` rows below their base line.
    """

    name: str
    capital: int
    """The height of a capital letter and of a digit."""
    drop: int
    """How far letters such as g reach below the base line."""
    gap: int
    """Dark columns between two letters."""
    space: int
    """The width of a space."""
    low: int = 0
    """How many rows lie above a letter such as x."""
    times: int = 1
    """How many times as large as drawn: 1, 2 or 4."""

    @property
    def line(self) -> int:
        """The height of a line of text with all that may stand out of it."""
        return self.times + self.capital + self.drop

    def width(self, text: str) -> int:
        """How wide a text is drawn, px."""
        return _span(self, [glyph.width for glyph in self.glyphs(text)])

    def glyphs(self, text: str) -> Iterator[Glyph]:
        """The characters of a text that can be seen, in order."""
        for cluster in _clusters(text):
            yield _glyph(self, cluster)

    def fits(self, text: str, width: int) -> bool:
        """Whether the text is at most so wide; long texts are not measured to their end."""
        return self.cut(text, width) == text

    def cut(self, text: str, width: int) -> str:
        """The text, shortened to at most so many px and with an ellipsis if it is too long."""
        whole, kept, used = True, "", 0
        dots = _glyph(self, ELLIPSIS).width
        for cluster in _clusters(text):
            used += _glyph(self, cluster).width
            if used > width:
                whole = False
                break
            used += self.gap
            if used + dots <= width:
                kept += cluster
        if whole:
            return text
        return kept.rstrip() + ELLIPSIS if dots <= width else ""

    def wrap(self, text: str, width: int) -> list[str]:
        """The text in lines of at most so many px, broken between words, or within one that is too long.

        A word may also be broken wherever `BREAK` stands in it.
        """
        lines: list[str] = []
        for word in text.split():
            for k, part in enumerate(word.split(BREAK)):
                longer = f"{lines[-1]}{'' if k else ' '}{part}" if lines else part
                if self.fits(longer, width):
                    lines[-1:] = [longer]
                else:
                    lines += [part] if self.fits(part, width) else self._broken(part, width)
        return lines

    def _broken(self, word: str, width: int) -> Iterator[str]:
        piece = ""
        for cluster in _clusters(word):
            if piece and self.width(piece + cluster) > width:
                yield piece
                piece = ""
            piece += cluster
        if piece:
            yield piece


SMALL = Font("small", capital=7, drop=2, gap=1, space=3, low=2)
"""For hints and details."""
MEDIUM = Font("medium", capital=10, drop=3, gap=1, space=4, low=3)
"""For names and sentences."""
LARGE = Font("medium", capital=20, drop=6, gap=2, space=8, low=6, times=2)
"""For one word."""
GIANT = Font("medium", capital=40, drop=12, gap=4, space=16, low=12, times=4)
"""For one syllable."""
DIGITS = Font("digits", capital=20, drop=0, gap=2, space=6)
"""Digits and signs only."""
HUGE = Font("digits", capital=40, drop=0, gap=4, space=12, times=2)
"""Digits that are read from the other end of the table."""


def _span(font: Font, widths: list[int]) -> int:
    return sum(widths) + font.gap * (len(widths) - 1) if widths else 0


def _clusters(text: str) -> Iterator[str]:
    """What stands on its own in a text: a character with its marks; what can't be seen is left out."""
    cluster = ""
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind in {"Mn", "Me", "Mc"}:
            cluster += character if cluster.strip() else ""
        elif kind not in _UNSEEN or character.isspace():
            if cluster:
                yield cluster
            cluster = " " if character.isspace() else character
    if cluster:
        yield cluster


@lru_cache(maxsize=4096)
def _glyph(font: Font, cluster: str) -> Glyph:
    if cluster == " ":
        return Glyph(Image.new("1", (font.space, font.line)), font.space)
    rows = _drawn(font, cluster)
    for _ in range(font.times.bit_length() - 1):
        rows = doubled(rows)
    return Glyph(as_mask(rows, (len(rows[0]), font.line)), len(rows[0]))


def _drawn(font: Font, cluster: str) -> Rows:
    """The rows of one character from one row above the capitals on."""
    art = read_art(font.name)
    for known in _spellings(cluster):
        letter, marks = _TWINS.get(known[0], known[0]), [mark for mark in known[1:] if mark in art]
        if letter in art:
            return _marked(font, letter, art[letter], [(mark, art[mark]) for mark in marks])
    return _box(font.capital // font.times, cluster)


def _spellings(cluster: str) -> Iterator[str]:
    """Ways to put a character together, the closest first."""
    yield cluster
    yield unicodedata.normalize("NFD", cluster)
    plain = unicodedata.normalize("NFKD", cluster)
    if len(plain) == 1 or all(unicodedata.combining(mark) for mark in plain[1:]):
        yield plain


def _marked(font: Font, letter: str, rows: Rows, marks: list[tuple[str, Rows]]) -> Rows:
    """A letter with at most one mark above and one below; a tall letter is pressed flatter to make room above it."""
    blank = "." * len(rows[0])
    above = next((mark for name, mark in marks if name not in _BELOW), None)
    below = next((mark for name, mark in marks if name in _BELOW), None)
    low, capital = font.low // font.times, font.capital // font.times
    if above is not None:
        above = tuple(row for row in above if "#" in row)
        if letter in "ij":
            rows = tuple(blank if y < low else row for y, row in enumerate(rows))
        top = next(y for y, row in enumerate(rows) if "#" in row)
        rows = _flatter(rows, by=max(0, len(above) - top), within=capital)
    canvas = [blank, *rows]
    if above is not None:
        top = next(y for y, row in enumerate(canvas) if "#" in row)
        canvas = _laid(canvas, above, top=max(0, top - 1 - len(above)))
    if below is not None:
        canvas = _laid(canvas, below, top=1 + capital)
    return tuple(canvas)


def _flatter(rows: Rows, *, by: int, within: int) -> Rows:
    """The picture with some of its first `within` rows taken out, those first that are like the one above."""
    kept = list(rows)
    for _ in range(by):
        tops = range(1, within)
        like = [y for y in tops if kept[y] == kept[y - 1] and "#" in kept[y]]
        middle = like[len(like) // 2] if like else within // 2
        kept.insert(0, "." * len(kept.pop(middle)))
    return tuple(kept)


def _laid(canvas: list[str], mark: Rows, *, top: int) -> list[str]:
    """A mark laid over the middle of a letter; the wider of the two makes the width."""
    width = max(len(canvas[0]), len(mark[0]))
    canvas = [_centred(row, width) for row in canvas]
    canvas += ["." * width] * (top + len(mark) - len(canvas))
    for y, row in enumerate(mark, top):
        pairs = zip(canvas[y], _centred(row, width), strict=True)
        canvas[y] = "".join("#" if "#" in pair else "." for pair in pairs)
    return canvas


def _centred(row: str, width: int) -> str:
    left = (width - len(row)) // 2
    return "." * left + row + "." * (width - len(row) - left)


def _box(capital: int, cluster: str) -> Rows:
    """A box with a pattern that only this character has, or nearly so."""
    bits = zlib.crc32(cluster.encode("utf-8", "surrogatepass"))
    wide, high = capital * 2 // 3 - 1, capital - 2
    inside = ["".join("#" if bits >> (y * 3 + x) & 1 else "." for x in range(3)) for y in range(5)]
    rows = ["".join(inside[y * 5 // high][x * 3 // wide] for x in range(wide)) for y in range(high)]
    edge = "#" * (wide + 2)
    return ("." * len(edge), edge, *(f"#{row}#" for row in rows), edge)
