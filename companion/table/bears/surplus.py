"""Calls that change nothing: too late, or pressed twice. Whoever made one is told so, and not scolded."""

from __future__ import annotations

from companion.games.bears import Verdict
from companion.screens.words import verdict_screen
from companion.table.bears.room import BearsRoom
from companion.table.table import TOGETHER_NS

SECOND = 1_000_000_000
TOLD_S = 2.0
"""So long it is shown, after everything else that is."""


def tell_surplus(room: BearsRoom, t: float, player: str) -> None:
    """Show why a call that has been recorded changes nothing, once a round for each player and reason.

    Nothing where it is seen already: where the presses are shown in their order, or it was the caller's own call that
    ended the round.
    """
    verdicts = room.state.judgement.verdicts
    mine = [verdict for verdict in verdicts if verdict.call.player == player and verdict.call.t <= t]
    verdict = next((verdict for verdict in mine if verdict.call.t == t), None)
    if verdict is None or verdict.ruling not in ("late", "repeat") or verdict.since is None:
        return
    if any(before.ruling == verdict.ruling for before in mine if before is not verdict):
        return
    ender = next((other.call.player for other in verdicts if other.ruling == "ended"), "")
    if verdict.ruling == "late" and (ender == player or (ender and _together(verdict))):
        return
    screen = verdict_screen(
        player,
        verdict.ruling,
        bears=None,
        tents=None,
        called_ns=round(t * SECOND),
        since_ns=round(verdict.since * SECOND),
        ended_by=ender,
    )
    room.stage.flash(screen, seconds=TOLD_S)


def _together(verdict: Verdict) -> bool:
    """Whether the call came so soon after the one that ended the round that both are shown in their order."""
    assert verdict.since is not None
    return (verdict.call.t - verdict.since) * SECOND < TOGETHER_NS
