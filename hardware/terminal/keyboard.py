"""The keyboard as the box's buttons: 1 to 8 shout, arrows and Enter are the menu."""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque

from hardware.buttons import Button, Menu, Press, Shout

KEYS = "1-8 shout   ← back   → next   Enter ok   q end"
"""What to press, in a line."""

_BUTTONS: dict[str, Button] = {
    **{str(seat + 1): Shout(seat) for seat in range(8)},
    **dict.fromkeys(("\x1b[A", "\x1bOA", "\x1b[D", "\x1bOD", "b", "B", "\x7f", "\b"), Menu.BACK),
    **dict.fromkeys(("\x1b[B", "\x1bOB", "\x1b[C", "\x1bOC", "n", "N", "\t"), Menu.NEXT),
    **dict.fromkeys(("\r", "\n", " "), Menu.OK),
}
_END = ("q", "Q", "\x03", "\x04")
_SEQUENCE_S = 0.05
"""How long the rest of an arrow key may take to arrive."""
_REPEATED_NS = 120_000_000
"""A shout key that comes again so soon is being held down."""


class Keyboard:
    """Hears the keys of a terminal in a thread of its own; a `Buttons`.

    A key has no edge that the kernel times: a press gets the time at which its character arrived. Keys that are held
    down repeat; in the menu each repetition is a press, a shout counts once.
    """

    def __init__(self, keys: int) -> None:
        """`keys` is the file descriptor of a terminal that gives keys one by one."""
        self._keys = keys
        self._presses: deque[Press] = deque()
        self._news = threading.Condition()
        self._ending = False
        self._last: dict[Button, int] = {}
        self._stop, self._stopper = os.pipe()
        self._thread = threading.Thread(target=self._listen, name="keyboard", daemon=True)
        self._thread.start()

    def presses(self) -> tuple[Press, ...]:
        """The presses since the last call, in order of their time; never blocks."""
        with self._news:
            taken = tuple(self._presses)
            self._presses.clear()
        return taken

    def wait(self, timeout_s: float) -> bool:
        """Whether a press came within `timeout_s`, or one waits to be taken; returns early when it is to end."""
        with self._news:
            self._news.wait_for(lambda: self._presses or self._ending, timeout_s)
            return bool(self._presses)

    def stuck(self) -> tuple[Button, ...]:
        """None: a keyboard does not tell how long a key is held."""
        return ()

    def alive(self) -> bool:
        """Whether keys are heard."""
        return self._thread.is_alive()

    def ending(self) -> bool:
        """Whether somebody pressed q, or the terminal is gone."""
        return self._ending

    def close(self) -> None:
        """Stop listening; harmless a second time."""
        if self._stopper < 0:
            return
        os.close(self._stopper)
        self._stopper = -1
        self._thread.join(timeout=1.0)
        os.close(self._stop)

    def _listen(self) -> None:
        waiting = ""
        while True:
            ready, _, _ = select.select([self._keys, self._stop], [], [], _SEQUENCE_S if waiting else None)
            time_ns = time.monotonic_ns()
            if self._stop in ready:
                return
            if not ready:  # what began like an arrow was the Escape key
                waiting = ""
                continue
            try:
                typed = os.read(self._keys, 256)
            except OSError:
                typed = b""
            if not typed:
                self._end()
                return
            waiting = self._hear(waiting + typed.decode("utf-8", "replace"), time_ns)

    def _hear(self, typed: str, time_ns: int) -> str:
        """Take in what was typed; returns the beginning of a key whose rest has not arrived."""
        while typed:
            key = _first_key(typed)
            if key is None:
                return typed
            typed = typed[len(key) :]
            if key in _END:
                self._end()
            elif (button := _BUTTONS.get(key)) is not None:
                self._press(button, time_ns)
        return ""

    def _press(self, button: Button, time_ns: int) -> None:
        before = self._last.get(button)
        self._last[button] = time_ns
        if isinstance(button, Shout) and before is not None and time_ns - before < _REPEATED_NS:
            return
        with self._news:
            self._presses.append(Press(time_ns, button))
            self._news.notify_all()

    def _end(self) -> None:
        with self._news:
            self._ending = True
            self._news.notify_all()


def _first_key(typed: str) -> str | None:
    """The first key of what was typed, an escape sequence as a whole; None if its end is missing."""
    if typed[0] != "\x1b":
        return typed[0]
    if len(typed) == 1:
        return None
    if typed[1] == "O":
        return typed[:3] if len(typed) > 2 else None
    if typed[1] != "[":
        return typed[0]
    for k, character in enumerate(typed[2:], 2):
        if "@" <= character <= "~":
            return typed[: k + 1]
    return None
