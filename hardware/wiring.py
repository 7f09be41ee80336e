"""What is wired where. Pins are BCM numbers, as printed on most breakout boards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hardware.buttons import Button, Menu, Shout

Bus = Literal["i2c", "spi"]

SEATS = range(2, 9)
"""How many may play."""

_ID_PINS = {0, 1}
_I2C_PINS = {2, 3}
_SPI_PINS = {7, 8, 9, 10, 11}
_TRACK_PINS: dict[str, set[int]] = {"lights": {10, 11}, "pointer": _I2C_PINS}
"""The lights listen to clock and data only; they have no chip select."""
_PINS = range(28)


@dataclass(frozen=True)
class DisplayWiring:
    """The OLED: which chip, on which bus."""

    chip: Literal["ssd1306", "sh1106"] = "ssd1306"
    bus: Bus = "i2c"
    i2c_port: int = 1
    i2c_address: int = 0x3C
    spi_port: int = 0
    spi_device: int = 0
    data_pin: int = 24
    """SPI only: the panel's D/C."""
    reset_pin: int = 25
    """SPI only: the panel's RES."""
    column: int = 2
    """SH1106 only: the first column of its memory that has glass; 2 on most, 0 where the picture is cut off left."""


TrackKind = Literal["none", "lights", "bar", "pointer"]


@dataclass(frozen=True)
class TrackWiring:
    """The track that shows the Bear: a strip of APA102 `lights`, a `bar` of plain lights, a `pointer` on a PCA9685."""

    kind: TrackKind = "none"
    lights: int = 60
    """How many the strip has."""
    spi_port: int = 0
    spi_device: int = 0
    pins: tuple[int, ...] = ()
    """Of the bar, from the campsite on."""
    i2c_port: int = 1
    i2c_address: int = 0x40
    channel: int = 0
    """The output of the chip that moves the pointer."""
    start_us: int = 1000
    """The length of the pulses with which the pointer stands before the first row, µs."""
    end_us: int = 2000
    """The length with which it stands at the last row."""


@dataclass(frozen=True)
class Wiring:
    """The whole device. ValueError if two parts share a pin or one is on a pin that a bus needs.

    `shouts` and `lamps` are in the order of the seats; lamps may be fewer.
    """

    shouts: tuple[int, ...] = (17, 27, 22, 23, 5, 6, 13, 19)
    back: int = 16
    next: int = 20
    ok: int = 21
    lamps: tuple[int, ...] = (4, 18, 24, 25, 26, 9, 10, 11)
    buzzer: int | None = 12
    display: DisplayWiring = field(default_factory=DisplayWiring)
    track: TrackWiring = field(default_factory=TrackWiring)

    def __post_init__(self) -> None:
        if len(self.shouts) not in SEATS or len(self.lamps) > len(self.shouts):
            raise ValueError(f"{SEATS[0]} to {SEATS[-1]} shout buttons, and not more lamps than those")
        if self.track.kind == "bar" and not self.track.pins:
            raise ValueError("a bar needs the pins of its lights")
        if self.track.kind == "lights" and self.display.bus == "spi":
            raise ValueError(
                "the track's lights and the display cannot share the SPI bus: put the display on I2C"
            )
        used: dict[int, str] = {}
        for pin, what in self._uses():
            if pin not in _PINS or pin in _ID_PINS:
                raise ValueError(f"{what} cannot be on GPIO {pin}; there are 2 to 27")
            for whose, pins in self._bus_pins():
                if pin in pins:
                    raise ValueError(f"{what} cannot be on GPIO {pin}, which {whose} bus needs")
            if pin in used:
                raise ValueError(f"{what} and {used[pin]} are both on GPIO {pin}")
            used[pin] = what

    def buttons(self) -> dict[Button, int]:
        """The pin of every button."""
        pins: dict[Button, int] = {Shout(seat): pin for seat, pin in enumerate(self.shouts)}
        return pins | {Menu.BACK: self.back, Menu.NEXT: self.next, Menu.OK: self.ok}

    def _bus_pins(self) -> list[tuple[str, set[int]]]:
        buses = [("the display's", _SPI_PINS if self.display.bus == "spi" else _I2C_PINS)]
        if self.track.kind in _TRACK_PINS:
            buses.append(("the track's", _TRACK_PINS[self.track.kind]))
        return buses

    def _uses(self) -> list[tuple[int, str]]:
        uses = [(pin, f"the shout button of seat {seat + 1}") for seat, pin in enumerate(self.shouts)]
        uses += [(pin, f"the lamp of seat {seat + 1}") for seat, pin in enumerate(self.lamps)]
        uses += [(self.back, "the button back"), (self.next, "the button next"), (self.ok, "the button ok")]
        if self.buzzer is not None:
            uses.append((self.buzzer, "the buzzer"))
        if self.display.bus == "spi":
            uses += [
                (self.display.data_pin, "the display's D/C"),
                (self.display.reset_pin, "the display's RES"),
            ]
        if self.track.kind == "bar":
            uses += [(pin, f"light {k} of the track") for k, pin in enumerate(self.track.pins, start=1)]
        return uses


SPI_DISPLAY = Wiring(lamps=(4, 18, 26, 14, 15), display=DisplayWiring(bus="spi"))
"""With the display on SPI there are pins for five lamps, the last two on the serial console's."""

LIGHTS_TRACK = Wiring(lamps=(4, 18, 24, 25, 26, 9), track=TrackWiring(kind="lights"))
"""With a strip of lights as the track there are pins for six lamps."""
