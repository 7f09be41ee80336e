"""What the three buttons below the display do on a screen, said right above each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from companion.screens import kinds
from companion.screens.letters import SMALL
from companion.screens.paper import SIZE, Paper

HEIGHT = 10
"""Rows at the bottom that the hints take where there are any."""


_WIDTH = 42
"""The width of a key, px: three of them and a dark column between."""


@dataclass(frozen=True)
class Hints:
    """A word for each of the buttons back, next and ok; empty where a button does nothing."""

    back: str = ""
    next: str = ""
    ok: str = ""

    def __bool__(self) -> bool:
        return bool(self.back or self.next or self.ok)


@singledispatch
def hints_for(screen: kinds.Screen) -> Hints:
    """What the buttons usually do on a screen; the running table may say otherwise to `draw`."""
    del screen
    return Hints()


@hints_for.register
def _(screen: kinds.Choose) -> Hints:
    return Hints("Up", "Down", "OK") if len(screen.options) > 1 else Hints(ok="OK")


@hints_for.register(kinds.Count)
def _(screen: kinds.Count) -> Hints:
    del screen
    return Hints("-1", "+1", "OK")


@hints_for.register(kinds.Ready)
def _(screen: kinds.Ready) -> Hints:
    del screen
    return Hints(ok="Start")


@hints_for.register
def _(screen: kinds.Roll) -> Hints:
    return Hints(ok="Rolled") if screen.seen is None else Hints()


@hints_for.register
def _(screen: kinds.Look) -> Hints:
    return Hints(next="Next" if screen.of > 1 else "", ok="By hand")


@hints_for.register(kinds.Paused)
def _(screen: kinds.Paused) -> Hints:
    del screen
    return Hints(ok="Go on")


def draw_hints(hints: Hints, paper: Paper) -> None:
    """Draw each word on a lit key at the lower edge: back on the left, next in the middle, ok on the right."""
    top = SIZE[1] - HEIGHT
    for k, word in enumerate((hints.back, hints.next, hints.ok)):
        if word:
            left = 43 * k
            paper.fill(left, top, _WIDTH, HEIGHT)
            for corner in (left, left + _WIDTH - 1):
                paper.dot(corner, top, ink=0)
            text = SMALL.cut(word, _WIDTH - 2)
            paper.write(left + _WIDTH // 2, top + 2, text, SMALL, align="middle", ink=0)
