"""What people at the simulated board answer when the device asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.bfh import Place
from companion.moves import brief, named
from companion.table.bfh.diary import Deed
from companion.table.bfh.on_board import BY_HAND, GO_ON
from companion.table.bfh.putting import Cell
from companion.table.mending import MENU, TAKE_BACK, TAKING_BACK, YES
from hardware.buttons import Menu

Says = Mapping[str, object]
"""What a screen says, by name."""


def which_move(says: Says, pending: Sequence[Deed]) -> Menu:
    """Which of several moves it was: what was done, or the first part of it; else none of them."""
    options, chosen = offered(says)
    wanted = ["; ".join(deed.told for deed in pending[:number]) for number in range(len(pending), 0, -1)]
    if options[chosen] in wanted:
        return Menu.OK
    return Menu.NEXT if any(option in wanted for option in options) else Menu.BACK


def one_of(says: Says, pending: Sequence[Deed], *, takes_back: bool) -> Menu:
    """One of several answers: to the menu, to a cry for help, to which move it was."""
    options, chosen = offered(says)
    wanted = _wanted(str(says["title"]), pending[0] if pending else None, takes_back=takes_back)
    if wanted not in options:
        return Menu.BACK
    return Menu.OK if options[chosen] == wanted else Menu.NEXT


def _wanted(title: str, deed: Deed | None, *, takes_back: bool) -> str:
    if takes_back:
        return YES if title.startswith(TAKING_BACK) else TAKE_BACK if title == MENU else ""
    if title == "Help me":
        return BY_HAND if deed is not None else GO_ON
    if deed is None:
        return ""
    if isinstance(deed.event, Place):
        at = deed.event.at
        return {"Which piece?": named(deed.event.piece), "Which file?": at[0]}.get(title, at)
    return brief(deed.event, deed.before, deed.after)


def to_number(says: Says, wanted: int) -> Menu:
    """On the way to a number."""
    value = says["value"]
    assert isinstance(value, int)
    return Menu.OK if value == wanted else Menu.NEXT if value < wanted else Menu.BACK


def offered(says: Says) -> tuple[tuple[str, ...], int]:
    """The answers that a screen offers, and which of them is chosen at the moment."""
    options, chosen = says["options"], says["chosen"]
    assert isinstance(options, tuple)
    assert isinstance(chosen, int)
    return options, chosen


def doubted(says: Says) -> Cell | None:
    """The square that the device cannot make out."""
    board = says["board"]
    assert isinstance(board, Mapping)
    marked: tuple[Cell, ...] = board["marked"]
    return marked[0] if marked else None
