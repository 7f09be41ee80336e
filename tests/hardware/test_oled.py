import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from gpiozero import OutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError
from PIL import Image

from hardware import oled as oled_module
from hardware.care import Care, Glow
from hardware.oled import BRIGHT, DIM, Oled, Panel
from hardware.outputs import DISPLAY
from hardware.panels import NOP, Chip, i2c_panel, spi_panel
from tests.hardware.parts.displays import Bus, drawn

pytestmark = pytest.mark.filterwarnings(
    "ignore:Image.Image.getdata is deprecated:DeprecationWarning"
)  # luma's

STILL = Care(shift_every_s=0, dim_after_s=0, off_after_s=0)
BOTH = pytest.mark.parametrize("fault", [OSError(121, "Remote I/O error"), OSError(5, "Input/output error")])


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry sooner than on a device."""
    monkeypatch.setattr(oled_module, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(oled_module, "LAST_RETRY_S", 0.04)


@pytest.fixture
def bus() -> Bus:
    return Bus("ssd1306")


@pytest.fixture
def oled(bus: Bus) -> Iterator[Oled]:
    made = Oled(lambda: i2c_panel("ssd1306", bus=bus), care=STILL)
    yield made
    made.close()


def until(true: Callable[[], bool], within_s: float = 3) -> None:
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def shows(bus: Bus, picture: Image.Image) -> bool:
    seen = bus.glass()
    return seen is not None and seen.tobytes() == picture.tobytes()


@pytest.mark.parametrize(("chip", "frame"), [("ssd1306", 33), ("sh1106", 40)])
def test_a_picture_is_so_many_transactions(chip: Chip, frame: int) -> None:
    """One that grew would make the display slow; the chips' data sheets give the commands."""
    bus = Bus(chip)
    oled = Oled(lambda: i2c_panel(chip, bus=bus), care=STILL)
    oled.show(drawn(1))
    assert oled.settle(2)
    assert bus.written[0] == ("command", bytes([NOP]))
    before = len(bus.written)
    oled.show(drawn(2))
    assert oled.settle(2)
    sent = bus.written[before:]
    assert len(sent) == frame
    assert sum(len(data) for kind, data in sent if kind == "data") == 1024
    if chip == "ssd1306":
        assert sent[0] == ("command", bytes.fromhex("21007f220007"))
    oled.close()


def test_showing_does_not_wait_for_a_slow_bus(oled: Oled, bus: Bus) -> None:
    """At 100 kHz a picture takes 94 ms; a verdict must not wait for it."""
    bus.slow_s = 0.01
    started = time.monotonic()
    for number in range(20):
        oled.show(drawn(number))
    assert time.monotonic() - started < 0.1
    bus.slow_s = 0
    until(lambda: shows(bus, drawn(19)))


@pytest.mark.parametrize("what", ["command", "data"])
def test_a_bus_that_errors_for_a_while_gets_the_last_picture_after(what: str, bus: Bus) -> None:
    """Luma turns errors of commands into DeviceNotFoundError, those of data stay OSError; the game survives both."""
    write = bus._write

    def sometimes(kind: str, data: bytes) -> None:
        if broken.is_set() and kind == what:
            raise OSError(121, "Remote I/O error")
        write(kind, data)

    broken = threading.Event()
    bus._write = sometimes  # type: ignore[method-assign]
    oled = Oled(lambda: i2c_panel("ssd1306", bus=bus), care=STILL)
    oled.show(drawn(1))
    assert oled.settle(2)
    broken.set()
    for number in range(2, 20):
        oled.show(drawn(number))
        time.sleep(0.005)
    until(lambda: not oled.working())
    assert oled.fault
    broken.clear()
    until(lambda: oled.working() and shows(bus, drawn(19)))
    assert oled.fault == ""
    oled.close()


@BOTH
def test_a_panel_that_lost_its_power_is_initialised_again(oled: Oled, bus: Bus, fault: OSError) -> None:
    """It comes back dark and with rubbish in its memory; sending only what changed would leave it so."""
    oled.show(drawn(1))
    assert oled.settle(2)
    bus.fault = fault
    oled.show(drawn(2))
    assert not oled.settle(2)
    bus.written.clear()
    bus.fault = None
    until(lambda: shows(bus, drawn(2)))


def test_a_panel_on_spi_comes_back_too() -> None:
    """Its two extra pins must be let go with it, or they would be in use for ever when it is made anew."""
    factory = MockFactory(pin_class=MockPWMPin)
    bus = Bus("ssd1306", data_pin=lambda: bool(factory.pin(24).state))
    oled = Oled(lambda: spi_panel("ssd1306", factory, bus=bus), care=STILL)
    oled.show(drawn(1))
    assert oled.settle(2)
    bus.fault = OSError(5, "Input/output error")
    oled.show(drawn(2))
    assert not oled.settle(2)
    bus.fault = None
    until(lambda: shows(bus, drawn(2)))
    oled.close()
    OutputDevice(24, pin_factory=factory).close()


