"""A runner's turn by display and buttons: as few presses as possible, and nobody who wants to react is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.happenings import CameraBack, CameraGone
from hardware.buttons import Menu
from hardware.outputs import Light, Sound
from tests.companion.table.outrun.outrun_bench import PARK, OutrunBench


@pytest.fixture
def bench(tmp_path: Path) -> OutrunBench:
    """A table for Ana, Ben and Cleo, everything laid out."""
    return OutrunBench(tmp_path)


def test_the_usual_turn_is_two_presses(bench: OutrunBench) -> None:
    """What I did, done: nobody wants to be led through menus while a bear runs."""
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Ana")
    bench.ok(2)
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Ben")
    assert bench.state["positions"] == {"Ana": 2, "Ben": 0, "Cleo": 0}
    assert bench.state["hands"] == {"Ana": 4, "Ben": 2, "Cleo": 2}


def test_the_little_map_shows_whoever_is_to_move_apart_from_the_others(bench: OutrunBench) -> None:
    """Everybody finds themselves on it."""
    bench.crawl()
    trail: dict[str, object] = bench.says["trail"]  # type: ignore[assignment]
    assert (trail["mover"], trail["runners"], trail["bear"]) == (0, (2, 0), -1)


def test_the_terrain_is_told_before_it_is_resolved(bench: OutrunBench) -> None:
    """A river carries on first, and what may be done is said with where it leads from there."""
    for _ in range(3):
        bench.crawl()
    bench.bear(0, 0, 0)
    bench.crawl()
    bench.crawl()
    assert bench.says["runner"] == "Ben"
    assert bench.says["terrain"] == "River: first on to wood 3"
    options = bench.says["options"]
    assert isinstance(options, tuple)
    assert options[0] == "Crawl: wood 6"  # wood 5 is full
    bench.ok()
    assert bench.state["positions"]["Ben"] == 6  # type: ignore[index]


def test_a_slope_says_where_it_ends(tmp_path: Path) -> None:
    """Back to the first row that is no slope."""
    rows = [{"terrain": terrain, "paws": 0} for terrain in ("path", "slope", "path", "slope", "path", "path")]
    bench = OutrunBench(tmp_path, ("Ana", "Ben"), park=[PARK[0], {**PARK[1], "rows": rows}, PARK[2]])
    bench.crawl()
    bench.crawl()
    bench.bear(0, 0)
    assert (bench.says["runner"], bench.says["terrain"]) == ("Ben", "wood 3")
    bench.crawl()
    assert (bench.says["runner"], bench.says["terrain"]) == ("Ana", "Slope: first back to wood 1")
    bench.crawl()
    assert bench.state["positions"]["Ana"] == 3  # type: ignore[index]


def test_sprinting_is_offered_to_whom_it_is_allowed(bench: OutrunBench) -> None:
    """Four cards are needed, and no bramble under the feet."""

    def offered() -> bool:
        options = bench.says["options"]
        assert isinstance(options, tuple)
        return any(option.startswith("Sprint") for option in options)

    assert not offered()
    for _ in range(3):
        bench.crawl()
    bench.bear(0, 0, 0)
    assert offered()
    bench.take_way("Sprint")
    assert bench.state["hands"]["Cleo"] == 0  # type: ignore[index]


def test_equipping_at_the_campsite_is_not_the_action(bench: OutrunBench) -> None:
    """Equip, then crawl: two things in one turn."""
    bench.take_way("Equip a card first")
    assert bench.screen == "runnerturn"
    assert (bench.state["phase"], bench.state["equipped"]["Ana"]) == ("action", True)  # type: ignore[index]
    bench.crawl()
    assert bench.state["to_move"] == "Ben"


def test_what_a_card_does_is_told_by_buttons(bench: OutrunBench) -> None:
    """Effects, one by one, then it is played: all of them are one event."""
    bench.take_way("Action card")
    bench.effect("Move forward")
    bench.choose("Ana")
    bench.enter(3)
    assert (bench.screen, bench.says["effects"]) == ("cardeffects", ("Ana on 3",))
    bench.effect("Draw cards")
    bench.choose("Ben")
    bench.enter(2)
    assert (bench.screen, bench.says["effects"]) == ("cardeffects", ("Ana on 3", "Ben draws 2"))
    bench.effect("Play it")
    assert bench.state["positions"]["Ana"] == 3  # type: ignore[index]
    assert bench.state["hands"] == {"Ana": 1, "Ben": 4, "Cleo": 2}
    assert bench.state["discard"] == 1


def test_an_effect_that_cannot_be_is_said_and_not_taken(bench: OutrunBench) -> None:
    """Nobody discards more than they hold; what was told before stands."""
    bench.take_way("Action card")
    bench.effect("Discard cards")
    bench.choose("Ben")
    bench.enter(2)
    bench.effect("Discard cards")
    options = bench.says["options"]
    assert options == ("Ana", "Cleo")
    bench.press(Menu.BACK)
    assert bench.says["effects"] == ("Ben discards 2",)


def test_a_card_can_be_called_off(bench: OutrunBench) -> None:
    """Back takes the last effect away, and then leaves the card in the hand."""
    bench.take_way("Action card")
    bench.effect("Move back")
    bench.choose("Ben")
    bench.enter(1)
    bench.press(Menu.BACK)
    assert bench.says["effects"] == ()
    bench.press(Menu.BACK)
    assert bench.screen == "runnerturn"
    assert bench.match.entries == ()


def test_a_reaction_is_one_press_of_ones_own_button(bench: OutrunBench) -> None:
    """Before the turn ends everybody who may react sees their lamp blink; their press asks what the card does."""
    bench.ok()
    assert (bench.screen, bench.says["reacting"]) == ("runnerdone", True)
    assert bench.shown.lights == {0: Light.ON, 1: Light.SLOW, 2: Light.SLOW}
    bench.shout("Cleo")
    assert (bench.screen, bench.says["player"], bench.says["kind"]) == ("cardeffects", "Cleo", "reaction")
    bench.effect("Move back")
    bench.choose("Ana")
    bench.enter(1)
    bench.effect("Play it")
    assert bench.screen == "runnerdone"
    assert bench.says["told"] == "Ana to wood 1. Draw 2"
    assert bench.state["hands"] == {"Ana": 2, "Ben": 2, "Cleo": 1}


def test_a_reaction_can_be_chosen_by_the_menu_buttons(bench: OutrunBench) -> None:
    """A shout button may be broken."""
    bench.ok()
    bench.press(Menu.NEXT)
    bench.choose("Ben")
    assert (bench.screen, bench.says["player"]) == ("cardeffects", "Ben")


def test_a_press_during_a_dialog_is_not_lost(bench: OutrunBench) -> None:
    """Who wants to react while a card is told is asked right after it."""
    bench.take_way("Action card")
    bench.shout("Ben")
    bench.effect("Play it")
    assert (bench.screen, bench.says.get("player")) == ("cardeffects", "Ben")


def test_who_cannot_react_is_told(bench: OutrunBench) -> None:
    """Without a card there is no reaction."""
    bench.take_way("Action card")
    bench.effect("Discard cards")
    bench.choose("Ben")
    bench.enter(2)
    bench.effect("Play it")
    bench.shout("Ben")
    assert (bench.screen, bench.says["text"]) == ("notice", "Ben has no card")
    bench.wait(3)
    assert bench.screen == "runnerdone"
    bench.shout("Ana")
    assert bench.screen == "runnerdone"


def test_an_escape_is_celebrated(bench: OutrunBench) -> None:
    """Home by a card: seen and heard, and the turn goes on to its end."""
    bench.take_way("Action card")
    bench.effect("Move forward")
    bench.choose("Ana")
    bench.enter(9)
    bench.effect("Play it")
    assert (bench.screen, bench.says["fate"], bench.says["runners"]) == ("runnerfate", "escaped", ("Ana",))
    assert bench.shown.sounds[-1] is Sound.GO
    bench.wait(4)
    assert (bench.screen, bench.says["told"]) == ("runnerdone", "Ana is home. Draw no cards")
    bench.ok()
    assert bench.says["runner"] == "Ben"


def test_the_lamp_shows_whose_turn_it_is(bench: OutrunBench) -> None:
    """Nobody has to ask."""
    assert bench.shown.lights == {0: Light.ON, 1: Light.OFF, 2: Light.OFF}
    bench.crawl()
    assert bench.shown.lights == {0: Light.OFF, 1: Light.ON, 2: Light.OFF}


def test_the_ham_leaves_the_game_in_co_op_only(tmp_path: Path, bench: OutrunBench) -> None:
    """Co-Op: a card that is removed from the game when it is played."""
    bench.take_way("Action card")
    assert "Card leaves game" not in bench.says["options"]  # type: ignore[operator]
    coop = OutrunBench(tmp_path / "coop", variants=["coop"])
    coop.take_way("Action card")
    coop.effect("Card leaves game")
    coop.effect("Play it")
    assert coop.state["discard"] == 0
    assert coop.state["hands"]["Ana"] == 1  # type: ignore[index]


def test_what_is_drawn_and_discarded_is_said(bench: OutrunBench) -> None:
    """Four cards for a sprint; and whatever does not fit into a hand of seven goes to the discard pile."""
    for _ in range(3):
        bench.crawl()
    bench.bear(0, 0, 0)
    bench.take_way("Sprint")
    assert bench.says["told"] == "Discard 4. Cleo to wood 8. Draw 2"
    bench.ok()
    bench.take_way("Action card")
    bench.effect("Draw cards")
    bench.choose("Ana")
    bench.enter(3)
    bench.effect("Play it")
    assert (bench.screen, bench.says["told"]) == ("runnerdone", "Draw 2, 1 for the discard pile")
    bench.ok()
    assert bench.state["hands"]["Ana"] == 7  # type: ignore[index]


def test_a_tile_that_is_turned_is_said(tmp_path: Path) -> None:
    """Last One Standing: the tile next to the campsite, and who is put back with it."""
    rows = [{"terrain": "path", "paws": 1, "capacity": 2}] * 2
    tiles = [{"tile": name, "rows": rows, "back": rows} for name in ("meadow", "ford")]
    bench = OutrunBench(tmp_path, ("Ana", "Ben"), park=[PARK[0], *tiles], variants=["last_one_standing"])
    bench.take_way("Action card")
    bench.effect("Move forward")
    bench.choose("Ben")
    bench.enter(2)
    bench.effect("Move forward")
    bench.choose("Ana")
    bench.enter(5)
    bench.effect("Play it")
    assert bench.says["told"] == ("Ana to meadow 1. Meadow is turned and put at the end. Draw 2")


def test_a_camera_that_comes_and_goes_disturbs_nobody(bench: OutrunBench) -> None:
    """Nothing is read with it here."""
    bench.take(CameraGone("unplugged"))
    bench.take(CameraBack())
    assert bench.screen == "runnerturn"
    assert not [line for line in bench.lines if "camera" in line]
