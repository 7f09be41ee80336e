"""Ruling what can be ruled, writing down what is certain, and asking what takes too long."""

from __future__ import annotations

from dataclasses import replace

from companion.games.bears.calls import Sighting, Verdict
from companion.games.bears.dice import CAMP_FACES, Campsite
from companion.games.bears.sections import ENDING_A_ROUND
from companion.referee import reasons
from companion.referee.evidence import Trace, count, decisive, first_hidden
from companion.referee.findings import CampChanged, Finding, RoundOver, Ruled, TakenAfterEnd
from companion.referee.sights import Call
from companion.referee.standing import Found, Standing

Agreed = tuple[Verdict | None, ...]


def settle(standing: Standing) -> tuple[Standing, Found]:
    """The round after everything that follows from what is known, and what was found on the way."""
    agreed = _agreed(standing)
    standing, written = _write(standing, _certain_until(standing, agreed))
    ended = [
        call.time_ns
        for call, verdict in zip(standing.calls, agreed, strict=True)
        if verdict is not None and verdict.ruling == "ended"
    ]
    if ended:
        standing, more = _write(standing, ended[0])
        written += more
    standing, ruled = _rule(standing, agreed)
    standing, over = _close(standing)
    standing, scolding = _after_the_end(standing)
    return standing, (*written, *ruled, *over, *scolding)


def _agreed(standing: Standing) -> Agreed:
    """For each call the verdict to which the least and the most that may have been there both lead, else None."""
    if not standing.calls:
        return ()
    least = standing.judged(standing.evidence.lowest).verdicts
    most = standing.judged(standing.evidence.highest).verdicts
    return tuple(b if a.ruling == b.ruling else None for a, b in zip(least, most, strict=True))


def _certain_until(standing: Standing, agreed: Agreed) -> int:
    """Up to when the campsite can be written down: nothing earlier can turn out to have changed before that.

    A die out of sight may have been taken at any moment since; that is waited for as long as a call waits. A call
    that people are still asked about may change the record from its time on.
    """
    hidden = [
        trace.last_ns
        for trace in standing.open
        if standing.now_ns - trace.last_ns <= standing.settings.patience_ns
    ]
    unruled = [call.time_ns for call, verdict in zip(standing.calls, agreed, strict=True) if verdict is None]
    return min([standing.now_ns, *hidden, *unruled])


def _write(standing: Standing, until: int) -> tuple[Standing, Found]:
    """Write down what was in the campsite up to `until`; nothing any more once the record says the round is over."""
    found: list[Finding] = []
    for step in standing.evidence.steps():
        if step > until or standing.judged(standing.record).ended_at is not None:
            break
        last = standing.record[-1]
        most = standing.evidence.at_most(step)
        campsite = Campsite(min(most.bears, last.campsite.bears), min(most.tents, last.campsite.tents))
        if campsite == last.campsite:
            continue
        at = max(step, last.t)
        taken = [t for t in standing.evidence.traces if t.counts and t.gone_ns and t.last_ns + 1 == step]
        seen_ns = max((t.gone_ns for t in taken if t.gone_ns), default=None)
        found.append(
            CampChanged(int(at), campsite.bears, campsite.tents, tuple(t.die for t in taken), seen_ns)
        )
        standing = replace(standing, record=(*standing.record, Sighting(at, campsite)))
    return standing, tuple(found)


def _rule(standing: Standing, agreed: Agreed) -> tuple[Standing, Found]:
    if not standing.calls:
        return standing, ()
    recorded = standing.judged(standing.record).verdicts
    answered = {told.time_ns for told in standing.evidence.told}
    rulings: list[tuple[Call, Ruled]] = []
    found: list[Finding] = []
    for call, verdict, logged in zip(standing.calls, agreed, recorded, strict=True):
        old = standing.ruling(call)
        new: Ruled | None
        if verdict is not None and (verdict.ruling == logged.ruling or call.time_ns in answered):
            new = _ruled(standing, call, verdict)
        elif verdict is not None:
            new = _ask(standing, call, reasons.why_recorded_otherwise(call.time_ns, standing.zero_ns))
        else:
            new = _asked(standing, call) if _overdue(standing, call) else None
        if new is not None and (old is None or old.verdict != new.verdict):
            new = replace(new, again=old is not None)
            found.append(new)
            rulings.append((call, new))
        elif old is not None:
            rulings.append((call, old))
    return replace(standing, rulings=tuple(rulings)), tuple(found)


