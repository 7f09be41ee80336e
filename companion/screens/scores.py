"""Points: one player's sum, everybody's totals, a tie, the winner."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import BREAK, DIGITS, LARGE, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper, page_of

_ROW = 13
"""The distance from one line of names to the next, px."""


def draw_sum(screen: kinds.Sum, paper: Paper, tick: int) -> None:
    """The sum as people write it, with its result large."""
    paper.write(MARGIN, 1, MEDIUM.cut(screen.player, SIZE[0] - 2 * MARGIN), MEDIUM)
    written = written_sum(screen.terms)
    y = paper.bottom - DIGITS.capital - 1
    if written:
        paper.paragraph(written, y=13, bottom=y + 1, fonts=(DIGITS, MEDIUM, SMALL), tick=tick)
    else:
        paper.paragraph("nothing", y=13, bottom=y, tick=tick)
    paper.write(MARGIN, y, f"= {_digits(screen.points)}", DIGITS)
    if screen.total is not None:
        paper.write(SIZE[0] - MARGIN, y, "total", SMALL, align="right")
        paper.write(SIZE[0] - MARGIN, y + 10, _digits(screen.total), MEDIUM, align="right")


def written_sum(terms: tuple[int, ...]) -> str:
    """The terms that count, as in `1+2+2+5-1`, which may be broken before each sign."""
    return BREAK.join(f"{term:+d}" for term in terms if term).removeprefix("+")


def draw_totals(screen: kinds.Totals, paper: Paper, tick: int) -> None:
    """Everybody's total at once: a few large, up to eight in two columns."""
    target = "" if screen.target is None else f"to {_digits(screen.target)}"
    top = paper.title(f"After round {screen.round}", target)
    room = (paper.bottom - top) // _ROW
    wide = len(screen.rows) <= room
    pages = max(1, -(-len(screen.rows) // (room if wide else 2 * room)))
    each = -(-len(screen.rows) // pages)
    first = page_of(pages, tick) * each
    in_a_column = room if wide else -(-each // 2)
    if not wide:
        paper.fill(SIZE[0] // 2, top + 1, 1, paper.bottom - top - 2)
    for k, row in enumerate(screen.rows[first : first + each]):
        column, line = divmod(k, in_a_column)
        _draw_total(screen, row, paper, MARGIN if not column else 67, top + _ROW * line, wide=wide)


def _draw_total(
    screen: kinds.Totals, row: tuple[str, int | None], paper: Paper, x: int, y: int, *, wide: bool
) -> None:
    player, total = row
    width = SIZE[0] - 2 * MARGIN if wide else 59
    points = "out" if player in screen.out else "" if total is None else _digits(total)
    paper.write(x + width, y, points, MEDIUM, align="right")
    font = MEDIUM if wide else SMALL
    paper.write(x, y + (0 if wide else 2), font.cut(player, width - MEDIUM.width(points) - 4), font)


def draw_tie_break(screen: kinds.TieBreak, paper: Paper, tick: int) -> None:
    """Who is level, and that they play on."""
    top = paper.title("Tie-break", f"{_digits(screen.points)} each")
    paper.paragraph(", ".join(screen.players), y=top, bottom=paper.bottom - 16, align="middle", tick=tick)
    paper.bar(paper.bottom - 15, "Play on!", MEDIUM)


def draw_winner(screen: kinds.Winner, paper: Paper, tick: int) -> None:
    """The name as large as it fits, between two cups if there is room."""
    middle = paper.bottom // 2 - 5
    font = LARGE if LARGE.fits(screen.player, SIZE[0]) else MEDIUM
    name = font.cut(screen.player, SIZE[0])
    if font.width(name) <= SIZE[0] - 2 * 22:
        for k, x in enumerate((0, SIZE[0] - 18)):
            paper.icon(x, middle - 13 + 2 * ((tick + k) % 2), "cup")
    paper.write(SIZE[0] // 2, middle - 4 - font.capital // 2, name, font, align="middle")
    points = "" if screen.total is None else f" with {_digits(screen.total)}"
    paper.write(SIZE[0] // 2, paper.bottom - 15, f"wins{points}", MEDIUM, align="middle")


def _digits(value: int) -> str:
    return str(max(-999, min(value, 9999)))
