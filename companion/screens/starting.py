"""The beginning of a round: rolling, rolling again, what lies there, and go."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import DIGITS, GIANT, HUGE, MEDIUM
from companion.screens.paper import MARGIN, SIZE, Paper

_DICE_A_ROW = 20


def draw_roll(screen: kinds.Roll, paper: Paper, tick: int) -> None:
    """Ask for the Camp Dice; every die that was seen fills one of the little squares."""
    title = f"Round {screen.round}"
    if screen.seen is None:
        top = paper.title(title)
        paper.icon(8, top + 13, "bear")
        paper.icon(8 + 23, top + 13, "tent")
        paper.write(60, top + 7, "Roll the", MEDIUM)
        paper.write(60, top + 23, f"{_short(screen.wanted)} dice", MEDIUM)
        return
    top = paper.title(title, f"{_short(screen.seen)} of {_short(screen.wanted)}")
    paper.write(MARGIN, top + 1, "Roll the", MEDIUM)
    paper.write(MARGIN, top + 14, "Camp Dice", MEDIUM)
    paper.write(SIZE[0] - MARGIN, top + 3, _short(screen.seen), DIGITS, align="right")
    wanted = min(screen.wanted, 2 * _DICE_A_ROW)
    first = paper.bottom - (12 if wanted > _DICE_A_ROW else 8)
    for k in range(wanted):
        x, y = 4 + 6 * (k % _DICE_A_ROW), first + 6 * (k // _DICE_A_ROW)
        if k < screen.seen:
            paper.fill(x, y, 5, 5)
        elif k > screen.seen or tick % 2 == 0:
            paper.frame(x, y, 5, 5)


def draw_reroll(screen: kinds.Reroll, paper: Paper, tick: int) -> None:
    """All the same: roll again."""
    bar = paper.bottom - 15
    for k in range(5):
        paper.icon(3 + 26 * k, (bar - 33) // 2 + 3 * ((k + tick) % 2), screen.face)
    what = "All bears!" if screen.face == "bear" else "All tents!"
    paper.write(SIZE[0] // 2, bar - 14, what, MEDIUM, align="middle")
    paper.bar(bar, "Roll again", MEDIUM)


def draw_ready(screen: kinds.Ready, paper: Paper, tick: int) -> None:
    """Say what was rolled."""
    del tick
    top = paper.title(f"Round {screen.round}", "Ready?")
    y = top + (paper.bottom - top - 20) // 2
    for face, count, middle in (("bear", screen.bears, 32), ("tent", screen.tents, 96)):
        number = _short(count)
        x = middle - (18 + 5 + DIGITS.width(number)) // 2
        paper.icon(x, y + 3, face)
        paper.write(x + 23, y, number, DIGITS)


def draw_countdown(screen: kinds.Countdown, paper: Paper, tick: int) -> None:
    """One number, or the word it was all about."""
    del tick
    if screen.seconds > 0:
        paper.write(SIZE[0] // 2, (paper.bottom - 40) // 2, _short(screen.seconds), HUGE, align="middle")
        return
    paper.fill(0, 0, SIZE[0], paper.bottom)
    paper.write(SIZE[0] // 2, (paper.bottom - 40) // 2, "GO!", GIANT, align="middle", ink=0)


def _short(count: int) -> str:
    return str(max(0, min(count, 99)))
