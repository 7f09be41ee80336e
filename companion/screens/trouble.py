"""When people are asked to look, or told that something is not as it should be."""

from __future__ import annotations

import math

from companion.screens import kinds
from companion.screens.letters import MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper

_MAP = 41
"""Width and height of the little map, px."""
_SHOWN_MM = 420.0
"""How far from the middle of the table the map reaches."""


def draw_look(screen: kinds.Look, paper: Paper, tick: int) -> None:
    """What can't be told, and where it lies."""
    count = f"{screen.number}/{screen.of}" if screen.of > 1 else ""
    if screen.where is None:
        top = paper.title("Please look", count)
        paper.paragraph(screen.reason, y=top, align="middle", tick=tick)
        return
    top = paper.title(f"Look: {screen.where.near or 'campsite'}", count)
    paper.paragraph(screen.reason, y=top, width=SIZE[0] - _MAP - 2 * MARGIN, tick=tick)
    draw_map(screen, paper, SIZE[0] - _MAP, top, tick)


def draw_map(screen: kinds.Look, paper: Paper, left: int, top: int, tick: int) -> None:
    """The table from above as the device sees it, which stands at the lower edge; the place blinks."""
    x0, y0, radius = left + _MAP // 2, top + _MAP // 2, _MAP // 2
    scale = radius / _SHOWN_MM
    paper.circle(x0, y0, round(max(2.0, min(screen.campsite_mm * scale, radius))))
    for k in range(36):
        x, y = _towards(10 * k, radius)
        paper.dot(x0 + x, y0 - y)
    paper.fill(x0 - 4, y0 + radius - 2, 9, 3)
    for angle in screen.seats:
        x, y = _towards(angle, radius - 2)
        paper.fill(x0 + x - 2, y0 - y - 2, 5, 5, ink=0)
        paper.fill(x0 + x - 1, y0 - y - 1, 3, 3)
    if screen.where is not None and tick % 2 == 0:
        across, up = (mm * scale if math.isfinite(mm) else 0.0 for mm in (screen.where.x, screen.where.y))
        back = min(1.0, (radius - 5) / max(1e-6, math.hypot(across, up)))
        paper.fill(x0 + round(across * back) - 3, y0 - round(up * back) - 3, 7, 7, ink=0)
        paper.fill(x0 + round(across * back) - 2, y0 - round(up * back) - 2, 5, 5)


def draw_camera_lost(screen: kinds.CameraLost, paper: Paper, tick: int) -> None:
    """The camera is gone, the game is not."""
    paper.icon(2, 2, "camera")
    if tick % 2 == 0:
        for k in range(16):
            paper.fill(3 + k, 2 + k, 5, 1, ink=0)
            paper.fill(4 + k, 2 + k, 3, 1)
    paper.write(33, 5, "Camera lost", MEDIUM)
    if screen.detail:
        paper.bar(22, "Play on by buttons", SMALL)
        paper.paragraph(screen.detail, y=34, tick=tick)
    else:
        paper.paragraph("Play on with the buttons", y=22, align="middle", tick=tick)


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


def _towards(angle: float, radius: int) -> tuple[int, int]:
    """So far out in a direction, degrees counter-clockwise from the right; y is up."""
    return round(radius * math.cos(math.radians(angle))), round(radius * math.sin(math.radians(angle)))
