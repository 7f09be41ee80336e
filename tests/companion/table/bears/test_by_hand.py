"""A match without a camera: everything by buttons and menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.buttons import Menu, Press, Shout
from hardware.outputs import Light, Sound
from tests.companion.table.table_bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A table for Ana and Ben."""
    return Bench(tmp_path)


def play_round(bench: Bench) -> None:
    """Ana has gun + bear twice, Ben runner + tent once and a bear too many; Ben's call ends the round."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(6)
    bench.wait(4)
    for number in (2, 0, 0, 0, 0):
        bench.enter(number)
    for number in (0, 1, 0, 1, 0):
        bench.enter(number)


def test_a_round_is_played_by_buttons_alone(bench: Bench) -> None:
    """Roll, shout and count by hand lead to the same score as the rules give."""
    play_round(bench)
    assert bench.state["totals"] == {"Ana": 2, "Ben": 1}
    assert bench.state["phase"] == "setup"


def test_everybody_sees_the_sum_written_out(bench: Bench) -> None:
    """A score is believed when its terms are shown."""
    play_round(bench)
    sums = [says for name, says in bench.screens if name == "sum"]
    assert sums[0]["terms"] == (1, 1)
    bench.wait(20)
    sums = [says for name, says in bench.screens if name == "sum"]
    assert [(s["player"], s["terms"], s["points"]) for s in sums] == [("Ana", (1, 1), 2), ("Ben", (2, -1), 1)]
    assert bench.screen == "roll"


def test_a_false_call_costs_a_point_and_the_round_goes_on(bench: Bench) -> None:
    """A shout too early is asked about, judged by what people say, lit and sounded."""
    bench.start_round(bears=3)
    bench.shout("Ana")
    bench.enter(2)
    bench.enter(5)
    assert bench.screen == "verdict"
    assert bench.says["verdict"] == "false"
    assert bench.shown.lights[0] is Light.FAST
    assert bench.shown.sounds[-1] is Sound.FALSE_CALL
    bench.wait(4)
    assert bench.screen == "running"
    assert bench.state["phase"] == "playing"


def test_a_roll_of_one_kind_is_rolled_again(bench: Bench) -> None:
    """All bears: the round may not start."""
    bench.ok()
    bench.enter(10)
    assert (bench.screen, bench.state["phase"]) == ("reroll", "reroll")


@pytest.mark.parametrize("phase", ["setup", "ready", "playing", "asked", "ended", "sums"])
def test_a_match_goes_on_where_the_plug_was_pulled(bench: Bench, phase: str) -> None:
    """Whatever people were doing, they go on doing it."""
    if phase in ("ready", "playing", "asked", "ended"):
        bench.ok()
        bench.enter(3)
    if phase in ("playing", "asked", "ended"):
        bench.ok()
        bench.wait(4)
    if phase in ("asked", "ended"):
        bench.shout("Ben")
    if phase == "ended":
        bench.enter(0)
        bench.enter(6)
        bench.wait(4)
    if phase == "sums":
        play_round(bench)
    before, screen = bench.state, bench.screen
    bench.pull_the_plug()
    bench.switch_on()
    assert bench.state == before
    if phase in ("playing", "asked"):
        assert (bench.screen, bench.says["why"]) == ("paused", "The power was off")
        bench.ok()
    assert bench.screen == ("running" if phase == "playing" else screen)


def test_a_press_before_the_plug_was_pulled_is_still_judged(bench: Bench) -> None:
    """A shout counts from the moment it was heard, whatever happens to the power."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    bench.pull_the_plug()
    bench.switch_on()
    bench.ok()
    bench.enter(0)
    bench.enter(6)
    assert bench.state["phase"] == "ended"
    verdicts = bench.room.state.judgement.verdicts
    assert [(v.call.player, v.ruling) for v in verdicts] == [("Ben", "ended")]


def test_the_last_step_is_taken_back(bench: Bench) -> None:
    """The menu behind `back` undoes."""
    bench.ok()
    bench.enter(3)
    bench.press(Menu.BACK)
    bench.choose("Take back last")
    bench.choose("Yes")
    bench.choose("Go on")
    assert bench.state["phase"] == "setup"


def test_a_players_dice_are_mended_after_the_round(bench: Bench) -> None:
    """Everything can be corrected, also once it has been scored."""
    play_round(bench)
    bench.press(Menu.BACK)
    bench.choose("Mend a player")
    bench.choose("Ana")
    for number in (1, 0, 0, 1, 0):
        bench.enter(number)
    assert bench.state["totals"] == {"Ana": 0, "Ben": 1}


def test_a_verdict_is_overruled(bench: Bench) -> None:
    """People may find that a call was right after all."""
    play_round(bench)
    bench.press(Menu.BACK)
    bench.choose("Mend a call")
    bench.ok()
    bench.choose("Somebody else")
    bench.choose("Ana")
    calls = bench.room.state.rounds[0].verdicts
    assert [(v.call.player, v.ruling) for v in calls] == [("Ana", "ended")]


