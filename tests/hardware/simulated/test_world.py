import hashlib
from itertools import pairwise

import numpy as np
import pytest

from hardware.buttons import Menu, Press, Shout
from hardware.gpio_buttons import GpioButtons
from hardware.simulated.clock import SECOND, SimulatedClock
from hardware.simulated.temper import Temper
from hardware.simulated.world import World, seats_for
from hardware.wiring import Wiring
from tests.hardware.simulated.device import KnowingDevice, oks, shouts


def _told(seed: int, *, step_ns: int, players: int = 3) -> tuple[list[Press], str, str]:
    """Presses, truth, and pictures taken every 2 s, of a round that is let go by in steps."""
    world = World(seed, players)
    device = KnowingDevice(world)
    pictures = hashlib.sha256()
    due = [world.now_ns() + 2 * SECOND]

    def look() -> None:
        while world.now_ns() >= due[0] + SECOND:
            due[0] += 2 * SECOND

    frames: list[bytes] = []

    def photograph() -> None:
        frame = world.camera.frame(timeout_s=0)
        frames.append(frame.picture[::4, ::4].tobytes() + str(frame.time_ns).encode())
        world.at(world.happening_ns + 2 * SECOND, photograph)

    world.at(world.happening_ns + 2 * SECOND + 7_000_000, photograph)
    device.play(1, step_ns=step_ns, each=look)
    for picture in frames:
        pictures.update(picture)
    end = device.screens[-1][0] - SECOND
    presses = [press for press in device.presses if press.time_ns < end]
    return presses, repr(world.truth.rounds), pictures.hexdigest()


def test_the_same_seed_goes_the_same_way_however_time_goes_by() -> None:
    """Tests run as fast as they can, people play in real time: both must be the same match, picture by picture."""
    fine = _told(5, step_ns=7_300_000)
    coarse = _told(5, step_ns=410_000_000)
    assert fine == coarse
    assert fine[0]


def test_another_seed_is_another_match() -> None:
    """Two hundred rounds over ten seeds are worth more than one seed twenty times."""
    assert _told(6, step_ns=SECOND)[1] != _told(7, step_ns=SECOND)[1]


def test_a_running_clock_plays_the_same_match() -> None:
    """The speed at which time goes by must not decide anything either."""
    stepped, running = World(8, 2), World(8, 2, clock=SimulatedClock(speed=200.0))
    for world in (stepped, running):
        world.notice("roll", {})
        end_ns = world.happening_ns + 8 * SECOND
        while world.now_ns() < end_ns:
            world.wait_until(world.now_ns() + SECOND)
    for world in (stepped, running):
        assert len(world.top.lying) == 20
    assert [d.face for d in stepped.top.lying.values()] == [d.face for d in running.top.lying.values()]


@pytest.mark.parametrize("players", [2, 4, 8])
def test_rounds_are_played_to_their_end(players: int) -> None:
    """Whatever people do, a round ends, its dice are all accounted for, and the next one is rolled."""
    world = World(11, players)
    device = KnowingDevice(world)
    device.play(2)
    assert len(world.truth.rounds) == 2
    for played in world.truth.rounds:
        table = played.table
        assert table is not None
        assert played.bears + played.tents == 5 * players
        pairs = sum(len(each) for each in table.pairs) + sum(len(each) for each in table.loose)
        assert table.bears + table.tents + pairs == 5 * players
        assert len(played.lifts) - len(played.backs) == pairs
        assert played.ended_ns is not None
        assert 0 in played.counts_at(played.ended_ns)
        times = [lift.lifted_ns for lift in played.lifts]
        assert all(a.covered_ns < a.gripped_ns < a.lifted_ns for a in played.lifts)
        assert all(b > a for a, b in pairwise(sorted(times)) if a != b)


def test_whoever_is_out_plays_on_no_more() -> None:
    """Their dice go back into the box, or the device would count five too many of each kind."""
    world = World(11, 4)
    device = KnowingDevice(world)
    device.out = (0, 2)
    device.play(2)
    world.press(Shout(2))
    first, second = world.truth.rounds
    assert (first.bears + first.tents, second.bears + second.tents) == (20, 10)
    assert {lift.seat for lift in second.lifts} == {1, 3}
    assert {seat for _, seat in second.presses} <= {1, 3}
    assert second.table is not None
    assert second.table.pairs[0] == second.table.pairs[2] == ()
    device.out = ()
    device.play(4)
    assert world.truth.rounds[3].bears + world.truth.rounds[3].tents == 20, "a new match, all play again"


