"""Points: one player's sum, everybody's totals, a tie, the winner."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import DIGITS, LARGE, MEDIUM, SMALL, Font
from companion.screens.paper import SIZE, Paper, page_of

_ROWS_OF_ONE_COLUMN = 4
_ROWS = 8


def draw_sum(screen: kinds.Sum, paper: Paper, tick: int) -> None:
    """The sum as people write it, with its result large."""
    paper.write(0, 2, MEDIUM.cut(screen.player, SIZE[0]), MEDIUM)
    written = written_sum(screen.terms)
    if written:
        paper.paragraph(written, y=16, bottom=33, fonts=(MEDIUM, SMALL), tick=tick)
    y = paper.bottom - 20
    result = f"= {_digits(screen.points)}" if written else _digits(screen.points)
    paper.write(0, y, result, DIGITS)
    if screen.total is not None:
        paper.write(SIZE[0], y + 1, "total", SMALL, align="right")
        paper.write(SIZE[0], y + 10, _digits(screen.total), MEDIUM, align="right")


def written_sum(terms: tuple[int, ...]) -> str:
    """The terms as in `1+2+2+5-1`, "" where there is nothing to add."""
    summands = [f"{term:+d}" for term in terms if term]
    return "".join(summands).removeprefix("+") if len(summands) > 1 else ""


def draw_totals(screen: kinds.Totals, paper: Paper, tick: int) -> None:
    """Everybody's total at once: four large, up to eight in two columns."""
    target = "" if screen.target is None else f"to {_digits(screen.target)}"
    top = paper.title(f"After round {screen.round}", target)
    pages = max(1, -(-len(screen.rows) // _ROWS))
    first = page_of(pages, tick) * _ROWS
    rows = screen.rows[first : first + _ROWS]
    wide = len(screen.rows) <= _ROWS_OF_ONE_COLUMN
    for k, (player, total) in enumerate(rows):
        x = 0 if wide or k < _ROWS_OF_ONE_COLUMN else 66
        width = SIZE[0] if wide else 62
        y = top + 2 + 13 * (k % _ROWS_OF_ONE_COLUMN)
        points = "out" if player in screen.out else "" if total is None else _digits(total)
        paper.write(x + width, y, points, MEDIUM, align="right")
        font: Font = MEDIUM if wide else SMALL
        room = width - MEDIUM.width(points) - 4
        paper.write(x, y + (0 if wide else 2), font.cut(player, room), font)


def draw_tie_break(screen: kinds.TieBreak, paper: Paper, tick: int) -> None:
    """Who is level, and that they play on."""
    top = paper.title("Tie-break", f"{_digits(screen.points)} each")
    paper.paragraph(" = ".join(screen.players), y=top, bottom=paper.bottom - 15, align="middle", tick=tick)
    paper.bar(paper.bottom - 14, "Play on!", MEDIUM)


def draw_winner(screen: kinds.Winner, paper: Paper, tick: int) -> None:
    """The name as large as it fits."""
    paper.icon(SIZE[0] // 2 - 9, 1, "cup")
    for k, x in enumerate((8, 24, 40, 82, 98, 114)):
        paper.write(x, (4, 9, 6)[k % 3], ("*", "·")[(k + tick) % 2], SMALL)
    font = LARGE if LARGE.fits(screen.player, SIZE[0]) else MEDIUM
    paper.write(
        SIZE[0] // 2, 21 if font is LARGE else 25, font.cut(screen.player, SIZE[0]), font, align="middle"
    )
    points = "" if screen.total is None else f" with {_digits(screen.total)}"
    paper.write(SIZE[0] // 2, paper.bottom - 14, f"wins{points}", MEDIUM, align="middle")


def _digits(value: int) -> str:
    return str(max(-999, min(value, 9999)))
