"""A pseudo terminal with somebody who reads it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import termios
import threading
import time
from collections.abc import Callable

from PIL import Image

from tests.hardware.terminal.emulator import Emulator


class Window:
    """A terminal window: `inside` is the descriptor that a program uses, the rest is what a person does and sees."""

    def __init__(self, columns: int = 80, rows: int = 24, *, reading: bool = True) -> None:
        self._outside, self.inside = pty.openpty()
        self.resize(columns, rows)
        self.written = b""
        self._news = threading.Condition()
        self._open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        if reading:
            self._reader.start()

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size."""
        self.columns, self.rows = columns, rows
        fcntl.ioctl(self.inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._outside, keys.encode())

    def seen(self, *, since: int = 0) -> Emulator:
        """What is on the page after everything that was written."""
        emulator = Emulator(self.columns, self.rows)
        emulator.feed(self.written[since:].decode())
        return emulator

    def see(self, wanted: Callable[[Emulator], bool], *, since: int = 0, timeout_s: float = 5.0) -> Emulator:
        """Wait until the page is as wanted."""
        end = time.monotonic() + timeout_s
        while True:
            # A write may have been read in two halves; the second comes soon.
            try:
                emulator = self.seen(since=since)
                if wanted(emulator):
                    return emulator
            except (AssertionError, UnicodeDecodeError):
                if time.monotonic() > end:
                    raise
            assert time.monotonic() < end, "this was not seen in time:\n" + self.seen(since=since).text()
            with self._news:
                self._news.wait(0.05)

    def settings(self) -> list[object]:
        """The terminal's settings, to compare."""
        return list(termios.tcgetattr(self.inside))

    def hang_up(self) -> None:
        """The window is closed."""
        if self._open:
            self._open = False
            if self._reader.is_alive():
                self._reader.join()
            os.close(self._outside)

    def close(self) -> None:
        """Close both ends."""
        self.hang_up()
        os.close(self.inside)

    def settle(self) -> None:
        """Wait until nothing more is written."""
        seen = -1
        while len(self.written) != seen:
            seen = len(self.written)
            time.sleep(0.15)

    def picture(self) -> Image.Image | None:
        """The display in the left upper corner, drawn with half blocks; None while it is off."""
        self.settle()
        lines = self.seen().lines()
        if " off " in lines[0]:
            return None
        picture = Image.new("1", (128, 64))
        for y, line in enumerate(lines[1:33]):
            for x, character in enumerate(line[1:129]):
                for inside in {"▀": (0,), "▄": (1,), "█": (0, 1)}.get(character, ()):
                    picture.putpixel((x, 2 * y + inside), 1)
        return picture

    def _read(self) -> None:
        while self._open:
            # A thread that is inside a read would keep the window open when it is closed.
            try:
                if not select.select([self._outside], [], [], 0.02)[0]:
                    continue
                piece = os.read(self._outside, 65536)
            except OSError:
                return
            if not piece:
                return
            with self._news:
                self.written += piece
                self._news.notify_all()
