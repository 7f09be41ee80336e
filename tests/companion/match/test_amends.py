from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fields import LogError
from companion.games.log import replay
from companion.journal import Journal
from companion.match import Match, Outcome
from companion.match.amends import (
    correct_campsite,
    correct_die,
    correct_roll,
    correct_sheet,
    correct_table,
    overrule_call,
    reassign_call,
    ruling,
    sheet_of,
    standing,
)
from companion.match.live import known_games
from tests.companion.match.playing import HEADER, Event, rounds

ROLLED: Event = {"event": "camp_rolled", "bears": 2, "tents": 8}
STARTED: Event = {"event": "round_started", "t": 1.0}
READ: Event = {
    "event": "round_read",
    "campsite": {"bears": 0, "tents": 6},
    "players": {
        "Ana": {"pairs": [["gun", "bear"], ["runner", "tent"]], "loose": ["sleeper"]},
        "Ben": {"pairs": [["gun", "bear"], ["sleeper", "tent"]], "loose": []},
    },
}


def camp(t: float, bears: int, tents: int) -> Event:
    return {"event": "camp", "t": t, "bears": bears, "tents": tents}


def call(t: float, player: str) -> Event:
    return {"event": "call", "t": t, "player": player}


def played(journal: Journal, events: Iterable[Event]) -> Match:
    match = Match.begin(journal, HEADER)
    for event in events:
        assert match.take(event).accepted
    return match


ROUND = (
    ROLLED,
    STARTED,
    camp(2.0, 1, 8),
    call(3.0, "Ben"),
    camp(4.0, 1, 7),
    camp(5.0, 0, 7),
    camp(5.5, 0, 6),
    call(6.0, "Ana"),
)
FIRST, LAST = 5, 9
"""The journal's numbers of the two calls."""


def verdicts(match: Match) -> list[str]:
    calls = [entry for entry in standing(match.story) if entry.event["event"] == "call"]
    return [ruling(match, entry) for entry in calls]


def totals(match: Match) -> dict[str, int]:
    return dict(zip(match.state.match.players, match.state.totals, strict=True))


@pytest.fixture
def read(journal: Journal) -> Match:
    """A round that was read, and the next one begun."""
    match = played(journal, (*ROUND, READ, ROLLED, STARTED | {"t": 20.0}))
    assert totals(match) == {"Ana": 3, "Ben": 5}
    assert verdicts(match) == ["false", "ended"]
    return match


def test_a_whole_sheet_is_put_right(read: Match) -> None:
    """The camera paired wrongly; the round is scored anew although the next one has begun."""
    outcome = correct_sheet(read, 1, "Ana", pairs=[["sleeper", "tent"], ["gun", "bear"]], loose=[])
    assert outcome.accepted
    assert totals(read) == {"Ana": 6, "Ben": 5}
    assert read.state.phase == "playing"
    read.undo()
    assert totals(read) == {"Ana": 3, "Ben": 5}


def test_one_die_is_put_right(read: Match) -> None:
    """A die's face in a pair, or one that lies alone."""
    assert correct_die(read, 1, "Ana", "gun", pair=1, at=0).accepted
    assert totals(read)["Ana"] == 0
    assert correct_die(read, 1, "Ana", "runner", at=0).accepted
    assert sheet_of(read.story, 1, "Ana") == {
        "pairs": [["gun", "bear"], ["gun", "tent"]],
        "loose": ["runner"],
    }
    for place in ({"pair": 2, "at": 0}, {"pair": 0, "at": 2}, {"at": 1}):
        assert not correct_die(read, 1, "Ana", "gun", **place).accepted
    with pytest.raises(LogError):
        correct_die(read, 1, "Ana", "wolf", at=0)
    assert len(read.story.corrections) == 2


def test_the_campsite_and_the_whole_table_are_put_right(read: Match) -> None:
    """A bear was left after all: sleepers are worth less."""
    assert not correct_campsite(read, 1, bears=1, tents=6).accepted
    assert correct_campsite(read, 1, bears=1, tents=5).accepted
    assert totals(read) == {"Ana": 3, "Ben": -2}
    assert correct_table(read, 1, READ).accepted
    assert totals(read) == {"Ana": 3, "Ben": 5}