def _overdue(standing: Standing, call: Call) -> bool:
    waits = standing.watched and not standing.trouble
    return not waits or standing.now_ns - call.time_ns >= standing.settings.patience_ns


def _ruled(standing: Standing, call: Call, verdict: Verdict) -> Ruled:
    evidence, t = standing.evidence, call.time_ns
    last = evidence.last_of(decisive(evidence, t)) if verdict.campsite is not None else None
    ended = verdict.ruling == "ended"
    benefit = ended and last is not None and last.gone_ns is not None and t < last.gone_ns
    return Ruled(
        call=call,
        verdict=verdict.ruling,
        bears=verdict.campsite.bears if verdict.campsite is not None else None,
        tents=verdict.campsite.tents if verdict.campsite is not None else None,
        rule=verdict.rule,
        reason=reasons.why(verdict, t, evidence, standing.zero_ns),
        last_seen_ns=last.last_ns if last is not None else None,
        first_gone_ns=last.gone_ns if last is not None else None,
        decided_ns=None if last is None else last.gone_ns if ended else last.last_ns,
        benefit=benefit,
    )


def _asked(standing: Standing, call: Call) -> Ruled:
    hidden = _out_of_sight(standing, call.time_ns)
    reason = reasons.why_asked(
        standing.trouble,
        hidden,
        watched=standing.watched,
        unseen=standing.seen_ns < call.time_ns,
        t=call.time_ns,
        zero_ns=standing.zero_ns,
    )
    return _ask(standing, call, reason, hidden)


def _ask(standing: Standing, call: Call, reason: str, hidden: Trace | None = None) -> Ruled:
    most = standing.evidence.at_most(call.time_ns)
    return Ruled(
        call=call,
        verdict="ask",
        bears=most.bears,
        tents=most.tents,
        rule=ENDING_A_ROUND,
        reason=reason,
        last_seen_ns=hidden.last_ns if hidden is not None else None,
        where=(hidden.die.x, hidden.die.y) if hidden is not None else None,
    )


def _out_of_sight(standing: Standing, t: int) -> Trace | None:
    """The die to look for: of the kind that may have run out at `t`, the one that was seen last."""
    least = standing.evidence.at_least(t)
    kinds = [face for face in CAMP_FACES if count(least, face) == 0]
    kinds.sort(key=lambda face: count(standing.evidence.at_most(t), face))
    for face in kinds:
        dice = sorted(standing.evidence.of(face), key=lambda trace: -trace.last_ns)
        hidden = first_hidden(dice, t)
        if hidden is not None:
            return hidden
    return None


def _close(standing: Standing) -> tuple[Standing, Found]:
    """The end of a round that nobody called, announced after a while."""
    grace, empty = standing.settings.grace_ns, standing.evidence.empty_since()
    if grace is None or empty is None or standing.ended_ns is not None:
        return standing, ()
    since, face = empty
    over = since + grace
    if standing.now_ns < over or any(call.time_ns <= over for call in (*standing.waiting, *standing.asked)):
        return standing, ()
    standing, written = _write(standing, over)
    left = standing.record[-1]
    if not left.campsite.one_kind_gone:
        return standing, written
    at = max(over, int(left.t))
    reason = reasons.why_over(face, since, standing.zero_ns)
    announced = RoundOver(at, face, left.campsite.bears, left.campsite.tents, ENDING_A_ROUND, reason)
    standing = replace(standing, closed_ns=at)
    standing, ruled = _rule(standing, _agreed(standing))
    return standing, (*written, announced, *ruled)


def _after_the_end(standing: Standing) -> tuple[Standing, Found]:
    """Dice that still lay there after the end and are gone now."""
    ended = standing.ended_ns
    if ended is None:
        return standing, ()
    late = [
        trace
        for trace in standing.evidence.traces
        if trace.counts
        and trace.gone_ns is not None
        and trace.last_ns > ended
        and trace.die.die not in standing.scolded
    ]
    found = tuple(
        TakenAfterEnd(
            trace.gone_ns or trace.last_ns,
            trace.die,
            ENDING_A_ROUND,
            reasons.why_after_end(trace.face, standing.zero_ns, ended, trace.last_ns),
        )
        for trace in late
    )
    return replace(standing, scolded=standing.scolded | {trace.die.die for trace in late}), found
