"""Watching the campsite: a die is gone only if it surely is, and nothing a hand does is mistaken for that."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.looks import make_light
from hardware.simulated.scene import Card, Knock
from tests.vision.camp import FRAME_NS, Camp, Watching, way
from vision.watch.look import Look

AWAY = (430.0, -160.0, 70.0)
BEAR = (30.0, -20.0)


@pytest.fixture
def table() -> Watching:
    """A bear, tents round it, two of them touching, and some player dice outside the campsite."""
    camp = Camp()
    camp.lay("bear", "bear", *BEAR, yaw=0.5)
    camp.lay("tent", "tent", -50, 40)
    camp.lay("left", "tent", -60, -30, yaw=0.2)
    camp.lay("right", "tent", -60 + 16.2 * math.cos(0.2), -30 + 16.2 * math.sin(0.2), yaw=0.2)
    camp.lay("far", "tent", 20, 80)
    watching = Watching(camp)
    camp.lay("gun", "gun", 170, 60)
    return watching


def there(watching: Watching, *but: str) -> bool:
    """Whether all dice are surely there, apart from some."""
    return all(state == "there" for name, state in watching.states().items() if name not in but)


def test_a_taken_die_is_gone_and_the_others_are_there(table: Watching) -> None:
    """The very thing it is for: and the time of the empty place is when the hand let it be seen."""
    table.look(2)
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    table.look(2)
    assert table.states()["bear"] != "gone"
    held = table.camp.dice.pop("bear")
    for x, y, z in way((*BEAR, 10), (*AWAY[:2], 80), 5):
        table.camp.dice["held"] = replace(held, x=x, y=y, z=z, resting=False)
        table.reach((x, y, z))
    del table.camp.dice["held"]
    seen = table.reach(None, None, None, None)
    assert table.states()["bear"] == "gone"
    assert there(table, "bear")
    assert seen.clear
    since = seen.dice[0].since_ns
    assert since is not None
    lifted = 9 * FRAME_NS  # two frames of rest, five on the way, two at the die
    assert lifted < since <= lifted + 5 * FRAME_NS
    assert seen.dice[0].seen_ns < lifted


@pytest.mark.parametrize("height", [2.0, 40.0, 90.0])
def test_a_hand_that_only_passes_takes_nothing(table: Watching, height: float) -> None:
    """Whatever it hides, or shades from above, lies there afterwards and was never gone."""
    table.reach(*way(AWAY, (-120, 60, height), 9), *way((-120, 60, height), AWAY, 6), None, None, None)
    assert all(die.state != "gone" for seen in table.seen for die in seen.dice)
    assert there(table)
    assert table.seen[-1].clear


def test_a_hand_that_rests_over_a_die_hides_it(table: Watching) -> None:
    """However long it stays; the die below may be there or not."""
    over = (BEAR[0] + 70 * math.cos(table.camp.heading), BEAR[1] + 70 * math.sin(table.camp.heading), 15.0)
    table.reach(*way(AWAY, over, 5))
    for _ in range(4):
        table.look(15)
        assert table.states()["bear"] == "hidden"
        assert not table.seen[-1].clear
    table.reach(*way(over, AWAY, 5), None, None)
    assert there(table)


def test_a_die_between_still_fingers_is_there(table: Watching) -> None:
    """Somebody who hesitates has not taken it; but each frame vouches only for a moment before."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    seen = table.look(3)
    assert table.states()["bear"] == "there"
    assert seen.time_ns - 50_000_000 < seen.dice[0].seen_ns < seen.time_ns


def test_a_die_lifted_by_a_little_is_not_there(table: Watching) -> None:
    """From its first movement on it may be on its way."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    table.camp.dice["bear"] = replace(table.camp.dice["bear"], z=1.5, resting=False)
    table.reach((*BEAR, 1.5))
    assert table.states()["bear"] == "hidden"


def test_a_nudged_die_is_found_again(table: Watching) -> None:
    """Pushed aside below a hand it must not be counted as taken, not even for a moment."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    table.camp.move("bear", -14, 12, turn=0.4)
    table.reach(*way((*BEAR, 0), AWAY, 5), None, None, None, None)
    assert all(die.state != "gone" for seen in table.seen for die in seen.dice)
    assert there(table)
    bear = table.seen[-1].dice[0]
    assert bear.moved
    assert math.hypot(bear.placed.x - BEAR[0] + 14, bear.placed.y - BEAR[1] - 12) < 1.5


