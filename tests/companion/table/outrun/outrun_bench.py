"""A table on the test bench at which Outrun the Bear is played, in a park that the tests know."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from companion.table.outrun.game import OutrunAtTable
from hardware.bear_track import TrackView
from hardware.buttons import Menu
from tests.companion.table.table_bench import Bench

ROWS: tuple[tuple[str, int], ...] = (
    ("path", 1),
    ("river", 0),
    ("path", 1),
    ("slope", 0),
    ("path", 0),
    ("bramble", 1),
    ("rest_area", 0),
    ("path", 0),
)
"""Terrain and paw prints behind the campsite, two runners to a row."""
PARK: list[dict[str, Any]] = [
    {"tile": "campsite", "side": "front", "rows": [{"terrain": "campsite", "paws": 2}]},
    {
        "tile": "wood",
        "side": "back",
        "rows": [{"terrain": terrain, "paws": paws, "capacity": 2} for terrain, paws in ROWS],
    },
    {"tile": "parking lot", "side": "front", "rows": [{"terrain": "parking", "paws": 1}]},
]


class Track:
    """A track that remembers what it showed."""

    def __init__(self) -> None:
        self.views: list[TrackView] = []

    def show(self, view: TrackView) -> None:
        """Remember it."""
        self.views.append(view)

    def working(self) -> bool:
        """It always works."""
        return True

    def close(self) -> None:
        """Nothing to let go."""


class OutrunBench(Bench):
    """A table for Ana, Ben and Cleo; Cleo has the token, so Ana begins. Everything is laid out unless `new`."""

    def __init__(
        self,
        folder: Path,
        players: tuple[str, ...] = ("Ana", "Ben", "Cleo"),
        *,
        new: bool = False,
        **header: object,
    ) -> None:
        self.track = Track()
        self.game = self.at_table(1, self.track)
        super().__init__(folder, players, **({"token": players[-1], "park": PARK} | header))
        self.wait(0.1)
        if not new:
            self.lay_out()

    @staticmethod
    def at_table(seed: int, track: Track) -> OutrunAtTable:
        """The game, which draws by a seed."""
        return OutrunAtTable(rng=random.Random(seed), track=track)

    def lay_out(self) -> None:
        """Leave everything that comes before the first turn as it is proposed."""
        while self.screen != "runnerturn":
            self.ok()

    def take_way(self, way: str) -> None:
        """Take one of the ways of a runner's turn, by how it begins."""
        self._spin("runnerturn", way)

    def effect(self, option: str) -> None:
        """Choose what a card does, or to play it."""
        self._spin("cardeffects", option)

    def value(self, value: int) -> None:
        """Enter the value of one of the Bear's cards."""
        self.read_all()
        assert self.screen == "bearcard", self.screens[-1]
        while (shown := self.says["value"]) != value:
            assert isinstance(shown, int)
            self.press(Menu.NEXT if shown < value else Menu.BACK)
        self.ok()

    def crawl(self) -> None:
        """A usual turn: crawl, and done."""
        self.take_way("Crawl")
        self.read_all()
        assert self.screen == "runnerdone", self.screens[-1]
        self.ok()

    def bear(self, *values: int) -> None:
        """The Bear's turn, shown to its end."""
        self.read_all()
        assert self.screen == "beardraws", self.screens[-1]
        self.ok()
        for value in values:
            self.value(value)
        self.wait(0.7 * (sum(values) + 2))
        self.read_all()

    def mend(self, *options: str) -> None:
        """Open the menu and choose these, one after the other."""
        self.read_all()
        self.press(Menu.BACK)
        for option in options:
            self.choose(option)

    def _spin(self, screen: str, option: str) -> None:
        self.read_all()
        assert self.screen == screen, self.screens[-1]
        options = self.says["options"]
        assert isinstance(options, tuple)
        for _ in options:
            if options[self.says["chosen"]].startswith(option):  # type: ignore[call-overload]
                break
            self.press(Menu.NEXT)
        else:
            raise AssertionError(f"{option} is none of {options}")
        self.ok()
