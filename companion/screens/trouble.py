"""When people are asked to look, or told that something is not as it should be."""

from __future__ import annotations

import math

from companion.screens import kinds
from companion.screens.letters import MEDIUM, SMALL
from companion.screens.paper import SIZE, Paper

_MAP = 41
"""Width and height of the little map, px."""
_SHOWN_MM = 420.0
"""How far from the middle of the table the map reaches."""


def draw_look(screen: kinds.Look, paper: Paper, tick: int) -> None:
    """What can't be told, and where it lies."""
    count = f"{screen.number}/{screen.of}" if screen.of > 1 else ""
    top = paper.title("Please look", count)
    if screen.where is None:
        paper.paragraph(screen.reason, y=top, align="middle", tick=tick)
        return
    near = screen.where.near or "campsite"
    paper.write(0, top + 2, MEDIUM.cut(near, SIZE[0] - _MAP - 4), MEDIUM)
    paper.paragraph(screen.reason, y=top + 14, width=SIZE[0] - _MAP - 4, fonts=(SMALL,), tick=tick)
    draw_map(screen, paper, SIZE[0] - _MAP, top, tick)


def draw_map(screen: kinds.Look, paper: Paper, left: int, top: int, tick: int) -> None:
    """The table from above as the device sees it, which stands at the lower edge; the place blinks."""
    x0, y0, half = left + _MAP // 2, top + _MAP // 2, _MAP // 2
    scale = half / _SHOWN_MM
    paper.circle(x0, y0, max(2, round(screen.campsite_mm * scale)))
    for angle in screen.seats:
        x, y = _on_edge(math.cos(math.radians(angle)), math.sin(math.radians(angle)), half - 1)
        paper.fill(x0 + x - 1, y0 - y - 1, 3, 3)
    if screen.where is not None and tick % 2 == 0:
        x, y = _clamped(screen.where.x * scale, half - 3), _clamped(screen.where.y * scale, half - 3)
        paper.fill(x0 + x - 2, y0 - y - 2, 5, 5)


def draw_camera_lost(screen: kinds.CameraLost, paper: Paper, tick: int) -> None:
    """The camera is gone, the game is not."""
    paper.icon(2, 2, "camera")
    if tick % 2 == 0:
        for k in range(14):
            paper.fill(4 + k, 2 + k, 2, 1)
    paper.write(32, 4, "Camera lost", MEDIUM)
    paper.bar(20, "Play on by buttons", SMALL)
    paper.paragraph(screen.detail, y=32, fonts=(SMALL,), tick=tick)


def draw_paused(screen: kinds.Paused, paper: Paper, tick: int) -> None:
    """Two bars, and why."""
    if tick % 2 == 0:
        paper.fill(6, 4, 5, 16)
        paper.fill(15, 4, 5, 16)
    paper.write(30, 7, "Paused", MEDIUM)
    paper.paragraph(screen.why, y=24, tick=tick)


def draw_notice(screen: kinds.Notice, paper: Paper, tick: int) -> None:
    """A title and up to three lines."""
    top = paper.title(screen.title)
    paper.paragraph(screen.text, y=top, align="middle", tick=tick)


def _on_edge(x: float, y: float, half: int) -> tuple[int, int]:
    """Where a direction meets the edge of the map."""
    reach = max(abs(x), abs(y))
    return round(x / reach * half), round(y / reach * half)


def _clamped(value: float, most: int) -> int:
    return round(max(-most, min(value, most)))
