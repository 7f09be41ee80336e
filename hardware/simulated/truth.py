"""What really happened at the simulated table, for benchmarks and tests: nothing that reads pixels may look here."""

from __future__ import annotations

from dataclasses import dataclass, field

SECOND = 1_000_000_000
REPEAT_NS = SECOND
"""A player's next press this soon after a judged one is not judged."""
GRACE_NS = SECOND
"""When nobody calls, the device may end the round by itself from so long after its end."""
ALMOST_NS = 100_000_000
"""A hand this near to taking hides a die, as far as a camera can tell."""

FALSE, ENDED, LATE, REPEAT = "false", "ended", "late", "repeat"


@dataclass(frozen=True)
class Lift:
    """A Camp Die taken out of the campsite."""

    number: int
    face: str
    seat: int
    covered_ns: int
    """From when the hand that took it was over it."""
    gripped_ns: int
    lifted_ns: int
    """From when it is counted as gone."""


@dataclass(frozen=True)
class Shouted:
    """A shout, what lay in the campsite at its time, and which verdicts are right."""

    time_ns: int
    seat: int
    bears: int
    tents: int
    allowed: frozenset[str]
    """More than one where a hand was at the last die: there the caller may get the benefit of the doubt."""


@dataclass(frozen=True)
class TableTruth:
    """How the dice lay when the round was read."""

    bears: int
    tents: int
    pairs: tuple[tuple[tuple[str, str], ...], ...]
    """By seat: player face, camp face, as they were meant."""
    loose: tuple[tuple[str, ...], ...]
    """By seat: Camp Dice without a partner."""

    def points(self, *, both_gone_sleeper: int = 5, survival: bool = False) -> tuple[int, ...]:
        """Everyone's points by the rulebook, without false calls; in the survival variant their runners with tents."""
        if survival:
            return tuple(pairs.count(("runner", "tent")) for pairs in self.pairs)
        sleeper = -2 if self.bears else (5 if self.tents else both_gone_sleeper)
        worth = {("gun", "bear"): 1, ("runner", "tent"): 2, ("sleeper", "tent"): sleeper}
        return tuple(
            sum(worth.get(pair, -1) for pair in pairs) - len(loose)
            for pairs, loose in zip(self.pairs, self.loose, strict=True)
        )


@dataclass
class RoundTruth:
    """One round."""

    number: int
    bears: int
    tents: int
    """What was rolled."""
    began_ns: int | None = None
    """When people were told to go."""
    lifts: list[Lift] = field(default_factory=list)
    backs: list[tuple[int, str]] = field(default_factory=list)
    """Times at which a die was put back, and its face."""
    presses: list[tuple[int, int]] = field(default_factory=list)
    """Times and seats of the shouts."""
    closed_ns: int | None = None
    """When people were told that it is over."""
    table: TableTruth | None = None
    notes: list[str] = field(default_factory=list)
    """What people did that they should not have."""

    def counts_at(self, time_ns: int) -> tuple[int, int]:
        """Bears and tents in the campsite at a time."""
        bears, tents = self.bears, self.tents
        for sign, events in ((-1, [(x.lifted_ns, x.face) for x in self.lifts]), (1, self.backs)):
            for at_ns, face in events:
                if at_ns <= time_ns:
                    bears += sign * (face == "bear")
                    tents += sign * (face == "tent")
        return bears, tents

    @property
    def ended_ns(self) -> int | None:
        """When the last bear or the last tent was taken."""
        return next((t for t in sorted(x.lifted_ns for x in self.lifts) if 0 in self.counts_at(t)), None)

    def _all_in_hand(self, time_ns: int) -> bool:
        """Whether every bear, or every tent, that is left is just being taken."""
        left = self.counts_at(time_ns)
        taking = [x.face for x in self.lifts if x.covered_ns - ALMOST_NS <= time_ns < x.lifted_ns]
        return left[0] <= taking.count("bear") or left[1] <= taking.count("tent")

    def calls(self) -> tuple[Shouted, ...]:
        """All shouts in order of time, with the verdicts that are right."""
        out: list[Shouted] = []
        judged: dict[int, int] = {}
        ended = self.ended_ns
        allowed: set[str]
        over: bool | None = False  # None: perhaps
        for time_ns, seat in sorted(self.presses):
            bears, tents = self.counts_at(time_ns)
            maybe = {LATE} if over is None else set()
            if over or self.began_ns is None or time_ns < self.began_ns:
                allowed = {LATE}
            elif seat in judged and time_ns - judged[seat] <= REPEAT_NS:
                allowed = {REPEAT} | maybe
            elif ended is not None and time_ns >= ended:
                allowed = {ENDED} | ({LATE} if time_ns > ended + GRACE_NS else maybe)
                over = True
            else:
                allowed = {FALSE} | maybe
                judged[seat] = time_ns
                if self._all_in_hand(time_ns):
                    allowed, over = {FALSE, ENDED} | maybe, None
            out.append(Shouted(time_ns, seat, bears, tents, frozenset(allowed)))
        return tuple(out)

    def false_calls(self, seats: int) -> tuple[int, ...]:
        """By seat, how many calls were surely false."""
        calls = [call.seat for call in self.calls() if call.allowed == {FALSE}]
        return tuple(calls.count(seat) for seat in range(seats))

    def scores(self, seats: int) -> tuple[int, ...] | None:
        """Everyone's points with surely false calls; None before the table was read, or if a call is open to doubt."""
        if self.table is None or any(
            len(call.allowed) > 1 and FALSE in call.allowed for call in self.calls()
        ):
            return None
        return tuple(p - f for p, f in zip(self.table.points(), self.false_calls(seats), strict=True))


@dataclass
class Truth:
    """The whole match so far."""

    rounds: list[RoundTruth] = field(default_factory=list)

    @property
    def round(self) -> RoundTruth | None:
        """The round at hand."""
        return self.rounds[-1] if self.rounds else None
