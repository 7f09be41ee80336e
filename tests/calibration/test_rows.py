import json
import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calibration.errors import RowsUnusable
from calibration.rows import (
    BEARS_START,
    OFF_MM,
    AtRow,
    RowPlaces,
    TaughtRows,
    load_rows,
    save_rows,
    taught_rows,
)

STRAIGHT = taught_rows({-1: [(-200.0, 0.0)], 9: [(200.0, 0.0)]})
"""Eleven rows, 40 mm apart, from left to right."""

WIDE = taught_rows({-1: [(-200.0, -60.0), (-200.0, 60.0)], 9: [(200.0, -60.0), (200.0, 60.0)]})
"""The same, taught at both ends."""


@st.composite
def parks(draw: st.DrawFn) -> TaughtRows:
    """Rows along a trail that bends, each a line across it, more or less far apart."""
    count = draw(st.integers(2, 25))
    x, y = draw(st.floats(-200, 0)), draw(st.floats(-100, 100))
    heading = draw(st.floats(-math.pi, math.pi))
    half = draw(st.sampled_from([0.0, 20.0, 45.0]))
    rows = []
    for number in range(-1, count - 1):
        across = (-math.sin(heading) * half, math.cos(heading) * half)
        places = ((x - across[0], y - across[1]), (x + across[0], y + across[1])) if half else ((x, y),)
        rows.append(RowPlaces(number, places))
        heading += draw(st.floats(-0.15, 0.15))
        step = draw(st.floats(25, 60))
        x, y = x + step * math.cos(heading), y + step * math.sin(heading)
    try:
        return TaughtRows(tuple(rows))
    except RowsUnusable:  # the trail met itself
        assume(False)
        raise


@given(parks(), st.data())
def test_what_stands_on_a_row_is_in_it(rows: TaughtRows, data: st.DataObject) -> None:
    """Whoever puts a figure where the row was taught, or between its ends, must not be asked."""
    row = data.draw(st.sampled_from(rows.rows))
    share = data.draw(st.floats(0, 1))
    (x0, y0), (x1, y1) = row.places[0], row.places[-1]
    x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    assert rows.at(x, y) == AtRow(row.number)


@given(parks(), st.floats(-400, 1500), st.floats(-800, 800))
def test_a_sure_row_is_clearly_the_nearest(rows: TaughtRows, x: float, y: float) -> None:
    """A wrong row stated as sure is the worst fault; the measured place may be off by some millimetres."""
    at = rows.at(x, y)
    distances = {row.number: row.distance(x, y) for row in rows.rows}
    if not at.sure:
        assert at.row is None
        return
    if at.row is None:
        assert min(distances.values()) > OFF_MM
        return
    assert all(other - distances[at.row] >= 8 for row, other in distances.items() if row != at.row)


@given(st.integers(0, 9), st.floats(0.37, 0.63), st.floats(-60, 60))
def test_a_figure_in_the_middle_between_two_rows_is_asked_about(row: int, share: float, y: float) -> None:
    """Nobody could say in which of the two it is."""
    for rows in (STRAIGHT, WIDE):
        at = rows.at(-200.0 + 40.0 * (row + share), y)
        assert not at.sure
        assert at.maybe == (row - 1, row)


def test_doubts_name_the_rows_in_question() -> None:
    """People are asked which of the two it is."""
    at = STRAIGHT.at(20.0, 5.0)
    assert at.maybe == (4, 5)
    assert at.why == "it stands between row 4 and row 5"
    assert STRAIGHT.at(40.0 * 9 - 160 + 27.0, 0.0).why == "it stands beside row 9, not clearly in it"
    assert STRAIGHT.at(0.0, 200.0) == AtRow(None)
    assert STRAIGHT.at(-200.0, 3.0) == AtRow(BEARS_START)


def test_rows_taught_at_both_ends_reach_across() -> None:
    """The Bear walks along the outer edge of the tiles, the runners in their middle."""
    assert WIDE.at(-160.0, 55.0) == AtRow(0)
    assert WIDE.at(-155.0, -40.0) == AtRow(0)
    assert not STRAIGHT.at(-160.0, 55.0).sure


def test_rows_between_two_taught_ones_lie_evenly_between() -> None:
    """Nobody wants to lay a marker onto twenty rows."""
    assert [row.number for row in STRAIGHT.rows] == list(range(-1, 10))
    assert STRAIGHT.rows[3].distance(-80.0, 0.0) < 1e-9
    bent = taught_rows({0: [(0, 0)], 2: [(80, 0)], 4: [(80, 80)]})
    assert [row.places[0] for row in bent.rows] == [(0, 0), (40, 0), (80, 0), (80, 40), (80, 80)]


