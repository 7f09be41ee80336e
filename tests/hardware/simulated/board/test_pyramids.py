import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.camera import WATCHING, Picture
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.sight import shares_seen
from hardware.simulated.board.standing import BASE_HEIGHT, covered, outline, piled, toppled
from hardware.simulated.scene import Hand, Pile, Pyramid, Scene

COLOURS = ("red", "yellow", "blue", "neutral")
LOOK = make_board_look(2, COLOURS, see_through=("blue",))
STUDIO = Studio(LOOK)
OPTICS = LOOK.table.optics.scaled(WATCHING)


def _pile(cell: tuple[int, int], *pieces: tuple[str, int]) -> Pile:
    x, y = LOOK.grid.middle(cell)
    return piled([Pyramid(colour, size, x, y, 0.4) for colour, size in pieces], LOOK.grid.z)


def _picture(*piles: Pile, hands: tuple[Hand, ...] = ()) -> Picture:
    return STUDIO.renderer(WATCHING).take(_scene(*piles, hands=hands), 1)


def _scene(*piles: Pile, hands: tuple[Hand, ...] = ()) -> Scene:
    return Scene((), hands, LOOK.table.cards, LOOK.table.light, piles=piles)


def test_a_rider_sits_over_the_tip_and_a_larger_piece_comes_down_over_a_smaller_one() -> None:
    """Readers find the level of a piece by where its base is; real pieces ride 4 mm higher and nest to the board."""
    large, medium, small = _pile((3, 3), ("red", 3), ("red", 2), ("red", 1)).pieces
    assert large.z == LOOK.grid.z
    for below, rider in ((large, medium), (medium, small)):
        tips = [piece.z + BASE_HEIGHT[piece.size][1] for piece in (below, rider)]
        assert tips[1] - tips[0] == pytest.approx(4.0)
    assert _pile((3, 3), ("red", 1), ("yellow", 3)).pieces[1].z == LOOK.grid.z


@pytest.mark.parametrize(
    ("sizes", "hidden"),
    [((3, 1), []), ((1, 3), [0]), ((3, 1, 2), [1]), ((2, 1, 3), [0, 1]), ((3, 2, 1), []), ((3, 1, 3), [1])],
)
def test_what_is_under_a_larger_piece_is_hidden_and_nothing_else(
    sizes: tuple[int, ...], hidden: list[int]
) -> None:
    """The truth must say of pinned pieces that nobody can see them, and only of those."""
    pile = _pile((3, 3), *(("red", size) for size in sizes))
    assert [k for k in range(len(sizes)) if covered(pile, k) is not None] == hidden
    shares = shares_seen(LOOK, _scene(pile))[0]
    assert [k for k, share in enumerate(shares) if share == 0] == hidden


def test_a_piece_fills_its_outline_in_the_picture() -> None:
    """Labels are outlines projected by the same lens; a picture that differs elsewhere would be mislabelled."""
    pile = _pile((2, 4), ("yellow", 3))
    changed = cv2.absdiff(_picture(pile), _picture()).max(axis=2) > 40
    mask = np.zeros(changed.shape, np.uint8)
    hull = cv2.convexHull(OPTICS.project(outline(pile.pieces[0])).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    inner = np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), bool)
    outer = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), bool)
    assert changed[inner].mean() > 0.9
    shadow = changed & ~outer
    assert shadow.sum() < 0.6 * inner.sum()


def test_the_picture_of_a_pinned_piece_is_that_of_the_piece_over_it() -> None:
    """Nobody can see through opaque plastic, so neither may a reader."""
    over = _pile((3, 3), ("yellow", 1), ("red", 3))
    assert np.array_equal(_picture(over), _picture(_pile((3, 3), ("red", 3))))


def test_see_through_plastic_lets_the_board_shine_through() -> None:
    """Sets have see-through colours, which take on the tone of what is behind them."""
    tones = []
    for cell in ((3, 3), (4, 3)):  # a dark and a pale square
        for colour in ("blue", "red"):
            piece = _pile(cell, (colour, 3)).pieces[0]
            u, v = OPTICS.project(np.array([[piece.x, piece.y, piece.z + 10]]))[0].astype(int)
            tones.append(_picture(Pile((piece,)))[v - 2 : v + 3, u - 2 : u + 3].mean(axis=(0, 1)))
    assert np.abs(tones[0] - tones[2]).max() > 1.5 * np.abs(tones[1] - tones[3]).max()


def test_nearer_pieces_and_hands_hide_farther_ones() -> None:
    """Occlusion is the hard part of reading a board; its truth has to be in the labels."""
    near = _pile((4, 2), ("red", 3), ("red", 2), ("red", 1))
    far = _pile((4, 3), ("yellow", 1))
    x, y = LOOK.grid.middle((4, 2))
    alone, hidden = (shares_seen(LOOK, _scene(far, *more))[0][0] for more in ((), (near,)))
    assert alone == 1
    assert hidden < 1
    hand = Hand(0, x, y, 20.0, math.pi / 2, curl=0.0)
    assert shares_seen(LOOK, _scene(far, near, hands=(hand,)))[1][0] < 0.5


def test_a_toppled_piece_touches_the_table_with_a_whole_side() -> None:
    """What lies on its side must look like it: three corners on the table, among them the tip."""
    for size in BASE_HEIGHT:
        heights = np.sort(outline(toppled(Pyramid("red", size, 0.0, 0.0, 1.0)))[:, 2])
        assert np.allclose(heights[:3], 0.0, atol=1e-6)
        assert heights[3] > 0.5 * BASE_HEIGHT[size][0]
    assert outline(toppled(Pyramid("red", 3, 0.0, 0.0, 0.0)))[4, 2] == pytest.approx(0.0, abs=1e-6)


def test_a_picture_does_not_depend_on_those_before_it() -> None:
    """Only what changed is drawn anew; a stack of which the top was taken must look as if it had never been there."""
    before = [_pile((3, 3), ("red", 3), ("yellow", 1)), _pile((3, 4), ("blue", 2))]
    after = [_pile((3, 3), ("red", 3)), before[1], replace(_pile((5, 5), ("yellow", 1)), resting=False)]
    used = STUDIO.renderer(WATCHING)
    used.take(_scene(*before), 3)
    assert np.array_equal(used.take(_scene(*after), 7), STUDIO.renderer(WATCHING).take(_scene(*after), 7))
