import statistics
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from gpiozero import LED, PinInvalidState
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.errors import PartMissing
from hardware.gpio_buzzer import TUNES, GpioBuzzer
from hardware.gpio_lamps import GpioLamps
from hardware.outputs import Light, Sound
from tests.hardware.fake_lgpio import FakeLgpio

BEAT_S = 0.01


@pytest.fixture
def lamps(factory: MockFactory) -> Iterator[GpioLamps]:
    made = GpioLamps(factory, {0: 4, 1: 18, 5: 24}, beat_s=BEAT_S)
    yield made
    made.close()


def lit(factory: MockFactory, *pins: int) -> tuple[bool, ...]:
    return tuple(bool(factory.pin(pin).state) for pin in pins)


def until(true: Callable[[], bool], within_s: float = 3) -> None:
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_each_seat_has_its_lamp(lamps: GpioLamps, factory: MockFactory) -> None:
    """Whose call counted must be seen at the right seat; a seat without a lamp is no error."""
    lamps.light(1, Light.ON)
    assert lit(factory, 4, 18, 24) == (False, True, False)
    lamps.light(5, Light.ON)
    lamps.light(1, Light.OFF)
    lamps.light(2, Light.ON)
    assert lit(factory, 4, 18, 24) == (False, False, True)


def test_blinking_lamps_blink_and_the_others_do_not(lamps: GpioLamps, factory: MockFactory) -> None:
    """FAST is told from SLOW at a glance; ON stays on meanwhile."""
    for pin in (4, 18, 24):
        factory.pin(pin).clear_states()
    lamps.light(0, Light.FAST)
    lamps.light(1, Light.SLOW)
    lamps.light(5, Light.ON)
    until(lambda: len(factory.pin(18).states) > 6)
    lamps.light(0, Light.OFF)
    lamps.light(1, Light.OFF)
    fast, slow = (
        statistics.median(state.timestamp for state in factory.pin(pin).states[2:-1]) for pin in (4, 18)
    )
    assert slow == pytest.approx(4 * fast, rel=0.3)
    assert [state.state for state in factory.pin(24).states] == [False, True]
    assert lit(factory, 4, 18, 24) == (False, False, True)


def test_lamps_that_blink_do_so_together(lamps: GpioLamps, factory: MockFactory) -> None:
    """Out of step they look like a fault."""
    lamps.light(0, Light.FAST)
    time.sleep(0.03)
    lamps.light(1, Light.FAST)
    for _ in range(30):
        with lamps._changed:
            assert lit(factory, 4) == lit(factory, 18)
        time.sleep(0.003)


def test_nothing_wakes_up_while_no_lamp_blinks(lamps: GpioLamps, factory: MockFactory) -> None:
    """The device is on for years; an idle table costs nothing here."""
    lamps.light(0, Light.ON)
    time.sleep(0.05)
    beat = lamps._beat
    time.sleep(0.05)
    assert lamps._beat == beat == 0


