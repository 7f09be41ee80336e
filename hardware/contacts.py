"""How the edges of one contact become presses: a press counts by its first edge, and bouncing adds none.

No threads and no pins here, so that fairness can be tested with any sequence of edges.
"""

from __future__ import annotations

LOCKOUT_NS = 30_000_000
"""How long a contact must be quiet before its next edge can begin a press; good ones bounce for up to 20 ms."""

HELD_NS = 5_000_000_000
"""A button held down for longer than this is stuck: nobody shouts that long."""


class Contact:
    """The contact of one button, as its edges tell, plus what was read from its pin when it was opened.

    Edges closer than `lockout_ns` to the one before belong to the same burst. A burst that begins while the contact
    is open, and in which it is seen closed, is one press, at the time of the burst's first edge. That edge need not
    say "closed" itself: the kernel stamps an edge at once and reads the level a moment later, when a bouncing
    contact may be open again.
    """

    def __init__(self, *, closed: bool, read_ns: int, lockout_ns: int = LOCKOUT_NS) -> None:
        self._lockout_ns = lockout_ns
        self._read_ns = read_ns
        self._closed = closed
        self._since_ns = read_ns
        self._last_ns: int | None = None
        self._began_ns = read_ns
        self._was_closed = closed
        self._counted = False
        self._held_at_start = closed
        self._odd_ns: int | None = None

    def edge(self, time_ns: int, *, closed: bool) -> int | None:
        """The time of the press that this edge proves, ns; None if it proves none. Edges come in order of time."""
        if self._last_ns is None or time_ns - self._last_ns > self._lockout_ns:
            first = self._last_ns is None
            self._began_ns = time_ns
            # An edge from before the first reading is how the contact came into the state that was read.
            self._was_closed = self._closed and not (first and time_ns <= self._read_ns)
            self._counted = False
        self._last_ns = time_ns if self._last_ns is None else max(time_ns, self._last_ns)
        self._odd_ns = None
        if closed != self._closed:
            self._since_ns = time_ns
        self._closed = closed
        self._held_at_start = self._held_at_start and closed and self._was_closed
        if closed and not self._was_closed and not self._counted:
            self._counted = True
            return self._began_ns
        return None

    def level(self, now_ns: int, *, closed: bool) -> None:
        """Take note of the pin's level, so that an edge that got lost does not leave the button dead.

        Edges travel for a while, so a level that contradicts them counts only if it stays so with no edge coming.
        A press is never made of it: nobody knows when it happened.
        """
        if closed == self._closed:
            self._odd_ns = None
        elif self._odd_ns is None:
            self._odd_ns = now_ns
        elif now_ns - self._odd_ns > self._lockout_ns:
            self._closed, self._since_ns, self._odd_ns = closed, now_ns, None
            self._held_at_start = False

    def stuck(self, now_ns: int, *, held_ns: int = HELD_NS) -> bool:
        """Whether it has been held since before it was opened, or for longer than `held_ns`."""
        return self._closed and (self._held_at_start or now_ns - self._since_ns > held_ns)
