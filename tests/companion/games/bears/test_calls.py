import itertools
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.bears import Call, Campsite
from companion.games.bears.calls import Sighting, judge

Json = dict[str, Any]
Replayed = Callable[..., Json]

HEADER: Json = {"game": "bears", "players": ["Ana", "Ben"]}
ROLLED: Json = {"event": "camp_rolled", "bears": 5, "tents": 5}
STARTED: Json = {"event": "round_started", "t": 1}
UNDO: Json = {"event": "undo"}
READ: Json = {
    "event": "round_read",
    "campsite": {"bears": 0, "tents": 10},
    "players": {"Ana": {"pairs": [], "loose": []}, "Ben": {"pairs": [], "loose": []}},
}


def camp(t: float, bears: int, tents: int) -> Json:
    return {"event": "camp", "t": t, "bears": bears, "tents": tents}


def call(t: float, player: str) -> Json:
    return {"event": "call", "t": t, "player": player}


def closed(t: float) -> Json:
    return {"event": "round_ended", "t": t}


def verdicts(state: Json) -> list[tuple[float, str, str]]:
    """The calls of the last scored round."""
    assert state["refused"] == []
    return [(c["t"], c["player"], c["verdict"]) for c in state["rounds"][-1]["calls"]]


def test_a_call_before_the_start_in_the_log_is_judged_by_its_time(replayed: Replayed) -> None:
    """A press may reach the log before the events that it is judged by; one before play began is late."""
    state = replayed(
        HEADER, call(3, "Ana"), ROLLED, call(0.5, "Ben"), STARTED, camp(4, 0, 5), closed(4), READ
    )
    assert verdicts(state) == [(0.5, "Ben", "late"), (3, "Ana", "false")]


def test_at_one_time_play_begins_then_the_campsite_changes_then_the_round_closes(replayed: Replayed) -> None:
    """The order at equal times is fixed: start, campsite, close, then calls line by line."""
    on_start = replayed(
        HEADER, call(1, "Ana"), ROLLED, STARTED, camp(2, 0, 5), closed(2), call(2, "Ben"), READ
    )
    assert verdicts(on_start) == [(1, "Ana", "false"), (2, "Ben", "late")]
    on_camp = replayed(HEADER, ROLLED, STARTED, call(2, "Ana"), call(2, "Ben"), camp(2, 0, 5), READ)
    assert verdicts(on_camp) == [(2, "Ana", "ended"), (2, "Ben", "late")]


def test_of_several_campsites_at_one_time_the_last_holds(replayed: Replayed) -> None:
    """Two pictures with one time stamp: what came later in the log is what was there."""
    state = replayed(HEADER, ROLLED, STARTED, camp(2, 2, 2), camp(2, 0, 2), call(2, "Ana"), READ)
    assert verdicts(state) == [(2, "Ana", "ended")]


def test_an_earlier_call_takes_the_end_over(replayed: Replayed) -> None:
    """The first call in time ends the round, whenever it arrives; the other becomes late, not a repeat."""
    state = replayed(HEADER, ROLLED, STARTED, camp(2, 0, 5), call(3, "Ana"), call(2.5, "Ana"), READ)
    assert verdicts(state) == [(2.5, "Ana", "ended"), (3, "Ana", "late")]


def test_a_call_before_the_referee_closed_the_round_ends_it_earlier(replayed: Replayed) -> None:
    """The round ends when it was called, though the referee closed it first in the log."""
    state = replayed(
        HEADER,
        ROLLED,
        STARTED,
        camp(2, 0, 5),
        closed(8),
        call(7, "Ana"),
        call(7.5, "Ben"),
        READ,
        ROLLED,
        {"event": "round_started", "t": 7.5},
    )
    assert [r["line"] for r in state["refused"]] == [10]
    assert [c["verdict"] for c in state["rounds"][0]["calls"]] == ["ended", "late"]


def test_a_late_arriving_false_call_can_reopen_the_round(replayed: Replayed) -> None:
    """An earlier false call makes the press that ended the round a repeat: play goes on, and camps are taken again."""
    events = [ROLLED, STARTED, camp(3.25, 0, 5), call(3.5, "Ana")]
    assert replayed(HEADER, *events)["phase"] == "ended"
    assert replayed(HEADER, *events, call(3, "Ana"))["phase"] == "playing"
    state = replayed(HEADER, *events, call(3, "Ana"), camp(4, 0, 4), call(4.25, "Ana"), READ)
    assert verdicts(state) == [(3, "Ana", "false"), (3.5, "Ana", "repeat"), (4.25, "Ana", "ended")]


