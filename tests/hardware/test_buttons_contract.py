import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hardware.buttons import Button, Menu, Press, Shout
from tests.hardware.parts.bench import Bench, named
from tests.hardware.parts.buttons import BUTTONS, Bank

ALL: list[Button] = [*(Shout(seat) for seat in range(8)), *Menu]


@pytest.fixture(params=named(BUTTONS))
def bank(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bank]:
    builder: Callable[[Bench], AbstractContextManager[Bank]] = request.param
    with builder(Bench(tmp_path, monkeypatch)) as made:
        yield made
        made.buttons.close()


def heard(bank: Bank, count: int) -> list[Press]:
    presses: list[Press] = []
    while len(presses) < count and bank.buttons.wait(2):
        presses += bank.buttons.presses()
    return presses


def test_every_button_is_heard_once_in_order(bank: Bank) -> None:
    """Eight seats and three menu buttons, each itself, each press once, with the time it happened."""
    times = [bank.press(button) for button in ALL]
    presses = heard(bank, len(ALL))
    assert [press.button for press in presses] == ALL
    for press, time_ns in zip(presses, times, strict=True):
        assert abs(press.time_ns - time_ns) <= bank.exact_ns
    assert bank.buttons.presses() == ()


def test_presses_wait_to_be_taken(bank: Bank) -> None:
    """They are registered in the background, whatever the table's loop is doing."""
    bank.press(Shout(0))
    bank.press(Menu.OK)
    time.sleep(0.05)
    assert bank.buttons.wait(0)
    assert [press.button for press in bank.buttons.presses()] == [Shout(0), Menu.OK]


def test_waiting_for_nothing_ends(bank: Bank) -> None:
    """The loop must come round to feed the watchdog."""
    started = time.monotonic()
    assert not bank.buttons.wait(0.05)
    assert 0.03 < time.monotonic() - started < 1
    assert bank.buttons.presses() == ()


def test_all_is_well_from_the_start(bank: Bank) -> None:
    """The self-test asks: heard, and none stuck."""
    assert bank.buttons.alive()
    assert bank.buttons.stuck() == ()


def test_closed_buttons_are_silent(bank: Bank) -> None:
    """Closing twice is harmless; the watchdog must not take closed buttons for living ones."""
    bank.buttons.close()
    bank.buttons.close()
    assert bank.buttons.presses() == ()
    assert not bank.buttons.wait(0)
    assert not bank.buttons.alive()
