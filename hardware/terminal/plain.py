"""The console where there is no terminal: what happens is printed, a line an event."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from PIL import Image

from hardware.absent import NoTrack
from hardware.buttons import Button, Press
from hardware.outputs import Light, Sound


class PlainConsole:
    """Prints lines; its display, lamps and buzzer are not seen, and nobody presses its buttons."""

    def __init__(self, page: TextIO) -> None:
        self._page = page
        self._works = True
        self.display, self.lamps, self.buzzer, self.buttons = self, _Unseen(), _Unheard(), _Untouched()
        self.track = NoTrack()

    def show(self, picture: Image.Image) -> None:
        """Take a picture that nobody sees."""

    def working(self) -> bool:
        """Whether the last line arrived."""
        return self._works

    def seat(self, names: Sequence[str]) -> None:
        """Say who sits where; the lines name people anyway."""

    def tell(self, line: str) -> None:
        """Print a line; once nobody reads any more, none."""
        if not self._works:
            return
        try:
            print(line, file=self._page, flush=True)
        except (OSError, ValueError):
            self._works = False
            self._drop_the_rest()

    def _drop_the_rest(self) -> None:
        """Let what is still to be written go nowhere; at its end Python would complain about it once more."""
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._page.fileno())
            os.close(nowhere)

    def leaving(self) -> bool:
        """Never: there are no keys. A reader that went away does not end a match either."""
        return False

    def close(self) -> None:
        """Nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Unseen:
    """Lamps in the dark."""

    def light(self, seat: int, light: Light) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class _Unheard:
    """A buzzer that makes no sound."""

    def play(self, sound: Sound) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class _Untouched:
    """Buttons that nobody presses."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def presses(self) -> tuple[Press, ...]:
        """None."""
        return ()

    def wait(self, timeout_s: float) -> bool:
        """Wait in vain."""
        self._closed.wait(timeout_s)
        return False

    def stuck(self) -> tuple[Button, ...]:
        """None."""
        return ()

    def alive(self) -> bool:
        """True: nothing could die."""
        return True

    def close(self) -> None:
        """Wait no longer."""
        self._closed.set()
