"""Reasons in so few words that they fit on the display beside a verdict; the full ones are told elsewhere."""

from __future__ import annotations

from typing import Literal

from companion.screens.kinds import Verdict


def brief_reason(
    verdict: Literal["false", "ended", "late", "repeat", "ask"],
    *,
    gone: Literal["bear", "tent"] | None = None,
    called_ns: int = 0,
    last_seen_ns: int | None = None,
    first_gone_ns: int | None = None,
    since_ns: int | None = None,
    ended_by: str = "",
) -> str:
    """Why a call got its verdict, with times before and after the call.

    `gone` is the kind that ran out, if one did; `last_seen_ns` and `first_gone_ns` are when the last die of the kind
    that decides was surely there and surely gone. `since_ns` is when the round had ended for a late call, and
    `ended_by` whose call had ended it, if it was one.
    """
    match verdict:
        case "false" if last_seen_ns is not None and last_seen_ns >= called_ns:
            return f"both still there {_seconds(last_seen_ns - called_ns)} later"
        case "false":
            return "both were still there"
        case "late" if since_ns is not None:
            earlier = _seconds(called_ns - since_ns)
            return f"{ended_by} was {earlier} earlier" if ended_by else f"round over {earlier} before"
        case "late":
            return "the round was over"
        case "repeat":
            return "it counts once"
        case "ask":
            return "out of sight: please count"
    if gone is None:
        return "one kind was gone"
    if first_gone_ns is None:
        return f"no {gone}s were there"
    if first_gone_ns <= called_ns:
        return f"last {gone} gone {_seconds(called_ns - first_gone_ns)} before"
    return f"last {gone} just leaving"


def verdict_screen(
    player: str,
    verdict: Literal["false", "ended", "late", "repeat", "ask"],
    *,
    bears: int | None,
    tents: int | None,
    called_ns: int = 0,
    last_seen_ns: int | None = None,
    first_gone_ns: int | None = None,
    since_ns: int | None = None,
    ended_by: str = "",
) -> Verdict:
    """The screen of a verdict with its reason in a few words."""
    gone: Literal["bear", "tent"] | None = "bear" if bears == 0 else "tent" if tents == 0 else None
    reason = brief_reason(
        verdict,
        gone=gone,
        called_ns=called_ns,
        last_seen_ns=last_seen_ns,
        first_gone_ns=first_gone_ns,
        since_ns=since_ns,
        ended_by=ended_by,
    )
    return Verdict(player, verdict, bears, tents, reason)


def _seconds(duration_ns: int) -> str:
    return f"{duration_ns / 1e9:.2f} s"
