"""The beginning of a round: rolling, rolling again, what lies there, and go."""

from __future__ import annotations

from companion.screens import kinds
from companion.screens.letters import DIGITS, GIANT, HUGE, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper

_DICE_A_ROW = 20


def draw_roll(screen: kinds.Roll, paper: Paper, tick: int) -> None:
    """Ask for the Camp Dice; every die that was seen fills one of the little squares."""
    top = paper.title(f"Round {screen.round}")
    if screen.seen is None:
        paper.icon(8, top + 13, "bear")
        paper.icon(8 + 23, top + 13, "tent")
        paper.write(60, top + 7, "Roll the", MEDIUM)
        paper.write(60, top + 23, f"{_short(screen.wanted)} dice", MEDIUM)
        return
    paper.write(MARGIN, top + 4, "Roll the", MEDIUM)
    paper.write(MARGIN, top + 18, "Camp Dice", MEDIUM)
    paper.write(SIZE[0] - MARGIN, top + 4, _short(screen.seen), DIGITS, align="right")
    paper.write(SIZE[0] - MARGIN, top + 27, f"of {_short(screen.wanted)}", SMALL, align="right")
    wanted = min(screen.wanted, 2 * _DICE_A_ROW)
    for k in range(wanted):
        x, y = (
            4 + 6 * (k % _DICE_A_ROW),
            paper.bottom - 13 + 7 * (k // _DICE_A_ROW) + (wanted <= _DICE_A_ROW) * 4,
        )
        if k < screen.seen:
            paper.fill(x, y, 5, 5)
        elif k > screen.seen or tick % 2 == 0:
            paper.frame(x, y, 5, 5)


def draw_reroll(screen: kinds.Reroll, paper: Paper, tick: int) -> None:
    """All the same: roll again."""
    for k in range(5):
        paper.icon(3 + 26 * k, 5 + 3 * ((k + tick) % 2), screen.face)
    paper.write(
        SIZE[0] // 2, 26, "All bears!" if screen.face == "bear" else "All tents!", MEDIUM, align="middle"
    )
    paper.bar(paper.bottom - 19, "Roll again", MEDIUM)


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
