"""Before a match: the self-test, choosing, counting."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import DIGITS, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper, page_of, paged

_ROW = 11
"""The distance from one line of parts to the next, px."""


def draw_boot(screen: kinds.Boot, paper: Paper, tick: int) -> None:
    """Name every part with a tick, a cross or, while it is being tried, growing dots."""
    failed = sum(works is False for _, works in screen.parts)
    paper.icon(2, 0, "bear")
    paper.write(24, 2, "Bears!", MEDIUM)
    if failed:
        paper.write(SIZE[0] - MARGIN, 5, f"{failed} missing", SMALL, align="right")
    room = 2 * ((paper.bottom - 17) // _ROW)
    first = page_of(-(-len(screen.parts) // room), tick) * room
    for k, (part, works) in enumerate(screen.parts[first : first + room]):
        x, y = (MARGIN, 66)[k % 2], 19 + _ROW * (k // 2)
        if works is None:
            paper.write(x, y, "." * (1 + tick % 3), SMALL)
        else:
            paper.write(x, y, "✓" if works else "✗", SMALL)
        text = SMALL.cut(part, 50)
        ink = 0 if works is False and tick % 2 == 0 else 1
        if not ink:
            paper.fill(x + 8, y - 1, SMALL.width(text) + 4, 10)
        paper.write(x + 10, y, text, SMALL, ink=ink)


def draw_choose(screen: kinds.Choose, paper: Paper, tick: int) -> None:
    """Show the chosen option large between its neighbours, as on a wheel; a long one in lines and pages."""
    count = len(screen.options)
    chosen = screen.chosen % max(1, count)
    number = f"{chosen + 1}/{count}" if count > 1 else ""
    wide = SIZE[0] - 2 * MARGIN
    top = paper.title(screen.title, number if SMALL.width(screen.title + number) + 6 <= wide else "")
    if not count:
        return
    middle = top + (paper.bottom - top) // 2
    long = not MEDIUM.fits(screen.options[chosen], wide)
    if long:
        _, pages = paged(screen.options[chosen], width=wide, height=2 * SMALL.line, fonts=(SMALL,))
        paper.block(middle - 11, pages[page_of(len(pages), tick)], SMALL, lines=2)
    else:
        paper.bar(middle - 7, screen.options[chosen], MEDIUM)
    around = count > 2  # after the last comes the first again
    for option, y in ((chosen - 1, middle - 17 - 3 * long), (chosen + 1, middle + 10 + long)):
        if around or 0 <= option < count:
            text = SMALL.cut(screen.options[option % count], SIZE[0] - 2 * MARGIN)
            paper.write(SIZE[0] // 2, y, text, SMALL, align="middle")


def draw_count(screen: kinds.Count, paper: Paper, tick: int) -> None:
    """Show whom it is for and the number as large as it goes."""
    del tick
    top = paper.title(screen.title)
    whose = MEDIUM.cut(screen.whose, SIZE[0] - 2 * MARGIN)
    if whose:
        paper.write(SIZE[0] // 2, top + 2, whose, MEDIUM, align="middle")
        top += 15
    middle = top + (paper.bottom - top) // 2
    paper.write(SIZE[0] // 2, middle - 10, _digits(screen.value), DIGITS, align="middle")


def _digits(value: int) -> str:
    return f"{max(-99_999_999, min(value, 999_999_999))}"
