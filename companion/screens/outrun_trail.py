"""The trail of Outrun the Bear as a little map: from the campsite on the left to the car on the right."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from companion.games.outrun import Terrain
from companion.screens.art import Rows
from companion.screens.outrun_kinds import TrailMap
from companion.screens.paper import SIZE, Paper

GROUND: Final = 5
"""Rows of pixels that the terrain takes."""
_BEAR: Final = 8
"""The height of the Bear, px."""
_NARROWEST, _WIDEST = 4, 9
"""The width of a row of the trail, px."""
_DOT, _STEP = 2, 3
"""A runner, and the distance from one to the next, px."""


def draw_map(trail: TrailMap, paper: Paper, *, top: int, bottom: int, tick: int) -> None:
    """Draw the trail between two rows of pixels; above who has the turn, an arrow blinks."""
    shown = _window(trail)
    width = max(_NARROWEST, min(_WIDEST, SIZE[0] // len(shown)))
    left = (SIZE[0] - width * len(shown)) // 2
    ground = bottom - GROUND
    standing = Counter(trail.runners)
    for k, row in enumerate(shown):
        x = left + k * width
        if 0 <= row < len(trail.rows):
            paper.lay(x, ground, _ground(trail.rows[row], width - 1))
        if row == trail.bear:
            _draw_bear(paper, x, ground, max(_NARROWEST - 1, width - 1), room=ground - top)
        places = _places(x, width - 1, top, ground)
        others = standing[row]
        for place in places[: others + (row == trail.mover)]:
            paper.fill(*place, _DOT, _DOT)
        if row == trail.mover and tick % 2 == 0:
            paper.fill(x + (width - 4) // 2, top, 3, 1)
            paper.dot(x + (width - 4) // 2 + 1, top + 1)


def _window(trail: TrailMap) -> range:
    """The rows that find room, from the one before the campsite; of a long trail those round what matters."""
    most = SIZE[0] // _NARROWEST
    last = len(trail.rows) - 1
    if last + 2 <= most:
        return range(-1, last + 1)
    middle = trail.bear if trail.mover is None else trail.mover
    first = max(-1, min(middle - most // 2, last + 1 - most))
    return range(first, first + most)


def _places(x: int, width: int, top: int, ground: int) -> list[tuple[int, int]]:
    """Where runners can stand above one row of the trail, from the ground up."""
    columns = max(1, (width + 1) // _STEP)
    offset = (width - (columns * _STEP - 1)) // 2
    return [
        (x + offset + _STEP * column, y)
        for y in range(ground - _STEP, top + 1, -_STEP)
        for column in range(columns)
    ]


def _draw_bear(paper: Paper, x: int, ground: int, width: int, *, room: int) -> None:
    """A square back with two ears."""
    height = min(_BEAR, room)
    y = ground - height
    paper.fill(x, y + 2, width, max(1, height - 3))
    paper.fill(x, y, 1, 2)
    paper.fill(x + width - 1, y, 1, 2)


@cache
def _ground(terrain: Terrain, width: int) -> Rows:
    """The ground of one row of the trail, `GROUND` pixels high."""
    return tuple(
        "".join("#" if _lit(terrain, x, y, width) else "." for x in range(width)) for y in range(GROUND)
    )


def _lit(terrain: Terrain, x: int, y: int, width: int) -> bool:
    """Whether a pixel of a terrain is lit: a tent, a line, a bench, waves, a steep line, a thicket, a car park."""
    match terrain:
        case "campsite":
            return y >= abs(2 * x - width + 1) * GROUND // (width + 1)
        case "path":
            return y == 2
        case "rest_area":
            return y in (1, GROUND - 1) or (y > 1 and x in (0, width - 1))
        case "river":
            return y in (1 + x % 2, 3 + x % 2)
        case "slope":
            return y == GROUND - 1 - x * (GROUND - 1) // max(1, width - 1)
        case "bramble":
            return (x + y) % 2 == 0
        case "parking":
            return True
