"""A terminal that only knows what the console uses, to see what a person would see."""

from __future__ import annotations

import re
import unicodedata

SEQUENCE = re.compile(r"\x1b\[(\??[\d;]*)([A-Za-z])|\a|[^\x1b\a]|\x1b")


class Emulator:
    """The cells of a page, and which modes are on; anything unknown is an error."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.other_page = False
        self.cursor_shown = True
        self.rings = 0
        self.styles: set[str] = set()
        self._clear()

    def _clear(self) -> None:
        self.cells = [[" "] * self.columns for _ in range(self.rows)]
        self.x = self.y = 0

    def feed(self, text: str) -> None:
        """Take what a program wrote."""
        for found in SEQUENCE.finditer(text):
            if found[2]:
                self._steer(found[1], found[2])
            elif found[0] == "\a":
                self.rings += 1
            else:
                assert found[0] not in {"\x1b", "\n", "\r"}, "nothing but whole sequences and text is written"
                self._put(found[0])

    def _steer(self, numbers: str, letter: str) -> None:
        if letter == "H":
            self.y, self.x = (int(number) - 1 for number in numbers.split(";"))
        elif letter == "J":
            assert numbers == "2"
            self._clear()
        elif letter == "m":
            self.styles.add(numbers)
        elif numbers == "?1049":
            self.other_page = letter == "h"
        elif numbers == "?25":
            self.cursor_shown = letter == "h"
        else:
            raise AssertionError(f"unknown sequence {numbers}{letter}")

    def _put(self, character: str) -> None:
        assert 0 <= self.y < self.rows, "text outside the page"
        if unicodedata.combining(character):
            assert self.x > 0
            self.cells[self.y][self.x - 1] += character
            return
        wide = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        assert self.x + wide <= self.columns, "text outside the page"
        for place in (self.x, self.x + wide - 1):
            # Whoever overwrites one half of a wide character leaves nothing of the other.
            if self.cells[self.y][place] == "":
                self.cells[self.y][place - 1] = " "
            elif place + 1 < self.columns and self.cells[self.y][place + 1] == "":
                self.cells[self.y][place + 1] = " "
        self.cells[self.y][self.x] = character
        if wide == 2:
            self.cells[self.y][self.x + 1] = ""
        self.x += wide

    def lines(self) -> list[str]:
        """The page as text."""
        return ["".join(line).rstrip() for line in self.cells]

    def text(self) -> str:
        """The page as one text."""
        return "\n".join(self.lines())
