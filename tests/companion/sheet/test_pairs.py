"""Gaps between dice, and which dice make a pair."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sheet.pairs import CLEAR, REACH, Square, gap, group

EDGE = 16.0
SURE = (REACH - CLEAR) * EDGE
APART = (REACH + CLEAR) * EDGE

places = st.floats(-100, 100)
turns = st.floats(-180, 180)
squares = st.builds(Square, places, places, turns, st.just(EDGE))


def test_the_gap_is_measured_between_the_sides() -> None:
    """People see how far apart dice are, not how far their centres are."""
    assert gap(Square(0, 0, 0, 16), Square(20, 0, 90, 16)) == pytest.approx(4)
    corner = gap(Square(0, 0, 0, 16), Square(24, 0, 45, 16))
    assert corner == pytest.approx(24 - 8 - 8 * math.sqrt(2))
    assert gap(Square(0, 0, 0, 16), Square(20, 20, 0, 16)) == pytest.approx(4 * math.sqrt(2))


def test_touching_and_overlapping_dice_have_no_gap() -> None:
    """Noise makes touching dice overlap; they must not come out as far apart."""
    assert gap(Square(0, 0, 10, 16), Square(0, 0, 30, 16)) == 0
    assert gap(Square(0, 0, 0, 16), Square(15, 3, 20, 16)) == 0


def test_without_a_turn_dice_are_taken_to_face_each_other() -> None:
    """A reader may not know how a die is turned; its pair must still be found."""
    assert gap(Square(0, 0, math.nan, 16), Square(19, 0, 0, 16)) == pytest.approx(3)


@given(squares, squares, turns)
def test_the_gap_depends_only_on_how_two_dice_lie_to_each_other(a: Square, b: Square, turn: float) -> None:
    """Neither the order nor the side of the table may change a pair."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def turned(q: Square) -> Square:
        return Square(c * q.x - s * q.y, s * q.x + c * q.y, q.yaw_deg + turn, q.edge)

    assert gap(a, b) == pytest.approx(gap(b, a), abs=1e-9)
    assert gap(turned(a), turned(b)) == pytest.approx(gap(a, b), abs=1e-6)
    distance = math.dist((a.x, a.y), (b.x, b.y))
    assert max(0, distance - math.sqrt(2) * EDGE) - 1e-9 <= gap(a, b) <= max(0, distance - EDGE) + 1e-9


def test_dice_side_by_side_are_a_clear_pair() -> None:
    """The ordinary case."""
    (found,) = group([(0, 1, 2.0)], EDGE)
    assert found.pairs == ((0, 1),)
    assert not found.rival


def test_dice_well_apart_are_none() -> None:
    """Strangers in one seat's area are not pushed into a pair."""
    assert group([(0, 1, APART + 0.1)], EDGE) == []


@pytest.mark.parametrize("distance", [SURE + 0.1, REACH * EDGE, APART - 0.1])
def test_dice_a_bit_apart_are_a_doubt(distance: float) -> None:
    """Where people would argue, the product asks."""
    (found,) = group([(0, 1, distance)], EDGE)
    assert found.rival == (0, 1)


def test_two_partners_as_near_are_a_doubt() -> None:
    """A tent between two runners belongs to one of them, and nobody can see to which."""
    (found,) = group([(0, 2, 2.0), (1, 2, 2.5)], EDGE)
    assert found.pairs == ((0, 2),)
    assert found.rival == (0, 1, 2)


def test_the_nearer_of_two_partners_wins_if_it_is_clear() -> None:
    """A third die some way off must not raise a question about a pair that touches."""
    (found,) = group([(0, 2, 1.0), (1, 2, 5.0)], EDGE)
    assert found.pairs == ((0, 2),)
    assert not found.rival


def test_a_row_of_pairs_is_read_as_pairs() -> None:
    """In a tight row a die may be as near to a stranger as to its partner; only one reading leaves nobody over."""
    (found,) = group([(0, 1, 3.0), (2, 1, 3.5), (2, 3, 3.0)], EDGE)
    assert found.pairs == ((0, 1), (2, 3))
    assert not found.rival


def test_a_square_of_four_is_a_doubt() -> None:
    """Two runners and two tents in a square pair up in two ways."""
    (found,) = group([(0, 1, 2.0), (0, 3, 2.0), (2, 1, 2.0), (2, 3, 2.0)], EDGE)
    assert found.rival == (0, 1, 2, 3)


def test_a_doubt_in_one_place_does_not_touch_another() -> None:
    """Everybody else's pairs stay clear."""
    found = group([(0, 1, REACH * EDGE), (2, 3, 1.0)], EDGE)
    assert {cluster.rival for cluster in found} == {(0, 1), ()}
    assert (2, 3) in {link for cluster in found for link in cluster.pairs}


def test_a_heap_of_dice_is_answered_at_once() -> None:
    """A picture of a full dice bag must not keep the table waiting."""
    links = [(p, c, 0.1 * ((p * 7 + c) % 50)) for p in range(40) for c in range(40, 80)]
    (found,) = group(links, EDGE)
    assert found.rival
    assert len(found.pairs) == 40


@st.composite
def clusters(draw: st.DrawFn) -> list[tuple[int, int, float]]:
    players, camp = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return [
        (p, 10 + c, draw(st.floats(0, APART - 0.01)))
        for p in range(players)
        for c in range(camp)
        if draw(st.booleans())
    ]


@given(clusters())
def test_no_set_of_pairs_is_cheaper(links: list[tuple[int, int, float]]) -> None:
    """The search must find the best set of pairs and its nearest rival, checked by trying all of them."""
    costs = {(p, c): g - REACH * EDGE for p, c, g in links}
    every = [
        (sum(costs[link] for link in chosen), frozenset(chosen))
        for k in range(min(4, len(costs)) + 1)
        for chosen in combinations(costs, k)
        if len({die for link in chosen for die in link}) == 2 * k
    ]
    best = min(every, key=lambda one: one[0])
    found = group(links, EDGE)
    mine = frozenset(link for cluster in found for link in cluster.pairs)
    assert sum(costs[link] for link in mine) == pytest.approx(best[0])
    others = [cost for cost, chosen in every if chosen != mine]
    margin = min(others, default=math.inf) - best[0]
    if margin != pytest.approx(CLEAR * EDGE):
        assert (margin > CLEAR * EDGE) == all(not cluster.rival for cluster in found)


@given(clusters(), st.randoms(use_true_random=False))
def test_the_order_of_the_links_does_not_matter(
    links: list[tuple[int, int, float]], rng: random.Random
) -> None:
    """The same table read twice gives the same pairs."""
    shuffled = list(links)
    rng.shuffle(shuffled)
    assert {(g.pairs, g.rival) for g in group(links, EDGE)} == {
        (g.pairs, g.rival) for g in group(shuffled, EDGE)
    }
