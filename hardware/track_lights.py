"""The track as a strip of APA102 lights on the hardware SPI bus, through luma.

The strip has no chip select, so nothing else may be on its bus. (APA102 datasheet: 32 zero bits, a word a light, then
half a bit a light; luma sends it so.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from luma.core.error import Error as LumaError
from luma.core.interface.serial import noop, spi
from luma.led_matrix.device import apa102
from PIL import Image

from hardware.bear_track import BearTrack, TrackView
from hardware.errors import PartMissing
from hardware.latest import Latest
from hardware.pi import pin_faults
from hardware.track_beads import beads

BRIGHTNESS = 0x40
"""Of 255; a strip at full brightness blinds people and needs a power supply of its own."""
BEAT_S = 0.5


def apa102_strip(lights: int, *, port: int = 0, device: int = 0, bus: Any = None) -> Any:  # noqa: ANN401 - luma is not typed
    """A dark strip of so many lights; `bus` anything like spidev.SpiDev.

    Raises luma's errors, OSError, and PartMissing if spidev is not installed.
    """
    try:
        serial = spi(spi=bus, gpio=noop(), port=port, device=device, bus_speed_hz=2_000_000)
    except ImportError as error:
        raise PartMissing("spidev is not installed: apt install python3-spidev") from error
    try:
        strip = apa102(serial, cascaded=lights)
        strip.persist = True  # or luma would write to the bus when Python ends
        strip.contrast(BRIGHTNESS)
    except BaseException:
        serial.cleanup()
        raise
    return strip


class LightTrack(BearTrack):
    """Everybody on a strip of `lights` lights that `connect` makes, now or whenever it can be reached."""

    def __init__(self, connect: Callable[[], Any], lights: int, *, beat_s: float = BEAT_S) -> None:
        self._connect, self._lights, self._beat_s = connect, lights, beat_s
        self._strip: Any = None
        self._shown: TrackView | None = None
        self._beat = 0
        self._latest: Latest[TrackView] = Latest(
            "bear track", self._send, finish=self._end, faults=lambda: (LumaError, PartMissing, *pin_faults())
        )

    def show(self, view: TrackView) -> None:
        """Show where everybody is; returns at once."""
        self._latest.give(view)

    def working(self) -> bool:
        """Whether what was shown last was sent; the strip itself cannot answer."""
        return self._latest.arrived

    def settle(self, timeout_s: float) -> bool:
        """Wait until it has been tried; whether it was sent."""
        return self._latest.settle(timeout_s)

    def close(self) -> None:
        """Go dark; harmless a second time."""
        self._latest.close()

    def _send(self, view: TrackView) -> float | None:
        if self._strip is None:
            self._strip = self._connect()
        if view != self._shown:
            self._shown, self._beat = view, 0  # the Bear is seen at once where it came to
        picture = Image.new("RGBA", (self._lights, 1))
        for k, colour in enumerate(beads(view, self._lights, beat=self._beat)):
            picture.putpixel((k, 0), (*colour, 0xFF))
        try:
            self._strip.display(picture)
        except BaseException:
            self._strip = None
            raise
        self._beat += 1
        return self._beat_s

    def _end(self) -> None:
        if self._strip is not None:
            self._strip.clear()
            self._strip.cleanup()
            self._strip = None
