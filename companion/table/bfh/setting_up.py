"""Before a match of Bears, Foxes & Hares: how many play, and on which board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bfh.settings import FEWEST_PLAYERS, MOST_PLAYERS
from companion.table.asking import Dialog, choose

COLOURS = ("red", "blue", "green", "yellow")
"""The colours of a set, for as many as play."""


def colours_for(number: int, known: Sequence[str]) -> tuple[str, ...]:
    """Colours for so many players: those that are known, then others of the set."""
    others = [colour for colour in COLOURS if colour not in known]
    return (*known, *others)[:number]


def set_up(
    known: Sequence[str], boards: Sequence[str], *, board: str, seats: int
) -> Dialog[tuple[tuple[str, ...], str] | None]:
    """The players' colours and the board's name; None if people leave."""
    numbers = range(FEWEST_PLAYERS, max(FEWEST_PLAYERS, min(seats, MOST_PLAYERS)) + 1)
    players = max(FEWEST_PLAYERS, min(len(known) or FEWEST_PLAYERS, numbers[-1]))
    while True:
        answer = yield from choose(
            "How many play?", [f"{number} players" for number in numbers], chosen=players - FEWEST_PLAYERS
        )
        if answer is None:
            return None
        players = numbers[answer]
        chosen = yield from choose("Which board?", boards, chosen=list(boards).index(board))
        if chosen is not None:
            return colours_for(players, known), boards[chosen]
