"""Judging who called "Bears!" and when: each press of a shout button against the campsite at its own time."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from companion.games.bears.dice import Campsite
from companion.games.bears.sections import ENDING_A_ROUND, PLAYING

Ruling = Literal["false", "repeat", "ended", "late"]


@dataclass(frozen=True, slots=True)
class Call:
    """A press of a player's shout button, `t` seconds from the start of the match."""

    t: float
    player: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was in the campsite from `t` on."""

    t: float
    campsite: Campsite


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged call, with the facts that it rests on."""

    call: Call
    ruling: Ruling
    campsite: Campsite | None = None
    """What was in the campsite at the time of the call; `None` if it did not matter."""
    since: float | None = None
    """When the round had ended for a `late` call (`None`: it had not begun), the judged press for a `repeat`."""

    @property
    def rule(self) -> str:
        """The rulebook section that the verdict rests on."""
        return PLAYING if self.ruling == "late" and self.since is None else ENDING_A_ROUND

    @property
    def reason(self) -> str:
        """The verdict in words."""
        since = "" if self.since is None else moment(self.since)
        match self.ruling:
            case "false":
                return f"a false call, {self.campsite} were in the campsite"
            case "ended":
                return f"the call ended the round, {self.campsite} were in the campsite"
            case "repeat":
                return f"not judged, a repeat of {self.call.player}'s press at {since}"
        return f"the round had ended at {since}" if since else "the round had not begun"

    def report(self) -> dict[str, object]:
        """The entry in the state's list of calls."""
        return {"t": self.call.t, "player": self.call.player, "verdict": self.ruling}


def moment(t: float) -> str:
    """A time of the match for people, to hundredths of a second at most: "7.5 s"."""
    return f"{round(t, 2):.12g} s"


@dataclass(frozen=True)
class Judgement:
    """All calls of a round judged, in the order of their times, and when the round ended, if it did."""

    verdicts: tuple[Verdict, ...] = ()
    ended_at: float | None = None

    def false_calls(self, player: str) -> int:
        """How many false calls `player` made in the round."""
        return sum(
            1 for verdict in self.verdicts if verdict.ruling == "false" and verdict.call.player == player
        )


def judge(
    calls: Iterable[Call],
    *,
    started: float | None,
    sightings: Sequence[Sighting],
    closed: float | None,
    repeat_call_s: float,
) -> Judgement:
    """Judge all calls of a round by their times, whatever order they arrived in (rulebook: Ending a Round).

    `started` and `closed` are when play began and when the referee closed the round; `sightings` is what was in the
    campsite, in order of time, the roll first. At equal times play begins first, then the campsite changes, then the
    round is closed, then the calls come in the order of their arrival.
    """
    verdicts: list[Verdict] = []
    judged: dict[str, float] = {}
    ended = closed
    for call in sorted(calls, key=lambda call: call.t):
        if started is None or call.t < started:
            verdicts.append(Verdict(call, "late"))
        elif ended is not None and call.t >= ended:
            verdicts.append(Verdict(call, "late", since=ended))
        elif call.player in judged and _within(judged[call.player], call.t, repeat_call_s):
            verdicts.append(Verdict(call, "repeat", since=judged[call.player]))
        else:
            judged[call.player] = call.t
            campsite = _seen_by(call.t, sightings)
            if campsite.one_kind_gone:
                ended = call.t
            verdicts.append(Verdict(call, "ended" if campsite.one_kind_gone else "false", campsite))
    return Judgement(tuple(verdicts), ended)


def _seen_by(t: float, sightings: Sequence[Sighting]) -> Campsite:
    return sightings[bisect_right(sightings, t, key=lambda sighting: sighting.t) - 1].campsite


def _within(earlier: float, later: float, span: float) -> bool:
    """Whether `later` is at most `span` after `earlier`, counted in the decimals that the log has, not in binary."""
    return _exact(later) - _exact(earlier) <= _exact(span)


@lru_cache(maxsize=4096)
def _exact(seconds: float) -> Fraction:
    return Fraction(repr(seconds))
