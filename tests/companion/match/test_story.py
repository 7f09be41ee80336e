from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.bears import GAME
from companion.games.log import replay
from companion.match.story import Line, Story
from tests.companion.match.playing import HEADER, Event, nonsense, rounds, table, whole_round

GAMES = {"bears": GAME}


def begin() -> Story:
    return Story.begin(Line.of(HEADER), GAMES)


def counted(report: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name != "refused"}


def folded(events: list[Event]) -> dict[str, Any]:
    log = "\n".join(Line.of(event).text for event in [HEADER, *events])
    return replay(log.encode(), GAMES).report()


class Model:
    """What counts, kept in the plainest way: a stack of what was accepted, folded from the beginning each time."""

    def __init__(self) -> None:
        self.given: dict[int, Event] = {}
        self.stack: list[tuple[int, dict[int, list[Event]] | None]] = []

    def events(self, extra: dict[int, list[Event]] | None = None) -> list[Event]:
        """What counts, with one more correction."""
        counting = {seq: [self.given[seq]] for seq, changes in self.stack if changes is None}
        for changes in [changes for _, changes in self.stack if changes] + [extra or {}]:
            counting |= changes
        return [event for _, events in sorted(counting.items()) for event in events]

    def all_accepted(self, extra: dict[int, list[Event]] | None = None) -> bool:
        """Whether the rules take all that."""
        return not folded(self.events(extra))["refused"]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_any_course_is_the_fold_of_what_counts(seed: int) -> None:
    """Events, undos and corrections in any order: the state is that of the events that count, as the model has it."""
    rng = random.Random(seed)
    story, model = begin(), Model()
    plan: list[Event] = []
    for seq in range(2, 60):
        if not plan:
            plan = whole_round(rng, 100.0 * seq)
        choice = rng.random()
        if choice < 0.15:
            story, refusal = story.undo(seq)
            assert (refusal is None) == bool(model.stack)
            if model.stack:
                model.stack.pop()
            plan = []
        elif choice < 0.35 and story.entries:
            entry = rng.choice(story.entries)
            new = [dict(entry.event) | rng.choice([{}, {"bears": rng.randint(0, 9)}])] * rng.randint(0, 2)
            if rng.random() < 0.2:
                new = [nonsense(rng, 100.0 * seq)]
            if "event" in entry.event and entry.event["event"] == "undo":
                new = []
            before = story
            story, refusal = story.correct([(entry.seq, [Line.of(event) for event in new])], seq)
            changes = {entry.seq: new}
            possible = entry.fate in ("counts", "refused") and entry.event["event"] != "undo"
            assert (refusal is None) == (possible and model.all_accepted(changes))
            if refusal is None:
                model.stack.append((seq, changes))
            else:
                assert story is before
        else:
            event = nonsense(rng, 100.0 * seq) if choice > 0.9 else plan.pop(0)
            story, refusal = story.take(Line.of(event), seq)
            model.given[seq] = event
            if refusal is None:
                model.stack.append((seq, None))
        assert counted(story.play.report()) == counted(folded(model.events()))
        assert replay(story.log, GAMES).report() == story.play.report()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_without_corrections_the_log_is_what_was_taken(seed: int) -> None:
    """Refused events and undos stay in the log, at their lines, as the match log's page has it."""
    rng = random.Random(seed)
    story = begin()
    taken: list[Event] = []
    for seq in range(2, 60):
        if rng.random() < 0.2:
            taken.append({"event": "undo"})
            story, _ = story.undo(seq)
        else:
            taken.append(nonsense(rng, float(seq)))
            story, _ = story.take(Line.of(taken[-1]), seq)
    assert story.log.decode().splitlines()[1:] == [Line.of(event).text for event in taken]
    assert story.play.report() == folded(taken)