def test_what_was_not_read_cannot_be_put_right(read: Match) -> None:
    """People are told, nothing is raised."""
    for outcome in (
        correct_sheet(read, 2, "Ana", pairs=[], loose=[]),
        correct_sheet(read, 1, "Zoe", pairs=[], loose=[]),
        correct_die(read, 2, "Ana", "gun", at=0),
        correct_campsite(read, 7, bears=0, tents=0),
        correct_roll(read, 3, bears=5, tents=5),
        reassign_call(read, 2, "Ana"),
        overrule_call(read, 99, "false"),
    ):
        assert not outcome.accepted
        assert outcome.reason
        assert outcome.seq is None
    assert read.story.corrections == ()


def test_the_roll_is_put_right(read: Match) -> None:
    """Of the round in hand freely; of one that was played only to what could have been."""
    assert correct_roll(read, 2, bears=5, tents=5).accepted
    assert read.state.round.campsite.bears == 5
    refused = correct_roll(read, 1, bears=1, tents=9)
    assert refused.accepted
    refused = correct_roll(read, 1, bears=7, tents=3)
    assert "came later" in refused.reason


def test_a_call_was_somebody_elses(read: Match) -> None:
    """Two buttons side by side, and the wrong name on one."""
    assert reassign_call(read, FIRST, "Ana").accepted
    assert totals(read) == {"Ana": 2, "Ben": 6}
    with pytest.raises(LogError):
        reassign_call(read, FIRST, "Zoe")


def test_a_false_call_was_right(read: Match) -> None:
    """The last bear was in a hand already: the call ends the round, and what was seen later does not count."""
    assert overrule_call(read, FIRST, "ended").accepted
    assert verdicts(read) == ["ended", "late"]
    assert totals(read) == {"Ana": 3, "Ben": 6}
    assert [entry.event for entry in standing(read.story) if entry.round == 1] == [
        ROLLED,
        STARTED,
        camp(2.0, 1, 8),
        call(3.0, "Ben"),
        camp(3.0, 0, 8),
        call(6.0, "Ana"),
        READ,
    ]
    read.undo()
    assert verdicts(read) == ["false", "ended"]


def test_a_call_that_ended_the_round_was_false(read: Match) -> None:
    """It costs a point, and the referee ends the round just after it."""
    assert overrule_call(read, LAST, "false").accepted
    assert verdicts(read) == ["false", "false"]
    assert totals(read) == {"Ana": 2, "Ben": 5}


@pytest.mark.parametrize(("seq", "left", "points"), [(FIRST, ["ended"], (3, 6)), (LAST, ["false"], (3, 5))])
def test_a_call_never_was(read: Match, seq: int, left: list[str], points: tuple[int, int]) -> None:
    """Somebody leaned on a button; a round that it had ended still ended."""
    assert overrule_call(read, seq, "void").accepted
    assert verdicts(read) == left
    assert tuple(totals(read).values()) == points
    assert not overrule_call(read, seq, "void").accepted


def test_a_call_that_was_made_to_end_the_round_never_was(read: Match) -> None:
    """People change their mind twice; the round still ends where the last die of a kind left."""
    assert overrule_call(read, FIRST, "ended").accepted
    assert overrule_call(read, LAST, "void").accepted
    assert overrule_call(read, FIRST, "void").accepted
    assert verdicts(read) == []
    assert totals(read) == {"Ana": 3, "Ben": 6}


def test_a_round_in_hand_goes_on_when_its_last_call_was_not_right(journal: Journal) -> None:
    """Before the table is read people play on; whoever calls next may end the round."""
    match = played(journal, ROUND)
    assert match.state.phase == "ended"
    assert overrule_call(match, LAST, "false").accepted
    assert match.state.phase == "playing"
    assert match.take(call(7.0, "Ben")).accepted
    assert verdicts(match) == ["false", "false", "ended"]