def test_a_panel_that_is_not_there_is_tried_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forever, since somebody may plug it in, but without keeping the processor or the bus busy."""
    monkeypatch.setattr(oled_module, "LAST_RETRY_S", 0.16)
    tries: list[float] = []

    def connect() -> Panel:
        tries.append(time.monotonic())
        raise DeviceNotFoundError("I2C device not found on address: 0x3C")

    oled = Oled(connect)
    assert not oled.settle(1)
    assert oled.fault == "I2C device not found on address: 0x3C"
    for number in range(60):
        oled.show(drawn(number))
        time.sleep(0.01)
    assert not oled.working()
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert len(pauses) >= 3
    assert all(pause >= min(0.02 * 2**k, 0.16) * 0.95 for k, pause in enumerate(pauses))
    oled.close()


def test_failing_for_long_keeps_nothing(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Luma keeps every device it has made until Python ends; a night without a panel must not fill the memory."""
    made: list[object] = []
    monkeypatch.setattr("luma.core.device.atexit.register", made.append)
    bus.fault = OSError(121, "Remote I/O error")
    oled = Oled(lambda: i2c_panel("ssd1306", bus=bus))
    time.sleep(0.2)
    assert made == []
    bus.fault = None
    until(oled.working)
    assert len(made) == 1
    oled.close()


def test_a_bus_that_hangs_stops_neither_the_game_nor_its_end(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock line that is held low blocks the driver; the thread is left behind."""
    monkeypatch.setattr(oled_module, "CLOSE_S", 0.1)
    released = threading.Event()
    write = bus._write

    def hanging(kind: str, data: bytes) -> None:
        released.wait(5)
        write(kind, data)

    bus._write = hanging  # type: ignore[method-assign]
    oled = Oled(lambda: i2c_panel("ssd1306", bus=bus))
    started = time.monotonic()
    oled.show(drawn(1))
    assert not oled.settle(0.05)
    oled.close()
    assert time.monotonic() - started < 1
    released.set()


def test_an_idle_display_goes_dim_then_dark_and_wakes() -> None:
    """It is on for years; a change of the picture is what wakes it."""
    levels: list[object] = []

    class Noting(dummy):  # type: ignore[misc]
        def contrast(self, level: int) -> None:
            levels.append(level)

        def show(self) -> None:
            levels.append("on")

        def hide(self) -> None:
            levels.append("off")

    panel = Noting(mode="1")
    oled = Oled(lambda: panel, care=Care(shift_every_s=0, dim_after_s=0.1, off_after_s=0.2))
    oled.show(drawn(1))
    until(lambda: levels == [BRIGHT, DIM, "off"])
    oled.show(drawn(1))
    time.sleep(0.05)
    assert levels == [BRIGHT, DIM, "off"]
    oled.show(drawn(2))
    until(lambda: levels[3:5] == [BRIGHT, "on"])
    assert panel.image.tobytes() == drawn(2).tobytes()
    oled.close()
    assert levels[-1] == "off"


def test_the_picture_wanders() -> None:
    """Otherwise the lines of the screens are burnt in within months; nothing comes in at the other side."""
    panel = dummy(mode="1")
    picture = Image.new("1", DISPLAY)
    picture.paste(1, (0, 0, 2, 2))
    picture.paste(1, (126, 62, 128, 64))
    oled = Oled(lambda: panel, care=Care(shift_every_s=0.03, dim_after_s=0, off_after_s=0))
    oled.show(picture)
    seen: set[tuple[int, int, int, int]] = set()
    end = time.monotonic() + 0.6
    while time.monotonic() < end:
        if panel.image is not None:
            seen.add(panel.image.crop((0, 0, 64, 32)).getbbox() or (0, 0, 0, 0))
            assert panel.image.crop((4, 0, 120, 64)).getbbox() is None
        time.sleep(0.005)
    assert {(0, 0, 2, 2), (1, 0, 3, 2), (1, 1, 3, 3), (0, 0, 1, 1)} <= seen
    oled.close()


def test_care_by_the_clock() -> None:
    """A shift a minute within a pixel each way, dim after five minutes, dark after half an hour."""
    care = Care()
    offsets = [care.offset(60.0 * minute) for minute in range(18)]
    assert len(set(offsets)) == 9
    assert offsets[:9] == offsets[9:]
    assert all(max(abs(x), abs(y)) <= 1 for x, y in offsets)
    assert care.offset(59.9) == (0, 0)
    assert [care.glow(s) for s in (0, 299, 300, 1799, 1800)] == [
        Glow.BRIGHT,
        Glow.BRIGHT,
        Glow.DIM,
        Glow.DIM,
        Glow.DARK,
    ]
    assert Care(dim_after_s=0, off_after_s=0).glow(1e9) is Glow.BRIGHT
    assert Care(shift_every_s=0).offset(1e9) == (0, 0)