def test_a_pin_that_fails_stops_nothing(
    lamps: GpioLamps, factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the game nor the other lamps, and it is tried again at the next change."""

    def fail(_: MockPin, value: float) -> None:
        raise PinInvalidState("invalid state")

    with monkeypatch.context() as broken:
        broken.setattr(MockPWMPin, "_set_state", fail)
        lamps.light(0, Light.FAST)
        time.sleep(0.05)
        assert lamps._thread.is_alive()
    lamps.light(0, Light.ON)
    assert lit(factory, 4) == (True,)


def test_closing_turns_all_off_and_lets_go(lamps: GpioLamps, factory: MockFactory) -> None:
    """A lamp that stays on after the end would say that somebody called."""
    lamps.light(0, Light.ON)
    lamps.light(1, Light.FAST)
    lamps.close()
    assert lit(factory, 4, 18, 24) == (False, False, False)
    GpioLamps(factory, {0: 4}).close()


def test_a_lamps_pin_in_use_is_named(factory: MockFactory) -> None:
    """People wire by hand; nothing stays claimed."""
    taken = LED(18, pin_factory=factory)
    with pytest.raises(PartMissing, match="GPIO 18"):
        GpioLamps(factory, {0: 4, 1: 18})
    taken.close()
    GpioLamps(factory, {0: 4, 1: 18}).close()


@pytest.fixture
def buzzer(factory: MockFactory) -> Iterator[GpioBuzzer]:
    made = GpioBuzzer(factory, 12)
    yield made
    made.close()


def played(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float | None]]:
    """Every change of pitch from now on, with its time."""
    notes: list[tuple[float, float | None]] = []
    change = MockPWMPin._set_frequency

    def note(pin: MockPWMPin, value: float | None) -> None:
        notes.append((time.monotonic(), value))
        change(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_frequency", note)
    return notes


@pytest.mark.parametrize("sound", list(Sound))
def test_a_sound_is_its_tune(
    sound: Sound, factory: MockFactory, buzzer: GpioBuzzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pitches in their order, each for its time, then silence."""
    notes = played(factory, monkeypatch)
    buzzer.play(sound)
    length_s = sum(length for _, length in TUNES[sound])
    until(lambda: len(notes) > len(TUNES[sound]))
    assert [pitch for _, pitch in notes] == [pitch or None for pitch, _ in TUNES[sound]] + [None]
    assert notes[-1][0] - notes[0][0] == pytest.approx(length_s, abs=0.1)
    assert factory.pin(12).state == 0


def test_sounds_differ_by_their_shape() -> None:
    """With closed eyes: rising, falling, low and broken, pairs, a tick; nobody has to know pitches."""
    shapes = set()
    for tune in TUNES.values():
        pitches = [pitch for pitch, _ in tune]
        shapes.add((len(tune), *(later > earlier for earlier, later in pairwise(pitches))))
    assert len(shapes) == len(TUNES) == len(Sound)
    go, over = ([pitch for pitch, _ in TUNES[sound]] for sound in (Sound.GO, Sound.ROUND_OVER))
    assert go == sorted(go)
    assert over == sorted(over, reverse=True)
    assert max(pitch for pitch, _ in TUNES[Sound.FALSE_CALL]) < 400


def test_a_new_sound_cuts_the_old_one_short(
    factory: MockFactory, buzzer: GpioBuzzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false call must be heard at once, not after the tune that plays."""
    notes = played(factory, monkeypatch)
    buzzer.play(Sound.ROUND_OVER)
    until(lambda: len(notes) == 1)
    started = time.monotonic()
    buzzer.play(Sound.FALSE_CALL)
    until(lambda: any(pitch == TUNES[Sound.FALSE_CALL][0][0] for _, pitch in notes))
    assert time.monotonic() - started < 0.15


def test_muted_is_silent(factory: MockFactory, buzzer: GpioBuzzer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sleeps next door; it can be changed at any time."""
    notes = played(factory, monkeypatch)
    buzzer.muted = True
    buzzer.play(Sound.GO)
    time.sleep(0.05)
    assert notes == []
    buzzer.muted = False
    buzzer.play(Sound.TICK)
    until(lambda: len(notes) == 2)


def test_a_buzzer_that_fails_stops_nothing(buzzer: GpioBuzzer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread lives on and plays the next sound."""

    def fail(_: MockPWMPin, value: float | None) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(MockPWMPin, "_set_frequency", fail)
        buzzer.play(Sound.TICK)
        time.sleep(0.1)
    assert buzzer._thread.is_alive()


def test_closing_while_it_plays_is_silent_at_once(factory: MockFactory, buzzer: GpioBuzzer) -> None:
    """The end of the program must neither wait for the tune nor leave the tone on."""
    buzzer.play(Sound.ROUND_OVER)
    time.sleep(0.02)
    started = time.monotonic()
    buzzer.close()
    assert time.monotonic() - started < 0.2
    assert factory.pin(12).state == 0
    GpioBuzzer(factory, 12).close()


def test_a_pin_without_a_square_wave_is_an_error_with_its_number() -> None:
    """Whatever the reason, the message names the pin, and the game goes on in silence."""
    with pytest.raises(PartMissing, match="GPIO 12"):
        GpioBuzzer(MockFactory(pin_class=MockPin), 12)


def test_tunes_come_through_lgpio(lgpio: FakeLgpio) -> None:
    """The way on a Pi: gpiozero's own code asks the chip for a wave of the pitch, half of it high."""
    from hardware.pi import pi_pins

    chip = pi_pins()
    buzzer = GpioBuzzer(chip, 12)
    buzzer.play(Sound.TICK)
    until(lambda: lgpio.waves.get(12) == (TUNES[Sound.TICK][0][0], 50))
    until(lambda: lgpio.waves.get(12) == (0, 0))
    buzzer.close()
    chip.close()
