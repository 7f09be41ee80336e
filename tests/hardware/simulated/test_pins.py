from gpiozero import LED, Button

from hardware.buttons import Menu, Shout
from hardware.simulated.clock import SECOND, SimulatedClock
from hardware.simulated.pins import Contacts, SimulatedPins


def test_edges_carry_the_time_at_which_they_happened() -> None:
    """A press that is told late was not late; the device's fairness hangs on it."""
    clock = SimulatedClock(start_ns=1000 * SECOND)
    pins = SimulatedPins(clock)
    contacts = Contacts(pins, {Shout(0): 17})
    told: list[float] = []
    button = Button(17, pin_factory=pins)

    def changed(ticks: float, state: int) -> None:
        told.append(ticks)

    button.pin.when_changed = changed  # the pin keeps a weak reference
    clock.advance(5 * SECOND)
    contacts.set(Shout(0), closed=True, at_ns=1003 * SECOND + 1)
    contacts.set(Menu.OK, closed=True, at_ns=1003 * SECOND + 1)
    assert [round(ticks * SECOND) for ticks in told] == [1003 * SECOND + 1]
    assert Shout(0) in contacts
    assert Menu.OK not in contacts
    assert pins.ticks() == 1005
    button.close()
    pins.reset()


def test_outputs_remember_their_states_by_the_clock() -> None:
    """Lamps can be looked at in tests; a pin that is an output is not pressed by mistake."""
    clock = SimulatedClock()
    pins = SimulatedPins(clock)
    led = LED(4, pin_factory=pins)
    clock.advance(2 * SECOND)
    led.on()
    assert [(state.timestamp, bool(state.state)) for state in led.pin.states] == [(0.0, False), (2.0, True)]
    pins.drive(4, high=False, at_ns=clock.now_ns())
    assert led.is_lit
    led.close()
    pins.reset()