def test_dice_lie_where_they_count() -> None:
    """Pairs lie in their player's area and dice never in one another, or no camera could read the table."""
    world = World(12, 3)
    device = KnowingDevice(world)
    checked = 0

    def look() -> None:
        nonlocal checked
        if device.screens[-1][1] != "sum":
            return
        checked += 1
        for player in world.match.players:
            for mine, camp in player.pairs:
                a, b = world.top.lying[mine], world.top.lying[camp]
                assert world.top.zone(a.x, a.y) == world.top.zone(b.x, b.y) == player.seat
                assert 15.9 < np.hypot(a.x - b.x, a.y - b.y) < 24
        lying = list(world.top.lying.values())
        for k, a in enumerate(lying):
            assert all(np.hypot(a.x - b.x, a.y - b.y) > 15.9 for b in lying[:k])

    device.play(3, each=look)
    assert checked


def test_presses_come_through_the_pins_with_their_own_times() -> None:
    """The referee judges by the pins' times: they must be the truth's to the nanosecond, bouncing or not."""
    world = World(13, 4)
    device = KnowingDevice(world)
    device.play(3)
    truth = sorted(press for played in world.truth.rounds for press in played.presses)
    heard = shouts(device.presses)
    assert truth
    assert heard == truth
    assert oks(device.presses) >= 3


def test_somebody_presses_ok_to_go_on() -> None:
    """Without it a match that plays by itself would wait for ever; a press that was not heard is made again."""
    world = World(14, 2)
    buttons = GpioButtons(world.pins, Wiring().buttons())
    world.notice("ready", {})
    world.advance_to(world.now_ns() + 2 * SECOND)
    assert oks(list(buttons.presses())) == 1
    world.advance_to(world.now_ns() + 8 * SECOND)
    assert oks(list(buttons.presses())) == 1


def test_a_human_shouts_by_themself() -> None:
    """With the keyboard as a button, the simulated person at that seat keeps quiet."""
    tempers = [Temper(haste=1.0, attention=1.0)] * 2
    world = World(15, 2, human_seat=1, tempers=tempers)
    device = KnowingDevice(world)
    device.play(1)
    assert {seat for _, seat in shouts(device.presses)} == {0}
    world.press(Shout(1))
    world.press(Menu.BACK)
    world.advance_to(world.now_ns() + SECOND // 10)
    assert [press.button for press in device.buttons.presses()][-2:] == [Shout(1), Menu.BACK]


def test_tempers_show() -> None:
    """A table of careless people does what careless people do, and the truth says so."""
    careless = Temper(
        wrong=0.4, double=0.3, haste=0.4, back=0.2, knock=0.5, linger=0.3, greed=1.0, watchful=0.0
    )
    world = World(16, 3, tempers=[careless] * 3)
    device = KnowingDevice(world)
    device.play(3)
    notes = " ".join(note for played in world.truth.rounds for note in played.notes)
    for said in ("pairs", "two at once", "back", "pushes"):
        assert said in notes
    assert any(call.allowed == {"false"} for played in world.truth.rounds for call in played.calls())


def test_rolls_of_one_face_are_thrown_again() -> None:
    """The rulebook wants bears and tents; the device says `reroll`, and people throw again."""
    world = World(17, 2)
    world.notice("roll", {})
    world.advance_to(world.now_ns() + 8 * SECOND)
    before = {die.body.number: (die.x, die.y) for die in world.top.campsite()}
    assert len(before) == 10
    world.notice("reroll", {"face": "tent"})
    world.advance_to(world.now_ns() + 8 * SECOND)
    after = {die.body.number: (die.x, die.y) for die in world.top.campsite()}
    assert len(after) == 10
    assert all(after[number] != place for number, place in before.items())


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_has_a_seat_beside_the_table(players: int) -> None:
    """Seats lie clear of each other and of the device, which stands at 270 degrees."""
    seats = seats_for(players)
    assert len(seats) == players
    for k, seat in enumerate(seats):
        assert abs((seat - 270 + 180) % 360 - 180) > 45
        assert all(abs((seat - other + 180) % 360 - 180) > 30 for other in seats[:k])


def test_a_die_is_gripped_where_it_lies() -> None:
    """It must not jump into the hand: the camera sees each frame of it, and the truth is what the camera can see."""
    world = World(5, 3)
    world.notice("roll", {})
    world.advance_to(world.now_ns() + 8 * SECOND)
    now_ns = world.now_ns()
    for seat, number in enumerate(list(world.top.lying)[:3]):
        lay = world.top.lying[number]
        world.top.grip(seat, [number], now_ns)
        assert number not in world.top.lying
        let_go = world.top.let_go(seat, number, None, now_ns)
        assert (let_go.x, let_go.y, let_go.yaw) == pytest.approx((lay.x, lay.y, lay.yaw))
