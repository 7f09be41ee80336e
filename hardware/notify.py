"""Talking to systemd: when the service is ready, that it is alive, what it is doing."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import MutableMapping


class Notifier:
    """Tells the service manager, if one started this program; otherwise everything here does nothing.

    `address` is its socket's, "" if there is none, and `watched_s` after how long without a sign of life it would
    restart the program, 0 for never. A message that cannot be delivered is lost: the watchdog notices.
    """

    def __init__(self, address: str = "", *, watched_s: float = 0.0) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every_s = watched_s / 4
        self._fed_s = float("-inf")
        self._status = ""

    @classmethod
    def from_environment(cls, environment: MutableMapping[str, str] = os.environ) -> Notifier:
        """What systemd asks for. Its variables are taken out, so that no program started from here speaks for us."""
        address = environment.pop("NOTIFY_SOCKET", "")
        watched_us = environment.pop("WATCHDOG_USEC", "0")
        ours = environment.pop("WATCHDOG_PID", "") in {"", str(os.getpid())}
        return cls(address, watched_s=int(watched_us) / 1e6 if ours and watched_us.isdecimal() else 0.0)

    def ready(self) -> None:
        """The service works from now on; others may be started."""
        self._tell("READY=1", patience_s=1)

    def alive(self) -> None:
        """Feed the watchdog; may be called as often as one likes, and only while all is well."""
        now_s = time.monotonic()
        if self._every_s and now_s - self._fed_s >= self._every_s:
            self._fed_s = now_s
            self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Say in a line what is going on, for `systemctl status`."""
        if text != self._status:
            self._status = text
            self._tell("STATUS=" + " ".join(text.split()))

    def stopping(self) -> None:
        """It is ending, and means to."""
        self._tell("STOPPING=1", patience_s=1)

    def _tell(self, message: str, *, patience_s: float = 0) -> None:
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.settimeout(patience_s)
            manager.sendto(message.encode(), self._address)
