import hashlib
import itertools

import cv2
import numpy as np
import pytest

from hardware.buttons import Button, Menu, Shout
from hardware.gpio_buttons import GpioButtons
from hardware.simulated.board.hands import Doing, Manner
from hardware.simulated.board.standing import BASE_HEIGHT
from hardware.simulated.board.tabletop import Cell, Key
from hardware.simulated.board.world import BoardWorld
from hardware.simulated.clock import SECOND
from hardware.wiring import Wiring

COLOURS = ("red", "blue", "neutral")
START: dict[Cell, tuple[Key, ...]] = {
    (3, 3): (("red", 3), ("blue", 1)),
    (4, 3): (("blue", 2),),
    (5, 3): (("neutral", 3),),
    (0, 7): (("neutral", 1), ("blue", 3)),
}


def _world(seed: int = 3) -> BoardWorld:
    world = BoardWorld(seed, 2, COLOURS)
    world.lay(START)
    return world


def _do(world: BoardWorld, *doings: Doing, step_ns: int = SECOND // 10) -> None:
    done: list[bool] = []

    def all_of_it() -> Doing:
        for doing in doings:
            yield from doing
        done.append(True)

    world.go_through(all_of_it(), lambda: True)
    for _ in range(10_000):
        if done:
            return
        world.advance_to(world.now_ns() + step_ns)
    raise AssertionError("it never ended")


def _all_pieces(world: BoardWorld) -> list[Key]:
    return sorted((p.colour, p.size) for pieces in world.top.standing.values() for p in pieces)


def test_a_carried_piece_takes_its_riders_along_and_leaves_what_is_below() -> None:
    """The rules move a piece with all that rides on it; hands must do what the rules say."""
    world = _world()
    _do(world, world.hand(0).carrying(("red", 3), (4, 3)), world.hand(0).leaving())
    stacks = world.top.stacks()
    assert (3, 3) not in stacks
    assert stacks[4, 3] == (("blue", 2), ("red", 3), ("blue", 1))
    _do(world, world.hand(1).carrying(("blue", 3), (6, 6)))
    assert world.top.stacks()[0, 7] == (("neutral", 1),)


def test_a_push_moves_a_whole_line_and_clears_away_what_goes_over_the_edge() -> None:
    """A bear shoves stacks whole; what leaves the board has to lie beside it, not in front of the camera."""
    world = _world()
    pieces = _all_pieces(world)
    _do(world, world.hand(0).pushing([(3, 3), (4, 3), (5, 3)], (1, 0)), world.hand(0).leaving())
    assert world.top.stacks() == {
        (0, 7): START[0, 7],
        (4, 3): START[3, 3],
        (5, 3): START[4, 3],
        (6, 3): START[5, 3],
    }
    _do(world, world.hand(0).pushing([(0, 7)], (0, 1)))
    assert (0, 7) not in world.top.stacks()
    assert _all_pieces(world) == pieces


def test_pieces_stand_off_the_middle_but_inside_their_squares() -> None:
    """Careless hands are what makes reading hard; a piece over a line is for those who ask for it."""
    world = BoardWorld(4, 2, COLOURS, manners=[Manner(spread=1.0)] * 2)
    world.lay(START)
    cells = itertools.cycle([(2, 2), (3, 2), (2, 3), (3, 4)])
    off = []
    for _ in range(8):
        cell = next(cells)
        _do(world, world.hand(0).carrying(("blue", 2), cell))
        piece = world.top.standing[cell][0]
        column, row = world.top.grid.counted(piece.x, piece.y)
        away = np.array([column - cell[0] - 0.5, row - cell[1] - 0.5]) * world.top.grid.cell
        off.append(np.abs(away).max())
        assert off[-1] <= world.top.grid.cell / 2 - BASE_HEIGHT[2][0] / 2 + 1e-6
    assert max(off) > 3


def test_a_piece_can_be_put_between_squares_or_on_its_side() -> None:
    """The device has to meet with doubt what people get wrong."""
    world = _world()
    half = world.top.grid.cell / 2
    _do(world, world.hand(0).carrying(("blue", 2), (2, 2), off=(half, 0.0)))
    column, _ = world.top.grid.counted(*_at(world, (2, 2)))
    assert column == pytest.approx(3.0, abs=0.1)
    _do(world, world.hand(0).carrying(("neutral", 3), (6, 2), lying=True))
    assert world.top.standing[6, 2][0].tilt > 1


def _at(world: BoardWorld, cell: Cell) -> tuple[float, float]:
    piece = world.top.standing[cell][0]
    return piece.x, piece.y


@pytest.mark.slow
def test_everything_is_always_somewhere_and_the_picture_shows_the_hand() -> None:
    """Pieces in a hand are drawn with it, and nothing is lost or doubled on its way."""
    world = _world()
    still = world.camera.frame(timeout_s=1).picture
    world.go_through(world.hand(0).carrying(("blue", 2), (4, 6)), lambda: True)
    changed = 0
    for _ in range(20):
        frame = world.camera.frame(timeout_s=1)
        scene = world.top.scene(world.now_ns())
        seen = [(p.colour, p.size) for pile in scene.piles for p in pile.pieces]
        assert len(seen) == len(set(seen)) == 9
        changed = max(changed, int((cv2.absdiff(frame.picture, still).max(axis=2) > 40).sum()))
    assert changed > 5000


def _told(step_ns: int) -> str:
    world = _world(seed=7)
    pictures = hashlib.sha256()
    over: list[bool] = []

    def end() -> Doing:
        over.append(True)
        yield 0.0

    def photograph() -> None:
        if over:
            return
        frame = world.camera.frame(timeout_s=0)
        pictures.update(frame.picture[::4, ::4].tobytes() + str(frame.time_ns).encode())
        world.at(world.happening_ns + SECOND // 2, photograph)

    world.at(world.happening_ns + SECOND // 2 + 7_000_000, photograph)
    _do(
        world,
        world.hand(0).carrying(("red", 3), (6, 5)),
        world.hand(0).pushing([(6, 5)], (0, 1)),
        end(),
        step_ns=step_ns,
    )
    return pictures.hexdigest() + str(world.truth.touches)


def test_the_same_seed_goes_the_same_way_however_time_goes_by() -> None:
    """Tests run as fast as they can, people play in real time: both must be the same game, picture by picture."""
    assert _told(7_300_000) == _told(SECOND)


def test_presses_come_through_the_pins_with_their_own_times() -> None:
    """The device hears of people what its pins hear, bouncing or not, at the time of the first edge."""
    world = _world()
    buttons = GpioButtons(world.pins, Wiring().buttons())
    try:
        pressed: tuple[Button, ...] = (Menu.OK, Shout(1), Menu.NEXT)
        for k, button in enumerate(pressed):
            world.press_at(button, world.happening_ns + (k + 1) * SECOND)
        world.advance_to(world.now_ns() + 5 * SECOND)
        heard = buttons.presses()
    finally:
        buttons.close()
    assert [press.button for press in heard] == list(pressed)
    assert [(press.time_ns) for press in heard] == [at for at, _ in world.truth.presses]


def test_a_die_falls_beside_the_board_clear_of_pieces() -> None:
    """It shows what it was thrown to, moves while it is thrown, and neither it nor a piece comes down on the other."""
    world = BoardWorld(3, 2, COLOURS, die=True)
    die = world.top.die
    assert die is not None
    for value in (1, 6, 2, 5, 3, 4, 4):
        before = die.place
        _do(world, world.hand(0).throwing(value), world.hand(0).leaving())
        assert die.value == value
        assert die.place != before
        assert not world.board.grid.on(*die.place)
        _do(world, world.hand(1).putting_aside(("red", 1)), world.hand(1).leaving())
        beside = [stack[0] for place, stack in world.top.standing.items() if isinstance(place, int)]
        assert min(np.hypot(p.x - die.place[0], p.y - die.place[1]) for p in beside) > 25
    assert [seen.face for seen in world.top.scene(world.now_ns()).dice] == ["4"]
    assert not BoardWorld(3, 2, COLOURS).top.scene(0).dice