def test_what_cannot_be_is_said_and_asked_again(bench: Bench) -> None:
    """More bears than were rolled cannot lie on the table."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(6)
    bench.wait(4)
    for number in (4, 0, 0, 0, 0) + (0,) * 5:
        bench.enter(number)
    assert (bench.screen, bench.says["title"]) == ("notice", "That cannot be")


def test_five_pairs_can_be_and_six_cannot(bench: Bench) -> None:
    """Everybody has five Player Dice, and each makes one pair."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(2)
    bench.wait(4)
    for number in (2, 1, 3, 0, 0) + (0,) * 5:
        bench.enter(number)
    assert (bench.screen, bench.says["text"]) == ("notice", "Ana has more than 5 pairs")
    bench.ok()
    for number in (2, 1, 2, 1, 1) + (0,) * 5:
        bench.enter(number)
    assert bench.screen == "sum"


def test_what_would_be_taken_back_is_said(bench: Bench) -> None:
    """The last that counts: a correction, and after it whatever happens next."""
    play_round(bench)
    through_the_menu(bench, "Mend a player", "Ana")
    for number in (1, 0, 0, 1, 0):
        bench.enter(number)
    bench.choose("Take back last")
    assert "mending" in str(bench.says["title"])
    bench.choose("No")
    bench.choose("Go on")
    bench.wait(20)
    bench.ok()
    bench.enter(3)
    through_the_menu(bench, "Take back last")
    assert "the roll" in str(bench.says["title"])


def test_the_order_of_presses_is_shown(bench: Bench) -> None:
    """Who was first, and by how much."""
    bench.start_round(bears=3)
    bench.shout("Ana")
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(6)
    bench.wait(8)
    orders = [says for name, says in bench.screens if name == "order"]
    assert orders == [{"presses": (("Ana", 0.0), ("Ben", 20.0)), "dead_heat": 0}]


def through_the_menu(bench: Bench, *options: str) -> None:
    """Open the menu and choose these, one after the other."""
    bench.read_all()
    bench.press(Menu.BACK)
    if bench.screen == "paused":
        bench.press(Menu.BACK)
    for option in options:
        bench.choose(option)


def test_a_running_round_is_paused_and_its_start_taken_back(bench: Bench) -> None:
    """Somebody pressed start too soon: the menu is behind the pause, and the round is ready again."""
    bench.start_round(bears=3)
    bench.press(Menu.BACK)
    assert bench.screen == "paused"
    bench.press(Menu.BACK)
    bench.choose("Take back last")
    assert bench.says["title"] == "Take back: the start"
    bench.choose("Yes")
    bench.choose("Go on")
    assert (bench.screen, bench.state["phase"]) == ("ready", "ready")


def test_a_countdown_is_called_off_with_back(bench: Bench) -> None:
    """Nothing has begun before "go"."""
    bench.ok()
    bench.enter(3)
    bench.ok()
    assert bench.screen == "countdown"
    bench.press(Menu.BACK)
    bench.wait(4)
    assert (bench.screen, bench.state["phase"]) == ("ready", "ready")


def test_a_shout_during_a_pause_is_judged(bench: Bench) -> None:
    """A press counts from the moment it is made, whatever the display shows."""
    bench.start_round(bears=3)
    bench.press(Menu.BACK)
    bench.shout("Ana")
    bench.ok()
    bench.enter(2)
    bench.enter(2)
    assert [v.ruling for v in bench.room.state.judgement.verdicts] == ["false"]


def test_a_shout_while_the_power_cut_is_still_on_display_is_judged(bench: Bench) -> None:
    """After the power came back somebody shouts before anybody pressed ok."""
    bench.start_round(bears=3)
    bench.pull_the_plug()
    bench.switch_on()
    bench.shout("Ana")
    bench.ok()
    bench.enter(0)
    bench.enter(2)
    assert [v.ruling for v in bench.room.state.judgement.verdicts] == ["ended"]


