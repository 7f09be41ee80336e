"""A park as lines of text: the trail from the campsite to the car, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.outrun import Row, Tile
from companion.parks.laying import Laid
from companion.parks.tiles import SIDES, TileSet, up
from hardware.terminal.trail import GROUNDS

LEGEND: Final = ", ".join(f"{sign} {terrain.replace('_', ' ')}" for terrain, sign in GROUNDS.items())
WIDTH: Final = 78


def draw_trail(laid: Sequence[Laid]) -> list[str]:
    """The trail as it lies: which tile with which side up, its rows, their numbers, their paw prints."""
    lines, number = [], 0
    widest = max(len(_title(one)) for one in laid)
    for one in laid:
        lines += _draw_side(f"{_title(one):{widest}}", one.up.rows, first=number)
        number += len(one.up.rows)
    paws = sum(one.up.paws for one in laid)
    return [*lines, f"{number} rows, {_paws(paws)}", f"({LEGEND}; a digit is so many paw prints)"]


def draw_tiles(tiles: TileSet) -> list[str]:
    """Every tile with both sides."""
    lines = []
    widest = max(len(tile.name) for tile in tiles.tiles) + len(", front")
    for tile in tiles.tiles:
        for side in SIDES:
            lines += _draw_side(f"{tile.name}, {side}".ljust(widest), up(tile, side).rows)
    return [*lines, f"({LEGEND}; a digit is so many paw prints)"]


def describe(tiles: TileSet) -> str:
    """The name of a tile set and what it says about itself, for a line."""
    return f"{tiles.name} ({tiles.about})" if tiles.about else tiles.name


def side_paws(tile: Tile) -> str:
    """The paw prints of both sides of a tile."""
    return " or ".join(str(up(tile, side).paws) for side in SIDES)


def _title(one: Laid) -> str:
    return f"{one.tile.name}, {one.side}"


def _draw_side(title: str, rows: Sequence[Row], *, first: int | None = None) -> list[str]:
    """A line for each part of a side that fits into the width: the terrain's sign, then paw prints where there are."""
    number = "" if first is None else f"{first:3}"
    cells = [f"{GROUNDS[row.terrain]}{row.paws or ''}".ljust(2) for row in rows]
    room = max(1, (WIDTH - len(title) - 6) // 3)
    parts = [" ".join(cells[k : k + room]).rstrip() for k in range(0, len(cells), room)]
    head = f"{title} {number}"
    return [f"{head if k == 0 else ' ' * len(head)} | {part}" for k, part in enumerate(parts)]


def _paws(paws: int) -> str:
    return f"{paws} paw print{'' if paws == 1 else 's'}"
