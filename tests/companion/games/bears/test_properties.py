import contextlib
import io
import json
import random
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.games.bears import (
    GAME,
    Campsite,
    Match,
    Pair,
    SeatDice,
    State,
    conservation_faults,
    score_seat,
)
from companion.games.bears.calls import Call, Sighting, judge
from companion.games.bears.dice import FACES
from companion.games.bears.events import RoundRead
from companion.games.fields import Fields, LogError
from companion.games.log import Play, replay

Json = dict[str, Any]
BearsPlay = Play[Match, Any, State]

CASES = Path(__file__).parents[3] / "data" / "rules" / "bears"
QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LIKELY_PAIRS = [
    *[("gun", "bear"), ("runner", "tent")] * 3,
    *[("sleeper", "tent"), ("gun", "tent"), ("runner", "bear"), ("sleeper", "bear")],
]
UNDO: Json = {"event": "undo"}


def quarters(chance: random.Random, top: int) -> float:
    return chance.randrange(4 * top) / 4


def split(chance: random.Random, dice: int) -> Json:
    bears = chance.choice([0, dice, chance.randrange(dice + 1), dice // 2, dice // 2])
    return {"bears": bears, "tents": dice - bears}


def a_read(chance: random.Random, state: State) -> Json:
    """A round_read that adds up, most of the time."""
    left = state.camp_dice if chance.random() < 0.9 else state.camp_dice + chance.choice([-1, 1])
    seats: Json = {}
    for name in state.players:
        taken = chance.randrange(min(left, 5) + 1) if left else 0
        paired = chance.choice([taken, taken, chance.randrange(taken + 1)])
        pairs = [chance.sample(chance.choice(LIKELY_PAIRS), 2) for _ in range(paired)]
        loose = [chance.choice(["bear", "tent"]) for _ in range(taken - paired)]
        loose += [chance.choice(["gun", "runner", "sleeper"]) for _ in range(chance.randrange(7 - paired))]
        seats[name] = {"pairs": pairs, "loose": loose}
        left -= taken
    if chance.random() < 0.05:
        seats.popitem()
    return {"event": "round_read", "campsite": split(chance, max(left, 0)), "players": seats}


def an_event(chance: random.Random, state: State) -> Json:
    """An event that may well be accepted in `state`, or not."""
    kind = chance.choice(["wanted"] * 6 + ["call"] * 4 + ["any", "undo"])
    phase = (
        state.phase if kind == "wanted" else chance.choice(["setup", "ready", "playing", "close", "ended"])
    )
    t = state.latest + quarters(chance, 2) if chance.random() < 0.9 else quarters(chance, 20)
    if kind == "undo":
        return UNDO
    if kind == "call":
        time = max(0, t - quarters(chance, 2))
        return {"event": "call", "t": time, "player": chance.choice(state.match.players)}
    match phase:
        case "setup" | "reroll":
            return {"event": "camp_rolled", **split(chance, state.camp_dice + (chance.random() < 0.05))}
        case "ready":
            return {"event": "round_started", "t": t}
        case "close":
            return {"event": "round_ended", "t": t}
        case "playing":
            before = state.round.campsite or Campsite(5, 5)
            if before.one_kind_gone and chance.random() < 0.5:
                return {"event": "round_ended", "t": t}
            left = [
                chance.choice([0, n, max(0, n - 1), chance.randrange(n + 2)])
                for n in (before.bears, before.tents)
            ]
            return {"event": "camp", "t": t, "bears": left[0], "tents": left[1]}
        case "ended":
            return a_read(chance, state)
    return UNDO


def a_log(chance: random.Random) -> list[Json]:
    """A header and up to 78 events."""
    header: Json = {"game": "bears", "players": ["Ana", "Ben", "Cy"][: chance.choice([2, 2, 3])]}
    header["variant"] = chance.choice(["classic", "classic", "survival"])
    header["target"] = chance.choice([1, 3, 100])
    header["tiebreak"] = chance.choice(["all", "tied"])
    header["repeat_call_s"] = chance.choice([0, 0.5, 1])
    header["both_gone_sleeper"] = chance.choice([5, -2, 0])
    log = [header]
    play: BearsPlay = Play.begin(GAME, Fields(header))
    for line in range(2, chance.choice([2, 20, 80])):
        log.append(an_event(chance, play.state))
        play = play.take(Fields(log[-1]), line=line)
    return log


LOGS = st.integers(0, 2**32).map(lambda seed: a_log(random.Random(seed)))


def fold(log: Iterable[Json]) -> BearsPlay:
    return replay("\n".join(map(json.dumps, log)).encode(), {"bears": GAME})


def moments(log: list[Json]) -> Iterable[tuple[Json, BearsPlay, BearsPlay]]:
    """Each event with the match before and after it."""
    before: BearsPlay = Play.begin(GAME, Fields(log[0]))
    for line, event in enumerate(log[1:], start=2):
        after = before.take(Fields(event), line=line)
        yield event, before, after
        before = after


@QUICK
@given(LOGS)
def test_no_sequence_of_events_breaks_conservation(log: list[Json]) -> None:
    """Five Camp Dice a player still in, rolled, taken and read; totals are what the rounds add up to."""
    for event, before, after in moments(log):
        state = after.state
        campsite = state.round.campsite
        assert state.camp_dice == 5 * len(state.players)
        assert set(state.players) <= set(state.match.players)
        assert (state.winner is not None) == (state.phase == "over")
        if campsite is not None:
            assert state.round.sightings[0].campsite.dice == state.camp_dice
            assert 0 <= campsite.dice <= state.camp_dice
        if event["event"] == "round_read" and after.refused == before.refused:
            read = GAME.read_event(after.match, "round_read", Fields(event))
            assert isinstance(read, RoundRead)
            assert set(dict(read.seats)) == set(before.state.players)
            assert conservation_faults(read.campsite, dict(read.seats)) == ()
        if not state.match.survival:
            rounds = [dict(played.scores) for played in state.rounds]
            sums = [sum(r[name].points for r in rounds if name in r) for name in state.match.players]
            assert list(state.totals) == sums


@QUICK
@given(LOGS)
def test_replaying_twice_gives_the_same(log: list[Json]) -> None:
    """A state is a fold and nothing else: no clock, no chance, no memory of the last replay."""
    assert fold(log) == fold(log)
    assert fold(log).report() == fold(log).report()


@QUICK
@given(LOGS)
def test_undoing_everything_gives_the_start(log: list[Json]) -> None:
    """As many undos as events leave nothing but the list of what was refused."""
    undone = fold([*log, *[UNDO] * len(log)])
    assert undone.state == fold(log[:1]).state
    assert undone.earlier is None


@QUICK
@given(LOGS)
def test_what_was_undone_or_refused_never_happened(log: list[Json]) -> None:
    """The state is that of the log with only the events that stand."""
    refused = {refusal.line for refusal in fold(log).refused}
    standing: list[Json] = []
    for line, event in enumerate(log[1:], start=2):
        if line in refused:
            continue
        if event == UNDO:
            standing.pop()
        else:
            standing.append(event)
    plain = fold([log[0], *standing])
    assert plain.refused == ()
    assert plain.state == fold(log).state


@QUICK
@given(st.randoms(use_true_random=False))
def test_scores_equal_a_formula_of_one_line(chance: random.Random) -> None:
    """The same points by another way."""
    pairs = [(chance.choice(["gun", "runner", "sleeper"]), chance.choice(["bear", "tent"])) for _ in range(5)]
    loose = tuple(chance.choice(FACES) for _ in range(chance.randrange(6)))
    b, t, calls, gone = chance.randrange(3), chance.randrange(3), chance.randrange(3), chance.randrange(-5, 6)
    dice = SeatDice(tuple(Pair.of(*chance.sample(pair, 2)) for pair in pairs), loose)
    score = score_seat(dice, Campsite(b, t), false_calls=calls, both_gone_sleeper=gone)
    worth = {("gun", "bear"): 1, ("runner", "tent"): 2, ("sleeper", "tent"): -2 if b else 5 if t else gone}
    assert (
        score.points
        == sum(worth.get(p, -1) for p in pairs) - sum(f in {"bear", "tent"} for f in loose) - calls
    )
    assert eval(score.written.split(" = ")[0]) == score.points  # noqa: S307 - a sum of ours
    assert score_seat(dice, Campsite(b, t), variant="survival").points == pairs.count(("runner", "tent"))


def judged_by_a_timeline(
    calls: list[Call], started: float | None, camps: list[Sighting], closed: float | None, window: float
) -> list[tuple[Call, str]]:
    """The rules page read as a story: everything happens at its time, in the order of that page."""
    story: list[tuple[float, int, int, Any]] = [(call.t, 3, n, call) for n, call in enumerate(calls)]
    story += [(camp.t, 1, n, camp.campsite) for n, camp in enumerate(camps)]
    story += [] if started is None else [(started, 0, 0, None)]
    story += [] if closed is None else [(closed, 2, 0, None)]
    playing, over, campsite, told = False, False, camps[0].campsite, []
    last: dict[str, float] = {}
    for t, kind, _, what in sorted(story, key=lambda event: event[:3]):
        if kind < 3:
            playing, over, campsite = playing or kind == 0, over or kind == 2, what if kind == 1 else campsite
            continue
        verdict = "false" if campsite.bears and campsite.tents else "ended"
        if over or not playing:
            verdict = "late"
        elif what.player in last and t - last[what.player] <= window:
            verdict = "repeat"
        else:
            last[what.player] = t
        over = over or verdict == "ended"
        told.append((what, verdict))
    return told


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Call], float | None, list[Sighting], float | None, float]:
    """Calls, start, sightings, close and repeat window of one round."""
    quarter = st.integers(0, 24).map(lambda n: n / 4)
    calls = draw(st.lists(st.builds(Call, t=quarter, player=st.sampled_from("AB")), max_size=9))
    started = draw(st.none() | st.integers(0, 8).map(lambda n: n / 4))
    if started is None:
        return calls, None, [Sighting(-1, Campsite(5, 5))], None, 1
    times = sorted(draw(st.lists(quarter.filter(lambda t: t >= started), max_size=4)))
    left = [
        (3, 3),
        *sorted(draw(st.lists(st.sampled_from([(2, 2), (0, 2), (1, 1), (0, 0)]), max_size=4)))[::-1],
    ]
    camps = [Sighting(t, Campsite(*n)) for t, n in zip([-1.0, *times], left, strict=False)]
    closed = draw(st.none() | st.just(camps[-1].t + 1)) if camps[-1].campsite.one_kind_gone else None
    return calls, started, camps, closed, draw(st.sampled_from([0, 0.25, 1]))