def along(table: Watching, mm: float, z: float = 15.0) -> tuple[float, float, float]:
    """So far beyond the bear, as the hand points: with its fingers there the palm is over the bear at 70 mm."""
    return (
        BEAR[0] + mm * math.cos(table.camp.heading),
        BEAR[1] + mm * math.sin(table.camp.heading),
        z,
    )


def test_a_die_pushed_along_below_a_hand_is_not_gone() -> None:
    """Its place is in clear view and empty, but the palm may still have it below."""
    camp = Camp()
    camp.lay("bear", "bear", -60, 10)
    camp.lay("tent", "tent", 10, 90)
    table = Watching(camp)
    c, s = math.cos(camp.heading), math.sin(camp.heading)

    def beyond(mm: float) -> tuple[float, float, float]:
        return (-60 + mm * c, 10 + mm * s, 15.0)

    table.reach(*way(AWAY, beyond(70), 5))
    camp.move("bear", -120 * c, -120 * s)
    table.reach(*way(beyond(70), beyond(-55), 5))
    table.look(8)
    assert not any(die.state == "gone" for seen in table.seen for die in seen.dice)
    table.reach(*way(beyond(-55), AWAY, 5), None, None, None, None, None)
    assert there(table)
    assert table.seen[-1].dice[0].moved


def test_a_covered_place_is_not_an_empty_one(table: Watching) -> None:
    """The time at which a die was first surely gone must not be one at which nobody could see its place."""
    table.reach(*way(AWAY, along(table, 70), 5))
    del table.camp.dice["bear"]
    table.look(4)
    leaves = table.now_ns
    table.reach(*way(along(table, 70), AWAY, 5), None, None, None)
    since = table.seen[-1].dice[0].since_ns
    assert since is not None
    assert since > leaves + FRAME_NS


def test_the_place_of_a_taken_die_blocks_no_view(table: Watching) -> None:
    """Also while hands never rest: what is explained must not be taken for a hand over the campsite."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    del table.camp.dice["bear"]
    table.reach(*way((*BEAR, 0), AWAY, 5), None)
    for k in range(4):
        table.camp.lay("gun", "gun", 128, 20 + 6 * k)
        assert table.look().moving
    assert table.states()["bear"] == "gone"
    assert table.seen[-1].clear


def test_a_die_knocked_over_shows_its_new_face(table: Watching) -> None:
    """Somebody has to turn it back, so it has to be noticed."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    table.camp.roll("bear", "tent")
    table.camp.move("bear", 12, 0)
    table.reach(*way((*BEAR, 0), AWAY, 5), None, None, None, None, None)
    assert there(table)
    assert table.seen[-1].dice[0].placed.face == "tent"


def test_a_die_pushed_out_of_the_campsite_is_gone(table: Watching) -> None:
    """What lies outside the disc belongs to a seat."""
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    table.camp.move("bear", 95, -20)
    table.reach(*way((*BEAR, 0), AWAY, 5), None, None, None, None)
    assert table.states()["bear"] == "gone"
    assert there(table, "bear")


def test_the_other_of_two_touching_dice_stays(table: Watching) -> None:
    """Dice lie in heaps after a roll."""
    table.reach(*way(AWAY, (-60, -30, 0), 6))
    del table.camp.dice["left"]
    table.reach(*way((-60, -30, 0), AWAY, 6), None, None, None)
    assert table.states()["left"] == "gone"
    assert there(table, "left")


def test_a_new_die_is_a_newcomer_once(table: Watching) -> None:
    """A die put back or dropped; it is told of in one look and watched from then on."""
    table.reach(*way(AWAY, (60, 50, 0), 5))
    table.camp.lay("new", "bear", 60, 50)
    table.reach(*way((60, 50, 0), AWAY, 5), *[None] * 6)
    assert [seen.newcomers for seen in table.seen if seen.newcomers] == [(5,)]
    newcomer = table.seen[-1].dice[5]
    assert (newcomer.state, newcomer.placed.face) == ("there", "bear")
    assert there(table)