def test_a_repeat_is_measured_from_the_last_judged_press(replayed: Replayed) -> None:
    """Repeats do not push the window on: the press after it is judged, and with it a new window opens."""
    presses = [call(t, "Ana") for t in (2, 2.5, 3, 3.25, 4.25, 4.5)]
    wanted = ["false", "repeat", "repeat", "false", "repeat", "false"]
    for order in itertools.islice(itertools.permutations(presses), 0, 720, 37):
        state = replayed(HEADER, ROLLED, STARTED, *order, camp(9, 0, 5), closed(9), READ)
        assert [c["verdict"] for c in state["rounds"][0]["calls"]] == wanted
        assert state["totals"]["Ana"] == -3


def test_a_press_before_the_start_opens_no_repeat_window(replayed: Replayed) -> None:
    """Late presses are not judged ones."""
    state = replayed(
        HEADER, ROLLED, call(0.75, "Ana"), STARTED, call(1.25, "Ana"), camp(9, 0, 5), closed(9), READ
    )
    assert verdicts(state) == [(0.75, "Ana", "late"), (1.25, "Ana", "false")]


def test_the_repeat_window_counts_decimals(replayed: Replayed) -> None:
    """8.3 is exactly 1.0 after 7.3 to whoever reads the log, though not in binary."""
    state = replayed(
        HEADER, ROLLED, STARTED, call(7.3, "Ana"), call(8.3, "Ana"), camp(9, 0, 5), closed(9), READ
    )
    assert verdicts(state) == [(7.3, "Ana", "false"), (8.3, "Ana", "repeat")]


def test_a_window_of_nothing_still_takes_presses_of_one_moment_together(replayed: Replayed) -> None:
    """`repeat_call_s` 0 means at most 0 s later: the same time is a repeat, any later one is not."""
    state = replayed(
        {**HEADER, "repeat_call_s": 0},
        ROLLED,
        STARTED,
        call(2, "Ana"),
        call(2, "Ben"),
        call(2, "Ana"),
        call(2.001, "Ana"),
        camp(9, 0, 5),
        closed(9),
        READ,
    )
    assert [v for _, _, v in verdicts(state)] == ["false", "false", "repeat", "false"]


def test_the_repeat_window_does_not_reach_into_the_next_round(replayed: Replayed) -> None:
    """Each round judges its own presses, and only those that are current at their line."""
    state = replayed(
        HEADER,
        ROLLED,
        STARTED,
        call(2, "Ana"),
        camp(2, 0, 5),
        closed(2),
        READ,
        ROLLED,
        {"event": "round_started", "t": 2},
        call(2.25, "Ben"),
        call(2.5, "Ana"),
        camp(3, 0, 5),
        closed(3),
        READ,
    )
    assert [c["verdict"] for c in state["rounds"][0]["calls"]] == ["ended"]
    assert [c["verdict"] for c in state["rounds"][1]["calls"]] == ["false", "false"]


def test_a_call_after_the_read_belongs_to_the_next_round(replayed: Replayed) -> None:
    """However early its time: a read round is closed for good."""
    state = replayed(
        HEADER,
        ROLLED,
        STARTED,
        camp(2, 0, 5),
        closed(2),
        READ,
        call(1.5, "Ana"),
        ROLLED,
        {"event": "round_started", "t": 5},
        camp(6, 0, 5),
        closed(6),
        READ,
    )
    assert [r["calls"] for r in state["rounds"]] == [[], [{"t": 1.5, "player": "Ana", "verdict": "late"}]]


def test_a_call_in_the_reroll_is_late(replayed: Replayed) -> None:
    """Calls are taken in every phase; before play they cost nothing, though all tents are gone from the roll."""
    state = replayed(
        HEADER,
        {"event": "camp_rolled", "bears": 10, "tents": 0},
        call(0.5, "Ana"),
        ROLLED,
        STARTED,
        camp(2, 0, 5),
        closed(2),
        READ,
    )
    assert verdicts(state) == [(0.5, "Ana", "late")]


