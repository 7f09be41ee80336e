"""The tiles that people have for Outrun the Bear, as files, and the parks that can be laid out with them.

The faces of the published tiles are not public; the one set that ships is an example, made up, and says so.
"""

from companion.parks.files import EXAMPLE, load_tile_sets, load_tiles, parse_tiles
from companion.parks.laying import LAID, Laid, draw_park, lay_out, possible_ends
from companion.parks.tiles import SIDES, Side, TileSet

__all__ = [
    "EXAMPLE",
    "LAID",
    "SIDES",
    "Laid",
    "Side",
    "TileSet",
    "draw_park",
    "lay_out",
    "load_tile_sets",
    "load_tiles",
    "parse_tiles",
    "possible_ends",
]
