import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware import checkup
from hardware.absent import NoButtons, NoBuzzer, NoDisplay, NoLamps
from hardware.buttons import Button, Menu, Shout
from hardware.checkup import EARLIEST, THROTTLED, Finding, State, board, clock, examine, groups, power
from hardware.device import Device, open_device
from hardware.light import Shooting
from hardware.wiring import SPI_DISPLAY, DisplayWiring, TrackWiring, Wiring
from tests.hardware.fake_picamera2 import World

BARE = Device(
    buttons=NoButtons(),
    display=NoDisplay(),
    lamps=NoLamps(),
    buzzer=NoBuzzer(),
    camera=None,
    missing={
        "pins": "this is not a Raspberry Pi: it has no pins",
        "display": "I2C device not found: /dev/i2c-1",
    },
)


def write(root: Path, name: str | Path, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def found(device: Device, part: str, root: Path, wiring: DisplayWiring | None = None) -> Finding:
    [finding] = [
        finding for finding in examine(device, wiring or Wiring().display, root) if finding.part == part
    ]
    return finding


def test_an_ordinary_computer_is_told_what_the_box_lacks(tmp_path: Path) -> None:
    """The first thing many try; every line says what to do, none is a traceback."""
    findings = examine(BARE, Wiring().display, tmp_path)
    assert [finding.part for finding in findings] == [
        "computer",
        "groups",
        "pins",
        "buttons",
        "display",
        "lamps",
        "buzzer",
        "camera",
        "power",
        "clock",
    ]
    missing = [finding for finding in findings if finding.state is State.MISSING]
    assert {finding.part for finding in missing} == {
        *("computer", "pins", "buttons", "display", "lamps", "buzzer", "camera")
    }
    assert all(finding.mend for finding in findings if finding.state is not State.OK)
    assert all("\n" not in finding.told + finding.mend for finding in findings)


def test_a_box_in_order_is_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise people would look for faults that are none."""
    write(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(tmp_path, THROTTLED, "0\n")
    write(tmp_path, "run/systemd/timesync/synchronized", "")
    with World(bgr=(90, 100, 110)).installed(monkeypatch):
        device = open_device(
            pins=lambda: MockFactory(pin_class=MockPWMPin),
            hears=lambda: True,
            shooting=Shooting(frames_per_s=100),
            with_display=False,
        )
        findings = examine(device, None, tmp_path)
        device.close()
    assert {finding.part: finding.state for finding in findings if finding.part != "groups"} == dict.fromkeys(
        ("computer", "pins", "buttons", "lamps", "buzzer", "camera", "power", "clock"), State.OK
    )
    told = {finding.part: finding.told for finding in findings}
    assert told["computer"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert told["camera"].startswith("1152x648")


@pytest.mark.parametrize(
    ("bits", "state"), [("0", State.OK), ("50005", State.LOOK), ("50000", State.LOOK), ("rubbish", State.OK)]
)
def test_weak_power_is_found(bits: str, state: State, tmp_path: Path) -> None:
    """It shows as crashes that nobody can explain; the firmware knows, even after it is over."""
    write(tmp_path, THROTTLED, bits + "\n")
    assert power(tmp_path).state is state
    assert ("at this moment" in power(tmp_path).told) == (bits == "50005")


def test_a_clock_that_was_never_set_is_found(tmp_path: Path) -> None:
    """A Pi without a network wakes up where it went to sleep, or in 1970; the history would have wrong dates."""
    assert clock(tmp_path, 0.0).state is State.LOOK
    assert clock(tmp_path, EARLIEST + 1.0).state is State.OK
    assert time.time() > EARLIEST
    write(tmp_path, "run/systemd/timesync/synchronized", "")
    assert "network" in clock(tmp_path, EARLIEST + 1.0).told


def test_groups_that_lack_are_named_with_the_command() -> None:
    """The usual reason why nothing works after a fresh installation."""
    finding = groups(frozenset({"video", "i2c"}))
    assert finding.state is State.LOOK
    assert "usermod -aG gpio,spi " in finding.mend
    assert groups(frozenset({"video", "i2c", "gpio", "spi"})).state is State.OK
    assert groups().part == "groups"


def test_other_boards_are_no_raspberry(tmp_path: Path) -> None:
    """They have pins too, in other places."""
    write(tmp_path, "proc/device-tree/model", "Radxa ROCK 4\0")
    assert board(tmp_path).state is State.MISSING
    assert "Radxa ROCK 4" in board(tmp_path).told


def test_a_display_that_does_not_answer_has_the_right_advice(tmp_path: Path) -> None:
    """A bus that is turned off is another thing than a loose wire, and SPI than I2C."""
    assert "do_i2c 0" in found(BARE, "display", tmp_path).mend
    write(tmp_path, "dev/i2c-1", "")
    assert "i2cdetect -y 1" in found(BARE, "display", tmp_path).mend
    assert "3c" in found(BARE, "display", tmp_path).mend
    assert "do_spi 0" in found(BARE, "display", tmp_path, SPI_DISPLAY.display).mend
    there = replace(BARE, missing={})
    assert found(there, "display", tmp_path).state is State.OK


class Held(NoButtons):
    def stuck(self) -> tuple[Button, ...]:
        """Two."""
        return (Shout(1), Menu.OK)


class Deaf(NoButtons):
    def alive(self) -> bool:
        """No more."""
        return False


def test_buttons_that_hang_are_named(tmp_path: Path) -> None:
    """By the names that people know: seats count from 1."""
    held = found(replace(BARE, buttons=Held(), missing={}), "buttons", tmp_path)
    assert (held.state, held.told) == (State.LOOK, "held down: seat 2, ok")
    assert found(replace(BARE, buttons=Deaf(), missing={}), "buttons", tmp_path).state is State.MISSING


def test_pins_that_others_have_are_told(tmp_path: Path) -> None:
    """The service that runs in the background has them, usually."""
    device = replace(BARE, missing={"buttons": "the button on GPIO 17 cannot be used: GPIO busy"})
    finding = found(device, "buttons", tmp_path)
    assert "GPIO 17" in finding.told
    assert "systemctl stop" in finding.mend
    plain = open_device(pins=lambda: MockFactory(pin_class=MockPin), hears=lambda: True, with_display=False)
    assert found(plain, "buzzer", tmp_path).state is State.MISSING
    assert found(plain, "lamps", tmp_path).state is State.OK
    plain.close()


@pytest.mark.parametrize(("bgr", "brightness"), [((2, 3, 4), "too dark"), ((250, 252, 254), "too bright")])
def test_a_covered_lens_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bgr: tuple[int, int, int], brightness: str
) -> None:
    """A camera that delivers black pictures works as far as any program can tell."""
    with World(bgr=bgr).installed(monkeypatch):
        device = open_device(
            pins=lambda: MockFactory(pin_class=MockPWMPin),
            hears=lambda: True,
            shooting=Shooting(frames_per_s=100),
            with_display=False,
        )
        finding = found(device, "camera", tmp_path)
        device.close()
    assert finding.state is State.LOOK
    assert brightness in finding.told


def test_a_camera_that_gives_nothing_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the camera's own reason."""
    world = World(refuses_to_open="Pipeline handler in use by another process")
    with world.installed(monkeypatch):
        device = open_device(
            pins=lambda: MockFactory(pin_class=MockPWMPin), hears=lambda: True, with_display=False
        )
        finding = found(device, "camera", tmp_path)
        device.close()
    assert finding.state is State.MISSING
    assert "in use by another process" in finding.told


def test_a_library_that_does_not_work_is_no_matter_of_cables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another numpy than the system's breaks picamera2, and nobody finds that by looking at the camera."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    device = open_device(
        pins=lambda: MockFactory(pin_class=MockPWMPin), hears=lambda: True, with_display=False
    )
    finding = found(device, "camera", tmp_path)
    device.close()
    assert finding.state is State.MISSING
    assert "virtual environment" in finding.mend


@pytest.mark.parametrize("kind", ["bar", "pointer"])
def test_the_track_is_looked_at_where_one_is_meant_to_be(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Bear runs along it once; a servo's board that does not answer is told with where it should be."""
    monkeypatch.setattr(checkup, "SWEEP_S", 0.2)
    track = TrackWiring("bar", pins=(4, 18)) if kind == "bar" else TrackWiring("pointer", i2c_port=97)
    wiring = Wiring(lamps=(), track=track)
    device = open_device(wiring, with_display=False, pins=lambda: MockFactory(pin_class=MockPWMPin))
    [finding] = [
        finding for finding in examine(device, None, tmp_path, with_track=track) if finding.part == "track"
    ]
    device.close()
    if kind == "bar":
        assert finding.state is State.OK
    else:
        assert finding.state is State.MISSING
        assert "i2cdetect -y 97" in finding.mend