def test_times_are_told_as_they_were_given(replayed: Replayed) -> None:
    """Whole numbers stay whole, and mix with decimals."""
    state = replayed(
        HEADER, ROLLED, STARTED, call(2, "Ana"), call(3.0, "Ben"), camp(9, 0, 5), closed(9.5), READ
    )
    times = [c["t"] for c in state["rounds"][0]["calls"]]
    assert [(t, type(t)) for t in times] == [(2, int), (3.0, float)]


def test_only_calls_may_come_out_of_order(replayed: Replayed) -> None:
    """The campsite's history and the rounds go forward; equal times are in order."""
    state = replayed(
        HEADER,
        ROLLED,
        STARTED,
        camp(5, 0, 4),
        camp(4, 0, 3),
        camp(5, 0, 3),
        closed(4),
        call(5.5, "Ana"),
        READ,
        ROLLED,
        {"event": "round_started", "t": 5.25},
        {"event": "round_started", "t": 5.5},
        camp(5, 4, 4),
    )
    assert [r["line"] for r in state["refused"]] == [5, 7, 11, 13]


def test_the_next_round_starts_after_the_last_campsite_too(replayed: Replayed) -> None:
    """A call that arrives late may end a round before the last campsite seen in it; both bound the next start."""
    state = replayed(
        HEADER,
        ROLLED,
        STARTED,
        camp(5, 0, 4),
        camp(9, 0, 3),
        call(6, "Ana"),
        READ,
        ROLLED,
        {"event": "round_started", "t": 8},
        {"event": "round_started", "t": 9},
    )
    assert [r["line"] for r in state["refused"]] == [9]


def test_undoing_a_call_gives_the_other_its_verdict_back(replayed: Replayed) -> None:
    """The effect of what was taken back is as if it had never happened."""
    state = replayed(HEADER, ROLLED, STARTED, camp(2, 0, 5), call(3, "Ana"), call(2.5, "Ben"), UNDO, READ)
    assert verdicts(state) == [(3, "Ana", "ended")]


def test_every_verdict_says_what_it_rests_on() -> None:
    """The screen shows the campsite of that moment, or the press or the end that made the call count for nothing."""
    judged = judge(
        [Call(0.5, "Ana"), Call(2, "Ana"), Call(2.5, "Ana"), Call(6, "Ben"), Call(7, "Ana")],
        started=1,
        sightings=[Sighting(-1, Campsite(5, 5)), Sighting(2, Campsite(1, 4)), Sighting(5, Campsite(0, 4))],
        closed=None,
        repeat_call_s=1,
    )
    assert [(verdict.ruling, verdict.reason, verdict.rule) for verdict in judged.verdicts] == [
        ("late", "the round had not begun", "rulebook: Playing a Round"),
        ("false", "a false call, 1 bear and 4 tents were in the campsite", "rulebook: Ending a Round"),
        ("repeat", "not judged, a repeat of Ana's press at 2 s", "rulebook: Ending a Round"),
        (
            "ended",
            "the call ended the round, no bears and 4 tents were in the campsite",
            "rulebook: Ending a Round",
        ),
        ("late", "the round had ended at 6 s", "rulebook: Ending a Round"),
    ]
    assert (judged.ended_at, judged.false_calls("Ana"), judged.false_calls("Ben")) == (6, 1, 0)


@pytest.mark.parametrize(
    ("end", "told"),
    [(7.5, "7.5 s"), (95.5632, "95.56 s"), (1234567.891, "1234567.89 s"), (10**300, "1e+300 s")],
)
def test_people_are_told_hundredths_of_a_second(end: float, told: str) -> None:
    """A match that goes on for days says the seconds still, and nobody reads ten-thousandths."""
    judged = judge([Call(end, "Ana")], started=1, sightings=[], closed=end, repeat_call_s=1)
    assert judged.verdicts[0].reason == f"the round had ended at {told}"


@pytest.mark.parametrize("t", [0, 0.5, 10**300])
def test_a_clock_may_start_anywhere(replayed: Replayed, t: float) -> None:
    """Any number from 0 is a time; nothing overflows."""
    state = replayed(
        HEADER,
        ROLLED,
        {"event": "round_started", "t": t},
        camp(t, 0, 5),
        call(t, "Ana"),
        call(t, "Ana"),
        READ,
    )
    assert [v for _, _, v in verdicts(state)] == ["ended", "late"]
