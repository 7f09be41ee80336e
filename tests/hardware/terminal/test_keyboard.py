import time
from collections.abc import Callable, Iterator

import pytest

from hardware.buttons import Menu, Press, Shout
from hardware.terminal.keyboard import Keyboard
from hardware.terminal.tty import Takeover
from tests.hardware.terminal.window import Window


@pytest.fixture
def window(open_window: Callable[..., Window]) -> Window:
    return open_window()


@pytest.fixture
def keyboard(window: Window) -> Iterator[Keyboard]:
    takeover = Takeover(window.inside, window.inside)
    keyboard = Keyboard(window.inside)
    yield keyboard
    keyboard.close()
    takeover.end()


def heard(keyboard: Keyboard, count: int) -> list[Press]:
    presses: list[Press] = []
    end = time.monotonic() + 5
    while len(presses) < count and time.monotonic() < end:
        keyboard.wait(0.1)
        presses += keyboard.presses()
    return presses


@pytest.mark.parametrize(
    ("keys", "button"),
    [
        ("1", Shout(0)),
        ("8", Shout(7)),
        ("\x1b[A", Menu.BACK),
        ("\x1b[D", Menu.BACK),
        ("\x1bOD", Menu.BACK),
        ("b", Menu.BACK),
        ("\x7f", Menu.BACK),
        ("\x1b[B", Menu.NEXT),
        ("\x1b[C", Menu.NEXT),
        ("n", Menu.NEXT),
        ("\r", Menu.OK),
        (" ", Menu.OK),
    ],
)
def test_every_key_is_its_button(window: Window, keyboard: Keyboard, keys: str, button: object) -> None:
    """The keyboard is all that people have in place of the box."""
    before = time.monotonic_ns()
    window.type(keys)
    (press,) = heard(keyboard, 1)
    assert press.button == button
    assert before < press.time_ns < time.monotonic_ns()


def test_keys_that_mean_nothing_do_nothing(window: Window, keyboard: Keyboard) -> None:
    """Escape alone, function keys and letters must not call Bears!, nor swallow the key after them."""
    window.type("xyz0äµ\x1b[15~\x1b[1;5Q")
    window.type("\x1b")
    time.sleep(0.15)
    window.type("O2")
    assert [press.button for press in heard(keyboard, 1)] == [Shout(1)]


def test_an_arrow_may_arrive_in_pieces(window: Window, keyboard: Keyboard) -> None:
    """Over a slow line the escape sequence of a key is split."""
    for piece in ("\x1b", "[", "A3"):
        window.type(piece)
        time.sleep(0.01)
    assert [press.button for press in heard(keyboard, 2)] == [Menu.BACK, Shout(2)]


def test_presses_of_different_people_are_kept_in_order(window: Window, keyboard: Keyboard) -> None:
    """Eight fingers on one keyboard: who came first is what it is all about."""
    window.type("31245876")
    presses = heard(keyboard, 8)
    assert [press.button for press in presses] == [Shout(int(key) - 1) for key in "31245876"]
    assert [press.time_ns for press in presses] == sorted(press.time_ns for press in presses)


def test_a_shout_key_held_down_shouts_once(window: Window, keyboard: Keyboard) -> None:
    """Keyboards repeat what is held down; that is no second call. In the menu it counts up."""
    for _ in range(6):
        window.type("1n")
        time.sleep(0.02)
    presses = [press.button for press in heard(keyboard, 7)]
    assert presses.count(Shout(0)) == 1
    assert presses.count(Menu.NEXT) == 6


def test_q_asks_to_end(window: Window, keyboard: Keyboard) -> None:
    """Whoever waits for a press is woken, too."""
    assert not keyboard.ending()
    window.type("q")
    start = time.monotonic()
    assert not keyboard.wait(5.0)
    assert keyboard.ending()
    assert time.monotonic() - start < 4


def test_a_window_that_is_closed_asks_to_end(window: Window, keyboard: Keyboard) -> None:
    """Nobody could ever press anything again."""
    window.hang_up()
    keyboard.wait(5.0)
    assert keyboard.ending()


def test_it_stops_when_closed(keyboard: Keyboard) -> None:
    """Closing is harmless at any time, also twice."""
    assert keyboard.alive()
    assert keyboard.stuck() == ()
    keyboard.close()
    keyboard.close()
    assert not keyboard.alive()
    assert not keyboard.wait(0)
