"""Findings in words: each names what it rests on, with times in hundredths of a second, by default of the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.bears.calls import Verdict
from companion.games.bears.dice import CampFace
from companion.referee.evidence import Evidence, Trace, decisive
from companion.referee.sights import CampDie, Trouble

TROUBLES: Final[dict[Trouble, str]] = {
    "camera moved": "the camera was moved",
    "cards moved": "a corner card was moved",
    "no cards": "the corner cards cannot be seen",
}


def seconds(time_ns: int, zero_ns: int) -> str:
    """A moment of the round, to hundredths of a second."""
    return f"{(time_ns - zero_ns) / 1e9:.2f} s"


def why(verdict: Verdict, t: int, evidence: Evidence, zero_ns: int) -> str:
    """Why a call at `t` was ruled so."""
    at = seconds(t, zero_ns)
    since = None if verdict.since is None else seconds(int(verdict.since), zero_ns)
    match verdict.ruling:
        case "late" if since is None:
            return f"at {at} the round had not begun"
        case "late":
            return f"at {at} the round was over: it had ended at {since}"
        case "repeat":
            return f"again at {at}: the press at {since} is the one that counts"
        case "false":
            return f"at {at} {verdict.campsite} were in the campsite{_still_seen(t, evidence, zero_ns)}"
    face = decisive(evidence, t)
    return f"at {at} no {face}s were in the campsite{_left(evidence.last_of(face), t, face, zero_ns)}"


def _still_seen(t: int, evidence: Evidence, zero_ns: int) -> str:
    last = evidence.last_of(decisive(evidence, t))
    if last is None or not last.there_at(t):
        return ""
    return f": a {last.face} was still seen at {seconds(last.last_ns, zero_ns)}"


def _left(last: Trace | None, t: int, face: CampFace, zero_ns: int) -> str:
    if last is None or last.gone_ns is None:
        return ""
    seen, gone = seconds(last.last_ns, zero_ns), seconds(last.gone_ns, zero_ns)
    if t < last.gone_ns:
        return f": the last {face} was seen at {seen} and gone at {gone}, between them the caller has the benefit"
    return f": the last {face} was gone at {gone}"


def why_asked(
    trouble: Trouble, hidden: Trace | None, *, watched: bool, unseen: bool, t: int, zero_ns: int
) -> str:
    """Why people are asked about a call at `t`; `unseen` is whether no frame was taken since."""
    at = seconds(t, zero_ns)
    if not watched:
        return f"nobody watches the campsite: what was in it at {at}?"
    if trouble:
        return f"{TROUBLES[trouble]}: what was in the campsite at {at}?"
    if hidden is None or unseen:
        return f"no picture shows what was in the campsite at {at}"
    seen = seconds(hidden.last_ns, zero_ns)
    return f"a {hidden.face} was last seen at {seen} and is out of sight: was it there at {at}?"


def why_recorded_otherwise(t: int, zero_ns: int) -> str:
    """Why people are asked about a call that came when the round's record had gone past it."""
    return f"this call of {seconds(t, zero_ns)} came too late to be judged by what was seen"


def why_over(face: CampFace, gone_ns: int, zero_ns: int) -> str:
    """Why a round is over that nobody called."""
    return f"no {face}s are left since {seconds(gone_ns, zero_ns)}, and nobody called"


def why_two(dice: Sequence[CampDie], zero_ns: int, time_ns: int) -> str:
    """Why it looks as if one hand took several dice."""
    faces = " and a ".join(die.face for die in dice)
    return f"a {faces} left together at {seconds(time_ns, zero_ns)}; only one may be picked up at a time"


def why_put_back(face: CampFace, zero_ns: int, time_ns: int, *, same_place: bool) -> str:
    """What is the matter with a die that came into the campsite."""
    at = seconds(time_ns, zero_ns)
    if same_place:
        return f"a {face} that was gone lies in its old place again at {at}; it stays counted as taken"
    return f"a {face} was put into the campsite at {at}; it stays counted as taken"


def why_after_end(face: CampFace, zero_ns: int, ended_ns: int, last_ns: int) -> str:
    """What is the matter with a die that was taken too late."""
    end, seen = seconds(ended_ns, zero_ns), seconds(last_ns, zero_ns)
    return f"a {face} still lay there at {seen}, the round had ended at {end}"


def why_knocked(die: CampDie, now: CampFace, zero_ns: int, time_ns: int) -> str:
    """What is the matter with a die that was turned over."""
    return f"a {die.face} shows a {now} since {seconds(time_ns, zero_ns)}; turn it back"
