import gc
import importlib.abc
import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from gpiozero import LED, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons import Button, Menu, Press, Shout, dead_heat
from hardware.contacts import HELD_NS
from hardware.errors import PartMissing
from hardware.gpio_buttons import GpioButtons
from hardware.pi import pi_hears, pi_pins
from hardware.wiring import Wiring
from tests.hardware.bench import Finger, StillClock
from tests.hardware.fake_lgpio import FakeLgpio

PINS = Wiring().buttons()
ANA, BEN = PINS[Shout(0)], PINS[Shout(1)]


@pytest.fixture
def finger(factory: MockFactory, clock: StillClock) -> Finger:
    return Finger(factory, clock)


@pytest.fixture
def buttons(factory: MockFactory, clock: StillClock) -> Iterator[GpioButtons]:
    made = GpioButtons(factory, PINS)
    yield made
    made.close()


def later(clock: StillClock, buttons: GpioButtons) -> tuple[Press, ...]:
    """The presses, a moment later."""
    clock.now_s += 0.01
    return buttons.presses()


def test_a_press_has_the_kernels_time(buttons: GpioButtons, finger: Finger, clock: StillClock) -> None:
    """Verdicts compare it with the frames' times; a time that is made up in Python would be milliseconds late."""
    finger.down(ANA, at_s=1000.123456789)
    finger.up(ANA, at_s=1000.2)
    finger.down(PINS[Menu.OK], at_s=1000.3)
    assert later(clock, buttons) == (
        Press(1_000_123_456_789, Shout(0)),
        Press(1_000_300_000_000, Menu.OK),
    )
    assert later(clock, buttons) == ()


def test_a_bouncing_contact_presses_once(buttons: GpioButtons, finger: Finger, clock: StillClock) -> None:
    """Cheap buttons bounce for up to 20 ms, on closing and on opening."""
    for start_s in (1001.0, 1001.2):
        for k in range(10):
            finger.down(ANA, at_s=start_s + k * 0.002)
            finger.up(ANA, at_s=start_s + k * 0.002 + 0.001)
        finger.down(ANA, at_s=start_s + 0.020)
        for k in range(10):
            finger.up(ANA, at_s=start_s + 0.100 + k * 0.002)
            finger.down(ANA, at_s=start_s + 0.100 + k * 0.002 + 0.001)
        finger.up(ANA, at_s=start_s + 0.120)
    assert [press.time_ns for press in later(clock, buttons)] == [1_001_000_000_000, 1_001_200_000_000]


def test_eight_presses_within_a_millisecond_are_all_told_in_order(
    buttons: GpioButtons, finger: Finger, clock: StillClock
) -> None:
    """Everybody shouts at once; the library may call back in any order, the time alone counts."""
    order = [3, 0, 7, 5, 1, 6, 2, 4]
    clock.now_s = 1000.001
    for seat in range(8):
        finger.tell(PINS[Shout(seat)], at_s=1000 + order.index(seat) * 0.000125, high=False)
    presses = later(clock, buttons)
    assert [press.button for press in presses] == [Shout(seat) for seat in order]
    assert [press.time_ns - presses[0].time_ns for press in presses] == [k * 125_000 for k in range(8)]
    assert dead_heat(presses) == presses


def test_what_happened_earlier_goes_first_though_it_is_told_later(
    buttons: GpioButtons, finger: Finger, clock: StillClock
) -> None:
    """Edges arrive up to a millisecond late; whoever asks in between must not get the second shout first."""
    clock.now_s = 1000.0005
    finger.tell(BEN, at_s=1000.0004, high=False)
    assert buttons.presses() == ()
    finger.tell(ANA, at_s=1000.0001, high=False)
    assert [press.button for press in later(clock, buttons)] == [Shout(0), Shout(1)]


def test_the_first_edge_counts_though_it_is_told_second(
    buttons: GpioButtons, finger: Finger, clock: StillClock
) -> None:
    """The library's sorting has a fault; a bounce told before the press would make the press later than it was."""
    clock.now_s = 1000.0009
    finger.tell(ANA, at_s=1000.0008, high=False)
    finger.tell(ANA, at_s=1000.0004, high=True)
    finger.tell(ANA, at_s=1000.0002, high=False)
    assert later(clock, buttons) == (Press(1_000_000_200_000, Shout(0)),)


