"""Findings and calls as events of the match log."""

from __future__ import annotations

from companion.referee.findings import CampChanged, Finding, RoundOver
from companion.referee.sights import Call


def in_seconds(time_ns: int, origin_ns: int) -> float:
    """The match log's `t`: seconds from the start of the match; to the nanosecond, so that the order stays."""
    return (time_ns - origin_ns) / 1e9


def as_event(happened: Finding | Call, *, origin_ns: int) -> dict[str, object] | None:
    """The event that goes into the match log for a finding or a call; None for what does not belong there."""
    match happened:
        case CampChanged(time_ns=at, bears=bears, tents=tents):
            return {"event": "camp", "t": in_seconds(at, origin_ns), "bears": bears, "tents": tents}
        case RoundOver(time_ns=at):
            return {"event": "round_ended", "t": in_seconds(at, origin_ns)}
        case Call(time_ns=at, player=player):
            return {"event": "call", "t": in_seconds(at, origin_ns), "player": player}
    return None
