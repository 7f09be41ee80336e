import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

import hardware
from hardware.absent import NoButtons, NoBuzzer, NoDisplay, NoLamps
from hardware.buttons import Menu, Shout
from hardware.device import open_device
from hardware.errors import PartMissing
from hardware.gpio_buttons import GpioButtons
from hardware.light import LONGEST_US, Shooting, lock
from hardware.outputs import Light, Sound
from hardware.picamera import PiCamera
from hardware.wiring import SPI_DISPLAY, DisplayWiring, Wiring
from tests.hardware.fake_picamera2 import World
from tests.hardware.parts.displays import drawn


def mocked() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def test_the_usual_wiring_leaves_every_bus_alone() -> None:
    """I2C for the display, the pins of an add-on board's identity, and the serial console of whoever debugs."""
    wiring = Wiring()
    used = {*wiring.shouts, *wiring.lamps, wiring.back, wiring.next, wiring.ok, wiring.buzzer}
    assert len(used) == 20
    assert not used & {0, 1, 2, 3, 14, 15}
    assert set(wiring.buttons()) == {*(Shout(seat) for seat in range(8)), *Menu}
    spi = {*SPI_DISPLAY.shouts, *SPI_DISPLAY.lamps, SPI_DISPLAY.buzzer}
    assert not spi & {0, 1, 7, 8, 9, 10, 11, 24, 25}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Wiring(shouts=(5,)), "2 to 8"),
        (lambda: Wiring(shouts=(5, 6), lamps=(4, 18, 24)), "not more lamps"),
        (lambda: Wiring(ok=17), "the button ok and the shout button of seat 1 are both on GPIO 17"),
        (lambda: Wiring(buzzer=2), "bus"),
        (lambda: Wiring(buzzer=28), "there are 2 to 27"),
        (lambda: Wiring(buzzer=1), "there are 2 to 27"),
        (lambda: Wiring(display=DisplayWiring(bus="spi")), "which the display's bus needs"),
        (lambda: Wiring(lamps=(4, 18, 24), display=DisplayWiring(bus="spi")), "D/C"),
    ],
)
def test_wiring_that_cannot_be_is_refused(wrong: Callable[[], Wiring], says: str) -> None:
    """It would be found as a part that does nothing, after an evening with a screwdriver."""
    with pytest.raises(ValueError, match=says):
        wrong()


def test_on_an_ordinary_computer_everything_is_missing_and_nothing_fails() -> None:
    """The game must be able to ask anything of parts that are not there."""

    def none() -> MockFactory:
        raise PartMissing("this is not a Raspberry Pi: it has no pins")

    device = open_device(pins=none)
    assert device.missing["pins"] == "this is not a Raspberry Pi: it has no pins"
    assert {"pins", "display", "camera"} == set(device.missing)
    assert all("\n" not in reason for reason in device.missing.values())
    assert isinstance(device.buttons, NoButtons)
    assert isinstance(device.lamps, NoLamps)
    assert isinstance(device.buzzer, NoBuzzer)
    assert device.camera is None
    assert not device.buttons.presses()
    assert not device.buttons.stuck()
    assert not device.buttons.wait(0)
    assert device.buttons.alive()
    device.display.show(drawn(1))
    assert not device.display.working()
    device.lamps.light(0, Light.ON)
    device.buzzer.play(Sound.GO)
    device.close()
    device.close()
    display = NoDisplay()
    display.show(drawn(1))
    assert not display.working()
    display.close()


def test_what_is_there_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is missing takes no other with it."""
    factory = mocked()
    with World().installed(monkeypatch):
        device = open_device(pins=lambda: factory, shooting=Shooting(frames_per_s=100), hears=lambda: True)
        assert set(device.missing) == {"display"}
        assert isinstance(device.camera, PiCamera)
        device.camera.frame(timeout_s=3)
        factory.pin(Wiring().ok).drive_low()
        assert device.buttons.wait(1)
        assert [press.button for press in device.buttons.presses()] == [Menu.OK]
        device.lamps.light(3, Light.ON)
        assert factory.pin(Wiring().lamps[3]).state
        device.close()
    GpioButtons(factory, Wiring().buttons()).close()


def test_a_buzzer_that_cannot_be_is_told_and_the_rest_works() -> None:
    """Here the pins give no square wave."""
    device = open_device(pins=lambda: MockFactory(pin_class=MockPin), hears=lambda: True)
    assert "GPIO 12" in device.missing["buzzer"]
    assert {"buzzer", "display", "camera"} == set(device.missing)
    device.close()


def test_a_display_on_spi_needs_pins_and_a_driver() -> None:
    """Without pins it cannot even be tried; without spidev the line says what to install."""
    device = open_device(SPI_DISPLAY, pins=mocked, hears=lambda: True)
    assert "python3-spidev" in device.missing["display"]
    device.close()


def test_a_box_without_a_display_does_not_miss_it() -> None:
    """Some play with lamps and sounds alone; nothing then keeps knocking at an empty bus."""
    device = open_device(pins=mocked, hears=lambda: True, with_display=False)
    assert "display" not in device.missing
    assert isinstance(device.display, NoDisplay)
    device.close()


def test_opening_does_not_take_long() -> None:
    """People wait in front of a dark box."""
    started = time.monotonic()
    open_device(pins=mocked, hears=lambda: True).close()
    assert time.monotonic() - started < 2


@given(
    st.floats(30, 60_000),
    st.floats(1.2, 16),
    st.sampled_from([1e4, 1e6 / 120]),
)
def test_locked_light_is_as_bright_and_without_bands(
    exposure_us: float, gain: float, flicker_us: float
) -> None:
    """Whole flickers wherever lamps are the light, no smear, and as bright as the limits allow."""
    lowest, highest = 1.12, 8.0
    locked_us, locked_gain = lock(exposure_us, gain, flicker_us=flicker_us, gains=(lowest, highest))
    assert lowest <= locked_gain <= highest
    assert locked_us <= LONGEST_US + 1
    bright = exposure_us * gain
    if locked_us >= flicker_us - 1:
        assert locked_us % flicker_us == pytest.approx(0, abs=1) or locked_us % flicker_us > flicker_us - 1
    else:
        assert locked_gain == pytest.approx(lowest, rel=0.01)
    most = LONGEST_US // flicker_us * flicker_us * highest
    assert locked_us * locked_gain == pytest.approx(min(bright, most), rel=0.02)


def test_the_page_about_the_box_gives_the_usual_wiring() -> None:
    """People solder by it: pin and place on the header, as the program has them and as the board is made."""
    page = (Path(hardware.__file__).parents[1] / "docs" / "hardware.md").read_text()
    cells = re.findall(r"\| ([a-z][\w, ()]*?) \| (\d+) \((\d+)\) (?=\|)", page)
    told = {name: int(pin) for name, pin, _ in cells}
    wiring = Wiring()
    assert told == {
        **{f"shout, seat {seat + 1}": pin for seat, pin in enumerate(wiring.shouts)},
        **{f"lamp, seat {seat + 1}": pin for seat, pin in enumerate(wiring.lamps)},
        "back": wiring.back,
        "next": wiring.next,
        "ok": wiring.ok,
        "buzzer": wiring.buzzer,
        "display SDA (I2C)": 2,
        "display SCL (I2C)": 3,
    }
    header = mocked().board_info.headers["J8"].pins
    for _, pin, place in cells:
        assert header[int(place)].name == f"GPIO{pin}"