def test_held_at_start_up_is_stuck_and_ignored_until_let_go(clock: StillClock) -> None:
    """A book lies on the button when the device is switched on: said, not shouted, and over once it is lifted."""

    class Held(MockPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            self._pull = value  # the contact is stronger than the pull

    factory = MockFactory(pin_class=Held)
    finger = Finger(factory, clock)
    buttons = GpioButtons(factory, {Shout(0): ANA})
    assert buttons.stuck() == (Shout(0),)
    finger.up(ANA, at_s=1001)
    finger.down(ANA, at_s=1001.004)
    finger.up(ANA, at_s=1001.008)
    assert later(clock, buttons) == ()
    assert buttons.stuck() == ()
    finger.down(ANA, at_s=1001.5)
    assert later(clock, buttons) == (Press(1_001_500_000_000, Shout(0)),)


def test_a_press_while_the_buttons_are_being_opened_counts(clock: StillClock) -> None:
    """Between hearing the edges and reading the pins for the first time somebody may press already."""

    class Hasty(MockPin):  # type: ignore[misc]
        def _enable_event_detect(self) -> None:
            clock.now_s += 0.001
            self.drive_low()
            clock.now_s += 0.001

    factory = MockFactory(pin_class=Hasty)
    buttons = GpioButtons(factory, {Shout(0): ANA})
    assert later(clock, buttons) == (Press(1_000_001_000_000, Shout(0)),)
    assert buttons.stuck() == ()


def test_held_for_long_is_told_as_stuck(buttons: GpioButtons, finger: Finger, clock: StillClock) -> None:
    """A jammed button must be found by people; it presses once and is then silent until it is let go."""
    finger.down(ANA, at_s=1001)
    assert [press.button for press in later(clock, buttons)] == [Shout(0)]
    assert buttons.stuck() == ()
    clock.now_s = 1001.1 + HELD_NS / 1e9
    assert buttons.stuck() == (Shout(0),)
    finger.up(ANA, at_s=clock.now_s)
    assert later(clock, buttons) == ()
    assert buttons.stuck() == ()
    finger.down(ANA, at_s=clock.now_s + 0.1)
    assert [press.button for press in later(clock, buttons)] == [Shout(0)]


def test_the_library_neither_debounces_nor_filters(buttons: GpioButtons, factory: MockFactory) -> None:
    """Any debouncing of the library's would move or delay the stamps."""
    for pin in PINS.values():
        assert factory.pin(pin).bounce is None
        assert factory.pin(pin).edges == "both"
        assert factory.pin(pin).pull == "up"


def test_buttons_are_heard_after_rubbish_was_collected(
    buttons: GpioButtons, finger: Finger, clock: StillClock
) -> None:
    """Pins keep weak references only; a callback that nobody keeps vanishes without a word."""
    gc.collect()
    finger.down(ANA, at_s=1001)
    assert later(clock, buttons)


def test_wait_ends_with_the_press(factory: MockFactory) -> None:
    """The table's loop sleeps in it; it must wake at once, and not before there is something to take."""
    buttons = GpioButtons(factory, PINS)
    started = time.monotonic()
    press = threading.Timer(0.05, factory.pin(ANA).drive_low)
    press.start()
    assert buttons.wait(5)
    assert time.monotonic() - started < 1
    assert buttons.wait(0)
    assert [press.button for press in buttons.presses()] == [Shout(0)]
    assert not buttons.wait(0.02)
    press.join()
    buttons.close()


def test_a_signal_while_waiting_does_not_make_it_wait_for_ever(factory: MockFactory) -> None:
    """Whoever ends the program on a slow computer would wait for somebody to press a button."""
    buttons = GpioButtons(factory, PINS)
    before = signal.signal(signal.SIGUSR1, lambda *_: time.sleep(0.05))
    main = threading.main_thread().ident
    assert main is not None
    timers = [
        threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGUSR1)),
        threading.Timer(2.0, factory.pin(ANA).drive_low),
    ]
    for timer in timers:
        timer.start()
    try:
        for _ in range(20):
            assert not buttons.wait(0.01), "only a press ended it"
    finally:
        for timer in timers:
            timer.cancel()
            timer.join()
        signal.signal(signal.SIGUSR1, before)
        buttons.close()


def test_closing_lets_the_pins_go(buttons: GpioButtons, factory: MockFactory, finger: Finger) -> None:
    """Whoever opens them next must get them; what happens after is not heard."""
    finger.down(ANA, at_s=1001)
    buttons.close()
    buttons.close()
    assert not buttons.alive()
    assert buttons.presses() == ()
    assert buttons.stuck() == ()
    GpioButtons(factory, PINS).close()


def test_a_pin_in_use_is_an_error_that_names_it(factory: MockFactory) -> None:
    """People wire by hand; the message must say which pin, and no pin may stay claimed."""
    lamp = LED(BEN, pin_factory=factory)
    with pytest.raises(PartMissing, match=f"GPIO {BEN}"):
        GpioButtons(factory, PINS)
    lamp.close()
    GpioButtons(factory, PINS).close()


def test_a_stamp_from_the_future_is_not_waited_for(
    buttons: GpioButtons, finger: Finger, clock: StillClock
) -> None:
    """Whatever is wrong with a clock, a button must not seem dead."""
    finger.tell(ANA, at_s=clock.now_s + 3600, high=False)
    assert [press.button for press in buttons.presses()] == [Shout(0)]


