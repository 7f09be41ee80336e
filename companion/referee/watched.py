"""What a glimpse changes in the evidence, and what is found in it straight away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.bears.sections import PLAYING
from companion.referee.evidence import Evidence, Trace
from companion.referee.findings import Finding, KnockedOver, PutBack, TwoAtOnce
from companion.referee.reasons import why_knocked, why_put_back, why_two
from companion.referee.sights import Glimpse, Sight

ONE_REACH_MM = 45.0
"""Dice farther apart than this do not fit into one hand's grip."""
ONE_REACH_NS = 600_000_000
"""If it is not known to this when each of two dice left, nothing is said of their leaving together."""


@dataclass(frozen=True)
class TakenIn:
    """The evidence after a glimpse, and what was found in it."""

    evidence: Evidence
    findings: tuple[Finding, ...]


def take_in(evidence: Evidence, glimpse: Glimpse, zero_ns: int) -> TakenIn:
    """Fold one glimpse into the evidence."""
    sights = {sight.die: sight for sight in glimpse.sights}
    traces: list[Trace] = []
    findings: list[Finding] = []
    for trace in evidence.traces:
        sight = sights.get(trace.die.die)
        after, found = (trace, None) if sight is None else _seen_again(trace, sight, glimpse, zero_ns)
        traces.append(after)
        findings += [found] if found is not None else []
    findings += _together(evidence.traces, traces, zero_ns)
    for new in glimpse.newcomers:
        traces.append(Trace(new, glimpse.time_ns, new.face, counts=False))
        reason = why_put_back(new.face, zero_ns, glimpse.time_ns, same_place=False)
        findings.append(PutBack(glimpse.time_ns, new, PLAYING, reason))
    return TakenIn(replace(evidence, traces=tuple(traces)), tuple(findings))


def _seen_again(trace: Trace, sight: Sight, glimpse: Glimpse, zero_ns: int) -> tuple[Trace, Finding | None]:
    """What one sight says of a die; one that is gone stays so, whatever comes back."""
    match sight.seen:
        case "hidden":
            return trace, None
        case "gone" if trace.gone_ns is None:
            since = glimpse.time_ns if sight.since_ns is None else sight.since_ns
            return replace(trace, gone_ns=max(since, trace.last_ns + 1)), None
        case "gone":
            return replace(trace, back=False), None
    die = replace(trace.die, x=sight.x, y=sight.y)
    if trace.gone_ns is not None:
        reason = why_put_back(sight.face, zero_ns, glimpse.time_ns, same_place=not sight.moved)
        found = PutBack(glimpse.time_ns, die, PLAYING, reason)
        return replace(trace, back=True), None if trace.back or not trace.counts else found
    if sight.face == trace.face:
        until = glimpse.time_ns if sight.until_ns is None else sight.until_ns
        last_ns = max(trace.last_ns, min(until, glimpse.time_ns - glimpse.exposure_ns))
        return replace(trace, die=die, last_ns=last_ns, shows=sight.face), None
    if sight.face == trace.shows or not trace.counts:
        return replace(trace, shows=sight.face), None
    reason = why_knocked(trace.die, sight.face, zero_ns, glimpse.time_ns)
    return replace(trace, shows=sight.face), KnockedOver(glimpse.time_ns, die, sight.face, reason)


def _together(before: Sequence[Trace], after: Sequence[Trace], zero_ns: int) -> list[Finding]:
    """A warning if dice that are newly gone left together with each other, or with one that was gone before."""
    gone = [t for t in after if t.counts and t.gone_ns is not None and t.gone_ns - t.last_ns <= ONE_REACH_NS]
    known = {trace.die.die for trace in before if trace.gone_ns is not None}
    new = [trace for trace in gone if trace.die.die not in known]
    found: list[Finding] = []
    warned: set[int] = set()
    for trace in new:
        if trace.die.die in warned:
            continue
        group = [other for other in gone if other is trace or _may_have_left_together(trace, other)]
        if len(group) > 1:
            warned |= {other.die.die for other in group}
            dice = tuple(other.die for other in group)
            at = max(other.gone_ns for other in group if other.gone_ns is not None)
            found.append(TwoAtOnce(at, dice, PLAYING, why_two(dice, zero_ns, at)))
    return found


def _may_have_left_together(a: Trace, b: Trace) -> bool:
    if a.gone_ns is None or b.gone_ns is None:
        return False
    apart = math.hypot(a.die.x - b.die.x, a.die.y - b.die.y)
    return apart <= ONE_REACH_MM and max(a.last_ns, b.last_ns) < min(a.gone_ns, b.gone_ns)
