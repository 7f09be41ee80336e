"""Laying a park out: three tiles at random with either side up, between campsite and parking lot."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from companion.errors import BadInput
from companion.games.outrun import Park, Row, Tile, Variant
from companion.games.outrun.settings import PAW_PRINTS
from companion.parks.tiles import SIDES, Side, TileSet, up

LAID: Final = 3
"""Trail tiles in a park (rulebook: Setup & Overview)."""


@dataclass(frozen=True)
class Laid:
    """A tile as it lies in the park: which it is, as its front lies up, and which side does."""

    tile: Tile
    side: Side

    @property
    def up(self) -> Tile:
        """The tile with that side up."""
        return up(self.tile, self.side)


def draw_park(
    tiles: TileSet, rng: random.Random, *, variants: Collection[Variant] = (), laid: int | None = None
) -> tuple[Laid, ...]:
    """Build a park as the rulebook's set-up does: tiles drawn without looking, either side up.

    `laid` trail tiles, by default three or, in Last One Standing, all. Campsite and parking lot have as many paw prints
    as the level of play wants; raises `BadInput` if these tiles have no such sides.
    """
    endless = "last_one_standing" in variants
    number = laid if laid is not None else len(tiles.trail) if endless else LAID
    if not 1 <= number <= len(tiles.trail):
        raise BadInput(f"{tiles.name} has {len(tiles.trail)} trail tiles, so a park cannot have {number}")
    trail = [Laid(tile, rng.choice(SIDES)) for tile in rng.sample(tiles.trail, number)]
    ends = possible_ends(tiles, variants)
    if not ends:
        raise BadInput(_no_ends(tiles, variants))
    first, last = rng.choice(ends)
    campsite, parking = Laid(tiles.campsite, first), Laid(tiles.parking, last)
    return (campsite, *trail) if endless else (campsite, *trail, parking)


def possible_ends(tiles: TileSet, variants: Collection[Variant]) -> list[tuple[Side, Side]]:
    """The sides of campsite and parking lot that give the paw prints of the level of play (Variants)."""
    wanted = [PAW_PRINTS[variant] for variant in variants if variant in PAW_PRINTS]
    endless = "last_one_standing" in variants
    return [
        (first, last)
        for first, last in product(SIDES, SIDES)
        if all(
            up(tiles.campsite, first).paws + (0 if endless else up(tiles.parking, last).paws) == paws
            for paws in wanted
        )
    ]


def lay_out(laid: Sequence[Laid], *, backs: bool) -> list[dict[str, Any]]:
    """The park as the header of a match lists it, each tile with its `side`; with `backs` the other sides too."""
    return [
        {"tile": one.tile.name, "side": one.side, "rows": _as_json(one.up.rows)}
        | ({"back": _as_json(one.up.back or ())} if backs else {})
        for one in laid
    ]


def park_of(laid: Sequence[Laid]) -> Park:
    """The same as the rules know it."""
    return Park(tuple(one.up for one in laid))


def _as_json(rows: Sequence[Row]) -> list[dict[str, object]]:
    return [_row(row) for row in rows]


def _row(row: Row) -> dict[str, object]:
    said: dict[str, object] = {"terrain": row.terrain, "paws": row.paws}
    return said | {"capacity": row.capacity} if row.capacity > 1 else said


def _no_ends(tiles: TileSet, variants: Collection[Variant]) -> str:
    level = next(variant for variant in PAW_PRINTS if variant in variants)
    where = (
        "campsite has no side"
        if "last_one_standing" in variants
        else "campsite and parking lot have no sides"
    )
    return f"{tiles.name}: the {where} with {PAW_PRINTS[level]} paw prints, as {level} wants"
