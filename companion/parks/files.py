"""Tile sets on disk: the example that ships with the product, and those of the user."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from companion.errors import BadInput
from companion.games.fields import Fields, LogError
from companion.parks.lines import line_of, lines_of
from companion.parks.tiles import TileSet, read_tiles
from vision.files import read_file

SHIPPED: Final = files("companion.parks") / "example.toml"
EXAMPLE: Final = "example"
"""The name of the tile set that ships; it is made up."""
LARGEST_FILE: Final = 1_000_000


def load_tiles(file: Path | None = None) -> TileSet:
    """Read a tile set, without `file` the example; raises `BadInput` with the line and the field."""
    place: Path | Traversable = SHIPPED if file is None else file
    content = read_file(place, LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise BadInput(f"the park '{place}' cannot be used: it is larger than {LARGEST_FILE:,} bytes")
    try:
        return parse_tiles(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(
            f"the park '{place}' cannot be used: it is not UTF-8 at byte {error.start + 1}"
        ) from None
    except LogError as error:
        raise BadInput(f"the park '{place}' cannot be used: {error}") from None


def load_tile_sets(folder: Path | None = None) -> dict[str, TileSet]:
    """The example and the `*.toml` of `folder`, by their names; raises `BadInput`."""
    found: dict[str, TileSet] = {}
    for file in (None, *(sorted(folder.glob("*.toml")) if folder is not None else ())):
        tiles = load_tiles(file)
        if tiles.name in found:
            raise BadInput(
                f"the park '{file}' cannot be used: there is another named {tiles.name!r}; rename it"
            )
        found[tiles.name] = tiles
    return found


def parse_tiles(toml: str) -> TileSet:
    """Read a tile set from TOML; raises `LogError` with the line and the field."""
    try:
        given = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise LogError(f"it is not valid TOML: {_decapitalised(str(error))}") from None
    except RecursionError:
        raise LogError("it is nested too deeply") from None
    except ValueError:  # more digits than Python turns into a number
        raise LogError("it has a number beyond all measure") from None
    try:
        return read_tiles(Fields(given))
    except LogError as error:
        line = line_of(lines_of(toml.replace("\r\n", "\n")), error.field or "")
        raise LogError(error.problem, field=error.field, line=line) from None


def _decapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
