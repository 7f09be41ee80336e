"""Taking a terminal over, and giving it back as it was whatever happens."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import termios
import threading
from types import FrameType

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_FATAL = (signal.SIGTERM, signal.SIGHUP)
_PATIENCE_S = 1.0


class Takeover:
    """The terminal's other page without a cursor, and keys that come one by one; until `end`.

    Ctrl-C stays what it is; Ctrl-S and Ctrl-Z lose their meaning, since both would stop the picture. It is ended at the
    latest when the interpreter exits, and by the signals TERM and HUP unless the program handles these itself.
    """

    def __init__(self, keys: int, page: int) -> None:
        """`keys` and `page` are the file descriptors to read keys from and to write to."""
        self._keys, self._page = keys, page
        self._writing = threading.Lock()
        self._ended = False
        self._before = termios.tcgetattr(keys)
        termios.tcsetattr(
            keys, termios.TCSADRAIN, _one_by_one(self._before, os.fpathconf(keys, "PC_VDISABLE"))
        )
        atexit.register(self.end)
        self._handled = self._handle_signals()
        self.write(_ENTER)

    def write(self, text: str) -> bool:
        """Write text, however long it takes; returns whether the terminal took it."""
        with self._writing:
            return not self._ended and self._send(text)

    def end(self) -> None:
        """Give the terminal back; harmless a second time."""
        # A writer that is stuck keeps the lock: then the terminal's settings are given back all the same.
        free = self._writing.acquire(timeout=_PATIENCE_S)
        try:
            if self._ended:
                return
            self._ended = True
            if free and select.select([], [self._page], [], _PATIENCE_S)[1]:
                self._send(_LEAVE)
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._keys, termios.TCSANOW, self._before)
        except (OSError, ValueError):
            pass  # the terminal is gone, and with it all that was to be given back
        finally:
            if free:
                self._writing.release()
            atexit.unregister(self.end)
            self._forget_signals()

    def _send(self, text: str) -> bool:
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._page, data) :]
        except OSError:
            return False
        return True

    def _handle_signals(self) -> tuple[signal.Signals, ...]:
        if threading.current_thread() is not threading.main_thread():
            return ()
        free = tuple(number for number in _FATAL if signal.getsignal(number) is signal.SIG_DFL)
        for number in free:
            signal.signal(number, self._end_by_signal)
        return free

    def _forget_signals(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in self._handled:
                if signal.getsignal(number) == self._end_by_signal:
                    signal.signal(number, signal.SIG_DFL)

    def _end_by_signal(self, number: int, frame: FrameType | None) -> None:
        del frame
        self.end()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def _one_by_one(before: list[int | list[bytes | int]], nothing: int) -> list[int | list[bytes | int]]:
    """The terminal's settings with which each key is given at once and none is shown."""
    inputs, outputs, control, local, slow, fast, characters = before
    assert isinstance(inputs, int)
    assert isinstance(local, int)
    assert isinstance(characters, list)
    characters = list(characters)
    characters[termios.VSUSP] = bytes([nothing])
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    return [
        inputs & ~termios.IXON,
        outputs,
        control,
        local & ~(termios.ICANON | termios.ECHO),
        slow,
        fast,
        characters,
    ]
