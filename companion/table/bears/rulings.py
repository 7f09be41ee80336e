"""What the referee found, as it is shown and kept: verdicts, warnings, explanations, and presses that wait."""

from __future__ import annotations

from companion.referee import Call, KnockedOver, PutBack, Ruled, TakenAfterEnd, TwoAtOnce
from companion.screens.kinds import Verdict
from companion.screens.words import verdict_screen
from companion.table.bears.room import BearsRoom

PRESSED = "pressed"
"""The note of calls that wait for a ruling."""
TITLES = {
    TwoAtOnce: "Two at once",
    PutBack: "Put back",
    TakenAfterEnd: "Too late",
    KnockedOver: "Knocked over",
}
"""What is shown above each warning."""


def verdict_of(ruled: Ruled) -> Verdict:
    """The ruling as the display says it: the reason in a few words, in full it is told in a line."""
    return verdict_screen(
        ruled.call.player,
        ruled.verdict,
        bears=ruled.bears,
        tents=ruled.tents,
        called_ns=ruled.call.time_ns,
        last_seen_ns=ruled.last_seen_ns,
        first_gone_ns=ruled.first_gone_ns,
    )


def pressed_before(room: BearsRoom) -> tuple[Call, ...]:
    """The calls of this round that were made and not ruled on before the power went off."""
    started = room.state.round.started
    noted = room.match.notes.get(PRESSED, {}).get("calls", [])
    known = {(call.t, call.player) for call in room.state.round.calls}
    return tuple(
        Call(room.mono_ns(entry["t"]), entry["player"])
        for entry in noted
        if started is not None and entry["t"] >= started and (entry["t"], entry["player"]) not in known
    )


def explained(ruled: Ruled, room: BearsRoom) -> dict[str, object]:
    """The explanation that is kept with a ruling."""

    def seconds(time_ns: int | None) -> float | None:
        return None if time_ns is None else room.match.seconds(time_ns)

    return {
        "verdict": ruled.verdict,
        "bears": ruled.bears,
        "tents": ruled.tents,
        "rule": ruled.rule,
        "reason": ruled.reason,
        "last_seen": seconds(ruled.last_seen_ns),
        "first_gone": seconds(ruled.first_gone_ns),
        "decided": seconds(ruled.decided_ns),
        "benefit": ruled.benefit,
    }
