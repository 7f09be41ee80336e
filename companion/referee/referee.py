"""The referee of one round, as a value: glimpses, calls and the clock's ticks go in, findings come out.

What was in the campsite at the time of a call lies between what surely was there and what may have been there. Where
the rules judge both alike, that is the ruling; where they don't, the call waits until they do, and if that takes too
long people are asked. Whatever is written to the match log is such that the log's own judging comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.bears.dice import Campsite
from companion.referee import reasons
from companion.referee.evidence import Evidence, Told, Trace
from companion.referee.findings import Disturbed, Left, Ruled
from companion.referee.settling import settle
from companion.referee.sights import Call, CampDie, Glimpse
from companion.referee.standing import Found, Settings, Standing
from companion.referee.watched import take_in


@dataclass(frozen=True)
class Referee:
    """One round being judged. Begin it with `start` or `without_camera`; every step gives the next referee."""

    standing: Standing

    @classmethod
    def start(cls, dice: Iterable[CampDie], *, started_ns: int, settings: Settings | None = None) -> Referee:
        """The referee of a round that starts at `started_ns` with these dice in the campsite."""
        traces = tuple(Trace(die, started_ns, die.face) for die in dice)
        faces = [trace.face for trace in traces]
        rolled = Campsite(faces.count("bear"), faces.count("tent"))
        return cls(Standing.begun(Evidence(rolled, traces), started_ns, settings or Settings()))

    @classmethod
    def without_camera(
        cls, bears: int, tents: int, *, started_ns: int, settings: Settings | None = None
    ) -> Referee:
        """The referee of a round that nobody watches: every call is asked, and people tell the counts."""
        standing = Standing.begun(Evidence(Campsite(bears, tents)), started_ns, settings or Settings())
        return cls(replace(standing, watched=False))

    def saw(self, glimpse: Glimpse) -> tuple[Referee, Found]:
        """After one more frame. Frames older than the last are passed over, and all after camera or cards moved."""
        old = self.standing
        if glimpse.time_ns <= old.seen_ns or old.trouble or not old.watched:
            return self, ()
        new = replace(old, seen_ns=glimpse.time_ns, now_ns=max(old.now_ns, glimpse.time_ns))
        if glimpse.trouble:
            reason = f"{reasons.TROUBLES[glimpse.trouble]}: nothing is judged until it is looked at again"
            stopped = Disturbed(glimpse.time_ns, glimpse.trouble, reason)
            return _settled(replace(new, trouble=glimpse.trouble), (stopped,))
        taken_in = take_in(old.evidence, glimpse, old.zero_ns)
        new = replace(new, evidence=taken_in.evidence)
        shown = _to_show(new, glimpse)
        if shown is None:
            return _settled(new, taken_in.findings)
        return _settled(replace(new, shown=shown), (shown, *taken_in.findings))

    def called(self, call: Call) -> tuple[Referee, Found]:
        """After a press, in whatever order presses come. The same press twice is one."""
        old = self.standing
        if call in old.calls:
            return self, ()
        calls = tuple(sorted((*old.calls, call), key=lambda one: one.time_ns))
        return _settled(replace(old, calls=calls, now_ns=max(old.now_ns, call.time_ns)))

    def tick(self, now_ns: int) -> tuple[Referee, Found]:
        """When time has passed: asks about calls that waited too long, and announces an end that nobody called."""
        return _settled(replace(self.standing, now_ns=max(self.standing.now_ns, now_ns)))

    def told(
        self, now_ns: int, bears: int, tents: int, *, for_call: Call | None = None
    ) -> tuple[Referee, Found]:
        """After people said what is in the campsite: now, or at the time of a call that was asked about.

        Raises ValueError for more dice than there can be, and for a call that is not the first of `asked`.
        """
        old = self.standing
        if for_call is not None and for_call not in old.asked[:1]:
            raise ValueError("only the earliest call that was asked about can be answered")
        at = for_call.time_ns if for_call is not None else max(now_ns, old.now_ns)
        before = [told.campsite for told in old.evidence.told if told.time_ns <= at]
        most = before[-1] if before else old.evidence.rolled
        said = Campsite(bears, tents)
        if not (0 <= bears <= most.bears and 0 <= tents <= most.tents):
            raise ValueError(f"{said} cannot be in the campsite, {most} were there before")
        others = [told for told in old.evidence.told if told.time_ns != at]
        told = tuple(sorted((*others, Told(at, said)), key=lambda one: one.time_ns))
        evidence = replace(old.evidence, told=told)
        return _settled(replace(old, evidence=evidence, now_ns=max(old.now_ns, now_ns)))

    def blind(self, now_ns: int) -> tuple[Referee, Found]:
        """The camera is gone: from now on people tell the counts; calls that wait are asked at once."""
        old = self.standing
        return _settled(replace(old, watched=False, now_ns=max(old.now_ns, now_ns)))

    def resumed(self, dice: Iterable[CampDie], *, time_ns: int) -> tuple[Referee, Found]:
        """Watching again, after camera or cards were moved or the camera was gone, with what lies there at `time_ns`.

        Dice that no longer lie there left some time in between. The numbers of `dice` are those of the new watch.
        """
        old = self.standing
        waiting = list(old.open)
        # What is gone has no number in the new watch; below 0 it meets none.
        traces = [
            replace(trace, die=replace(trace.die, die=-1 - k))
            for k, trace in enumerate(old.evidence.traces)
            if trace.gone_ns is not None
        ]
        for die in dice:
            alike = [trace for trace in waiting if trace.face == die.face]
            if alike:
                same = min(alike, key=lambda trace: (trace.die.x - die.x) ** 2 + (trace.die.y - die.y) ** 2)
                waiting.remove(same)
                traces.append(Trace(die, max(same.last_ns, time_ns), die.face))
            else:
                traces.append(Trace(die, time_ns, die.face, counts=False))
        traces += [
            replace(
                trace,
                die=replace(trace.die, die=-1 - len(old.evidence.traces) - k),
                gone_ns=max(time_ns, trace.last_ns + 1),
            )
            for k, trace in enumerate(waiting)
        ]
        new = replace(
            old,
            evidence=replace(old.evidence, traces=tuple(traces)),
            watched=True,
            trouble="",
            seen_ns=time_ns,
            now_ns=max(old.now_ns, time_ns),
        )
        return _settled(new)

    @property
    def started_ns(self) -> int:
        """When the round began."""
        return self.standing.started_ns

    @property
    def watched(self) -> bool:
        """Whether a camera looks at the campsite."""
        return self.standing.watched

    @property
    def asked(self) -> tuple[Call, ...]:
        """The calls about which people are asked, in order of time; answer them in this order."""
        return self.standing.asked

    @property
    def waiting(self) -> tuple[Call, ...]:
        """The calls that wait for a clear view, in order of time."""
        return self.standing.waiting

    def ruling(self, call: Call) -> Ruled | None:
        """The last ruling on a call, None while it waits or if it was never made."""
        return self.standing.ruling(call)

    @property
    def ended_ns(self) -> int | None:
        """When the round ended, by a call or announced; None while it runs."""
        return self.standing.ended_ns

    @property
    def left(self) -> tuple[int, int]:
        """Bears and tents in the campsite as far as is known."""
        campsite = self.standing.evidence.at_most(self.standing.now_ns)
        return campsite.bears, campsite.tents

    @property
    def stopped(self) -> str:
        """Why nothing is judged any more (the camera or the cards were moved); empty while all is well."""
        return reasons.TROUBLES[self.standing.trouble] if self.standing.trouble else ""


def _settled(standing: Standing, found: Found = ()) -> tuple[Referee, Found]:
    standing, more = settle(standing)
    return Referee(standing), (*found, *more)


def _to_show(standing: Standing, glimpse: Glimpse) -> Left | None:
    """What the display has to show anew, if anything."""
    campsite = standing.evidence.at_most(glimpse.time_ns)
    new = Left(glimpse.time_ns, campsite.bears, campsite.tents, not glimpse.clear)
    old = standing.shown
    before = (
        (standing.evidence.rolled, False) if old is None else (Campsite(old.bears, old.tents), old.blocked)
    )
    return None if (campsite, new.blocked) == before else new
