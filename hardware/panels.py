"""The OLED panels that are known, each on either bus, through luma."""

from __future__ import annotations

from typing import Any, Literal

from gpiozero import Factory, OutputDevice
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306

from hardware.errors import PartMissing
from hardware.oled import Panel

Chip = Literal["ssd1306", "sh1106"]

NOP = 0xE3
"""A command that does nothing, on both chips; a panel that is not there does not acknowledge it."""


def i2c_panel(
    chip: Chip,
    *,
    port: int = 1,
    address: int = 0x3C,
    column: int = 2,
    bus: Any = None,  # noqa: ANN401 - anything like smbus2.SMBus
) -> Panel:
    """Initialise a panel on an I2C bus and clear it; `column` is where the SH1106's glass begins in its memory.

    Asks whether it is there before anything of luma's is made, because luma keeps what it has once made for good.
    Raises luma's errors and OSError.
    """
    serial = i2c(bus=bus) if bus is not None else i2c(port=port, address=address)
    return _made(chip, serial, column)


def spi_panel(
    chip: Chip,
    factory: Factory,
    *,
    port: int = 0,
    device: int = 0,
    data_pin: int = 24,
    reset_pin: int = 25,
    column: int = 2,
    bus: Any = None,  # noqa: ANN401 - anything like spidev.SpiDev
) -> Panel:
    """Initialise a panel on an SPI bus and clear it; the bus cannot tell whether anybody listens.

    Its two extra pins go through `factory`, as luma's own way does not work on a Raspberry Pi 5. Raises luma's
    errors, OSError, what pins raise, and PartMissing if spidev is not installed.
    """
    pins = _Pins(factory)
    try:
        serial = spi(
            spi=bus,
            gpio=pins,
            port=port,
            device=device,
            gpio_DC=data_pin,
            gpio_RST=reset_pin,
            bus_speed_hz=8_000_000,
        )
    except ImportError as error:
        pins.cleanup([data_pin, reset_pin])
        raise PartMissing("spidev is not installed: apt install python3-spidev") from error
    except BaseException:
        pins.cleanup([data_pin, reset_pin])
        raise
    serial._managed = True  # noqa: SLF001 - the pins are for this panel only, and go with it
    return _made(chip, serial, column)


def _made(chip: Chip, serial: Any, column: int) -> Panel:  # noqa: ANN401 - luma is not typed
    try:
        serial.command(NOP)
        device: Panel = ssd1306(serial) if chip == "ssd1306" else sh1106(serial, page_address_offset=column)
    except (LumaError, OSError):
        serial.cleanup()
        raise
    return device


class _Pins:
    """gpiozero's pins in the manner of RPi.GPIO, as far as luma wants it."""

    OUT = "out"
    LOW, HIGH = False, True

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._devices: dict[int, OutputDevice] = {}

    def setup(self, pin: int, _direction: str) -> None:
        """Claim a pin."""
        self._devices[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, value: bool) -> None:  # noqa: FBT001 - RPi.GPIO's signature
        """Set a pin."""
        self._devices[pin].value = value

    def cleanup(self, pins: list[int]) -> None:
        """Let pins go."""
        for pin in pins:
            device = self._devices.pop(pin, None)
            if device is not None:
                device.close()
