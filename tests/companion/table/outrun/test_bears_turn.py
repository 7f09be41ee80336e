"""The Bear's turn: cards are asked for, values entered, and it moves before everybody's eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.buttons import Menu
from hardware.outputs import Sound
from tests.companion.table.outrun.outrun_bench import OutrunBench


@pytest.fixture
def bench(tmp_path: Path) -> OutrunBench:
    """Ana and Ben are in wood 2, Cleo in wood 3, and the Bear is to move."""
    bench = OutrunBench(tmp_path)
    for _ in range(3):
        bench.crawl()
    return bench


def test_it_says_how_many_cards_and_from_where(bench: OutrunBench) -> None:
    """Three paw prints behind Cleo, and no card on the discard pile."""
    assert bench.screen == "beardraws"
    assert (bench.says["paws"], bench.says["from_discard_pile"], bench.says["from_deck"]) == (3, 0, 3)
    assert bench.state["bear_draw"] == 3


def test_the_discard_pile_comes_first(tmp_path: Path) -> None:
    """From its bottom; only what it lacks comes from the deck."""
    bench = OutrunBench(tmp_path)
    bench.take_way("Action card")
    bench.effect("Play it")
    bench.ok()
    bench.crawl()
    bench.crawl()
    assert (bench.says["from_discard_pile"], bench.says["from_deck"]) == (1, 2)
    bench.ok()
    assert (bench.says["number"], bench.says["of"], bench.says["source"]) == (1, 3, "discard pile")
    bench.value(0)
    assert (bench.says["number"], bench.says["source"]) == (2, "deck")


def test_values_are_entered_card_by_card_and_can_be_gone_back_to(bench: OutrunBench) -> None:
    """A slip is mended before anything happens."""
    bench.ok()
    bench.value(1)
    bench.value(3)
    assert (bench.screen, bench.says["before"]) == ("bearcard", (1, 3))
    for _ in range(9):
        if bench.says["number"] == 2:
            break
        bench.press(Menu.BACK)
    assert (bench.says["value"], bench.says["before"]) == (3, (1,))
    bench.value(0)
    bench.value(0)
    assert bench.state["bear"] == 0
    assert bench.match.entries[-1].event == {"event": "bear", "values": [1, 0, 0]}


def test_back_at_the_first_card_leaves_the_draw(bench: OutrunBench) -> None:
    """And the menu is one press further."""
    bench.ok()
    for _ in range(3):
        if bench.screen == "bearcard":
            bench.press(Menu.BACK)
    assert bench.screen == "beardraws"
    bench.press(Menu.BACK)
    assert (bench.screen, bench.says["title"]) == ("choose", "Menu")


def test_the_bear_moves_step_by_step_with_sound_and_on_its_track(bench: OutrunBench) -> None:
    """Everybody watches it come; it is recorded before it is seen."""
    bench.ok()
    for value in (2, 0, 0):
        bench.value(value)
    assert bench.screen == "bearruns"
    assert bench.state["bear"] == 1
    bench.wait(3)
    steps = [(says["place"], says["left"]) for name, says in bench.screens if name == "bearruns"]
    assert steps == [("before the camp", 2), ("campsite", 1), ("wood 1", 0)]
    assert bench.shown.sounds.count(Sound.TICK) == 2
    bears = [view.bear for view in bench.track.views]
    assert bears[bears.index(0) - 1 :][:3] == [-1, 0, 1]
    assert (bench.screen, bench.says["title"]) == ("notice", "The Bear stops")
    bench.wait(4)
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Cleo")


def test_ok_lets_an_impatient_table_get_on(bench: OutrunBench) -> None:
    """Nobody has to watch twelve steps."""
    bench.ok()
    for value in (1, 0, 0):
        bench.value(value)
    bench.ok()
    bench.wait(0.2)
    assert (bench.screen, bench.says["title"]) == ("notice", "The Bear stops")


def test_whom_it_gets_is_said_with_the_reason(bench: OutrunBench) -> None:
    """It stops at the first row with runners; all of them are out."""
    bench.bear(3, 3, 3)
    assert (bench.screen, bench.says["fate"], bench.says["runners"]) == (
        "runnerfate",
        "caught",
        ("Ana", "Ben"),
    )
    assert str(bench.says["why"]).startswith("at wood 2.")
    assert bench.state["phase"] == "over"
    bench.ok()
    assert (bench.screen, bench.says["winners"]) == ("runwinners", ("Cleo",))
    bench.ok()
    assert bench.table.over


def test_nobody_left_is_a_win_for_the_bear(tmp_path: Path) -> None:
    """The screen names nobody then."""
    bench = OutrunBench(tmp_path, variants=["coop"])
    for _ in range(3):
        bench.crawl()
    bench.bear(3, 3, 3)
    bench.ok()
    assert (bench.screen, bench.says["winners"]) == ("runwinners", ())


def test_no_paw_print_is_no_card(tmp_path: Path) -> None:
    """One press, and the Bear stays where it is."""
    rows = [{"terrain": "path", "paws": 0}] * 9
    park = [
        {"tile": "campsite", "rows": [{"terrain": "campsite", "paws": 0}]},
        {"tile": "wood", "rows": rows},
        {"tile": "car", "rows": [{"terrain": "parking", "paws": 0}]},
    ]
    bench = OutrunBench(tmp_path, ("Ana", "Ben"), park=park)
    bench.crawl()
    bench.crawl()
    assert (bench.says["from_discard_pile"], bench.says["from_deck"]) == (0, 0)
    bench.ok()
    assert (bench.state["bear"], bench.state["round"]) == (-1, 2)


def test_the_usual_value_stands_there_already(bench: OutrunBench) -> None:
    """What came most often so far: the fewer presses."""
    bench.bear(0, 0, 0)
    for _ in range(3):
        bench.crawl()
    bench.ok()
    assert bench.says["value"] == 0


def test_a_run_that_was_interrupted_is_shown_again(bench: OutrunBench) -> None:
    """The plug was pulled before anybody saw whom the Bear got."""
    bench.ok()
    for value in (3, 3, 3):
        bench.value(value)
    bench.pull_the_plug()
    bench.switch_on()
    bench.wait(9)
    assert (bench.screen, bench.says["runners"]) == ("runnerfate", ("Ana", "Ben"))
    bench.ok()
    bench.pull_the_plug()
    bench.switch_on()
    bench.wait(3)
    assert bench.screen == "runwinners"


def test_the_bears_turn_is_taken_back(bench: OutrunBench) -> None:
    """Somebody misread a card: the values are asked for again."""
    bench.bear(3, 3, 3)
    bench.mend("Take back last", "Yes", "Go on")
    assert (bench.screen, bench.state["phase"]) == ("beardraws", "bear")
    assert bench.state["eaten"] == []
    bench.bear(0, 0, 1)
    assert bench.state["bear"] == 0
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Cleo")
