"""Parks and matches of Outrun the Bear in a short hand of the tests."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.fields import Value
from companion.games.outrun.park import read_park
from companion.games.outrun.trail import Trail

Json = dict[str, Any]
Replayed = Callable[..., Json]

TERRAINS = {
    "C": "campsite",
    "A": "rest_area",
    "P": "path",
    "R": "river",
    "S": "slope",
    "B": "bramble",
    "K": "parking",
}


def lay_out(park: str) -> list[Json]:
    """Tiles from `C1 | P0 S2x3 // R0 | K0`: rows with paw prints (and x capacity), `//` before a tile's back."""

    def row(text: str) -> Json:
        paws, _, capacity = text[1:].partition("x")
        read = {"terrain": TERRAINS[text[0]], "paws": int(paws or 0)}
        return {**read, "capacity": int(capacity)} if capacity else read

    tiles = []
    for number, tile in enumerate(park.split("|")):
        sides = [[row(text) for text in side.split()] for side in tile.split("//")]
        tiles.append({"tile": f"tile-{number}", "rows": sides[0]} | ({"back": sides[1]} if sides[1:] else {}))
    return tiles


def write_event(text: str) -> Json:
    """An event from `none`, `crawl`, `card: Ana +3, Ben draws 2`, `gear`, `Cy reacts: Cy removes`, `bear 1 0`..."""
    what, _, told = (part.strip() for part in text.partition(":"))
    effects = [write_effect(effect) for effect in told.split(",") if effect.strip()]
    match what.split():
        case ["terrain"]:
            return {"event": "terrain"}
        case [("none" | "equip" | "exchange") as choice]:
            return {"event": "terrain", "choice": choice}
        case ["card" | "gear"]:
            kind = "action" if what == "card" else "equipment"
            return {"event": "card", "kind": kind, "effects": effects}
        case [player, "reacts"]:
            return {"event": "reaction", "player": player, "effects": effects}
        case ["bear", *values]:
            return {"event": "bear", "values": [int(value) for value in values]}
        case ["end"]:
            return {"event": "end_turn"}
    return {"event": what}


def write_effect(text: str) -> Json:
    runner, verb, number = re.fullmatch(r"\s*(\w+) ([+-]|draws|discards|removes) ?(\d*)\s*", text).groups()  # type: ignore[union-attr]
    if verb in ("+", "-"):
        return {"move": runner, "rows": int(verb + number)}
    if verb == "removes":
        return {"remove_card": runner}
    return {verb.removesuffix("s"): runner, "cards": int(number)}


@pytest.fixture(scope="session")
def trail() -> Callable[..., Trail]:
    """A trail in a park, with the Bear and the runners in the rows given."""

    def lay(park: str, *, bear: int = -1, **places: int) -> Trail:
        return Trail(read_park(Value(lay_out(park), "park")), places, bear)

    return lay


@pytest.fixture(scope="session")
def outrun(replayed: Replayed) -> Replayed:
    """Replay the events of a text, with `;` between them, in a park; runners and other fields of the header by name."""

    def run(park: str, events: str = "", *, runners: str = "Ana Ben", **header: object) -> Json:
        names = runners.split()
        full = {"game": "outrun", "runners": names, "token": names[-1], "park": lay_out(park), **header}
        return replayed(full, *(write_event(text) for text in events.split(";") if text.strip()))

    return run
