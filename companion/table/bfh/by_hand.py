"""Entering by buttons what was moved: one of the legal moves, so that nothing else can be entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.bfh import Place, State
from companion.games.bfh.pieces import Square
from companion.moves import Explanation, named
from companion.moves.explaining import explanations
from companion.screens.bfh_kinds import BoardMap, WhichMove
from companion.table.asking import Dialog, choose
from hardware.buttons import Menu

Drawn = Callable[[Sequence[Square]], BoardMap]
"""Draws the little board with squares to look at."""


def enter_move(state: State, drawn: Drawn) -> Dialog[Explanation | None]:
    """Which of the legal moves it was; None if people leave."""
    options = list(explanations(state))
    if state.phase == "placing":
        return (yield from _enter_place(options))
    while options:
        briefs = list(dict.fromkeys(option.brief for option in options))
        answer = yield from choose("Which move?", briefs)
        if answer is None:
            return None
        alike = [option for option in options if option.brief == briefs[answer]]
        if len(alike) == 1:
            return alike[0]
        chosen = yield from which_move(alike, drawn)
        if chosen is not None:
            return chosen
    return None


def which_move(options: Sequence[Explanation], drawn: Drawn) -> Dialog[Explanation | None]:
    """One of several moves, each told in full; None if it is none of them."""
    chosen = 0
    while True:
        option = options[chosen]
        button = yield WhichMove(tuple(one.told for one in options), chosen, drawn(option.squares))
        if button is Menu.OK:
            return option
        if button is Menu.BACK:
            return None
        chosen = (chosen + 1) % len(options)


def _enter_place(options: Sequence[Explanation]) -> Dialog[Explanation | None]:
    """Which neutral piece, then the file, then the rank."""
    places = {event: option for option in options for event in option.events if isinstance(event, Place)}
    pieces = sorted({event.piece for event in places}, reverse=True)
    steps: list[int] = []
    while True:
        piece = pieces[steps[0]] if steps else None
        squares = sorted({event.at for event in places if event.piece == piece}, key=_file_and_rank)
        files = sorted({square[0] for square in squares})
        if not steps:
            answer = yield from choose("Which piece?", [named(one) for one in pieces])
        elif len(steps) == 1:
            answer = yield from choose("Which file?", files)
        else:
            ranks = [square for square in squares if square[0] == files[steps[1]]]
            answer = yield from choose("Which square?", ranks)
            if answer is not None:
                return next(
                    option
                    for event, option in places.items()
                    if (event.piece, event.at) == (piece, ranks[answer])
                )
        if answer is not None:
            steps.append(answer)
        elif not steps:
            return None
        else:
            steps.pop()


def _file_and_rank(square: Square) -> tuple[str, int]:
    return square[0], int(square[1:])
