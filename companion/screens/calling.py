"""While a round runs: what is left, who called, who was first, hands off."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import DIGITS, HUGE, LARGE, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, TITLE, Paper, page_of

_WORDS = {
    "false": "FALSE CALL",
    "ended": "ROUND OVER",
    "late": "TOO LATE",
    "repeat": "PRESSED TWICE",
    "ask": "UNSURE",
}

_ROW = 13
"""The distance from one line of names to the next, px."""


def draw_running(screen: kinds.Running, paper: Paper, tick: int) -> None:
    """The two numbers everything depends on, to be read from the other end of the table."""
    seconds = max(0, min(screen.seconds, 5999))
    time = f"{seconds // 60}:{seconds % 60:02d}"
    if screen.bears is None or screen.tents is None:
        _draw_unwatched(time, paper)
        return
    if screen.blocked and tick % 2 == 0:
        paper.icon(SIZE[0] // 2 - 6, 3, "hand-small")
    else:
        paper.write(SIZE[0] // 2, 4, time, MEDIUM, align="middle")
    font = HUGE if paper.bottom == SIZE[1] else DIGITS
    y = 22 + (paper.bottom - 22 - font.capital) // 2
    for face, count, x in (("bear", screen.bears, 31), ("tent", screen.tents, 97)):
        paper.icon(x - 9, 2, face)
        paper.write(x, y, str(max(0, min(count, 99))), font, align="middle")


def _draw_unwatched(time: str, paper: Paper) -> None:
    """Nobody counts: the time, and when to call."""
    paper.write(SIZE[0] // 2, 4, time, LARGE, align="middle")
    if paper.bottom == SIZE[1]:
        paper.write(SIZE[0] // 2, 32, "One kind gone?", MEDIUM, align="middle")
    paper.bar(paper.bottom - 15, "Shout Bears!", MEDIUM)


def draw_verdict(screen: kinds.Verdict, paper: Paper, tick: int) -> None:
    """Who, the verdict in one word, and why."""
    paper.write(
        SIZE[0] // 2,
        2,
        MEDIUM.cut(screen.player or "Nobody called", SIZE[0] - 2 * MARGIN),
        MEDIUM,
        align="middle",
    )
    top = paper.bar(15, _WORDS[screen.verdict], MEDIUM) + 1
    counts = [
        (face, count)
        for face, count in (("bear-small", screen.bears), ("tent-small", screen.tents))
        if count is not None
    ]
    for k, (face, count) in enumerate(counts):
        y = top + (paper.bottom - top - 21) // 2 + 11 * k
        paper.icon(SIZE[0] - 29, y + 1, face)
        paper.write(SIZE[0] - MARGIN, y, str(max(0, min(count, 99))), MEDIUM, align="right")
    width = SIZE[0] - 2 * MARGIN - (32 if counts else 0)
    paper.paragraph(screen.reason, y=top, width=width, fonts=(MEDIUM, SMALL), tick=tick)


def draw_order(screen: kinds.Order, paper: Paper, tick: int) -> None:
    """The presses in their order; those that can't be told apart share a place."""
    count = len(screen.presses)
    room = (paper.bottom - TITLE) // _ROW
    pages = max(1, -(-count // room))
    page = page_of(pages, tick)
    together = min(screen.dead_heat, count) if screen.dead_heat > 1 else 0
    top = paper.title(
        "Dead heat" if together else "Who was first", f"{page + 1}/{pages}" if pages > 1 else ""
    )
    first = page * room
    for k, (player, ms) in enumerate(screen.presses[first : first + room], first):
        y = top + _ROW * (k - first)
        place = "1=" if k < together else f"{k + 1}"
        paper.write(MARGIN, y, place, MEDIUM)
        paper.write(SIZE[0] - MARGIN, y + 3, "ms", SMALL, align="right")
        distance = _distance(ms)
        paper.write(SIZE[0] - 16, y, distance, MEDIUM, align="right")
        paper.write(20, y, MEDIUM.cut(player, SIZE[0] - 16 - 20 - 4 - MEDIUM.width(distance)), MEDIUM)


def draw_clear_hands(screen: kinds.ClearHands, paper: Paper, tick: int) -> None:
    """Hands off, and why."""
    top = paper.title("Round over")
    middle = top + (paper.bottom - top) // 2
    paper.icon(tick % 2, middle - 20, "hand", large=True)
    left, room = 46, SIZE[0] - 46 - MARGIN
    paper.write(left, middle - 18, "Hands off!", MEDIUM)
    if not screen.ended_by:
        paper.write(left, middle + 4, "Nobody called", SMALL)
    elif MEDIUM.fits(f"{screen.ended_by} called", room):
        paper.write(left, middle + 3, f"{screen.ended_by} called", MEDIUM)
    else:
        paper.write(left, middle, MEDIUM.cut(screen.ended_by, room), MEDIUM)
        paper.write(left, middle + 14, "called", SMALL)


def _distance(ms: float) -> str:
    """A distance with as many digits as mean something."""
    if ms <= 0:
        return "0"
    return f"+{ms:.1f}" if ms < 9.95 else f"+{min(ms, 9999):.0f}"
