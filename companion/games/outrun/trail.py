"""Where the runners and the Bear are, and how they move along the trail."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Final

from companion.games.outrun.park import Park, Row

BEARS_START: Final = -1
RUNNERS_START: Final = 0


@dataclass(frozen=True)
class Trail:
    """Everyone on the trail, at home or eaten, at one moment. Rows count from 0, the campsite's first.

    Everyone on the trail is ahead of the Bear, always.
    """

    park: Park
    places: Mapping[str, int]
    """The row of each runner on the trail, in the order of the header; read-only."""
    bear: int = BEARS_START
    home: tuple[str, ...] = ()
    """Who reached the parking lot, in the order it happened."""
    eaten: tuple[str, ...] = ()
    """Whom the Bear got, in the order it happened, within a row in the header's."""

    @classmethod
    def begin(cls, park: Park, runners: tuple[str, ...]) -> "Trail":
        """All at the start (rulebook: Setup & Overview)."""
        return cls(park, MappingProxyType(dict.fromkeys(runners, RUNNERS_START)))

    def under(self, runner: str) -> Row:
        """The row in which `runner` is, who must be on the trail."""
        return self.park.rows[self.places[runner]]

    def is_full(self, row: int) -> bool:
        """Whether nobody else fits in `row`, so that those who move pass over it (rulebook: Movement)."""
        return not self.park.rows[row].holds(sum(place == row for place in self.places.values()))

    @property
    def paws_behind_the_lead(self) -> int:
        """The paw prints behind the lead runner on the trail, those behind the Bear too (The Bear's Turn)."""
        lead = max(self.places.values(), default=0)
        return sum(row.paws for row in self.park.rows[:lead])

    def move(self, runner: str, rows: int) -> "Trail":
        """`runner` goes `rows` rows forward or, below 0, back, past full ones (rulebook: Movement).

        Back never to the Bear: out of rows, the runner stops in the last one that was not full. Forward until home.
        """
        if rows < 0:
            behind = list(islice(self._free_behind(runner), min(-rows, len(self.park.rows))))
            return self._put(runner, behind[-1]) if behind else self
        trail = self
        for _ in range(self._worth_walking(rows)):
            if runner not in trail.places:
                break
            trail = trail.step(runner)
        return trail

    def step(self, runner: str) -> "Trail":
        """`runner` goes into the next row ahead that is not full, for which a tile may have to be turned."""
        ahead = range(self.places[runner] + 1, len(self.park.rows))
        row = next((row for row in ahead if not self.is_full(row)), None)
        return self._turn_a_tile().step(runner) if row is None else self._put(runner, row)

    def slide(self, runner: str) -> "Trail":
        """`runner` goes back to the first row that is neither slope nor full, or just ahead of the Bear (Terrain)."""
        place = self.places[runner]
        for row in self._free_behind(runner):
            place = row
            if self.park.rows[row].terrain != "slope":
                break
        return self._put(runner, place)

    def chase(self, rows: int) -> "Trail":
        """The Bear goes `rows` rows or to the first with a runner; it gets everyone there (The Bear's Turn)."""
        nearest = min(self.places.values())
        if self.bear + rows < nearest:
            return replace(self, bear=self.bear + rows)
        caught = tuple(runner for runner, row in self.places.items() if row == nearest)
        left = {runner: row for runner, row in self.places.items() if row != nearest}
        return replace(self, bear=nearest, places=MappingProxyType(left), eaten=(*self.eaten, *caught))

    def _free_behind(self, runner: str) -> Iterator[int]:
        """The rows towards the Bear that are not full, the nearest first, none at or behind it."""
        return (row for row in range(self.places[runner] - 1, self.bear, -1) if not self.is_full(row))

    def _put(self, runner: str, row: int) -> "Trail":
        if self.park.rows[row].terrain != "parking":
            return replace(self, places=MappingProxyType({**self.places, runner: row}))
        left = {name: place for name, place in self.places.items() if name != runner}
        return replace(self, places=MappingProxyType(left), home=(*self.home, runner))

    def _turn_a_tile(self) -> "Trail":
        """The tile next to the campsite goes to the end, its other side up (Variants, Last One Standing).

        Whoever stood on it is put on the campsite's last row, the Bear one behind, even if it stood there already.
        """
        last = self.park.camp_rows - 1
        length = len(self.park.tiles[1].rows)
        taken = range(last + 1, last + 1 + length)
        places = {runner: max(row - length, min(row, last)) for runner, row in self.places.items()}
        bear = max(self.bear - length, min(self.bear, last))
        if self.bear in taken or (bear == last and any(row in taken for row in self.places.values())):
            bear = last - 1
        return replace(self, park=self.park.turned(), places=MappingProxyType(places), bear=bear)

    def _worth_walking(self, rows: int) -> int:
        """So many steps forward lead where `rows` do.

        Without end to the trail, everyone else is in the campsite once each tile is turned. From then on the trail is
        the same again whenever every tile is turned twice.
        """
        if not self.park.endless:
            return min(rows, len(self.park.rows))
        lap = sum(len(tile.rows) + len(tile.back or ()) for tile in self.park.tiles[1:])
        settled = len(self.park.rows) + lap
        return rows if rows <= settled else settled + (rows - settled) % lap
