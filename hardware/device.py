"""The real device, put together from whatever parts are there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from gpiozero import Factory

from hardware.absent import NoButtons, NoBuzzer, NoDisplay, NoLamps, NoTrack
from hardware.bear_track import BearTrack
from hardware.buttons import Buttons
from hardware.camera import Camera
from hardware.care import Care
from hardware.errors import PartMissing
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lamps import GpioLamps
from hardware.light import Shooting
from hardware.oled import Oled, Panel
from hardware.outputs import Buzzer, Display, Lamps
from hardware.panels import i2c_panel, spi_panel
from hardware.pi import pi_hears, pi_pins
from hardware.picamera import PiCamera
from hardware.track_bar import BarTrack
from hardware.track_lights import LightTrack, apa102_strip
from hardware.track_pointer import PointerTrack, i2c_bus
from hardware.wiring import DisplayWiring, TrackWiring, Wiring

DISPLAY_S = 1.0
"""How long the display may take to light up before it is told as missing; it is tried for ever after."""

_Part = TypeVar("_Part")


@dataclass(frozen=True)
class Device:
    """The parts that the game plays with. Those that are missing do nothing; `camera` is None then."""

    buttons: Buttons
    display: Display
    lamps: Lamps
    buzzer: Buzzer
    camera: Camera | None
    track: BearTrack = field(default_factory=NoTrack)
    missing: dict[str, str] = field(default_factory=dict)
    """What is not there (pins, buttons, display, lamps, buzzer, track, camera), and why, in a line each."""
    chip: Factory | None = None

    def close(self) -> None:
        """Let everything go; harmless a second time."""
        for part in (self.camera, self.track, self.buzzer, self.lamps, self.buttons, self.display):
            if part is not None:
                part.close()
        if self.chip is not None:
            self.chip.close()


def open_device(
    wiring: Wiring | None = None,
    *,
    shooting: Shooting | None = None,
    care: Care | None = None,
    muted: bool = False,
    with_display: bool = True,
    pins: Callable[[], Factory] = pi_pins,
    hears: Callable[[], bool] = pi_hears,
) -> Device:
    """Open every part that is there; never raises for one that is not.

    A box without a display (`with_display`) does not miss it. `pins` makes the factory of all pins, and `hears`
    tells whether it still delivers edges.
    """
    wired = wiring or Wiring()
    missing: dict[str, str] = {}

    def opened(name: str, part: Callable[[], _Part]) -> _Part | None:
        try:
            return part()
        except PartMissing as error:
            missing[name] = str(error)
            return None

    chip = opened("pins", pins)
    buttons: Buttons | None = None
    lamps: Lamps | None = None
    buzzer: Buzzer | None = None
    if chip is not None:
        buttons = opened("buttons", partial(GpioButtons, chip, wired.buttons(), hears=hears))
        lamps = opened("lamps", partial(GpioLamps, chip, dict(enumerate(wired.lamps))))
        if wired.buzzer is not None:
            buzzer = opened("buzzer", partial(GpioBuzzer, chip, wired.buzzer, muted=muted))
    track = opened("track", partial(_track, wired.track, chip))
    display: Display = NoDisplay()
    if with_display and (chip is not None or wired.display.bus == "i2c"):
        oled = Oled(panel(wired.display, chip), care=care)
        if not oled.settle(DISPLAY_S):
            missing["display"] = oled.fault or "the display does not answer"
        display = oled
    return Device(
        buttons=buttons or NoButtons(),
        display=display,
        lamps=lamps or NoLamps(),
        buzzer=buzzer or NoBuzzer(),
        camera=opened("camera", partial(PiCamera, shooting)),
        track=track or NoTrack(),
        missing=missing,
        chip=chip,
    )


def panel(display: DisplayWiring, chip: Factory | None) -> Callable[[], Panel]:
    """What makes and initialises the panel; `chip` is needed on SPI."""
    if display.bus == "i2c":
        return partial(
            i2c_panel,
            display.chip,
            port=display.i2c_port,
            address=display.i2c_address,
            column=display.column,
        )
    return partial(
        spi_panel,
        display.chip,
        chip,
        port=display.spi_port,
        device=display.spi_device,
        data_pin=display.data_pin,
        reset_pin=display.reset_pin,
        column=display.column,
    )


def _track(track: TrackWiring, chip: Factory | None) -> BearTrack:
    """The track as it is wired; raises PartMissing for pins that cannot be had."""
    match track.kind:
        case "lights":
            strip = partial(apa102_strip, track.lights, port=track.spi_port, device=track.spi_device)
            return LightTrack(strip, track.lights)
        case "bar" if chip is not None:
            return BarTrack(chip, track.pins)
        case "pointer":
            return PointerTrack(
                partial(i2c_bus, track.i2c_port),
                address=track.i2c_address,
                channel=track.channel,
                start_us=track.start_us,
                end_us=track.end_us,
            )
    return NoTrack()
