"""Where the rows of a park of Outrun the Bear lie on the table, and in which of them a figure stands.

A row is the line through its taught places: the middle of the row alone, or both its ends, where the Bear's path runs
outside it. What stands between two rows, or beside them, is in no row for sure.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

from calibration.checked import Fields, read_object
from calibration.errors import RowsUnusable
from calibration.files import write_file

Place = tuple[float, float]
"""x and y on the table, mm."""

BEARS_START: Final = -1
"""The row before the first, where the bear stands at first."""

SCHEMA: Final = 1
MOST_ROWS, MOST_PLACES = 200, 6
FARTHEST_MM = 3000.0

NEAREST_MM = 15.0
"""Rows that are nearer to each other cannot be told apart: bases of unequal height alone displace a figure by 5 mm."""

CLEAR_MM, CLEAR_SHARE = 8.0, 0.3
"""A figure must be nearer to its row than to any other by this much, and by this share of both distances together: on
the way from one row to the next the middle third is a doubt."""

BESIDE = 0.6
"""A figure farther from its row than this share of the way to the next row is not clearly in it."""

OFF_MM = 100.0
"""Farther than this from every row a figure is surely off the trail."""


@dataclass(frozen=True)
class RowPlaces:
    """One row: the places on the table that were taught for it; `label` what is there, as far as known."""

    number: int
    places: tuple[Place, ...]
    label: str = ""

    def distance(self, x: float, y: float) -> float:
        """How far (x, y) mm is from the line through the row's places."""
        if len(self.places) == 1:
            return math.dist(self.places[0], (x, y))
        return min(_from_segment((x, y), a, b) for a, b in pairwise(self.places))


