"""Kinds, zones and their borders."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sheet.layout import BORDER_MM, Layout, kind_of, plays_bears

FOUR = Layout((205.0, 335.0, 40.0, 140.0))


@pytest.mark.parametrize(
    ("face", "kind"),
    [("bear", "camp"), ("tent", "camp"), ("runner", "player"), ("gun", "player"), ("sleeper", "player")],
)
def test_the_five_faces_tell_whose_die_it_is(face: str, kind: str) -> None:
    """A camp die taken for a player die would wreck every count."""
    assert kind_of(face) == kind


@pytest.mark.parametrize("face", ["1", "6", "pips-3", "Bear", ""])
def test_any_other_face_belongs_to_no_kind_of_the_game(face: str) -> None:
    """Pip dice and the like are read, but never counted."""
    assert kind_of(face) == "other"


def test_a_round_needs_both_camp_faces_and_a_player_face() -> None:
    """A profile of pip dice has no round; one that lacks a face of the game still has."""
    assert plays_bears(["bear", "tent", "runner"])
    assert not plays_bears(["bear", "runner", "gun"])
    assert not plays_bears(["bear", "tent"])
    assert not plays_bears(["1", "2", "3", "4", "5", "6"])


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (0, 0, "campsite"),
        (109.9, 0, "campsite"),
        (-200, -90, 0),
        (200, -90, 1),
        (150, 120, 2),
        (-150, 120, 3),
        (200, 0, 1),  # 0 degrees: 25 to seat 1 across the jump from 360 to 0, 40 to seat 2
    ],
)
def test_a_die_outside_the_campsite_belongs_to_the_nearest_seat(x: float, y: float, zone: object) -> None:
    """The zone decides whose points a die makes."""
    assert FOUR.zone(x, y) == zone


def test_without_seats_there_is_only_the_campsite() -> None:
    """A table whose seats nobody told must not give dice to a seat."""
    assert Layout(()).zone(10, 10) == "campsite"
    assert Layout(()).zone(200, 0) is None


def test_dice_near_a_border_are_told() -> None:
    """A die within the accuracy of a position from a border may lie on either side."""
    two = Layout((180.0, 0.0))
    assert two.border_beside(111.0, 0.0) == "on the campsite's edge"
    assert two.border_beside(0.0, 108.8) == "on the campsite's edge"
    assert not two.border_beside(80.0, 0.0)
    assert not two.border_beside(2.0, 60.0)  # in the campsite nobody's area matters
    assert two.border_beside(1.2, 180.0) == "right between two seats"
    assert two.border_beside(-1.2, -180.0) == "right between two seats"
    assert not two.border_beside(4.0, 180.0)
    assert not Layout((90.0,)).border_beside(0.0, -180.0)


@given(
    st.lists(st.integers(0, 359), min_size=2, max_size=8, unique=True),
    st.floats(-math.pi, math.pi),
    st.floats(115, 400),
)
def test_the_zone_changes_only_across_a_border_that_is_told(
    seats: list[int], angle: float, distance: float
) -> None:
    """Whatever the seats: a die that is told to lie off the borders keeps its seat if it is moved by less."""
    layout = Layout(tuple(map(float, seats)))
    x, y = distance * math.cos(angle), distance * math.sin(angle)
    by = 0.95 * BORDER_MM
    if not layout.border_beside(x, y):
        moved = {layout.zone(x + dx, y + dy) for dx, dy in ((by, 0), (-by, 0), (0, by), (0, -by))}
        assert moved == {layout.zone(x, y)}


def test_borders_lie_halfway_between_neighbours() -> None:
    """The lines that are drawn must be the ones by which dice are given to seats."""
    assert sorted(Layout((205.0, 335.0, 40.0, 140.0)).borders()) == [7.5, 90.0, 172.5, 270.0]
    assert sorted(Layout((180.0, 0.0)).borders()) == [90.0, 270.0]
    assert Layout((90.0,)).borders() == ()


@pytest.mark.parametrize(
    "seats", [(0.0, 360.0), (10.0, 10.5), (math.nan,), (math.inf,)], ids=["turn", "close", "nan", "inf"]
)
def test_impossible_seats_are_refused(seats: tuple[float, ...]) -> None:
    """Two seats in one place would silently swap their points."""
    with pytest.raises(ValueError, match="seat"):
        Layout(seats)


@pytest.mark.parametrize(("campsite_mm", "edge_mm"), [(0, 16), (-1, 16), (110, 0), (math.nan, 16)])
def test_impossible_sizes_are_refused(campsite_mm: float, edge_mm: float) -> None:
    """A campsite or die without size makes every zone and pair meaningless."""
    with pytest.raises(ValueError, match="more than 0 mm"):
        Layout((0.0,), campsite_mm=campsite_mm, edge_mm=edge_mm)