def test_the_kind_that_was_gone_can_be_named(journal: Journal) -> None:
    """By default it is the kind that went first, for that is what the caller had seen."""
    match = played(journal, (ROLLED, STARTED, call(3.0, "Ben"), camp(4.0, 2, 0)))
    assert overrule_call(match, 4, "ended").accepted
    assert match.state.round.campsite.tents == 0
    match.undo()
    assert overrule_call(match, 4, "ended", gone="bear").accepted
    assert (match.state.round.campsite.bears, match.state.round.campsite.tents) == (0, 8)
    match.undo()
    match.undo()
    assert overrule_call(match, 4, "ended").accepted
    assert match.state.phase == "ended"


@pytest.mark.parametrize("verdict", ["false", "ended"])
def test_what_was_not_judged_is_not_overruled(journal: Journal, verdict: Literal["false", "ended"]) -> None:
    """A late call is late because of another; that one has to be put right."""
    match = played(journal, (*ROUND, call(6.5, "Ben")))
    outcome = overrule_call(match, 10, verdict)
    assert not outcome.accepted
    assert "was late" in outcome.reason
    assert not overrule_call(match, LAST, "ended").accepted


def test_a_repeat_stays_one(journal: Journal) -> None:
    """A verdict that the rules would not give cannot be forced on them; the reason says what they would say."""
    match = played(
        journal, (ROLLED, STARTED, call(3.0, "Ben"), camp(3.2, 0, 8), call(3.5, "Ana"), call(3.9, "Ben"))
    )
    assert verdicts(match) == ["false", "ended", "late"]
    assert overrule_call(match, 4, "void").accepted
    assert verdicts(match) == ["ended", "late"]


def test_corrections_build_on_each_other(read: Match, journal: Journal) -> None:
    """Several things were wrong in one round; each is put right by itself, and taken back in turn."""
    states = [read.play.report()]
    amends: tuple[Callable[[], Outcome], ...] = (
        lambda: overrule_call(read, LAST, "false"),
        lambda: correct_die(read, 1, "Ben", "runner", pair=1, at=0),
        lambda: overrule_call(read, LAST, "void"),
        lambda: overrule_call(read, FIRST, "ended"),
        lambda: correct_sheet(read, 1, "Ana", pairs=[], loose=["bear", "tent"]),
    )
    for amend in amends:
        outcome = amend()
        assert outcome.accepted, outcome.reason
        states.append(read.play.report())
    again = Match.resume(journal)
    assert again is not None
    for state in reversed(states):
        assert again.play.report() == state
        again.undo()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_any_verdict_can_be_overruled_and_taken_back(seed: int) -> None:
    """Whatever is put right in whatever match: the log gives the state, the verdict is as wanted, undo is exact."""
    rng = random.Random(seed)
    with TemporaryDirectory() as folder, Journal.open(Path(folder)) as journal:
        match = Match.begin(journal, HEADER)
        for event in rounds(seed, 3)[: rng.randint(5, 40)]:
            match.take(event)
        for _ in range(6):
            calls = [entry for entry in standing(match.story) if entry.event["event"] == "call"]
            if not calls:
                break
            chosen = rng.choice(calls)
            verdict: Literal["false", "ended", "void"] = rng.choice(("false", "ended", "void"))
            before, was = match.play.report(), ruling(match, chosen)
            outcome = overrule_call(match, chosen.seq, verdict)
            assert replay(match.log_bytes(), known_games()).report() == match.play.report()
            if not outcome.accepted:
                assert match.play.report() == before
                assert was in {verdict, "late", "repeat"} or "that came later" in outcome.reason
                continue
            if verdict != "void":
                [again] = [
                    entry
                    for entry in standing(match.story)
                    if entry.seq == chosen.seq and entry.event == chosen.event
                ]
                assert ruling(match, again) == verdict
            if rng.random() < 0.5:
                assert match.undo().accepted
                assert match.play.report() == before