@dataclass(frozen=True)
class AtRow:
    """In which row something stands. `row` is None off the trail and in doubt; then `why` tells, and `maybe` which."""

    row: int | None
    why: str = ""
    maybe: tuple[int, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the row, or that it is off the trail, can be relied on."""
        return not self.why


@dataclass(frozen=True)
class TaughtRows:
    """The rows of one park, numbered one by one from the bear's start (-1) or from 0; raises RowsUnusable."""

    rows: tuple[RowPlaces, ...]

    def __post_init__(self) -> None:
        _check(self.rows)

    @cached_property
    def _gaps(self) -> tuple[float, ...]:
        """Each row's distance from the nearest other one, mm."""
        return tuple(min(_apart(row, other) for other in self.rows if other is not row) for row in self.rows)

    @property
    def labels(self) -> tuple[str, ...]:
        """What is in the rows from 0 on."""
        return tuple(row.label for row in self.rows if row.number != BEARS_START)

    def fits(self, labels: Sequence[str]) -> bool:
        """Whether these may be the rows of a park that has this in its rows from 0 on."""
        return len(labels) == len(self.labels) and all(
            mine in ("", theirs) for mine, theirs in zip(self.labels, labels, strict=True)
        )

    def at(self, x: float, y: float) -> AtRow:
        """In which row (x, y) mm is, as far as can be said."""
        order = sorted((row.distance(x, y), index) for index, row in enumerate(self.rows))
        (near, mine), (next_near, other) = order[:2]
        row, beside = self.rows[mine].number, self.rows[other].number
        if near > OFF_MM:
            return AtRow(None)
        if next_near - near < max(CLEAR_MM, CLEAR_SHARE * (near + next_near)):
            between = tuple(sorted((row, beside)))
            return AtRow(None, f"it stands between row {between[0]} and row {between[1]}", between)
        if near > BESIDE * self._gaps[mine]:
            return AtRow(None, f"it stands beside row {row}, not clearly in it", (row,))
        return AtRow(row)


def taught_rows(places: Mapping[int, Sequence[Place]], labels: Sequence[str] = ()) -> TaughtRows:
    """All rows from the places of some: those between two of them lie evenly between.

    `places` maps a row's number to its places, the first and the last row among them; rows that have others between
    them need equally many. `labels` tell what is in the rows from 0 on. Raises RowsUnusable.
    """
    if len(places) < 2:
        raise RowsUnusable("teach two rows at least: the first and the last")
    numbers = sorted(places)
    whole: dict[int, tuple[Place, ...]] = {}
    for first, last in pairwise(numbers):
        if last - first > MOST_ROWS:
            raise RowsUnusable(f"from row {first} to row {last} are more rows than any park has")
        start, stop = places[first], places[last]
        if last - first > 1 and len(start) != len(stop):
            raise RowsUnusable(
                f"row {first} has {len(start)} places and row {last} has {len(stop)}: the rows between them are not"
                " known; teach equally many"
            )
        whole[first] = tuple(start)
        for number in range(first + 1, last):
            share = (number - first) / (last - first)
            whole[number] = tuple(_between(a, b, share) for a, b in zip(start, stop, strict=True))
    whole[numbers[-1]] = tuple(places[numbers[-1]])
    if labels and len(labels) != numbers[-1] + 1:
        raise RowsUnusable(f"the park has {len(labels)} rows, but the last one taught is row {numbers[-1]}")
    return TaughtRows(
        tuple(
            RowPlaces(number, there, labels[number] if labels and number >= 0 else "")
            for number, there in sorted(whole.items())
        )
    )


def save_rows(rows: TaughtRows, path: Path) -> None:
    """Write the rows to a file, whole or not at all; raises OSError naming it."""
    write_file(path, (json.dumps(as_json(rows), indent=1, ensure_ascii=False) + "\n").encode())


def load_rows(path: Path) -> TaughtRows:
    """Read rows from a file, which may be written by hand; raises RowsUnusable saying what is wrong in it."""
    return rows_of(read_object(path, RowsUnusable, what="rows' file"))


def as_json(rows: TaughtRows) -> dict[str, Any]:
    """The rows as `rows_of` reads them; tenths of a millimetre are enough."""
    return {
        "kind": "rows",
        "schema": SCHEMA,
        "rows": [
            {"row": row.number, "places": [[round(x, 1), round(y, 1)] for x, y in row.places]}
            | ({"label": row.label} if row.label else {})
            for row in rows.rows
        ],
    }


def rows_of(fields: Fields) -> TaughtRows:
    """The rows in a JSON object; raises RowsUnusable."""
    if fields.text("kind") != "rows":
        raise fields.refuse("it is no file of rows; make one with `bears calibrate rows`")
    if fields.whole("schema", 0, 1_000_000) > SCHEMA:
        raise fields.refuse("it was made by a newer version of this program; update the program")
    rows = []
    for row in fields.children("rows"):
        places = row.numbers("places", (-1, 2), -FARTHEST_MM, FARTHEST_MM).tolist()
        rows.append(
            RowPlaces(
                row.whole("row", BEARS_START, MOST_ROWS),
                tuple((float(x), float(y)) for x, y in places),
                row.text("label") if row.has("label") else "",
            )
        )
    try:
        return TaughtRows(tuple(rows))
    except RowsUnusable as problem:
        raise fields.refuse(str(problem)) from None


def _check(rows: Sequence[RowPlaces]) -> None:
    if not 2 <= len(rows) <= MOST_ROWS:
        raise RowsUnusable(f"there should be 2 to {MOST_ROWS} rows, not {len(rows)}")
    first = rows[0].number
    if first not in (BEARS_START, 0):
        raise RowsUnusable(f"the first row is {first}; it should be {BEARS_START}, the bear's start, or 0")
    for number, row in enumerate(rows, start=first):
        if row.number != number:
            raise RowsUnusable(f"row {row.number} comes where row {number} should; leave none out")
        if not 1 <= len(row.places) <= MOST_PLACES:
            raise RowsUnusable(f"row {number} should have 1 to {MOST_PLACES} places, not {len(row.places)}")
        if not all(math.isfinite(v) and abs(v) <= FARTHEST_MM for place in row.places for v in place):
            raise RowsUnusable(f"row {number} has a place that is on no table")
    for row, other in combinations(rows, 2):
        if (apart := _apart(row, other)) < NEAREST_MM:
            raise RowsUnusable(
                f"row {row.number} and row {other.number} lie only {apart:.0f} mm apart and cannot be told apart:"
                " teach them again"
            )


def _apart(row: RowPlaces, other: RowPlaces) -> float:
    """How near two rows come to each other, mm; 0 where their lines cross."""
    ends = [
        *(other.distance(*place) for place in row.places),
        *(row.distance(*place) for place in other.places),
    ]
    crossing = any(_cross(a, b, c, d) for a, b in pairwise(row.places) for c, d in pairwise(other.places))
    return 0.0 if crossing else min(ends)


def _between(a: Place, b: Place, share: float) -> Place:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _from_segment(place: Place, start: Place, stop: Place) -> float:
    (x, y), (x0, y0), (x1, y1) = place, start, stop
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / length)) if length else 0.0
    return math.hypot(x - x0 - share * dx, y - y0 - share * dy)


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether the ways from a to b and from c to d cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Place, b: Place, p: Place) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
