"""The console in a terminal: display, seats with their lamps, sounds as words, the track, and lines of what happens."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from PIL import Image

from hardware.bear_track import TrackView
from hardware.outputs import DISPLAY, Light, Sound
from hardware.terminal.blocks import as_characters
from hardware.terminal.grid import Grid, changes
from hardware.terminal.keyboard import KEYS, Keyboard
from hardware.terminal.layout import Box, Layout, arrange
from hardware.terminal.text import cut, wrap
from hardware.terminal.trail import as_line
from hardware.terminal.tty import Takeover

_USUAL = (80, 24)
"""Columns and rows of a terminal that doesn't say how large it is."""
_SEATS = range(8)
_LINES_KEPT = 200
_SHOWN_NS = 1_500_000_000
"""How long the word of a sound stands there."""
_BLINK_S = {Light.SLOW: 0.5, Light.FAST: 0.125}
"""Half a period of blinking."""
_CALM_S = 0.5
"""How often it is looked whether the window has another size."""
_PAUSE_S = 0.03
"""The shortest time between two pictures."""

_DIM, _LIT, _RED, _YELLOW = "2", "1;97", "1;91", "1;93"
_SOUND_STYLE = {Sound.FALSE_CALL: _RED, Sound.LOOK: _YELLOW, Sound.TICK: _DIM}


class TerminalConsole:
    """The whole box in a terminal, painted by a thread of its own: nobody else ever waits for the terminal."""

    def __init__(self, keys: int, page: int, *, bell: bool = False, coloured: bool = True) -> None:
        """`keys` and `page` are file descriptors of a terminal; with `bell` sounds ring its bell."""
        self._page, self._bell, self._coloured = page, bell, coloured
        self._picture: Image.Image | None = Image.new("1", DISPLAY)
        self._names: tuple[str, ...] = ()
        self._lights: dict[int, Light] = {}
        self._lines: deque[str] = deque(maxlen=_LINES_KEPT)
        self._sound: tuple[Sound, int] | None = None
        self._view: TrackView | None = None
        self._rings = 0
        self._works = True
        self._closing = False
        self._dirty = True
        self._news = threading.Condition()
        self._takeover = Takeover(keys, page)
        self.buttons = Keyboard(keys)
        self.display, self.lamps, self.buzzer = _Display(self), _Lamps(self), _Buzzer(self)
        self.track = _Track(self)
        self._painter = threading.Thread(target=self._paint, name="terminal", daemon=True)
        self._painter.start()

    def seat(self, names: Sequence[str]) -> None:
        """Say who sits where, in the order of the seats."""
        with self._news:
            self._names = tuple(names)
            self._changed()

    def tell(self, line: str) -> None:
        """Show a line below the ones before."""
        with self._news:
            self._lines.append(line)
            self._changed()

    def leaving(self) -> bool:
        """Whether somebody pressed q, or the terminal is gone."""
        return self.buttons.ending()

    def close(self) -> None:
        """Give the terminal back; harmless a second time."""
        with self._news:
            self._closing = True
            self._changed()
        self.buttons.close()
        self._painter.join(timeout=1.0)
        self._takeover.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def show(self, picture: Image.Image | None) -> None:
        """Show a picture on the display, or that it is off."""
        with self._news:
            if picture is None or self._picture is None or picture.tobytes() != self._picture.tobytes():
                self._picture = None if picture is None else picture.copy()
                self._changed()

    def light(self, seat: int, light: Light) -> None:
        """Set the lamp of a seat."""
        with self._news:
            if seat in _SEATS and light is not self._lights.get(seat, Light.OFF):
                self._lights[seat] = light
                self._changed()

    def sound(self, sound: Sound) -> None:
        """Show the word of a sound for a while."""
        with self._news:
            self._sound = (sound, time.monotonic_ns())
            self._rings += self._bell and sound is not Sound.TICK
            self._changed()

    def follow(self, view: TrackView | None) -> None:
        """Show the track, or none any more."""
        with self._news:
            if view != self._view:
                self._view = view
                self._changed()

    def works(self) -> bool:
        """Whether the terminal took what was written last."""
        return self._works

    def _changed(self) -> None:
        self._dirty = True
        self._news.notify_all()

    def _paint(self) -> None:
        shown: Grid | None = None
        while True:
            with self._news:
                self._news.wait_for(lambda: self._dirty or self._closing, self._calm_s())
                if self._closing:
                    return
                self._dirty = False
                rings, self._rings = self._rings, 0
            wanted = self._grid()
            text = changes(shown, wanted) + "\a" * min(rings, 1)
            self._works = not text or self._takeover.write(text)
            shown = wanted if self._works else None
            time.sleep(_PAUSE_S)

    def _calm_s(self) -> float:
        """How long nothing changes by itself."""
        now = time.monotonic()
        halves = {_BLINK_S[light] for light in self._lights.values() if light in _BLINK_S}
        return min([_CALM_S, *(half - now % half for half in halves)])

    def _grid(self) -> Grid:
        """All that should be seen now."""
        try:
            columns, rows = os.get_terminal_size(self._page)
        except OSError:
            columns, rows = 0, 0
        if not (columns and rows):
            columns, rows = _USUAL
        with self._news:
            picture, names, lights = self._picture, self._names, dict(self._lights)
            lines, sound, view = list(self._lines), self._sound, self._view
        grid = Grid(columns, rows)
        layout = arrange(columns, rows, len(names))
        self._draw_display(grid, layout, picture)
        self._draw_seats(grid, layout.seats, names, lights)
        if sound is not None and time.monotonic_ns() - sound[1] < _SHOWN_NS:
            self._draw_sound(grid, layout, sound[0])
        below = layout.lines
        if view is not None and below.rows > 1:
            grid.write(below.x, below.y + below.rows - 1, as_line(view, below.columns), self._style(_YELLOW))
            below = replace(below, rows=below.rows - 1)
        self._draw_lines(grid, below, lines)
        grid.write(0, layout.keys.y, cut(KEYS, columns), self._style(_DIM))
        return grid

    def _draw_display(self, grid: Grid, layout: Layout, picture: Image.Image | None) -> None:
        if layout.style is None:
            return
        box, dim = layout.display, self._style(_DIM)
        inside = box.columns - 2
        top = "" if picture is not None else " off "
        grid.write(box.x, box.y, f"╭{top:─^{inside}}╮", dim)
        rows = as_characters(picture or Image.new("1", DISPLAY), layout.style)
        for y, row in enumerate(rows, box.y + 1):
            grid.write(box.x, y, "│", dim)
            grid.write(box.x + 1, y, row, self._style(_LIT))
            grid.write(box.x + 1 + inside, y, "│", dim)
        grid.write(box.x, box.y + box.rows - 1, f"╰{'─' * inside}╯", dim)

    def _draw_seats(self, grid: Grid, box: Box, names: tuple[str, ...], lights: dict[int, Light]) -> None:
        in_a_row = box.rows < len(names)
        each = box.columns // max(1, len(names)) if in_a_row else box.columns
        for seat, name in enumerate(names):
            x, y = (box.x + each * seat, box.y) if in_a_row else (box.x, box.y + 1 + seat)
            if y < box.y + box.rows:
                light = lights.get(seat, Light.OFF)
                lit = _lit(light)
                style = "" if not lit else _RED if light is Light.FAST else _YELLOW
                grid.write(x, y, f"{seat + 1} {'●' if lit else '○'}", self._style(style), columns=each)
                grid.write(x + 4, y, cut(name, each - 5), self._style(style), columns=each - 4)

    def _draw_sound(self, grid: Grid, layout: Layout, sound: Sound) -> None:
        word, style = f"♪ {sound.value}", self._style(_SOUND_STYLE.get(sound, _LIT))
        if layout.seats.rows > 1:
            grid.write(layout.seats.x, layout.seats.y, word, style, columns=layout.seats.columns)
        else:
            grid.write(max(0, grid.columns - len(word) - 1), layout.keys.y, word, style)

    def _draw_lines(self, grid: Grid, box: Box, lines: list[str]) -> None:
        shown: list[str] = []
        for line in reversed(lines):
            if len(shown) >= box.rows:
                break
            shown[:0] = wrap(line, box.columns)
        for y, line in enumerate(shown[-box.rows :] if box.rows else [], box.y):
            grid.write(box.x, y, line, columns=box.columns)

    def _style(self, style: str) -> str:
        return style if self._coloured else ""


