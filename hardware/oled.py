"""The OLED: pictures are sent from a thread of its own, and only those that changed."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Protocol

from luma.core.error import Error as LumaError
from PIL import Image, ImageChops

from hardware.care import Care, Glow
from hardware.outputs import DISPLAY, Display
from hardware.pi import pin_faults

BRIGHT, DIM = 0xCF, 0x08
"""Contrast, 0 to 255; the panels' own scale is far from linear, and 8 is still readable in a dim room."""

FIRST_RETRY_S, LAST_RETRY_S = 0.25, 5.0
"""After a failure the panel is tried again soon, then less and less often."""

CLOSE_S = 2.0
"""How long a bus that hangs may hold up the end of the program."""


class Panel(Protocol):
    """What is used of one of luma's devices."""

    persist: bool

    def display(self, image: Image.Image) -> None:
        """Send a picture."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def show(self) -> None:
        """Turn it on."""

    def hide(self) -> None:
        """Turn it off; it keeps its picture."""

    def clear(self) -> None:
        """Send an empty picture."""

    def cleanup(self) -> None:
        """Let the bus go; turns it off before, unless `persist`."""


class Oled(Display):
    """Shows the latest picture on the panel that `connect` makes and initialises, now or whenever it can be reached.

    A bus that fails costs nothing but the display: the panel is made anew, since it may have lost its power, and
    gets the latest picture. Pictures that came meanwhile are skipped. `Care` says how the panel is spared.
    """

    def __init__(self, connect: Callable[[], Panel], *, care: Care | None = None) -> None:
        self._connect = connect
        self._care = care or Care()
        self._panel: Panel | None = None
        self._wanted: Image.Image | None = None
        self._sent: bytes | None = None
        self._glow: Glow | None = None
        self._began_s = self._changed_s = time.monotonic()
        self._retry_s = FIRST_RETRY_S
        self._retry_at_s = 0.0
        self._tried = self._arrived = False
        self._fault = ""
        self._closing = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="oled", daemon=True)
        self._thread.start()

    def show(self, picture: Image.Image) -> None:
        """Show a picture of mode "1" and the size `DISPLAY`; returns at once, ValueError if it is not such a one."""
        if picture.mode != "1" or picture.size != DISPLAY:
            raise ValueError(
                f"a picture for the display is {DISPLAY[0]}x{DISPLAY[1]} of mode 1, not {picture}"
            )
        with self._news:
            if self._wanted is not None and self._wanted.tobytes() == picture.tobytes():
                return
            self._wanted = picture.copy()
            self._changed_s = time.monotonic()
            self._tried = False
            self._news.notify_all()

    def working(self) -> bool:
        """Whether the last picture that was sent arrived."""
        return self._arrived

    @property
    def fault(self) -> str:
        """What went wrong last, in a line; empty while it works."""
        return self._fault

    def settle(self, timeout_s: float) -> bool:
        """Wait until the last picture has been sent or has failed to be; whether it arrived within `timeout_s`."""
        with self._news:
            return self._news.wait_for(lambda: self._tried, timeout=timeout_s) and self.working()

    def close(self) -> None:
        """Go dark and let the bus go; harmless a second time. A bus that hangs is left behind."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        self._thread.join(timeout=CLOSE_S)

    def _run(self) -> None:
        faults = (LumaError, *pin_faults())
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or self._due(), timeout=self._pause_s())
                if self._closing:
                    break
                wanted = self._wanted
            if self._panel is None and time.monotonic() < self._retry_at_s:
                continue
            try:
                self._send(wanted)
            except faults as error:
                self._lose(str(error) or type(error).__name__)
            with self._news:
                self._tried = self._tried or wanted is self._wanted
                self._news.notify_all()
        self._arrived = False
        if self._panel is not None:
            with contextlib.suppress(*faults):
                self._panel.hide()
                self._panel.clear()
            self._let_go()

    def _due(self) -> bool:
        """Whether there is a picture that has not been tried; while the panel is lost, time alone decides."""
        return not self._tried and (self._panel is not None or time.monotonic() >= self._retry_at_s)

    def _pause_s(self) -> float:
        """How long nothing will be due, unless somebody shows something."""
        if self._panel is None:
            return max(0.01, self._retry_at_s - time.monotonic())
        pauses = [self._care.shift_every_s, self._care.dim_after_s, self._care.off_after_s]
        return min([pause / 4 for pause in pauses if pause] or [3600.0])

    def _send(self, wanted: Image.Image | None) -> None:
        """Bring the panel to what it should show."""
        if self._panel is None:
            self._panel = self._connect()
            self._panel.persist = True  # or luma would write to the bus when Python ends
            self._sent = self._glow = None
        now_s = time.monotonic()
        glow = self._care.glow(now_s - self._changed_s)
        if wanted is not None and glow is not Glow.DARK:
            self._send_picture(_moved(wanted, self._care.offset(now_s - self._began_s)))
        if glow is not self._glow:
            self._send_glow(glow)
        self._fault = ""
        self._retry_s = FIRST_RETRY_S
        self._arrived = True

    def _send_picture(self, picture: Image.Image) -> None:
        assert self._panel is not None
        if picture.tobytes() != self._sent:
            self._panel.display(picture)
            self._sent = picture.tobytes()

    def _send_glow(self, glow: Glow) -> None:
        assert self._panel is not None
        if glow is Glow.DARK:
            self._panel.hide()
        else:
            self._panel.contrast(BRIGHT if glow is Glow.BRIGHT else DIM)
            if self._glow is Glow.DARK:
                self._panel.show()
        self._glow = glow

    def _lose(self, fault: str) -> None:
        self._arrived = False
        self._fault = fault
        self._let_go()
        self._retry_at_s = time.monotonic() + self._retry_s
        self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)

    def _let_go(self) -> None:
        panel, self._panel = self._panel, None
        if panel is not None:
            with contextlib.suppress(LumaError, *pin_faults()):
                panel.cleanup()


def _moved(picture: Image.Image, offset: tuple[int, int]) -> Image.Image:
    """The picture moved right and down, px, with black where it was."""
    x, y = offset
    if not x and not y:
        return picture
    moved = ImageChops.offset(picture, x, y)
    width, height = moved.size
    if x:
        moved.paste(0, (0, 0, x, height) if x > 0 else (width + x, 0, width, height))
    if y:
        moved.paste(0, (0, 0, width, y) if y > 0 else (0, height + y, width, height))
    return moved
