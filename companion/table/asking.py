"""Asking people by three buttons: dialogs as generators that yield a screen and are sent the button that was pressed.

`next` goes on or up, `ok` takes, `back` goes back or down; a dialog that is left with `back` ends with None.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.screens.kinds import Choose, Count, Notice, Screen
from hardware.buttons import Menu

T = TypeVar("T")

Dialog = Generator[Screen, Menu, T]

MOST = 99
"""The largest number that a dialog lets people set where nothing else limits it."""


def choose(title: str, options: Sequence[str], *, chosen: int = 0) -> Dialog[int | None]:
    """Which of several, by index."""
    while True:
        button = yield Choose(title, tuple(options), chosen)
        if button is Menu.OK:
            return chosen
        if button is Menu.BACK:
            return None
        chosen = (chosen + 1) % len(options)


def count(
    title: str, whose: str, *, value: int = 0, lowest: int = 0, highest: int = MOST
) -> Dialog[int | None]:
    """A number from `lowest` to `highest`; `next` at the highest starts again, `back` at the lowest leaves."""
    value = max(lowest, min(highest, value))
    while True:
        button = yield Count(title, whose, value, lowest)
        if button is Menu.OK:
            return value
        if button is Menu.BACK:
            if value == lowest:
                return None
            value -= 1
        else:
            value = lowest if value == highest else value + 1


def acknowledge(screen: Screen) -> Dialog[bool]:
    """Show a screen until ok (True) or back (False)."""
    if isinstance(screen, Notice):
        screen = replace(screen, waits=True)
    while True:
        button = yield screen
        if button is not Menu.NEXT:
            return button is Menu.OK


def in_turn(questions: Sequence[Callable[[], Dialog[int | None]]]) -> Dialog[tuple[int, ...] | None]:
    """Several numbers, one after the other; `back` goes to the question before, from the first out of all."""
    answers: list[int] = []
    while len(answers) < len(questions):
        answer = yield from questions[len(answers)]()
        if answer is not None:
            answers.append(answer)
        elif not answers:
            return None
        else:
            answers.pop()
    return tuple(answers)