def test_dead_heats() -> None:
    """Within a millisecond nobody was first; a button that is pressed twice is no heat with itself."""
    ana, ben, cleo = (
        Press(1_000_000_000, Shout(0)),
        Press(1_000_900_000, Shout(1)),
        Press(1_001_800_000, Shout(2)),
    )
    assert dead_heat([ben, ana, cleo]) == (ana, ben)
    assert dead_heat([ana, cleo]) == ()
    assert dead_heat([ana]) == ()
    assert dead_heat([]) == ()
    assert dead_heat([ana, Press(ana.time_ns + 5, Shout(0))]) == ()
    assert dead_heat([ben, ana, cleo], within_ns=2_000_000) == (ana, ben, cleo)


def heard(buttons: GpioButtons, until: Button) -> list[Press]:
    """The presses up to the one of a button."""
    presses: list[Press] = []
    while until not in [press.button for press in presses] and buttons.wait(2):
        presses += buttons.presses()
    return presses


def test_edges_come_through_lgpio_with_their_time(lgpio: FakeLgpio) -> None:
    """The way on a Pi, with gpiozero's own code: the kernel's ns through the pipe into the press."""
    chip = pi_pins()
    buttons = GpioButtons(chip, PINS, hears=pi_hears)
    stamp = time.monotonic_ns() - 5_000_000
    lgpio.edge(ANA, 0, stamp)
    assert heard(buttons, Shout(0)) == [Press(stamp, Shout(0))]
    assert set(lgpio.debounces.values()) == {0}
    assert buttons.alive()
    buttons.close()
    chip.close()


def test_another_parts_raising_callback_is_noticed(lgpio: FakeLgpio) -> None:
    """It ends lgpio's only thread; the watchdog must learn of it, since no button works any more."""
    chip = pi_pins()
    buttons = GpioButtons(chip, PINS, hears=pi_hears)
    assert buttons.alive()
    lgpio.callbacks.insert(0, (ANA, lambda *_: 1 // 0))
    lgpio.edge(ANA, 0, time.monotonic_ns())
    lgpio.thread.join(timeout=2)
    assert isinstance(lgpio.died, ZeroDivisionError)
    assert not buttons.alive()
    buttons.close()
    chip.close()


def test_nothing_that_a_pin_tells_raises_in_lgpios_thread(lgpio: FakeLgpio) -> None:
    """The handler puts into a queue, whatever comes: odd levels, times that go back, edges after closing."""
    chip = pi_pins()
    buttons = GpioButtons(chip, PINS, hears=pi_hears)
    for time_ns, level in [(0, 0), (2**63, 1), (5, 2), (4, 0), (3, 1), (2**64 - 1, 0)]:
        lgpio.edge(ANA, level, time_ns)
    stamp = time.monotonic_ns()
    lgpio.edge(BEN, 0, stamp)
    assert Press(stamp, Shout(1)) in heard(buttons, Shout(1))
    buttons.close()
    lgpio.edge(ANA, 0, stamp)
    lgpio.edge(ANA, 1, stamp)
    time.sleep(0.02)
    assert lgpio.died is None
    assert pi_hears()
    chip.close()


def test_without_a_pi_the_reason_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """On an ordinary computer `bears play` says why there are no buttons, and what to do."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PartMissing, match="apt install python3-lgpio"):
        pi_pins()
    assert not pi_hears()


def test_on_another_computer_the_reason_is_a_line(lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lgpio can be installed anywhere; gpiozero asks the board what it is."""

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    with pytest.raises(PartMissing, match="not a Raspberry Pi"):
        pi_pins()


def test_without_permission_the_group_is_named(lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lgpio has errors of its own, which are none of Python's kinds."""
    module = sys.modules["lgpio"]

    def refuse(chip: int) -> int:
        raise module.error(f"can not open gpiochip {chip}")

    monkeypatch.setattr(module, "gpiochip_open", refuse)
    with pytest.raises(PartMissing, match="group gpio"):
        pi_pins()


def test_a_working_directory_that_cannot_be_written_is_told(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lgpio makes a pipe there when it is imported."""

    class Importing(importlib.abc.MetaPathFinder):
        def find_spec(self, name: str, *_: object) -> None:
            """Fail as its import does."""
            if name == "gpiozero.pins.lgpio":
                raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy0")

    monkeypatch.setattr(sys, "meta_path", [Importing(), *sys.meta_path])
    with pytest.raises(PartMissing, match="working directory"):
        pi_pins()


def test_a_busy_pin_of_lgpio_is_named(lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service in the background has it, or a driver of the kernel's."""
    chip = pi_pins()
    module = sys.modules["lgpio"]

    def busy(handle: int, gpio: int, edges: int, flags: int = 0) -> int:
        raise module.error("GPIO busy")

    monkeypatch.setattr(module, "gpio_claim_alert", busy)
    with pytest.raises(PartMissing, match=f"GPIO {ANA} .*busy"):
        GpioButtons(chip, PINS)
    chip.close()
