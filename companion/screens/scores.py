"""Points: one player's sum, everybody's totals, a tie, the winner."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import BREAK, DIGITS, LARGE, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper, page_of

_ROW, _LARGE_ROW = 13, 26
"""The distance from one line of names to the next, px."""
_OUT = "out"


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
    """Everybody's total at once: the fewer, the larger; from five on in two columns."""
    target = "" if screen.target is None else f"to {_digits(screen.target)}"
    top = paper.title(f"After round {screen.round}", target)
    height = paper.bottom - top
    if len(screen.rows) <= height // _ROW:
        each = min(height // max(1, len(screen.rows)), _LARGE_ROW)
        for k, row in enumerate(screen.rows):
            _draw_total(screen, row, paper, top + each * k, each)
        return
    in_a_column = height // _ROW
    pages = -(-len(screen.rows) // (2 * in_a_column))
    on_a_page = -(-len(screen.rows) // pages)
    first = page_of(pages, tick) * on_a_page
    paper.fill(SIZE[0] // 2, top + 1, 1, height - 2)
    for k, row in enumerate(screen.rows[first : first + on_a_page]):
        column, line = divmod(k, -(-on_a_page // 2))
        _draw_narrow_total(screen, row, paper, 67 if column else MARGIN, top + _ROW * line)


def _draw_total(
    screen: kinds.Totals, row: tuple[str, int | None], paper: Paper, top: int, height: int
) -> None:
    points = _points(screen, row)
    font = DIGITS if height >= DIGITS.line and points != _OUT else MEDIUM
    y = top + (height - _ROW) // 2
    paper.write(SIZE[0] - MARGIN, y + (MEDIUM.capital - font.capital) // 2, points, font, align="right")
    room = SIZE[0] - 2 * MARGIN - font.width(points) - 4
    paper.write(MARGIN, y, MEDIUM.cut(row[0], room), MEDIUM)


def _draw_narrow_total(
    screen: kinds.Totals, row: tuple[str, int | None], paper: Paper, left: int, y: int
) -> None:
    points, width = _points(screen, row), 59
    paper.write(left + width, y, points, MEDIUM, align="right")
    paper.write(left, y + 2, SMALL.cut(row[0], width - MEDIUM.width(points) - 4), SMALL)


def _points(screen: kinds.Totals, row: tuple[str, int | None]) -> str:
    player, total = row
    return _OUT if player in screen.out else "" if total is None else _digits(total)


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
