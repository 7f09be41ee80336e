"""The park of Outrun the Bear as it is laid out: tiles in a line, each with its rows from the campsite on.

The faces of the published tiles are not public. A park is data that people enter for their own copy of the game.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, get_args

from companion.games.fields import Fields, LogError, Value

Terrain = Literal["campsite", "rest_area", "path", "river", "slope", "bramble", "parking"]

TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)


@dataclass(frozen=True)
class Row:
    """One row of the trail: what is there, how many paw prints, and how many runners fit in it."""

    terrain: Terrain
    paws: int
    capacity: int = 1

    def holds(self, runners: int) -> bool:
        """Whether one more fits in beside so many `runners`; any number does in the campsite and the parking lot."""
        return self.terrain in ("campsite", "parking") or runners < self.capacity


@dataclass(frozen=True)
class Tile:
    """A trail tile: the rows of the side that lies up and, where it matters, those of its back."""

    name: str
    rows: tuple[Row, ...]
    back: tuple[Row, ...] | None = None

    @property
    def paws(self) -> int:
        """The paw prints on the side that lies up."""
        return sum(row.paws for row in self.rows)

    def turned(self) -> "Tile":
        """The tile with its other side up; a back that is not known is an error of the program."""
        if self.back is None:
            raise ValueError(f"the back of {self.name} is not known")
        return Tile(self.name, self.back, self.rows)


@dataclass(frozen=True)
class Park:
    """The tiles in a line, the campsite first."""

    tiles: tuple[Tile, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the whole trail, by their numbers."""
        return tuple(row for tile in self.tiles for row in tile.rows)

    @property
    def endless(self) -> bool:
        """Whether the trail goes on and on by turning tiles, without a parking lot (Variants, Last One Standing)."""
        return self.rows[-1].terrain != "parking"

    @property
    def camp_rows(self) -> int:
        """How many rows the campsite's tile has."""
        return len(self.tiles[0].rows)

    def turned(self) -> "Park":
        """The park after the tile next to the campsite is turned over and put at the end."""
        campsite, nearest, *others = self.tiles
        return Park((campsite, *others, nearest.turned()))


def read_park(tiles: Value) -> Park:
    """Read the tiles that a header lists; raises `LogError`. Whether they make a trail is not looked at."""
    park = Park(tuple(_read_tile(tile.fields()) for tile in tiles.items()))
    if not park.tiles:
        raise LogError("must not be empty", field=tiles.path)
    return park


def _read_tile(tile: Fields) -> Tile:
    return Tile(
        name=tile["tile"].text(),
        rows=_read_rows(tile["rows"]),
        back=_read_rows(tile["back"]) if tile.has("back") else None,
    )


def _read_rows(rows: Value) -> tuple[Row, ...]:
    read = tuple(_read_row(row.fields()) for row in rows.items())
    if not read:
        raise LogError("must have a row at least", field=rows.path)
    return read


def _read_row(row: Fields) -> Row:
    return Row(
        terrain=row["terrain"].one_of(TERRAINS),
        paws=row["paws"].whole(at_least=0),
        capacity=row.get("capacity", 1).whole(at_least=1),
    )