def test_everything_can_be_taken_back_however_long_the_match_was() -> None:
    """States from long ago are not kept in memory; whoever goes back that far gets them all the same."""
    taken = rounds(5, 12)
    story = take(begin(), *taken)
    counting = sum(entry.fate == "counts" for entry in story.entries)
    for undone in range(counting + 1):
        story = take(story, {"event": "undo"})
        taken.append({"event": "undo"})
        assert (story.play.earlier is None) == (undone >= counting - 1)
        if undone % 20 == 0 or undone >= counting - 1:
            assert story.play.report() == folded(taken)
    assert story.play.state == begin().play.state
    assert story.play.refused[-1].reason == "there is nothing left to take back"


def take(story: Story, *events: Event) -> Story:
    for event in events:
        story, _ = story.take(Line.of(event), len(story.entries) + 2)
    return story


ROLLED: Event = {"event": "camp_rolled", "bears": 4, "tents": 6}
STARTED: Event = {"event": "round_started", "t": 1.0}


def test_a_refused_event_does_not_come_to_life() -> None:
    """It was refused at the table and people went on; a later correction must not slip it into the match."""
    rise: Event = {"event": "camp", "t": 2.0, "bears": 5, "tents": 5}
    story = take(begin(), ROLLED, STARTED, rise)
    assert len(story.play.refused) == 1
    corrected, refusal = story.correct([(2, [Line.of(ROLLED | {"bears": 5, "tents": 5})])], 5)
    assert refusal is None
    assert corrected.play.state.round.campsite.bears == 5
    assert corrected.play.refused == ()
    assert len(corrected.play.state.round.sightings) == 1
    again, _ = corrected.undo(6)
    assert again.play.report() == story.play.report()


def test_what_was_taken_back_stays_so() -> None:
    """An undo in the log takes back what it took back at the table, not something else."""
    camp: Event = {"event": "camp", "t": 2.0, "bears": 4, "tents": 5}
    story = take(begin(), ROLLED, STARTED, camp)
    story, _ = story.undo(5)
    corrected, refusal = story.correct([(2, [Line.of(ROLLED | {"bears": 3, "tents": 7})])], 6)
    assert refusal is None
    assert corrected.play.state.phase == "playing"
    assert corrected.play.state.round.campsite.bears == 3
    assert b"undo" not in corrected.log


def test_a_correction_that_breaks_what_came_later_is_refused_with_the_reason() -> None:
    """People learn which later event is in the way, and nothing has changed."""
    camp: Event = {"event": "camp", "t": 2.0, "bears": 4, "tents": 5}
    story = take(begin(), ROLLED, STARTED, camp)
    same, refusal = story.correct([(2, [Line.of(ROLLED | {"bears": 3, "tents": 7})])], 5)
    assert same is story
    assert refusal is not None
    assert "the camp at 2 s that came later" in refusal.reason


def test_only_events_can_be_corrected() -> None:
    """An undo is taken back by doing the thing again, a note by another note."""
    story = take(begin(), ROLLED, STARTED)
    story, _ = story.undo(4)
    for seq in (1, 3, 4, 99):
        same, refusal = story.correct([(seq, [])], 5)
        assert same is story
        assert refusal is not None


def test_an_entry_may_become_several_and_none() -> None:
    """A round that went wrong can be put in order in one go."""
    rng = random.Random(3)
    story = take(begin(), ROLLED, STARTED, table(rng, 0, 3))
    assert len(story.play.refused) == 1
    gone: Event = {"event": "camp", "t": 2.0, "bears": 0, "tents": 3}
    ended: Event = {"event": "round_ended", "t": 2.0}
    lines = [Line.of(event) for event in (gone, ended, story.entries[2].event)]
    whole, refusal = story.correct([(4, lines)], 5)
    assert refusal is None
    assert len(whole.play.state.rounds) == 1
    assert whole.play.refused == ()
    struck, refusal = whole.correct([(4, [])], 6)
    assert refusal is None
    assert struck.play.state.phase == "playing"
    assert struck.undo(7)[0].play.report() == whole.play.report()
