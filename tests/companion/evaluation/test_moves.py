from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.evaluation.moves import MovesAgreement, accepted, agreement
from companion.games.bfh import Event, Piece, Place, State, apply
from companion.journal import Journal
from companion.match import Match
from companion.table.bfh.diary import Deed, Diary
from companion.table.bfh.records import record_of

HEADER = {"game": "bfh", "players": ["red", "blue"], "board": "two-arm"}
HARE, FOX, BEAR = (Place(Piece("neutral", size), at) for size, at in ((1, "c3"), (2, "d4"), (3, "e5")))


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    with Journal.open(tmp_path) as journal:
        yield Match.begin(journal, HEADER)


def _take(match: Match, event: Event, by: str = "camera") -> None:
    assert match.take(record_of(event), why={"by": by}).accepted


def _diary(match: Match, *events: Event) -> Diary:
    diary, state = Diary(), match.play.game.start(match.state.match)
    for event in events:
        after: State = apply(state, event)
        diary.deeds.append(Deed(event, state, after))
        state = after
    return diary


def test_moves_are_right_by_themselves_or_with_help(match: Match) -> None:
    """The bar is on what was accepted without asking: what people had to enter does not count as seen."""
    _take(match, HARE)
    _take(match, FOX, by="people and camera")
    _take(match, BEAR, by="people")
    diary = _diary(match, HARE, FOX, BEAR)
    found = agreement(match, diary)
    assert (found.moves, found.right, found.asked, found.wrong) == (3, 1, 2, ())
    assert "2 asked about, 0 faults" in found.sentence
    diary.deeds[:2] = [replace(deed, sloppy=True) for deed in diary.deeds[:2]]
    assert "2 asked about (1 set down across a line), 0 faults" in agreement(match, diary).sentence


def test_another_move_than_was_made_is_a_fault(match: Match) -> None:
    """This is the worst there is, however sure the device was, and whoever was asked."""
    _take(match, HARE)
    _take(match, FOX, by="people and camera")
    found = agreement(match, _diary(match, HARE, Place(FOX.piece, "h8")))
    assert (found.right, found.asked) == (1, 0)
    assert found.wrong == ("move 2: 'neutral fox on h8' was taken for something else",)


def test_a_move_that_nobody_made_is_a_fault(match: Match) -> None:
    """A device that moves by itself is wrong, even if all that was done was seen."""
    _take(match, HARE)
    _take(match, FOX)
    assert agreement(match, _diary(match, HARE)).wrong == ("1 moves were accepted that nobody made",)


def test_what_was_taken_back_does_not_count_nor_what_was_before(match: Match) -> None:
    """People sit down to matches that are going on, and take back what was misread."""
    _take(match, HARE)
    _take(match, BEAR)
    match.undo()
    _take(match, FOX)
    assert [state.turn for state, _ in accepted(match)] == [2, 3]
    diary = _diary(match, HARE, FOX)
    del diary.deeds[0]
    found = agreement(match, diary, before=1)
    assert (found.moves, found.right, found.wrong) == (1, 1, ())


def test_faults_that_people_noticed_are_told(match: Match) -> None:
    """What was allowed and forbidden by the device never becomes a move, so only people can know of it."""
    diary = Diary(wrongs=["turn 1"], refused=1, faults=["turn 2: forbade 'red fox on d4'"])
    found = agreement(match, diary)
    assert found == MovesAgreement(wrong=("turn 2: forbade 'red fox on d4'",), forbidden=1, refused=1)
    assert "1 of 1 forbidden" in (found + MovesAgreement(moves=1, right=1)).sentence