def test_a_player_die_in_the_campsite_is_nobodys_newcomer(table: Watching) -> None:
    """It is no camp die, and must not block the view for ever either."""
    table.reach(*way(AWAY, (60, 50, 0), 5))
    table.camp.lay("new", "gun", 60, 50)
    table.reach(*way((60, 50, 0), AWAY, 5), *[None] * 14)
    assert not any(seen.newcomers for seen in table.seen)
    assert there(table)
    assert table.seen[-1].clear


def test_another_light_takes_nothing(table: Watching) -> None:
    """A lamp is switched on: all dice are still there, as soon as nothing moves."""
    table.look(2)
    table.camp.light = make_light(np.random.default_rng(11), table.camp.look.table)
    table.look(14)
    assert all(die.state != "gone" for seen in table.seen for die in seen.dice)
    assert there(table)
    assert table.seen[-1].clear


def test_a_die_taken_in_the_new_light_is_gone(table: Watching) -> None:
    """The watch must have got used to the light by then."""
    table.camp.light = make_light(np.random.default_rng(11), table.camp.look.table)
    table.look(14)
    table.reach(*way(AWAY, (*BEAR, 0), 5))
    del table.camp.dice["bear"]
    table.reach(*way((*BEAR, 0), AWAY, 5), None, None, None)
    assert table.states()["bear"] == "gone"
    assert there(table, "bear")


def test_a_knocked_camera_is_noticed_and_nothing_is_gone(table: Watching) -> None:
    """Every die is somewhere else in the picture then; that is no reason to count them as taken."""
    table.look(2)
    table.camp.knock = Knock((math.radians(1.2), math.radians(-0.8), 0.0), (3.0, -2.0, 0.0))
    table.look(6)
    assert "camera moved" in {seen.trouble for seen in table.seen}
    assert all(die.state != "gone" for seen in table.seen for die in seen.dice)


def test_a_moved_card_is_noticed_within_seconds(table: Watching) -> None:
    """Someone's elbow; the reading at the end of the round relies on the cards."""
    look = table.camp.look
    cards = tuple(replace(c, x=c.x + 15) if c.id == 2 else c for c in look.cards)
    table.camp.look = replace(look, cards=cards)
    table.look(70)
    assert "cards moved" in {seen.trouble for seen in table.seen}
    assert isinstance(cards[0], Card)


def test_a_card_that_lay_elsewhere_when_the_round_went_on_is_no_trouble() -> None:
    """People were told and pressed ok; being told again every two seconds would end the evening."""
    camp = Camp()
    camp.lay("bear", "bear", *BEAR, yaw=0.5)
    cards = tuple(replace(c, x=c.x + 15) if c.id == 2 else c for c in camp.look.cards)
    camp.look = replace(camp.look, cards=cards)
    table = Watching(camp)
    table.look(70)
    assert {seen.trouble for seen in table.seen} == {""}


def test_frames_without_a_change_cost_next_to_nothing(
    table: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An idle table must leave the processor alone: no network runs, and no more than the gate looks."""
    table.look(30)
    pictures = [table.camp.picture() for _ in range(10)]
    networks: list[object] = []
    monkeypatch.setattr("vision.watch.search.find_tops", networks.append)
    began = time.process_time()
    for k, picture in enumerate(pictures):
        assert not table.watch.look(picture, time_ns=table.now_ns + (k + 1) * FRAME_NS).moving
    assert not networks
    assert (time.process_time() - began) / len(pictures) < 0.01


def test_what_is_remembered_does_not_grow(table: Watching) -> None:
    """A device runs for weeks: hands come and go, and the watch stays as it was."""

    def size(of: Watching) -> int:
        w = of.watch
        return len(w._dice) + len(w._stale) + len(w._arrivals._all) + len(w._arrivals._strangers)

    table.look(3)
    before = size(table)
    for _ in range(3):
        table.reach(*way(AWAY, (*BEAR, 0), 4), *way((*BEAR, 0), AWAY, 4), None, None, None)
    assert size(table) <= before


def test_looks_are_values(table: Watching) -> None:
    """They pass between threads and are kept with verdicts."""
    look = table.look()
    assert look == replace(look)
    assert isinstance(look, Look)
    assert hash(look)
