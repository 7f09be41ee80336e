from collections.abc import Callable

import pytest

from companion.games.outrun import Trail

Lay = Callable[..., Trail]

PATHS = "C | P P P P P P P P | K"
ENDLESS = "C1 | P0 P0 // R0 R0 R0 | P0 P0 // S0 S0"


def terrains(trail: Trail) -> str:
    return "".join(row.terrain[0] for row in trail.park.rows)


def test_a_row_takes_as_many_as_fit(trail: Lay) -> None:
    """A row for two is passed only when two are in it, and more than fit make it no less full."""
    park = "C | P Px2 P P | K"
    assert trail(park, Ana=0, Ben=2).move("Ana", 2).places == {"Ana": 2, "Ben": 2}
    assert trail(park, Ana=0, Ben=2, Cy=2).move("Ana", 2).places["Ana"] == 3
    assert trail(park, Ana=0, Ben=2, Cy=2, Dee=2).move("Ana", 2).places["Ana"] == 3
    assert trail(park, Ana=4, Ben=2, Cy=2).move("Ana", -2).places["Ana"] == 1


def test_the_campsite_and_the_parking_lot_take_everybody(trail: Lay) -> None:
    """Whatever capacity is written there, in rows of campsite on other tiles too."""
    park = "Cx1 | P Cx1 P | Kx1"
    assert trail(park, Ana=1, Ben=2, Cy=2).move("Ana", 1).places["Ana"] == 2
    assert trail(park, Ana=2, Ben=0, Cy=0).move("Ana", -2).places["Ana"] == 0
    assert trail(park, Ana=3, Ben=3).move("Ana", 1).move("Ben", 1).home == ("Ana", "Ben")


@pytest.mark.parametrize(("rows", "place"), [(1, 3), (2, 6), (3, 7)])
def test_full_rows_do_not_count_forward(trail: Lay, rows: int, place: int) -> None:
    """Several in a line are passed at once, and the move never ends in one."""
    assert trail(PATHS, Ana=1, Ben=2, Cy=4, Dee=5).move("Ana", rows).places["Ana"] == place


@pytest.mark.parametrize(("rows", "place"), [(1, 5), (2, 4), (3, 2), (4, 2), (99, 2), (10**50, 2)])
def test_back_one_stops_just_ahead_of_the_bear(trail: Lay, rows: int, place: int) -> None:
    """Passing Ben in row 3; out of rows with the Bear in row 1."""
    assert trail(PATHS, bear=1, Ana=6, Ben=3).move("Ana", -rows).places["Ana"] == place


@pytest.mark.parametrize(("ben", "place"), [(2, 3), (3, 2), (4, 2)])
def test_out_of_rows_back_is_the_last_that_was_not_full(trail: Lay, ben: int, place: int) -> None:
    """If somebody is just ahead of the Bear, it is the row ahead of them; a full row is never entered."""
    assert trail(PATHS, bear=1, Ana=5, Ben=ben).move("Ana", -9).places["Ana"] == place


def test_with_nothing_but_full_rows_behind_one_stays(trail: Lay) -> None:
    """Nobody is ever put into a full row or to the Bear, and who is just ahead of it cannot go back."""
    assert trail(PATHS, bear=1, Ana=4, Ben=3, Cy=2).move("Ana", -2).places["Ana"] == 4
    assert trail(PATHS, bear=1, Ana=2).move("Ana", -2).places["Ana"] == 2
    assert trail(PATHS, bear=-1, Ana=0).move("Ana", -2).places["Ana"] == 0


def test_home_ends_a_move(trail: Lay) -> None:
    """From far or near; rows beyond do not exist, and nobody at home is in anyone's way."""
    away = trail(PATHS, Ana=8, Ben=7).move("Ana", 10**60)
    assert (away.home, away.places) == (("Ana",), {"Ben": 7})
    assert away.move("Ben", 1).places == {"Ben": 8}
    assert away.move("Ben", 2).home == ("Ana", "Ben")


@pytest.mark.parametrize(
    ("park", "bear", "others", "place"),
    [
        ("C | P P S S S P | K", -1, {}, 2),
        ("C | P P S S S P | K", -1, {"Ben": 2}, 1),
        ("C | P P S S S P | K", -1, {"Ben": 2, "Cy": 1}, 0),
        ("C | P P S S S P | K", -1, {"Ben": 4, "Cy": 3}, 2),
        ("C | P Px2 S S S P | K", -1, {"Ben": 2}, 2),
        ("C | S P S S S P | K", -1, {"Ben": 2}, 0),
        ("C | P R S S S P | K", -1, {}, 2),
        ("C | P B S S S P | K", -1, {}, 2),
        ("C | S S S S S P | K", -1, {"Ben": 0}, 0),
        ("C | S S S S S P | K", 0, {}, 1),
        ("C | P S S S S P | K", 1, {}, 2),
        ("C | P P S S S P | K", 2, {}, 3),
        ("C | P P S S S P | K", 2, {"Ben": 3}, 4),
        ("C | P P S S S P | K", 2, {"Ben": 3, "Cy": 4}, 5),
        ("C | P P S Sx2 S P | K", 2, {"Ben": 3, "Cy": 4}, 4),
        ("C | P P S S S P | K", 1, {"Ben": 2}, 3),
        ("C | P P P S S P | K", 1, {"Ben": 2, "Cy": 3}, 4),
        ("C | P P S S S P | K", 4, {}, 5),
    ],
)
def test_a_slope_slides_past_full_rows_and_never_behind_the_bear(
    trail: Lay, park: str, bear: int, others: dict[str, int], place: int
) -> None:
    """From row 5 to the first row behind that is neither slope nor full, or the last one with room before the Bear."""
    assert trail(park, bear=bear, Ana=5, **others).slide("Ana").places == {"Ana": place, **others}