def test_a_question_about_a_call_says_whose_and_leads_to_the_menu(bench: Bench) -> None:
    """Two called: each is asked about by name; and who pressed by mistake gets to the menu, not round in circles."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    assert (bench.screen, bench.says["player"], bench.says["verdict"]) == ("verdict", "Ben", "ask")
    bench.wait(2.5)
    assert bench.screen == "count"
    for _ in range(20):
        if bench.screen == "count":
            bench.press(Menu.BACK)
    assert (bench.screen, bench.says["title"]) == ("choose", "Menu")
    bench.choose("Go on")
    assert bench.says["player"] == "Ben"
    bench.enter(0)
    bench.enter(6)
    assert bench.state["phase"] == "ended"


def test_a_call_that_was_taken_back_is_not_asked_about_again(bench: Bench) -> None:
    """What people take back stays so, after a power cut too."""
    bench.start_round(bears=3)
    bench.shout("Ben")
    bench.enter(2)
    bench.enter(6)
    through_the_menu(bench, "Take back last", "Yes", "Go on")
    assert (bench.screen, bench.says["why"]) == ("paused", "The round goes on")
    bench.pull_the_plug()
    bench.switch_on()
    bench.ok()
    assert bench.screen == "running"
    assert bench.room.state.judgement.verdicts == ()


def test_a_repeat_across_a_power_cut_is_no_second_call(bench: Bench) -> None:
    """The rules know the press from before; whoever judges after the interruption must know it as well.

    Nor is a press lost that was made while the device waits for ok, if the plug is pulled once more.
    """
    bench.start_round(bears=3)
    bench.shout("Ana")
    bench.enter(2)
    bench.enter(6)
    bench.shout("Ana")
    bench.pull_the_plug()
    bench.switch_on()
    bench.shout("Ana")
    bench.pull_the_plug()
    bench.switch_on()
    bench.ok()
    bench.wait(4)
    assert bench.screen == "running"
    assert [v.ruling for v in bench.room.state.judgement.verdicts] == ["false", "repeat", "repeat"]


def test_the_verdict_stands_before_the_sums_and_time_waits_for_it(bench: Bench) -> None:
    """A table that is scored at once must not hide who was first, nor the order the sums."""
    bench.start_round(bears=3)
    bench.shout("Ana")
    bench.shout("Ben")
    bench.enter(0)
    bench.enter(6)
    bench.read_all()
    for number in (2, 0, 0, 0, 0, 0, 1, 0, 1, 0):
        bench.enter(number)
    assert (bench.screen, bench.says["player"]) == ("sum", "Ana")
    bench.wait(1.2)
    assert bench.screen == "order"
    bench.wait(4)
    assert (bench.screen, bench.says["player"]) == ("sum", "Ana")
    bench.wait(2)
    assert (bench.screen, bench.says["player"]) == ("sum", "Ana")


def test_a_score_taken_back_is_shown_again_when_it_is_entered_again(bench: Bench) -> None:
    """Undo across the end of a round: the new result must be seen, although it is the same round."""
    play_round(bench)
    bench.wait(20)
    assert bench.screen == "roll"
    through_the_menu(bench, "Take back last", "Yes", "Go on")
    assert bench.state["phase"] == "ended"
    for number in (1, 0, 0, 1, 0, 0, 1, 0, 1, 0):
        bench.enter(number)
    assert (bench.screen, bench.says["points"]) == ("sum", 0)


def test_mending_an_earlier_round_may_end_the_match_or_open_it_again(tmp_path: Path) -> None:
    """Who has won follows from the corrections, and people see it at once."""
    bench = Bench(tmp_path, target=4)
    play_round(bench)
    bench.wait(20)
    play_round(bench)
    bench.wait(20)
    assert (bench.screen, bench.says["player"]) == ("winner", "Ana")
    through_the_menu(bench, "Mend a player", "Round 1", "Ana")
    for number in (1, 0, 0, 1, 0):
        bench.enter(number)
    bench.choose("Go on")
    assert bench.state["phase"] == "setup"
    bench.wait(20)
    assert (bench.screen, bench.table.over) == ("roll", False)
    through_the_menu(bench, "Mend a player", "Round 1", "Ana")
    for number in (2, 0, 0, 0, 0):
        bench.enter(number)
    bench.choose("Go on")
    bench.wait(20)
    assert (bench.screen, bench.says["player"]) == ("winner", "Ana")


def test_only_what_a_correction_changed_is_shown_again(bench: Bench) -> None:
    """Who mends one player's dice does not want to see everybody's sum once more."""
    play_round(bench)
    bench.wait(20)
    seen = len(bench.screens)
    through_the_menu(bench, "Mend a player", "Ana")
    for number in (1, 0, 0, 1, 0):
        bench.enter(number)
    bench.choose("Go on")
    bench.wait(20)
    sums = [says["player"] for name, says in bench.screens[seen:] if name == "sum"]
    assert sums == ["Ana"]
    assert bench.screen == "roll"


def test_nothing_to_take_back_is_said(bench: Bench) -> None:
    """A menu entry that does nothing says why."""
    through_the_menu(bench, "Take back last")
    assert (bench.screen, bench.says["title"]) == ("notice", "Take back")
    bench.ok()
    bench.choose("Go on")
    assert bench.screen == "roll"


def test_dead_heats_and_impatient_thumbs_are_told_apart(bench: Bench) -> None:
    """Within a millisecond nobody was first; and what somebody pressed long before does not make them first."""
    bench.start_round(bears=3)
    for _ in range(2):
        bench.shout("Ana")
        bench.wait(0.8)
    together = bench.now_ns
    bench.take(Press(together, Shout(0)))
    bench.take(Press(together + 900_000, Shout(1)))
    bench.wait(2)
    orders = [says for name, says in bench.screens if name == "order"]
    assert orders == [{"presses": (("Ana", 0.0), ("Ben", 0.9)), "dead_heat": 2}]


def test_presses_without_end_are_shown_nevertheless(bench: Bench) -> None:
    """Two who will not stop pressing must not keep the order from being seen."""
    bench.start_round(bears=3)
    for _ in range(10):
        bench.shout("Ana")
        bench.shout("Ben")
        bench.wait(0.5)
    assert any(name == "order" for name, _ in bench.screens)
