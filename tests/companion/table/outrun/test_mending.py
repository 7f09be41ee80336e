"""Everything can be taken back and put right, also when others have moved since."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.buttons import Menu
from tests.companion.table.outrun.outrun_bench import OutrunBench


@pytest.fixture
def bench(tmp_path: Path) -> OutrunBench:
    """A whole round has been played: Ana and Ben in wood 2, Cleo in wood 3, the Bear in the campsite."""
    bench = OutrunBench(tmp_path)
    for _ in range(3):
        bench.crawl()
    bench.bear(1, 0, 0)
    return bench


def titles(bench: OutrunBench) -> tuple[str, ...]:
    """What may be mended."""
    options = bench.says["options"]
    assert isinstance(options, tuple)
    return options


def test_a_slip_is_taken_back_at_once(bench: OutrunBench) -> None:
    """Whoever pressed too soon gets their turn again."""
    bench.ok()
    bench.mend("Take back last")
    assert bench.says["title"] == "Take back: crawling"
    bench.choose("Yes")
    bench.choose("Go on")
    assert (bench.screen, bench.state["phase"], bench.says["runner"]) == ("runnerturn", "action", "Cleo")


def test_the_values_of_a_past_bears_turn_are_mended(bench: OutrunBench) -> None:
    """They were misread a turn ago; what came since stays."""
    bench.crawl()
    bench.mend("Mend a turn")
    assert titles(bench)[:2] == ("2: Cleo, crawling", "1: Bear, 1+0+0")
    bench.choose("1: Bear, 1+0+0")
    for value in (1, 1, 0):
        bench.value(value)
    bench.read_all()
    bench.choose("Go on")
    assert bench.state["bear"] == 1
    assert bench.state["positions"] == {"Ana": 2, "Ben": 2, "Cleo": 5}


def test_what_somebody_did_is_mended(bench: OutrunBench) -> None:
    """Cleo did not crawl, she played an action card that moved her."""
    bench.crawl()
    bench.mend("Mend a turn", "2: Cleo, crawling")
    bench.choose("Action card")
    bench.effect("Move forward")
    bench.choose("Cleo")
    bench.enter(4)
    bench.effect("Play it")
    bench.read_all()
    bench.choose("Go on")
    assert bench.state["positions"]["Cleo"] == 7  # type: ignore[index]
    assert bench.state["discard"] == 1


def test_a_terrain_choice_is_mended(bench: OutrunBench) -> None:
    """At the campsite Ben had equipped a card."""
    bench.mend("Mend a turn", "1: Ben, terrain", "Equip a card")
    bench.read_all()
    bench.choose("Go on")
    assert bench.state["equipped"] == {"Ana": False, "Ben": True, "Cleo": False}
    assert bench.state["hands"]["Ben"] == 3  # type: ignore[index]


def test_a_reaction_that_never_was_is_struck_out(bench: OutrunBench) -> None:
    """The rest of the turn stands."""
    bench.ok()
    bench.shout("Ana")
    bench.effect("Move back")
    bench.choose("Cleo")
    bench.enter(1)
    bench.effect("Play it")
    bench.ok()
    assert bench.state["positions"]["Cleo"] == 4  # type: ignore[index]
    bench.mend("Mend a turn", "2: Ana, reaction", "It never was")
    bench.read_all()
    bench.choose("Go on")
    assert bench.state["positions"]["Cleo"] == 5  # type: ignore[index]
    assert bench.state["hands"]["Ana"] == 4  # type: ignore[index]


def test_what_would_undo_what_came_later_is_refused_in_words(bench: OutrunBench) -> None:
    """Had Cleo gone further, the Bear would have drawn another card: say so, and change nothing."""
    before = bench.state
    bench.mend("Mend a turn", "1: Cleo, crawling")
    bench.choose("Action card")
    bench.effect("Move forward")
    bench.choose("Cleo")
    bench.enter(4)
    bench.effect("Play it")
    assert (bench.screen, bench.says["title"]) == ("notice", "That cannot be")
    assert "later could not be" in str(bench.says["text"])
    bench.ok()
    bench.choose("Go on")
    assert bench.state == before


def test_leaving_a_question_changes_nothing(bench: OutrunBench) -> None:
    """Back, wherever somebody got to."""
    for way in (["Mend a turn"], ["Mend a turn", "1: Ben, terrain"], ["Mend a turn", "1: Cleo, crawling"]):
        before = bench.match.story
        bench.mend(*way)
        bench.press(Menu.BACK)
        bench.choose("Go on")
        assert bench.match.story is before


def test_cards_and_places_are_shown(bench: OutrunBench) -> None:
    """How many cards everybody should hold, and where they should stand."""
    bench.mend("Cards and places")
    assert bench.screen == "hands"
    assert bench.says["rows"] == (
        ("Ana", "wood 2", 4, False),
        ("Ben", "wood 2", 4, False),
        ("Cleo", "wood 3", 4, False),
    )
    assert (bench.says["deck"], bench.says["discard_pile"]) == (62, 0)
    bench.ok()
    bench.choose("Go on")
    assert bench.screen == "runnerturn"


def test_everything_can_be_taken_back_to_the_first_turn(bench: OutrunBench) -> None:
    """Step by step, and then there is nothing left."""
    for _ in range(30):
        bench.read_all()
        if not any(entry.fate == "counts" for entry in bench.match.entries):
            break
        bench.mend("Take back last", "Yes", "Go on")
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Ana")
    assert bench.state["round"] == 1
