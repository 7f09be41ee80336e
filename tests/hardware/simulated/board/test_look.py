import numpy as np
import pytest

from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.standing import BASE_HEIGHT, Grid
from hardware.simulated.looks import apart

SEEDS = range(30)
COLOURS = ("red", "blue", "green", "black")


def test_a_seed_is_one_board() -> None:
    """A profile is kept by the seed of its board: the same seed has to look the same tomorrow."""
    first, again, other = (make_board_look(seed, COLOURS) for seed in (7, 7, 8))
    assert (first.kind, first.grid, first.pale, first.plastics) == (
        again.kind,
        again.grid,
        again.pale,
        again.plastics,
    )
    assert first.grid != other.grid


def test_boards_are_of_all_kinds_and_lie_between_the_cards() -> None:
    """Readers must meet every kind; a corner card under the board would be a fault of the simulation alone."""
    looks = [make_board_look(seed, COLOURS) for seed in SEEDS]
    assert {look.kind for look in looks} == {"wood", "vinyl", "paper"}
    for look in looks:
        assert 36 <= look.grid.cell <= 40
        corners = np.array([look.grid.place(8 * a, 8 * b) for a in (0, 1) for b in (0, 1)])
        for card in look.table.cards:
            assert np.hypot(*(corners - [card.x, card.y]).T).min() > 40


def test_pieces_are_unlike_the_squares_where_they_can_be() -> None:
    """People do not play black pieces on black squares if they have another board."""
    for seed in SEEDS:
        look = make_board_look(seed, COLOURS)
        for plastic in look.plastics.values():
            assert min(apart(plastic.body, square) for square in (look.pale, look.dark)) > 0.1


def test_a_colour_of_no_known_name_looks_like_none_of_the_others() -> None:
    """The neutral pieces may be called anything, and must be told from everybody's."""
    plastics = make_board_look(3, ("black", "neutral", "white", "mine")).plastics
    bodies = [plastic.body for plastic in plastics.values()]
    for k, body in enumerate(bodies):
        assert all(apart(body, other) > 0.1 for other in bodies[:k])


def test_clear_and_named_colours_are_see_through() -> None:
    """Sets have four see-through colours and one that is not."""
    plastics = make_board_look(3, ("clear", "red", "blue"), see_through=("red",)).plastics
    assert [plastic.through > 0 for plastic in plastics.values()] == [True, True, False]


@pytest.mark.parametrize("yaw", [0.0, 0.06, -1.2])
def test_places_counted_in_squares_are_found_again(yaw: float) -> None:
    """Truth goes from squares to mm and back."""
    grid = Grid(-150.0, -140.0, yaw, 38.0, 3.0)
    for at in ((0.5, 0.5), (7.25, 3.0), (8.0, 8.0)):
        assert grid.counted(*grid.place(*at)) == pytest.approx(at)
    assert grid.on(*grid.middle((7, 7)))
    assert not grid.on(*grid.place(8.1, 4))
    assert max(base for base, _ in BASE_HEIGHT.values()) < grid.cell
