"""After a round was scored: everybody's sum, the totals, and who won."""

from __future__ import annotations

from collections.abc import Mapping

from companion.screens.kinds import Screen, Sum, TieBreak, Totals, Winner
from companion.table.bears.mending import menu
from companion.table.bears.room import BearsRoom
from companion.table.happenings import Course
from hardware.buttons import Menu, Press

SECOND = 1_000_000_000
SHOWN = "shown"
"""The note of the result that everybody has seen."""


def showing(room: BearsRoom) -> Course[None]:
    """Show what the last round was worth, player by player, then the totals; remembered once it has been seen.

    After a correction only what it changed is shown again. It ends early where people take the round back.
    """
    while room.state.rounds and room.match.notes.get(SHOWN) != (result := _result(room)):
        if (yield from _show(room)):
            yield from room.note(SHOWN, result)


def _show(room: BearsRoom) -> Course[bool]:
    """Whether all was shown; False if people put right what is recorded."""
    for screen in _screens(room, room.match.notes.get(SHOWN, {})):
        room.stage.show(screen)
        since = room.now_ns
        passes = not isinstance(screen, Winner)
        while not passes or room.now_ns - since <= room.habits.sum_s * SECOND:
            happening = yield from room.next()
            if isinstance(happening, Press) and happening.button is Menu.OK:
                break
            if isinstance(happening, Press) and happening.button is Menu.BACK:
                if (yield from menu(room)):
                    return False
                room.stage.show(screen)
                since = room.now_ns
            if room.stage.flashing:
                since = room.now_ns
    return True


def _result(room: BearsRoom) -> dict[str, object]:
    """What the last round was worth and where everybody stands, as it is remembered."""
    state = room.state
    read = [e.seq for e in room.match.entries if e.fate == "counts" and e.event["event"] == "round_read"]
    return {
        "read": read[-1] if read else 0,
        "points": {name: score.points for name, score in state.rounds[-1].scores},
        "totals": list(state.totals),
        "players": list(state.players),
    }


def _screens(room: BearsRoom, seen: Mapping[str, object]) -> list[Screen]:
    """The sums that were not seen yet, the totals, and what follows from them."""
    state = room.state
    survival = state.match.survival
    totals = dict(zip(state.match.players, state.totals, strict=True))
    known = seen.get("points") if seen.get("read") == _result(room)["read"] else None
    screens: list[Screen] = [
        Sum(
            name,
            tuple(term.points for term in score.terms if term.points),
            score.points,
            None if survival else totals[name],
        )
        for name, score in state.rounds[-1].scores
        if not isinstance(known, Mapping) or known.get(name) != score.points
    ]
    out = tuple(name for name in state.match.players if name not in state.players)
    rows = tuple((name, None if survival else totals[name]) for name in state.match.players)
    screens.append(Totals(len(state.rounds), rows, None if survival else state.match.target, out))
    if state.winner is not None:
        screens.append(Winner(state.winner, None if survival else totals[state.winner]))
    elif state.breaking_tie:
        best = max(totals[name] for name in state.players)
        screens.append(TieBreak(tuple(n for n in state.players if totals[n] == best), best))
    return screens
