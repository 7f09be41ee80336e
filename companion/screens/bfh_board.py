"""The little board of Bears, Foxes & Hares, and the screens that show where on it something is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.screens import bfh_kinds
from companion.screens.letters import MEDIUM, SMALL, Font
from companion.screens.paper import MARGIN, SIZE, TITLE, Paper, page_of, paged

SIDE = 41
"""Width and height of the little board, px."""
_BESIDE = SIZE[0] - SIDE - 2 * MARGIN
"""The width of a text beside it."""


def draw_move_seen(screen: bfh_kinds.MoveSeen, paper: Paper, tick: int) -> None:
    """What moved, and the squares it moved between."""
    _draw_beside(cased(screen.player), "", screen.what, screen.board, paper, tick)


def draw_not_allowed(screen: bfh_kinds.NotAllowed, paper: Paper, tick: int) -> None:
    """Why not, then what to put back, in turns; and where."""
    rule = screen.rule.replace("rulebook: ", "Rulebook: ")
    pages = []
    for text in (screen.reason, *screen.put_back, *([rule] if rule else [])):
        font, parts = paged(text, width=_BESIDE, height=paper.bottom - TITLE)
        pages += [(" ".join(lines), font) for lines in parts]
    page = page_of(len(pages), tick)
    right = f"{page + 1}/{len(pages)}" if len(pages) > 1 else ""
    _draw_beside("Not allowed", right, pages[page][0], screen.board, paper, tick, fonts=(pages[page][1],))


def draw_put_back(screen: bfh_kinds.PutBack, paper: Paper, tick: int) -> None:
    """What stands wrong, one thing at a time."""
    count = f"{screen.number}/{screen.of}" if screen.of > 1 else ""
    _draw_beside("Put it right", count, screen.what, screen.board, paper, tick)


def draw_board_doubt(screen: bfh_kinds.BoardDoubt, paper: Paper, tick: int) -> None:
    """What cannot be made out."""
    count = f"{screen.number}/{screen.of}" if screen.of > 1 else ""
    _draw_beside("Please look", count, screen.reason, screen.board, paper, tick)


def draw_which_move(screen: bfh_kinds.WhichMove, paper: Paper, tick: int) -> None:
    """One of the answers at a time, in full."""
    count = len(screen.options)
    chosen = screen.chosen % max(1, count)
    title = "Was it this?" if count < 2 else "Which was it?"
    text = screen.options[chosen] if count else ""
    _draw_beside(title, f"{chosen + 1}/{count}" if count > 1 else "", text, screen.board, paper, tick)


def draw_pinned(screen: bfh_kinds.Pinned, paper: Paper, tick: int) -> None:
    """Each pinned piece with what stands on it."""
    room = 3
    pages = max(1, -(-len(screen.pieces) // room))
    page = page_of(pages, tick)
    top = paper.title("Pinned", f"{page + 1}/{pages}" if pages > 1 else "")
    for k, (piece, square, under) in enumerate(screen.pieces[page * room : (page + 1) * room]):
        y = top + 2 + 13 * k
        paper.write(MARGIN, y, SMALL.cut(square, 20), SMALL)
        text = f"{piece} < {under}"
        paper.write(MARGIN + 20, y, SMALL.cut(text, SIZE[0] - 2 * MARGIN - 20), SMALL)


def _draw_beside(
    title: str,
    right: str,
    text: str,
    board: bfh_kinds.BoardMap,
    paper: Paper,
    tick: int,
    *,
    fonts: Sequence[Font] = (MEDIUM, SMALL),
) -> None:
    top = paper.title(title, right)
    paper.paragraph(text, y=top, width=_BESIDE, fonts=fonts, tick=tick)
    draw_board(board, paper, SIZE[0] - SIDE, TITLE + (paper.bottom - TITLE - SIDE) // 2, tick)


def draw_board(board: bfh_kinds.BoardMap, paper: Paper, left: int, top: int, tick: int) -> None:
    """The board as the device sees it, which stands at the lower edge; marked squares blink.

    Of a board with more squares than there are pixels, the near left part is drawn.
    """
    board = replace(board, columns=_drawable(board.columns), rows=_drawable(board.rows))
    pitch = max(1, (SIDE - 1) // max(1, board.columns, board.rows))
    wide, high = pitch * board.columns, pitch * board.rows
    left, top = left + (SIDE - 1 - wide) // 2, top + (SIDE - 1 - high) // 2
    if pitch > 2:
        for column in range(board.columns + 1):
            for row in range(board.rows + 1):
                paper.dot(left + pitch * column, top + pitch * row)
    paper.frame(left, top, wide + 1, high + 1)
    for (column, row), size in board.pieces:
        x, y = _corner(column, row, board, pitch, left, top)
        if x is not None and y is not None:
            inside = max(1, pitch - 1)
            edge = max(1, inside * max(1, min(size, 3)) // 3)
            paper.fill(x + (inside - edge + 1) // 2, y + (inside - edge + 1) // 2, edge, edge)
    for column, row in board.marked if tick % 2 == 0 else ():
        x, y = _corner(column, row, board, pitch, left, top)
        if x is not None and y is not None:
            paper.frame(x - 1, y - 1, pitch + 1, pitch + 1)
            paper.fill(x, y, max(1, pitch - 1), max(1, pitch - 1))


def _drawable(squares: int) -> int:
    return max(1, min(squares, SIDE - 1))


def _corner(
    column: int, row: int, board: bfh_kinds.BoardMap, pitch: int, left: int, top: int
) -> tuple[int | None, int | None]:
    """The left upper pixel inside a square; None for a square that is not on the board."""
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        return None, None
    inset = 1 if pitch > 1 else 0
    return left + pitch * column + inset, top + pitch * (board.rows - 1 - row) + inset


def cased(name: str) -> str:
    """A colour as the name of who plays it: `Red`."""
    return name[:1].upper() + name[1:]
