"""Counting the dice by hand: dialogs that lead through a campsite, a player's dice, or the whole table.

What was read or entered before stands there already, so that who only mends one number presses ok for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.bears.dice import CAMP_DICE_EACH, PLAYER_DICE_EACH
from companion.screens.kinds import Notice
from companion.table.asking import Dialog, acknowledge, choose, count, in_turn
from companion.table.bears.records import Counts

CAMPSITE, ROLLED = "campsite", "rolled"
BEARS, TENTS = "bears", "tents"
QUESTIONS = ("gun + bear", "runner + tent", "sleeper + tent", "other bears", "other tents")
"""What is asked about each player, in the order of `Counts`."""


def count_roll(players: int, *, bears: int = 0) -> Dialog[tuple[int, int] | None]:
    """How many bears were rolled; the rest of the Camp Dice are tents."""
    dice = CAMP_DICE_EACH * players
    answer = yield from count(BEARS, ROLLED, value=bears, highest=dice)
    return None if answer is None else (answer, dice - answer)


def count_campsite(*, bears: int, tents: int, most: tuple[int, int]) -> Dialog[tuple[int, int] | None]:
    """How many bears and tents are left in the campsite; `most` are those there were before."""
    answer = yield from in_turn(
        [
            lambda: count(BEARS, CAMPSITE, value=bears, highest=most[0]),
            lambda: count(TENTS, CAMPSITE, value=tents, highest=most[1]),
        ]
    )
    return None if answer is None else (answer[0], answer[1])


def count_player(name: str, given: Counts) -> Dialog[Counts | None]:
    """One player's dice."""
    before = (given.gun_bear, given.runner_tent, given.sleeper_tent, given.wrong_bears, given.wrong_tents)
    answers = yield from in_turn(
        [
            lambda title=title, value=value: count(  # type: ignore[misc]
                title, name, value=value, highest=PLAYER_DICE_EACH if " + " in title else MOST_OTHERS
            )
            for title, value in zip(QUESTIONS, before, strict=True)
        ]
    )
    return None if answers is None else Counts(*answers)


MOST_OTHERS = CAMP_DICE_EACH * 8


def count_table(
    names: Sequence[str], given: Mapping[str, Counts], rolled: tuple[int, int] | None
) -> Dialog[tuple[tuple[int, int], dict[str, Counts]] | None]:
    """Everybody's dice; the campsite follows from what was rolled (bears, tents) less what people have.

    Where it is not known what was rolled, the campsite is asked for as well. What cannot be is said, and asked again.
    """
    counts = dict(given)
    while True:
        k = 0
        while k < len(names):
            answer = yield from count_player(names[k], counts.get(names[k], Counts()))
            if answer is not None:
                counts[names[k]] = answer
                k += 1
            elif k == 0:
                return None
            else:
                k -= 1
        taken = (sum(c.bears for c in counts.values()), sum(c.tents for c in counts.values()))
        if rolled is None:
            dice = CAMP_DICE_EACH * len(names)
            left = max(0, dice - sum(taken))
            answer_bears = yield from count(BEARS, CAMPSITE, highest=left)
            if answer_bears is None:
                continue
            campsite = (answer_bears, left - answer_bears)
        else:
            campsite = (rolled[0] - taken[0], rolled[1] - taken[1])
        problem = _impossible(names, counts, campsite, rolled)
        if not problem:
            return campsite, {name: counts[name] for name in names}
        yield from acknowledge(Notice("That cannot be", problem))


def pick_player(title: str, names: Sequence[str]) -> Dialog[str | None]:
    """One of the players."""
    answer = yield from choose(title, names)
    return None if answer is None else names[answer]


def _impossible(
    names: Sequence[str],
    counts: Mapping[str, Counts],
    campsite: tuple[int, int],
    rolled: tuple[int, int] | None,
) -> str:
    """Why the dice cannot lie like this, "" if they can."""
    for name in names:
        c = counts[name]
        if c.gun_bear + c.runner_tent + c.sleeper_tent > PLAYER_DICE_EACH:
            return f"{name} has more than {PLAYER_DICE_EACH} pairs"
    if rolled is not None:
        for number, kind, total in zip(campsite, (BEARS, TENTS), rolled, strict=True):
            if number < 0:
                return f"{total} {kind} were rolled, {total - number} are counted"
    elif sum(campsite) + sum(c.bears + c.tents for c in counts.values()) != CAMP_DICE_EACH * len(names):
        return f"there are {CAMP_DICE_EACH * len(names)} Camp Dice"
    return ""
