"""The parts as they are wired to this Raspberry Pi, with somebody in front of it: `pytest -m device tests/hardware`."""

import time
from collections.abc import Iterator

import pytest
from PIL import Image, ImageDraw

from hardware.buttons import Button, Shout
from hardware.device import Device, open_device
from hardware.outputs import DISPLAY, Light, Sound
from tests.hardware.parts.bench import wired

pytestmark = pytest.mark.device
PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    made = open_device(wired())
    yield made
    made.close()


def ask(device: Device, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Say on the display and in the terminal what to do."""
    picture = Image.new("1", DISPLAY)
    ImageDraw.Draw(picture).multiline_text((4, 20), text.replace(": ", ":\n"), fill=1)
    device.display.show(picture)
    with capsys.disabled():
        print(f"\n  {text}", end="", flush=True)


def test_nothing_is_missing(device: Device) -> None:
    """Every part answers; what does not says why."""
    assert device.missing == {}


def test_no_button_is_stuck(device: Device) -> None:
    """Wired to 3.3 V instead of ground, or with a short circuit, it would be."""
    time.sleep(0.1)
    assert device.buttons.stuck() == ()
    assert device.buttons.alive()


def test_every_button_is_the_one_it_should_be(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody presses them one after another; each must be heard once, as itself, and with a time just passed."""
    device.buttons.presses()
    for button in wired().buttons():
        name = f"seat {button.seat + 1}" if isinstance(button, Shout) else button.value
        if isinstance(button, Shout):
            device.lamps.light(button.seat, Light.SLOW)
        ask(device, capsys, f"press: {name}")
        assert device.buttons.wait(PATIENCE_S), f"{name} was not heard"
        now_ns = time.monotonic_ns()
        [press] = device.buttons.presses()
        assert press.button == button
        assert 0 <= now_ns - press.time_ns < 100_000_000
        time.sleep(0.3)
        more: tuple[Button, ...] = tuple(press.button for press in device.buttons.presses())
        assert more == (), f"{name} bounces for longer than 30 ms"
        if isinstance(button, Shout):
            device.lamps.light(button.seat, Light.ON)
    device.buzzer.play(Sound.GO)


def test_the_camera_keeps_up(device: Device) -> None:
    """At least twelve frames a second, none older than a quarter of a second when it arrives."""
    assert device.camera is not None
    device.camera.frame(timeout_s=10)
    started = time.monotonic()
    ages = []
    for _ in range(45):
        frame = device.camera.frame(timeout_s=1)
        ages.append(time.monotonic_ns() - frame.time_ns)
    assert time.monotonic() - started < 45 / 12
    assert max(ages) < 250_000_000
    asked_ns = time.monotonic_ns()
    still = device.camera.still(after_ns=asked_ns, timeout_s=2)
    assert still.time_ns - still.exposure_ns >= asked_ns
    assert 20 < still.picture.mean() < 235, "all black or all white"


def test_every_sound_is_told_from_the_others(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    """For ears only."""
    for sound in Sound:
        ask(device, capsys, f"listen: {sound.value}")
        device.buzzer.play(sound)
        time.sleep(1.5)
