"""Made-up rounds for the referee: what is true of each die, what the frames show of it, and who calls when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from companion.games.bears import GAME
from companion.games.bears.dice import CampFace
from companion.games.log import replay
from companion.referee import Call, CampDie, Finding, Glimpse, Referee, Ruled, Settings, Sight, as_event

MS = 1_000_000
SECOND = 1000 * MS
PLAYERS = ("Ana", "Ben", "Cleo")


@dataclass(frozen=True)
class TrueDie:
    """A die and when it was taken (None: never), ns."""

    die: CampDie
    taken: int | None = None


@dataclass(frozen=True)
class MadeRound:
    """Dice, the times of the frames, which dice each frame can't show, and calls with the time they arrive."""

    dice: tuple[TrueDie, ...]
    frames: tuple[int, ...]
    hidden: tuple[frozenset[int], ...]
    calls: tuple[tuple[int, Call], ...]

    def glimpses(self) -> list[Glimpse]:
        """What an honest watch makes of the frames."""
        empty_since: dict[int, int] = {}
        out = []
        for t, hidden in zip(self.frames, self.hidden, strict=True):
            sights = []
            for true in self.dice:
                die = true.die
                gone = true.taken is not None and true.taken <= t
                if die.die in hidden:
                    sights.append(Sight(die.die, "hidden", die.face, die.x, die.y))
                elif gone:
                    since = empty_since.setdefault(die.die, t)
                    sights.append(Sight(die.die, "gone", die.face, die.x, die.y, since_ns=since))
                else:
                    sights.append(Sight(die.die, "there", die.face, die.x, die.y))
            out.append(Glimpse(t, tuple(sights), clear=not hidden))
        return out

    def left_at(self, t: int) -> tuple[int, int]:
        """Bears and tents that truly lay there at `t`."""
        there = [true.die.face for true in self.dice if true.taken is None or true.taken > t]
        return there.count("bear"), there.count("tent")


@dataclass
class Refereed:
    """A round as it went: the referee at the end, everything found, and the events of the log in their order."""

    referee: Referee
    findings: list[Finding] = field(default_factory=list)
    events: list[dict[str, object]] = field(default_factory=list)

    @property
    def rulings(self) -> dict[Call, Ruled]:
        """The last ruling on each call."""
        return {found.call: found for found in self.findings if isinstance(found, Ruled)}

    def take(self, step: tuple[Referee, Iterable[Finding]]) -> None:
        """Go on with what a step gave."""
        self.referee, found = step
        for finding in found:
            self.findings.append(finding)
            event = as_event(finding, origin_ns=0)
            if event is not None:
                self.events.append(event)


def refereed(made: MadeRound, settings: Settings | None = None) -> Refereed:
    """Let a referee see the round frame by frame, calls coming in at the times they arrive."""
    dice = tuple(true.die for true in made.dice)
    course = Refereed(Referee.start(dice, started_ns=0, settings=settings))
    glimpses = made.glimpses()
    happenings: list[tuple[int, int, Glimpse | Call]] = [(g.time_ns, 0, g) for g in glimpses]
    happenings += [(arrives, 1, call) for arrives, call in made.calls]
    for at, _, happening in sorted(happenings, key=lambda h: h[:2]):
        if isinstance(happening, Call):
            event = as_event(happening, origin_ns=0)
            assert event is not None
            course.events.append(event)
            course.take(course.referee.called(happening))
        else:
            course.take(course.referee.saw(happening))
        course.take(course.referee.tick(at))
    course.take(course.referee.tick(10**12))
    return course


def folded(made: MadeRound, events: Sequence[dict[str, object]]) -> tuple[dict[Call, str], int]:
    """The verdicts of the match log's fold on these events, and how many of them it refused."""
    bears, tents = (sum(true.die.face == face for true in made.dice) for face in ("bear", "tent"))
    rolled = {"event": "camp_rolled", "bears": bears, "tents": tents}
    lines = [
        {"game": "bears", "players": list(PLAYERS)},
        rolled,
        {"event": "round_started", "t": 0.0},
        *events,
    ]
    play = replay("\n".join(map(json.dumps, lines)).encode(), {"bears": GAME})
    verdicts = play.state.judgement.verdicts
    return {Call(round(v.call.t * 1e9), v.call.player): v.ruling for v in verdicts}, len(play.refused)


@st.composite
def rounds(draw: st.DrawFn, *, longest_delay: int = 0, longest_hiding: int = 40) -> MadeRound:
    """Rounds of 15 dice with a frame every 66 ms; each die may be out of sight for some frames, once or twice."""
    bears = draw(st.integers(1, 14))
    count = draw(st.integers(10, 45))
    frames = tuple((k + 1) * 66 * MS + draw(st.integers(0, 5)) for k in range(count))
    end = frames[-1]
    moving = draw(st.integers(0, 5))
    dice = []
    for k in range(15):
        face: CampFace = "bear" if k < bears else "tent"
        taken = draw(st.none() | st.integers(1, end + 50 * MS)) if (k < moving or k >= 15 - moving) else None
        dice.append(TrueDie(CampDie(k, face, 10.0 * k, 0.0), taken))
    # Enough dice of one kind are taken for rounds to end.
    if draw(st.booleans()):
        last = draw(st.integers(1, end))
        dice = [
            TrueDie(d.die, d.taken or draw(st.integers(1, last))) if d.die.face == "bear" else d for d in dice
        ]
    hidden: list[set[int]] = [set() for _ in frames]
    for true in dice:
        for _ in range(draw(st.integers(0, 2))):
            start, length = draw(st.integers(0, count)), draw(st.integers(1, longest_hiding))
            for k in range(start, min(start + length, count)):
                hidden[k].add(true.die.die)
    calls: list[tuple[int, Call]] = []
    for _ in range(draw(st.integers(0, 6))):
        call = Call(draw(st.integers(-SECOND // 2, end + 200 * MS)), draw(st.sampled_from(PLAYERS)))
        if call not in [c for _, c in calls] and call.time_ns >= 0:
            calls.append((call.time_ns + draw(st.integers(0, longest_delay)), call))
    return MadeRound(tuple(dice), frames, tuple(frozenset(h) for h in hidden), tuple(calls))