@pytest.mark.parametrize(
    ("places", "labels", "told"),
    [
        ({0: [(0, 0)]}, (), "two rows at least"),
        ({0: [(0, 0)], 3: [(90, 0), (90, 90)]}, (), "teach equally many"),
        ({0: [(0, 0)], 1: [(10, 0)]}, (), "only 10 mm apart"),
        ({0: [(0, 0)], 10: [(100, 0)]}, (), "only 10 mm apart"),
        ({2: [(0, 0)], 3: [(40, 0)]}, (), "the first row is 2"),
        ({0: [(0, 0)], 1: [(40, 0)]}, ("a", "b", "c"), "the park has 3 rows"),
        ({0: [(0, 0)], 999: [(40, 0)]}, (), "more rows than any park"),
        ({0: [], 1: [(40, 0)]}, (), "1 to 6 places"),
        ({0: [(math.nan, 0)], 1: [(40, 0)]}, (), "on no table"),
        ({0: [(0, -50), (0, 50)], 1: [(-50, 0), (50, 0)]}, (), "only 0 mm apart"),
    ],
)
def test_rows_that_cannot_be_are_refused(
    places: dict[int, list[tuple[float, float]]], labels: tuple[str, ...], told: str
) -> None:
    """Better to teach them again than to read wrong rows from them."""
    with pytest.raises(RowsUnusable, match=told):
        taught_rows(places, labels)


def test_rows_belong_to_their_park() -> None:
    """Tiles are drawn at random for each match; rows of the last one must not be used for this one."""
    labels = ("camp: campsite", "ford: river", "lot: parking")
    rows = taught_rows({-1: [(0, 0)], 2: [(120, 0)]}, labels)
    assert rows.fits(labels)
    assert not rows.fits(("camp: campsite", "hill: slope", "lot: parking"))
    assert not rows.fits(labels[:2])
    assert STRAIGHT.fits([str(k) for k in range(10)])
    assert not STRAIGHT.fits([str(k) for k in range(11)])


@given(rows=parks())
def test_a_file_of_rows_is_read_as_it_was_written(
    rows: TaughtRows, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """To a tenth of a millimetre."""
    path = tmp_path_factory.mktemp("rows") / "rows.json"
    save_rows(rows, path)
    again = load_rows(path)
    assert [row.number for row in again.rows] == [row.number for row in rows.rows]
    for mine, theirs in zip(rows.rows, again.rows, strict=True):
        assert mine.label == theirs.label
        for a, b in zip(mine.places, theirs.places, strict=True):
            assert math.dist(a, b) < 0.1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"kind": "lens"}, "bears calibrate rows"),
        ({"schema": 2}, "newer version"),
        ({"rows": "x"}, "'rows' should be a list"),
        ({"rows": []}, "2 to 200 rows"),
        ({"rows": [{"row": 0, "places": [[0, 0]]}, {"row": 2, "places": [[40, 0]]}]}, "row 1 should"),
        ({"rows": [{"row": 0, "places": [[0, 0, 0]]}, {"row": 1, "places": [[40, 0]]}]}, "2 numbers"),
        ({"rows": [{"row": 0, "places": [[0, 1e9]]}, {"row": 1, "places": [[40, 0]]}]}, "from -3000 to 3000"),
        ({"rows": [{"row": True, "places": [[0, 0]]}, {"row": 1, "places": [[40, 0]]}]}, "a number"),
        ({"rows": [{"row": 0, "places": [[0, 0]], "label": 7}, {"row": 1, "places": [[40, 0]]}]}, "a text"),
    ],
)
def test_a_damaged_file_is_one_clear_line(change: dict[str, object], told: str, tmp_path: Path) -> None:
    """It may have been written by hand."""
    path = tmp_path / "rows.json"
    good = {
        "kind": "rows",
        "schema": 1,
        "rows": [{"row": 0, "places": [[0, 0]]}, {"row": 1, "places": [[40, 0]]}],
    }
    path.write_text(json.dumps(good))
    assert len(load_rows(path).rows) == 2
    path.write_text(json.dumps(good | change))
    with pytest.raises(RowsUnusable, match=told) as caught:
        load_rows(path)
    assert "\n" not in str(caught.value)