@settings(QUICK, max_examples=300)
@given(rounds(), st.randoms(use_true_random=False))
def test_calls_are_judged_by_time_in_any_order_of_arrival(
    match_round: tuple[list[Call], float | None, list[Sighting], float | None, float], chance: random.Random
) -> None:
    """Another way of judging agrees; and calls of different times may arrive in any order."""
    calls, started, camps, closed, window = match_round

    def verdicts(arrived: list[Call]) -> list[tuple[Call, str]]:
        judged = judge(arrived, started=started, sightings=camps, closed=closed, repeat_call_s=window)
        assert judged.ended_at is None or started is not None
        return [(verdict.call, verdict.ruling) for verdict in judged.verdicts]

    assert verdicts(calls) == judged_by_a_timeline(calls, started, camps, closed, window)
    apart = list({call.t: call for call in calls}.values())
    assert verdicts(chance.sample(apart, len(apart))) == verdicts(apart)


def replay_bytes(log: bytes) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `bears replay - --json`."""
    out, errors = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(log))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(errors),
    ):
        return main(["replay", "-", "--json"]), out.getvalue(), errors.getvalue()


Change = Callable[[bytes, int, int], bytes]
CHANGES: list[Change] = [
    lambda log, at, byte: log[:at] + bytes([byte]) + log[at + 1 :],
    lambda log, at, byte: log[:at] + bytes([byte]) + log[at:],
    lambda log, at, byte: log[:at] + log[at + 1 + byte % 8 :],
    lambda log, at, byte: log[:at] + log[max(0, at - byte % 32) :],
]


@settings(QUICK, max_examples=200)
@given(
    st.sampled_from(sorted(CASES.glob("*.jsonl"))),
    st.lists(
        st.tuples(st.sampled_from(CHANGES), st.integers(0, 2000), st.integers(0, 255)), min_size=1, max_size=4
    ),
)
def test_a_damaged_log_is_replayed_or_refused_in_one_line(
    log: Path, changes: list[tuple[Change, int, int]]
) -> None:
    """A plug pulled while writing, a bad disk, an editor's slip: a state or one line, and never a traceback."""
    damaged = log.read_bytes()
    for change, at, byte in changes:
        damaged = change(damaged, at % (len(damaged) + 1), byte)
    status, printed, errors = replay_bytes(damaged)
    if status == 0:
        assert errors == ""
        assert json.loads(printed)["game"] == "bears"
    else:
        assert (status, printed, errors.count("\n")) == (2, "", 1)
        assert errors.startswith("bears: the match log cannot be used: line ")


@pytest.mark.parametrize("byte", [b"", b'"', b"\\", b"}", b"\n", b"-", b"9", b"e", b"\xff", b"\x00", b"1"])
def test_any_byte_may_be_wrong(byte: bytes) -> None:
    """Every byte of a log in turn, exchanged for the ones that hurt most."""
    log = (CASES / "false-call-costs-one.jsonl").read_bytes()
    for at in range(len(log)):
        with contextlib.suppress(LogError):
            replay(log[:at] + byte + log[at + 1 :], {"bears": GAME}).report()


@settings(QUICK, max_examples=200)
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_at_all_are_no_traceback(log: bytes) -> None:
    """A picture given as a log, for one."""
    status, printed, errors = replay_bytes(log)
    assert (status, printed, errors.count("\n")) == (2, "", 1)
