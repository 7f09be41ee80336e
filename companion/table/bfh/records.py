"""Events of Bears, Foxes & Hares as the match log says them."""

from __future__ import annotations

from companion.games.bfh import EndTurn, Event, Move, Pass, Place, Roll, Special

EVENTS = {
    "place": "the placing",
    "roll": "the roll",
    "move": "the move",
    "special": "the special",
    "end_turn": "end of turn",
    "pass": "the pass",
}
"""What can be taken back, in words that fit a title."""


def record_of(event: Event) -> dict[str, object]:
    """The event as a line of the log."""
    match event:
        case Place(piece=piece, at=at):
            return {"event": "place", "piece": str(piece), "at": at}
        case Roll(value=value):
            return {"event": "roll", "value": value}
        case Move(piece=piece, start=start, displace=displace):
            where = {} if start is None else {"start": start}
            return {"event": "move", "piece": str(piece), **where, **_displaced(displace)}
        case Special(piece=piece, direction=direction, displace=displace):
            return {"event": "special", "piece": str(piece), "direction": direction, **_displaced(displace)}
        case EndTurn():
            return {"event": "end_turn"}
        case Pass():
            return {"event": "pass"}


def _displaced(displace: tuple[str, ...]) -> dict[str, object]:
    return {"displace": list(displace)} if displace else {}