def _lit(light: Light) -> bool:
    if light in _BLINK_S:
        return int(time.monotonic() / _BLINK_S[light]) % 2 == 0
    return light is Light.ON


class _Display:
    """The part of a console that is a `Display`."""

    def __init__(self, console: TerminalConsole) -> None:
        self._console = console
        self._closed = False

    def show(self, picture: Image.Image) -> None:
        """Show a picture; ValueError if it is not one for this display."""
        if picture.mode != "1" or picture.size != DISPLAY:
            raise ValueError(f"the display takes pictures of 128x64 in mode 1, not {picture}")
        if not self._closed:
            self._console.show(picture)

    def working(self) -> bool:
        """Whether the terminal took what was written last."""
        return self._console.works()

    def close(self) -> None:
        """Go dark, and stay so."""
        self._closed = True
        self._console.show(None)


class _Lamps:
    """The part of a console that is `Lamps`."""

    def __init__(self, console: TerminalConsole) -> None:
        self._console = console

    def light(self, seat: int, light: Light) -> None:
        """Set one lamp."""
        self._console.light(seat, light)

    def close(self) -> None:
        """All off."""
        for seat in _SEATS:
            self._console.light(seat, Light.OFF)


class _Buzzer:
    """The part of a console that is a `Buzzer`."""

    def __init__(self, console: TerminalConsole) -> None:
        self._console = console

    def play(self, sound: Sound) -> None:
        """Show the sound's word."""
        self._console.sound(sound)

    def close(self) -> None:
        """Nothing to end: a word goes by itself."""


class _Track:
    """The part of a console that is a `BearTrack`."""

    def __init__(self, console: TerminalConsole) -> None:
        self._console = console
        self._closed = False

    def show(self, view: TrackView) -> None:
        """Show where everybody is."""
        if not self._closed:
            self._console.follow(view)

    def working(self) -> bool:
        """Whether the terminal took what was written last."""
        return self._console.works()

    def close(self) -> None:
        """Take the track away."""
        self._closed = True
        self._console.follow(None)
