from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from companion.games.fields import LogError
from companion.games.log import replay
from companion.journal import Journal, read_journal
from companion.match import FAREWELL, Match, MatchUnreadable
from companion.match.live import known_games
from tests.companion.match.playing import HEADER, YEAR_NS, Clock, Event, rounds

ROLLED: Event = {"event": "camp_rolled", "bears": 4, "tents": 6}


def same(one: Match, other: Match) -> bool:
    return (one.play.report(), one.log_bytes(), one.notes, one.entries) == (
        other.play.report(),
        other.log_bytes(),
        other.notes,
        other.entries,
    )


def resumed(journal: Journal) -> Match:
    match = Match.resume(journal)
    assert match is not None
    return match


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_a_match_goes_on_where_it_was(journal: Journal, cut: int) -> None:
    """After a pulled plug people sit down to the same match in the same phase, with everything noted."""
    match = Match.begin(journal, HEADER)
    for k, event in enumerate(rounds(seed=4, number=6)[:cut]):
        match.take(event)
        if k % 5 == 4:
            match.note("table", {"page": k})
        if k % 11 == 10:
            match.undo()
            match.take(event)
    assert same(resumed(journal), match)
    assert match.number == 1


def test_an_event_is_in_the_journal_before_the_match_knows(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people were shown is on the disk; a match must never be ahead of its journal."""
    match = Match.begin(journal, HEADER)
    really = journal.append
    seen = []

    def append(*args: object, **options: object) -> object:
        seen.append(match.state.phase)
        row = really(*args, **options)  # type: ignore[arg-type]
        assert match.state.phase == seen[-1]
        return row

    monkeypatch.setattr(journal, "append", append)
    assert match.take(ROLLED).accepted
    assert seen == ["setup"]
    assert match.state.phase == "ready"


def test_a_refusal_says_why_and_is_kept(journal: Journal) -> None:
    """A refused event changes nothing; it stays in the log, as `bears replay` shows it."""
    match = Match.begin(journal, HEADER)
    outcome = match.take({"event": "round_started", "t": 1.0})
    assert not outcome.accepted
    assert outcome.seq == 2
    assert "not rolled" in outcome.reason
    assert outcome.rule.startswith("rulebook")
    assert match.state.phase == "setup"
    assert match.take(ROLLED).accepted
    assert resumed(journal).play.report()["refused"] == match.play.report()["refused"] != []


def test_what_is_no_event_leaves_no_trace(journal: Journal) -> None:
    """A fault of the program must not spoil the log for ever."""
    match = Match.begin(journal, HEADER)
    wrong: tuple[Event, ...] = ({"event": "dance"}, {"event": "camp", "t": -1, "bears": 0, "tents": 0}, {})
    for event in wrong:
        with pytest.raises(LogError):
            match.take(event)
        seq = match.take(ROLLED).seq
        assert seq is not None
        with pytest.raises(LogError):
            match.correct(seq, [event])
        match.undo()
    with pytest.raises(LogError):
        Match.begin(journal, {"game": "bears", "players": ["Ana"]})
    assert journal.matches() == [1]
    assert same(resumed(journal), match)


def test_undo_in_the_log_is_undo(journal: Journal) -> None:
    """A log that is played again event by event gives the same match, undos included."""
    match = Match.begin(journal, HEADER)
    for event in ({"event": "undo"}, ROLLED, {"event": "undo"}, ROLLED):
        match.take(event)
    report = match.play.report()
    assert (report["phase"], len(report["refused"])) == ("ready", 1)  # type: ignore[arg-type]
    assert replay(match.log_bytes(), known_games()).report() == report


def test_explanations_and_evidence_stay_with_their_entry(journal: Journal) -> None:
    """Whoever doubts a verdict can look at the picture that decided it."""
    match = Match.begin(journal, HEADER)
    seq = match.take(ROLLED, why={"camera": "sure"}, frame=b"jpeg").seq
    assert seq is not None
    again = resumed(journal)
    assert again.why(seq) == {"camera": "sure"}
    assert again.frame(seq) == b"jpeg"
    assert again.why(99) is None
    assert again.frame(1) is None


def test_a_long_match_takes_little_memory(journal: Journal) -> None:
    """An evening may have hundreds of entries with long explanations, and the box little memory."""
    match, events = Match.begin(journal, HEADER), rounds(3, 20)
    tracemalloc.start()
    try:
        for k, event in enumerate(events):
            match.take(event, why={"said": str(k) * 2000})
            match.note("pressed", {"calls": [k] * 500})
        assert tracemalloc.get_traced_memory()[0] < 300_000
    finally:
        tracemalloc.stop()
    assert match.why(match.entries[-1].seq) == {"said": str(len(events) - 1) * 2000}


def test_corrections_survive_and_can_be_taken_back(journal: Journal) -> None:
    """A correction is an event like any other."""
    match = Match.begin(journal, HEADER)
    match.take(ROLLED)
    before = match.log_bytes()
    assert match.correct(2, [ROLLED | {"bears": 5, "tents": 5}], about="the roll").accepted
    assert match.state.round.campsite.bears == 5
    assert same(resumed(journal), match)
    refused = match.correct(2, [ROLLED | {"bears": 5, "tents": 9}])
    assert not refused.accepted
    assert refused.seq is None
    assert match.undo().accepted
    assert match.log_bytes() == before
    assert same(resumed(journal), match)


def test_the_time_of_the_match_rises_over_power_cuts_and_clocks_set_back(
    tmp_path: Path, clock: Clock
) -> None:
    """A device without a network wakes up in the past, and its monotonic clock at nought."""
    with Journal.open(tmp_path, now=clock) as journal:
        match = Match.begin(journal, HEADER)
        match.take(ROLLED)
        clock.mono_ns += 30 * 10**9
        t = match.seconds(clock.mono_ns)
        assert 30 <= t < 30.1
        assert match.take({"event": "round_started", "t": t}).accepted
    for boot in range(3):
        clock.boot, clock.mono_ns, clock.wall_ns = f"boot {boot}", 5 * 10**9, clock.wall_ns - YEAR_NS
        with Journal.open(tmp_path, now=clock) as journal:
            match = resumed(journal)
            later = match.seconds(clock.mono_ns)
            assert t < later < t + 0.1
            clock.mono_ns += 10 * 10**9
            t = match.seconds(clock.mono_ns)
            assert t > later + 9
            assert match.take({"event": "camp", "t": t, "bears": 4, "tents": 5 - boot}).accepted
    walls = [row.stamp.wall_ns for row in read_journal(tmp_path).matches[1]]
    assert walls != sorted(walls)


def test_the_time_goes_on_when_only_the_program_was_restarted(tmp_path: Path, clock: Clock) -> None:
    """Presses carry the kernel's time, and that does not care about our restart."""
    with Journal.open(tmp_path, now=clock) as journal:
        match = Match.begin(journal, HEADER)
        origin = clock.mono_ns
    clock.mono_ns += 60 * 10**9
    with Journal.open(tmp_path, now=clock) as journal:
        assert resumed(journal).seconds(origin + 90 * 10**9) == match.seconds(origin + 90 * 10**9) == 90.0


def test_a_time_ahead_of_the_clock_is_not_fallen_behind(tmp_path: Path, clock: Clock) -> None:
    """An event may name a moment just ahead; after a restart no event may come before it."""
    with Journal.open(tmp_path, now=clock) as journal:
        match = Match.begin(journal, HEADER)
        match.take(ROLLED)
        match.take({"event": "round_started", "t": 500.0})
    clock.boot, clock.mono_ns = "second", 0
    with Journal.open(tmp_path, now=clock) as journal:
        match = resumed(journal)
        assert match.seconds(clock.mono_ns) >= 500.0


def test_only_an_unfinished_match_is_taken_up(journal: Journal) -> None:
    """Nobody wants to be asked about a match that is over or was given up; an older one only by its number."""
    assert Match.resume(journal) is None
    match = Match.begin(journal, {"game": "bears", "players": ["Ana", "Ben"], "variant": "survival"})
    match.close("dinner")
    assert Match.resume(journal) is None
    short = Match.begin(journal, HEADER | {"target": 1})
    for event in rounds(seed=1, number=9):
        if not short.over:
            short.take(event)
    assert short.over
    assert Match.resume(journal) is not None, "nobody has seen yet who won"
    short.note(FAREWELL, {})
    assert Match.resume(journal) is None
    short.undo()
    assert same(resumed(journal), short)
    assert Match.resume(journal, 7) is None


def test_other_games_are_kept_as_well(journal: Journal) -> None:
    """The journal and the match know no game."""
    match = Match.begin(journal, {"game": "bfh", "players": ["red", "blue"]})
    assert match.take({"event": "place", "piece": "neutral-1", "at": "d4"}).accepted
    assert same(resumed(journal), match)


def test_a_match_that_cannot_be_folded_is_an_error(journal: Journal) -> None:
    """A board that was taken away, or a kind of entry from the future: a line with the match, no traceback."""
    journal.begin({"game": "bfh", "players": ["red", "blue"], "board": "gone"})
    with pytest.raises(MatchUnreadable, match="match 1"):
        Match.resume(journal)
    journal.begin(HEADER)
    journal.append(2, "dance", {})
    with pytest.raises(MatchUnreadable, match="match 2"):
        Match.resume(journal)
