"""The tiles of one copy of Outrun the Bear: campsite, parking lot and trail tiles, each with two sides."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from companion.games.fields import Fields, LogError, Value
from companion.games.outrun import Row, Terrain, Tile
from companion.games.outrun.park import TERRAINS

Side = Literal["front", "back"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)

CAMPSITE: Final = "campsite"
PARKING: Final = "parking lot"

FEWEST_TILES: Final = 3
"""As many trail tiles as a park takes (rulebook: Setup & Overview)."""
MOST_TILES: Final = 40
MOST_ROWS: Final = 40
MOST_PAWS: Final = 20
MOST_RUNNERS: Final = 8
LONGEST_NAME: Final = 20


@dataclass(frozen=True)
class TileSet:
    """All tiles that people have, front sides up. `about` is a sentence for people, "" for none."""

    name: str
    about: str
    campsite: Tile
    trail: tuple[Tile, ...]
    parking: Tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All of them, from the campsite to the parking lot."""
        return (self.campsite, *self.trail, self.parking)


def up(tile: Tile, side: Side) -> Tile:
    """The tile, which lies with its front up, with `side` up."""
    return tile if side == "front" else tile.turned()


def read_tiles(given: Fields) -> TileSet:
    """Read the tiles that a file lists; raises `LogError` with the field."""
    _only(given, "name", "about", "campsite", "tile", "parking")
    name = _name(given["name"])
    about = given["about"].text() if given.has("about") else ""
    campsite = _read_campsite(given["campsite"].fields())
    parking = _read_parking(given["parking"].fields())
    trail = tuple(_read_trail_tile(tile.fields()) for tile in given["tile"].items())
    if not FEWEST_TILES <= len(trail) <= MOST_TILES:
        raise LogError(f"must be {FEWEST_TILES} to {MOST_TILES} trail tiles, not {len(trail)}", field="tile")
    for k, tile in enumerate(trail):
        if tile.name in [CAMPSITE, PARKING, *(other.name for other in trail[:k])]:
            raise LogError(f"must not be {tile.name} a second time", field=f"tile[{k}].name")
    return TileSet(name, about, campsite, trail, parking)


def _read_trail_tile(given: Fields) -> Tile:
    _only(given, "name", *SIDES)
    tile = _read_tile(_name(given["name"]), given)
    for place, row in _rows(given, tile):
        if row.terrain in ("campsite", "parking"):
            raise LogError(
                f"must not be {row.terrain}, which has a tile of its own", field=f"{place}.terrain"
            )
    return tile


def _read_campsite(given: Fields) -> Tile:
    _only(given, *SIDES)
    tile = _read_tile(CAMPSITE, given)
    for place, row in _rows(given, tile):
        if place.endswith("[0]") and row.terrain != "campsite":
            raise LogError("must be campsite, the trail begins there", field=f"{place}.terrain")
        if row.terrain == "parking":
            raise LogError("must not be parking, the trail ends there", field=f"{place}.terrain")
    return tile


def _read_parking(given: Fields) -> Tile:
    _only(given, *SIDES)
    tile = _read_tile(PARKING, given)
    for side, rows in zip(SIDES, (tile.rows, tile.back or ()), strict=True):
        for k, row in enumerate(rows):
            place = f"{given.path}.{side}[{k}].terrain"
            if row.terrain == "campsite":
                raise LogError("must not be campsite, the trail begins there", field=place)
            if (row.terrain == "parking") != (k == len(rows) - 1):
                what = (
                    "be parking, the trail ends there" if row.terrain != "parking" else "not be parking yet"
                )
                raise LogError(f"must {what}", field=place)
    return tile


def _read_tile(name: str, given: Fields) -> Tile:
    front, back = (_read_side(given[side]) for side in SIDES)
    return Tile(name, front, back)


def _read_side(given: Value) -> tuple[Row, ...]:
    rows = tuple(_read_row(row.fields()) for row in given.items())
    if not 1 <= len(rows) <= MOST_ROWS:
        raise LogError(f"must have 1 to {MOST_ROWS} rows, not {len(rows)}", field=given.path)
    return rows


def _read_row(given: Fields) -> Row:
    _only(given, "terrain", "paws", "capacity")
    terrain: Terrain = given["terrain"].one_of(TERRAINS)
    return Row(
        terrain,
        paws=given.get("paws", 0).whole(at_least=0, at_most=MOST_PAWS),
        capacity=given.get("capacity", 1).whole(at_least=1, at_most=MOST_RUNNERS),
    )


def _rows(given: Fields, tile: Tile) -> Iterator[tuple[str, Row]]:
    """The place in the file and the row, of both sides."""
    for side, rows in zip(SIDES, (tile.rows, tile.back or ()), strict=True):
        for k, row in enumerate(rows):
            yield f"{given.path}.{side}[{k}]", row


def _name(given: Value) -> str:
    name = given.text()
    if len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise LogError(f"must be a name of at most {LONGEST_NAME} letters", field=given.path)
    return name


def _only(given: Fields, *known: str) -> None:
    """Nothing may be misspelt, or it would be left out without a word."""
    for name, value in given.all():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise LogError(f"is not known here; {advice}", field=value.path)
