"""What people see and hear: the screen of the moment, the lamps, the sounds."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from companion.screens import draw, pages_of
from companion.screens.kinds import Screen
from companion.screens.paper import TICKS_A_PAGE
from hardware.outputs import Buzzer, Display, Lamps, Light, Sound

log = logging.getLogger(__name__)

SECOND = 1_000_000_000
BEAT_NS = SECOND // 2
"""Blinking and turning pages go by this beat."""

Observer = Callable[[str, Mapping[str, object]], None]
"""Is told each new screen: its name in small letters, and what it says by field."""


@dataclass(frozen=True)
class _Flash:
    screen: Screen
    for_ns: int


class Stage:
    """Shows one screen until the next; flashes come before it, in order, each for its time.

    Nothing here waits, and nothing that fails here stops a match: the parts see to themselves.
    """

    def __init__(
        self, *, display: Display, lamps: Lamps, buzzer: Buzzer, observers: Sequence[Observer] = ()
    ) -> None:
        self._display, self._lamps, self._buzzer = display, lamps, buzzer
        self._observers = list(observers)
        self._base: Screen | None = None
        self._flashes: deque[_Flash] = deque()
        self._until_ns: int | None = None
        self._lights: dict[int, tuple[Light, int]] = {}
        self._seen: Screen | None = None
        self._since_ns = 0
        """Since when it is seen: blinking and pages begin anew with every screen."""
        self._now_ns = 0

    def observe(self, observer: Observer) -> None:
        """Tell one more observer from now on."""
        self._observers.append(observer)

    @property
    def screen(self) -> Screen | None:
        """What is shown at this moment."""
        return self._flashes[0].screen if self._flashes else self._base

    def show(self, screen: Screen) -> None:
        """Show a screen from now on, behind the flashes that are still to be seen."""
        if screen != self._base:
            self._base = screen
            self._draw()

    def flash(self, screen: Screen, *, seconds: float) -> None:
        """Show a screen for a while before what is shown anyway, and no shorter than until its last page came by."""
        self._flashes.append(_Flash(screen, max(round(seconds * SECOND), _turning_ns(screen))))
        if len(self._flashes) == 1:
            self._until_ns = self._now_ns + self._flashes[0].for_ns
            self._draw()

    @property
    def flashing(self) -> bool:
        """Whether something is shown before what is shown anyway."""
        return bool(self._flashes)

    def skip(self) -> bool:
        """Leave the flash that is shown; False if there is none."""
        if not self._flashes:
            return False
        self._flashes.popleft()
        self._until_ns = self._now_ns + self._flashes[0].for_ns if self._flashes else None
        self._draw()
        return True

    def hasten(self, seconds: float) -> None:
        """Let the flash that is shown stand for so long at most since it came; those behind it are left out."""
        if self._until_ns is None:
            return
        shown = self._flashes[0]
        self._until_ns = min(self._until_ns, self._until_ns - shown.for_ns + round(seconds * SECOND))
        self._flashes = deque([shown])
        if self._until_ns <= self._now_ns:
            self.clear_flashes()

    def clear_flashes(self) -> None:
        """Show at once what is shown anyway."""
        self._flashes.clear()
        self._until_ns = None

    def clear(self) -> None:
        """No more flashes, all lamps off."""
        self.clear_flashes()
        for seat in list(self._lights):
            self.light(seat, Light.OFF)
        self._draw()

    def light(self, seat: int, light: Light, *, seconds: float | None = None) -> None:
        """Set the lamp of a seat, for a while or until told otherwise."""
        self._lamps.light(seat, light)
        if seconds is None:
            self._lights.pop(seat, None)
            if light is not Light.OFF:
                self._lights[seat] = (light, -1)
        else:
            self._lights[seat] = (light, self._now_ns + round(seconds * SECOND))

    def play(self, sound: Sound) -> None:
        """Play a sound."""
        self._buzzer.play(sound)

    def tick(self, now_ns: int) -> None:
        """Let time pass: the next flash, lamps that were lit for a while, the beat."""
        self._now_ns = now_ns
        while self._until_ns is not None and now_ns >= self._until_ns:
            self._flashes.popleft()
            self._until_ns = self._until_ns + self._flashes[0].for_ns if self._flashes else None
        for seat, (_, until) in list(self._lights.items()):
            if 0 <= until <= now_ns:
                self.light(seat, Light.OFF)
        self._draw()

    def _draw(self) -> None:
        screen = self.screen
        if screen is None:
            return
        if screen != self._seen:
            self._since_ns = self._now_ns
        try:
            self._display.show(draw(screen, tick=(self._now_ns - self._since_ns) // BEAT_NS))
        except Exception:
            if screen != self._seen:
                log.exception("this screen could not be shown: %s", screen)
        if screen != self._seen:
            self._seen = screen
            for observer in self._observers:
                observer(type(screen).__name__.lower(), asdict(screen))


def _turning_ns(screen: Screen) -> int:
    """How long it takes until all pages of a screen came by; 0 if it has one, or cannot be drawn."""
    try:
        pages = pages_of(screen)
    except Exception:
        log.exception("this screen could not be drawn: %s", screen)
        return 0
    return pages * TICKS_A_PAGE * BEAT_NS if pages > 1 else 0
