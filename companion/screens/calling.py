"""While a round runs: what is left, who called, who was first, hands off."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import HUGE, LARGE, MEDIUM, SMALL
from companion.screens.paper import SIZE, Paper, page_of

_WORDS = {
    "false": "FALSE CALL",
    "ended": "ROUND OVER",
    "late": "TOO LATE",
    "repeat": "TWICE",
    "ask": "UNSURE",
}

_PRESSES_A_PAGE = 4


def draw_running(screen: kinds.Running, paper: Paper, tick: int) -> None:
    """The two numbers everything depends on, to be read from the other end of the table."""
    time = f"{min(screen.seconds, 5999) // 60}:{min(screen.seconds, 5999) % 60:02d}"
    if screen.bears is None or screen.tents is None:
        paper.write(SIZE[0] // 2, 4, time, LARGE, align="middle")
        paper.write(SIZE[0] // 2, 32, "One kind gone?", MEDIUM, align="middle")
        paper.bar(48, "Shout Bears!", MEDIUM)
        return
    paper.write(SIZE[0] // 2, 2, time, SMALL, align="middle")
    if screen.blocked and tick % 2 == 0:
        paper.icon(SIZE[0] // 2 - 7, 11, "hidden")
    for face, count, x in (("bear", screen.bears, 31), ("tent", screen.tents, 97)):
        paper.icon(x - 9, 2, face)
        paper.write(x, 22, str(max(0, min(count, 99))), HUGE, align="middle")


def draw_verdict(screen: kinds.Verdict, paper: Paper, tick: int) -> None:
    """Who, the verdict in one word, and why."""
    paper.write(SIZE[0] // 2, 2, MEDIUM.cut(screen.player, SIZE[0]), MEDIUM, align="middle")
    top = paper.bar(15, _WORDS[screen.verdict], MEDIUM) + 1
    counts = [
        (face, count)
        for face, count in (("bear-small", screen.bears), ("tent-small", screen.tents))
        if count is not None
    ]
    for k, (face, count) in enumerate(counts):
        y = top + (paper.bottom - top - 22) // 2 + 12 * k
        paper.icon(SIZE[0] - 27, y, face)
        paper.write(SIZE[0], y - 1, str(max(0, min(count, 99))), MEDIUM, align="right")
    width = SIZE[0] - 31 if counts else SIZE[0]
    paper.paragraph(screen.reason, y=top, width=width, fonts=(MEDIUM, SMALL), tick=tick)


def draw_order(screen: kinds.Order, paper: Paper, tick: int) -> None:
    """The presses in their order; those that can't be told apart share a place."""
    pages = max(1, -(-len(screen.presses) // _PRESSES_A_PAGE))
    page = page_of(pages, tick)
    together = min(screen.dead_heat, len(screen.presses)) if screen.dead_heat > 1 else 0
    top = paper.title(
        "Dead heat" if together else "Who was first", f"{page + 1}/{pages}" if pages > 1 else ""
    )
    first = page * _PRESSES_A_PAGE
    for k, (player, ms) in enumerate(screen.presses[first : first + _PRESSES_A_PAGE], first):
        y = top + 2 + 13 * (k - first)
        place = "1=" if k < together else f"{k + 1}"
        paper.write(0, y, place, MEDIUM)
        paper.write(SIZE[0], y + 3, "ms", SMALL, align="right")
        distance = _distance(ms)
        paper.write(SIZE[0] - 13, y, distance, MEDIUM, align="right")
        paper.write(18, y, MEDIUM.cut(player, SIZE[0] - 13 - 18 - 4 - MEDIUM.width(distance)), MEDIUM)


def draw_clear_hands(screen: kinds.ClearHands, paper: Paper, tick: int) -> None:
    """Hands off, and why."""
    top = paper.title("Round over")
    paper.icon(4 + tick % 2, top + 2 + (paper.bottom - top - 22) // 2, "hand")
    middle = top + (paper.bottom - top) // 2
    if screen.ended_by:
        paper.write(32, middle - 16, "Hands off!", MEDIUM)
        paper.write(32, middle + 3, MEDIUM.cut(screen.ended_by, SIZE[0] - 32), MEDIUM)
        paper.write(32, middle + 17, "called", SMALL)
    else:
        paper.write(32, middle - 16, "Hands off!", MEDIUM)
        paper.write(32, middle + 5, "Nobody called", SMALL)


def _distance(ms: float) -> str:
    """A distance with as many digits as mean something."""
    if ms <= 0:
        return "0"
    return f"+{ms:.1f}" if ms < 9.95 else f"+{min(ms, 9999):.0f}"
