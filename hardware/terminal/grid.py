"""What stands in the cells of the terminal, and the shortest way to change it into what should stand there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hardware.terminal.text import cells

Cell = tuple[str, str]
"""A character and its style: the numbers of an SGR sequence such as `1;33`, "" for plain."""

BLANK: Cell = (" ", "")
_HIDDEN: Cell = ("", "")
"""The second cell of a wide character."""
_WORTH_A_JUMP = 6
"""So many cells are rather written again than jumped over."""


@dataclass
class Grid:
    """A page of cells to write on."""

    columns: int
    rows: int
    lines: list[list[Cell]] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = [[BLANK] * self.columns for _ in range(self.rows)]

    def write(self, x: int, y: int, text: str, style: str = "", *, columns: int | None = None) -> None:
        """Write text from (x, y) on; what does not fit into `columns` cells, or the page, is left out."""
        if not 0 <= y < self.rows:
            return
        end = self.columns if columns is None else min(self.columns, x + columns)
        line = self.lines[y]
        for cluster, wide in cells(text):
            if x < 0 or x + wide > end:
                return
            self._clear(line, x, x + wide)
            line[x] = (cluster, style)
            if wide == 2:
                line[x + 1] = _HIDDEN
            x += wide

    def _clear(self, line: list[Cell], first: int, end: int) -> None:
        """Make room, and leave no half of a wide character behind."""
        if line[first] == _HIDDEN:
            line[first - 1] = BLANK
        if end < self.columns and line[end] == _HIDDEN:
            line[end] = BLANK


def changes(old: Grid | None, new: Grid) -> str:
    """The text that makes a terminal which shows `old` (None: anything) show `new`, "" if nothing changed."""
    same = old is not None and (old.columns, old.rows) == (new.columns, new.rows)
    parts: list[str] = [] if same else ["\x1b[0m\x1b[2J"]
    style = ""
    for y, line in enumerate(new.lines):
        before = old.lines[y] if same and old is not None else [BLANK] * new.columns
        for first, end in _differing(before, line):
            parts.append(f"\x1b[{y + 1};{first + 1}H")
            for character, wanted in line[first:end]:
                if character and wanted != style:
                    parts.append(f"\x1b[0;{wanted}m" if wanted else "\x1b[0m")
                    style = wanted
                parts.append(character)
    if style:
        parts.append("\x1b[0m")
    return "".join(parts)


def _differing(before: list[Cell], line: list[Cell]) -> Iterator[tuple[int, int]]:
    """The stretches of a line that have to be written again; ones that are close to each other are joined.

    Both cells of a wide character change together, so a stretch never begins or ends inside of one.
    """
    first = last = -1
    for x, (was, now) in enumerate(zip(before, line, strict=True)):
        if was == now:
            continue
        if first >= 0 and x - last > _WORTH_A_JUMP:
            yield first, last + 1
            first = -1
        first, last = (x if first < 0 else first), x
    if first >= 0:
        yield first, last + 1