@pytest.mark.parametrize(
    ("rows", "place", "eaten"), [(0, 1, ()), (1, 2, ()), (2, 3, ("Ben", "Dee")), (9**99, 3, ("Ben", "Dee"))]
)
def test_the_bear_stops_at_the_first_runners(
    trail: Lay, rows: int, place: int, eaten: tuple[str, ...]
) -> None:
    """It gets everyone in the row it reaches, in the order of the header, and nobody beyond."""
    chased = trail("C | P P Px2 P | K", bear=1, Ana=4, Ben=3, Cy=4, Dee=3).chase(rows)
    assert (chased.bear, chased.eaten) == (place, eaten)
    assert chased.places.keys() == {"Ana", "Ben", "Cy", "Dee"} - set(eaten)


def test_paw_prints_count_behind_the_lead_runner_on_the_trail(trail: Lay) -> None:
    """Those in the lead's own row do not, those behind the Bear do, and who is home leads no more."""
    park = "C1 | P2 P4 P8 P16 | K32"
    assert trail(park, Ana=0, Ben=0).paws_behind_the_lead == 0
    assert trail(park, bear=1, Ana=2, Ben=3).paws_behind_the_lead == 7
    assert trail(park, bear=1, Ana=2, Ben=3).move("Ben", 9).paws_behind_the_lead == 3


def test_the_last_row_is_no_reason_to_turn_a_tile(trail: Lay) -> None:
    """A tile is turned when a runner would move past the end, not before."""
    moved = trail(ENDLESS, Ana=2, Ben=3).move("Ben", 1)
    assert (terrains(moved), moved.places) == ("cpppp", {"Ana": 2, "Ben": 4})
    moved = moved.move("Ben", 1)
    assert (terrains(moved), moved.places) == ("cpprrr", {"Ana": 0, "Ben": 3})


def test_tiles_turn_again_and_again(trail: Lay) -> None:
    """One move may need several, and a tile turned twice shows its first side."""
    moved = trail(ENDLESS, Ana=2, Ben=4).move("Ben", 4)
    assert (terrains(moved), moved.places) == ("crrrss", {"Ana": 0, "Ben": 4})
    moved = moved.move("Ben", 2)
    assert (terrains(moved), moved.places) == ("csspp", {"Ana": 0, "Ben": 3})
    moved = moved.move("Ben", 2)
    assert (terrains(moved), moved.places) == ("cpppp", {"Ana": 0, "Ben": 3})


def test_full_rows_before_the_end_are_passed_over_it(trail: Lay) -> None:
    """The leader in the last row does not hold up who comes behind."""
    moved = trail(ENDLESS, Ana=3, Ben=4).move("Ana", 2)
    assert (terrains(moved), moved.places) == ("cpprrr", {"Ana": 4, "Ben": 2})


def test_who_would_move_past_the_end_may_stand_on_the_tile_turned(trail: Lay) -> None:
    """With all rows ahead full, one goes back to the campsite and on from there, past the same rows."""
    moved = trail("C | P P // B | P // S", bear=0, Ana=1, Ben=2, Cy=3).move("Ana", 1)
    assert (terrains(moved), moved.places, moved.bear) == ("cpb", {"Ana": 2, "Ben": 0, "Cy": 1}, -1)


@pytest.mark.parametrize(
    ("bear", "ana", "after"),
    [
        (-1, 3, -1),
        (0, 3, 0),
        (1, 3, 0),
        (2, 3, 0),
        (3, 4, 0),
        (0, 1, 0),
        (0, 2, 0),
        (1, 2, 0),
        (4, 5, 2),
        (5, 6, 3),
    ],
)
def test_the_bear_is_put_behind_whoever_is_put_on_the_campsite(
    trail: Lay, bear: int, ana: int, after: int
) -> None:
    """In a campsite of two rows: from the turned tile, or when a runner was put where it stood."""
    moved = trail("C C | P P // B | P P P // S", bear=bear, Ana=ana, Ben=6).move("Ben", 1)
    place = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4}[ana]
    assert (moved.places, moved.bear) == ({"Ana": place, "Ben": 5}, after)
    assert moved.bear < place


def test_the_campsites_last_row_takes_whoever_is_put_there(trail: Lay) -> None:
    """Even where the rows of its tile hold but one, which then are full."""
    moved = trail("C P | P P // B | P P // S", Ana=1, Ben=2, Cy=3, Dee=5).move("Dee", 1)
    assert moved.places == {"Ana": 1, "Ben": 1, "Cy": 1, "Dee": 4}
    assert moved.is_full(1)
    assert moved.move("Dee", -9).places["Dee"] == 0


def test_back_on_an_endless_trail_turns_nothing(trail: Lay) -> None:
    """Tiles are turned at the far end only."""
    moved = trail(ENDLESS, Ana=2, Ben=4).move("Ben", -(10**40))
    assert (terrains(moved), moved.places) == ("cpppp", {"Ana": 2, "Ben": 0})


@pytest.mark.parametrize("park", [ENDLESS, "C C C | P // S S | P P // R | P // P"])
def test_any_length_of_move_leads_where_single_rows_do(trail: Lay, park: str) -> None:
    """The short cut round an endless trail is one."""
    before = trail(park, bear=0, Ana=3, Ben=2, Cy=4)
    stepped = before
    for rows in range(1, 80):
        stepped = stepped.move("Ana", 1)
        assert before.move("Ana", rows) == stepped
    assert before.move("Ana", 10**700).places.keys() == before.places.keys()
