"""Before a match of Bears!: which variant, how many play, how far."""

from __future__ import annotations

from companion.games.bears.settings import FEWEST_PLAYERS
from companion.settings import Settings
from companion.table.asking import Dialog, choose
from companion.table.setting_up import names_for

TARGETS = (100, 50)
"""The rulebook's game and its short one (Objective; 50 Points)."""


def set_up(settings: Settings, *, seats: int) -> Dialog[dict[str, object] | None]:
    """The header of a match that people want, with the settings where they are not asked; None if they leave."""
    step, variant, players = 0, settings.variant, max(FEWEST_PLAYERS, len(settings.players) or 3)
    while True:
        if step == 0:
            games = {"Bears!": "classic", "Faster than the bear": "survival"}
            answer = yield from choose(
                "Which rules?", tuple(games), chosen=list(games.values()).index(variant)
            )
            if answer is None:
                return None
            variant = "survival" if answer == 1 else "classic"
        elif step == 1:
            numbers = range(FEWEST_PLAYERS, min(seats, settings.max_players) + 1)
            answer = yield from choose(
                "How many play?",
                tuple(f"{number} players" for number in numbers),
                chosen=max(0, min(players, numbers[-1]) - FEWEST_PLAYERS),
            )
            if answer is not None:
                players = numbers[answer]
        else:
            targets = sorted({settings.target, *TARGETS}, reverse=True)
            answer = yield from choose(
                "Play to",
                tuple(f"{target} points" for target in targets),
                chosen=targets.index(settings.target),
            )
            if answer is not None:
                names = names_for(players, settings.players)
                return settings.header(names) | {"variant": variant, "target": targets[answer]}
        step += -1 if answer is None else 1
        if step == 2 and variant == "survival":
            return settings.header(names_for(players, settings.players)) | {"variant": variant}
