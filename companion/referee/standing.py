"""How a round stands for its referee: what is known, who called, what was ruled, and what is in the match log."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.games.bears.calls import Call as TimedCall
from companion.games.bears.calls import Judgement, Sighting, judge
from companion.referee.evidence import BEFORE_ALL, Evidence, Trace
from companion.referee.findings import Finding, Left, Ruled
from companion.referee.sights import Call, Trouble

SECOND = 1_000_000_000

Found = tuple[Finding, ...]


@dataclass(frozen=True)
class Settings:
    """`grace_ns`: how long after its end a round is announced that nobody called, None to wait for the shout.

    `patience_ns`: how long a call waits for a clear view before people are asked. `repeat_call_s` is the match's.
    `zero_ns`: where the seconds in reasons are counted from, None for the start of the round.
    """

    grace_ns: int | None = 3 * SECOND // 2
    patience_ns: int = 3 * SECOND
    repeat_call_s: float = 1.0
    zero_ns: int | None = None


@dataclass(frozen=True)
class Standing:
    """A round as its referee knows it.

    `watched` is whether a camera looks at the campsite, `seen_ns` the time of the last glimpse. `calls` are in the
    order of their times, at the same time of their arrival; `rulings` has the last ruling on each call that has one.
    `record` is what the match log knows of the campsite: the roll, and every `CampChanged`. `scolded` are the dice of
    which it was said that they were taken after the end.
    """

    started_ns: int
    settings: Settings
    evidence: Evidence
    record: tuple[Sighting, ...]
    now_ns: int
    seen_ns: int = BEFORE_ALL
    watched: bool = True
    trouble: Trouble = ""
    calls: tuple[Call, ...] = ()
    rulings: tuple[tuple[Call, Ruled], ...] = ()
    closed_ns: int | None = None
    shown: Left | None = None
    scolded: frozenset[int] = frozenset()

    @classmethod
    def begun(cls, evidence: Evidence, started_ns: int, settings: Settings) -> Standing:
        """At the start of a round."""
        return cls(started_ns, settings, evidence, (Sighting(BEFORE_ALL, evidence.rolled),), started_ns)

    @property
    def zero_ns(self) -> int:
        """Where the seconds in reasons are counted from."""
        return self.started_ns if self.settings.zero_ns is None else self.settings.zero_ns

    def judged(self, sightings: tuple[Sighting, ...]) -> Judgement:
        """All calls, in the order of `calls`, by the rules, if this is what was in the campsite. Times are ns."""
        return judge(
            [TimedCall(call.time_ns, call.player) for call in self.calls],
            started=self.started_ns,
            sightings=sightings,
            closed=self.closed_ns,
            repeat_call_s=int(Fraction(repr(self.settings.repeat_call_s)) * SECOND),
        )

    def ruling(self, call: Call) -> Ruled | None:
        """The last ruling on a call, None while it waits."""
        return next((ruled for ruled_call, ruled in self.rulings if ruled_call == call), None)

    @property
    def asked(self) -> tuple[Call, ...]:
        """The calls about which people are asked, in order of time."""
        return tuple(
            c for c in self.calls if (ruled := self.ruling(c)) is not None and ruled.verdict == "ask"
        )

    @property
    def waiting(self) -> tuple[Call, ...]:
        """The calls that wait for a clear view, in order of time."""
        return tuple(call for call in self.calls if self.ruling(call) is None)

    @property
    def ended_ns(self) -> int | None:
        """When the round ended, by a call or announced; None while it runs."""
        ended = [call.time_ns for call, ruled in self.rulings if ruled.verdict == "ended"]
        return min(ended, default=self.closed_ns)

    @property
    def open(self) -> tuple[Trace, ...]:
        """The dice that are not known to be gone."""
        return tuple(trace for trace in self.evidence.traces if trace.counts and trace.gone_ns is None)
