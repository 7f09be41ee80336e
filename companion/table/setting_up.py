"""Before a match: which game, and who plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.settings import Settings
from companion.table.asking import Dialog, choose
from companion.table.game import TableGame


def set_up(
    games: Mapping[str, TableGame], settings: Settings, *, seats: int, game: str | None = None
) -> Dialog[dict[str, object] | None]:
    """The header of a match that people want, of `game` if that is settled; None if they leave."""
    names = tuple(games) if game is None else (game,)
    chosen = names.index(settings.game) if settings.game in names else 0
    while True:
        if len(names) > 1:
            answer = yield from choose(
                "Which game?", tuple(games[name].title for name in names), chosen=chosen
            )
            if answer is None:
                return None
            chosen = answer
        header = yield from games[names[chosen]].set_up(settings, seats=seats)
        if header is not None or len(names) == 1:
            return header


def names_for(number: int, known: Sequence[str]) -> tuple[str, ...]:
    """Names of so many players: those that are known, then numbers."""
    names = list(known[:number])
    while len(names) < number:
        number_of = len(names) + 1
        while f"Player {number_of}" in names:
            number_of += 1
        names.append(f"Player {number_of}")
    return tuple(names)
