"""A thread that brings the latest of many things to a part that may be slow or fail, so that nobody waits for it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

FIRST_RETRY_S, LAST_RETRY_S = 0.25, 5.0
"""After a failure it is tried again soon, then less and less often."""

CLOSE_S = 2.0
"""How long a part that hangs may hold up the end of the program."""

T = TypeVar("T")


class Latest(Generic[T]):
    """Delivers the latest value given; those that came meanwhile are skipped.

    `deliver` brings a value to the part and returns after how many seconds it wants to be called again with the same
    one, None for never; what it raises of `faults` is remembered, and it is called again. `finish` is called at the
    end.
    """

    def __init__(
        self,
        name: str,
        deliver: Callable[[T], float | None],
        *,
        finish: Callable[[], None],
        faults: Callable[[], tuple[type[Exception], ...]],
    ) -> None:
        self._deliver, self._finish, self._faults = deliver, finish, faults
        self._wanted: T | None = None
        self._due_s: float | None = None
        """When it is to be delivered, by the monotonic clock; None while there is nothing to do."""
        self._retry_s = FIRST_RETRY_S
        self._closing = False
        self.fault = ""
        """What went wrong last, in a line; empty while all is well."""
        self.arrived = False
        """Whether the last value that was tried arrived."""
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def give(self, value: T) -> None:
        """Deliver this from now on; returns at once."""
        with self._news:
            if self._closing or value == self._wanted:
                return
            self._wanted = value
            if not self.fault:
                self._due_s = time.monotonic()
            self._news.notify_all()

    def settle(self, timeout_s: float) -> bool:
        """Wait until the latest value has been tried; whether it arrived within `timeout_s`."""
        with self._news:
            tried = self._news.wait_for(lambda: self._tried is self._wanted, timeout=timeout_s)
            return tried and self.arrived

    def close(self) -> None:
        """Finish; harmless a second time. A part that hangs is left behind."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        self._thread.join(timeout=CLOSE_S)

    _tried: T | None = None

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._called, timeout=self._pause_s())
                if self._closing:
                    break
                wanted = self._wanted
            if wanted is None or not self._is_due():
                continue
            try:
                again_s = self._deliver(wanted)
            except self._faults() as error:
                self._failed(error)
            else:
                self._retry_s, self.fault, self.arrived = FIRST_RETRY_S, "", True
                with self._news:
                    if wanted is self._wanted:
                        self._due_s = None if again_s is None else time.monotonic() + again_s
            with self._news:
                self._tried = wanted
                self._news.notify_all()
        with contextlib.suppress(*self._faults()):
            self._finish()

    def _called(self) -> bool:
        return self._closing or self._is_due()

    def _is_due(self) -> bool:
        return self._due_s is not None and time.monotonic() >= self._due_s

    def _pause_s(self) -> float | None:
        return None if self._due_s is None else max(0.0, self._due_s - time.monotonic())

    def _failed(self, error: Exception) -> None:
        self.arrived, self.fault = False, str(error) or type(error).__name__
        self._due_s = time.monotonic() + self._retry_s
        self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)
