"""Pips, by which stacks of one colour are told from single pieces in full size."""

from __future__ import annotations

import pytest

from companion.eyes import BoardEyes
from hardware.camera import READING
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pyramid, Scene
from tests.vision.pyramids.simulated import profile_of

LOOK = make_board_look(906, ("red", "yellow", "green", "blue", "black"))


@pytest.fixture(scope="module")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> BoardEyes:
    return BoardEyes(profile_of(LOOK, tmp_path_factory.mktemp("opaque")))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Studio(LOOK).renderer(READING)


@pytest.mark.parametrize("yaw", [0.1, 0.5, 0.9, 1.3])
@pytest.mark.parametrize("colour", ["red", "black"])
@pytest.mark.parametrize("sizes", [(3,), (2,), (3, 2), (3, 1), (2, 1), (3, 2, 1)])
def test_a_stack_of_one_colour_is_no_single_piece_nor_the_other_way_round(
    eyes: BoardEyes, renderer: Renderer, sizes: tuple[int, ...], colour: str, yaw: float
) -> None:
    """Only its outline, its rims and its pips tell."""
    x, y = LOOK.grid.middle((3, 4))
    pile = piled([Pyramid(colour, size, x, y, yaw + 0.2 * k) for k, size in enumerate(sizes)], LOOK.grid.z)
    scene = Scene((), (), LOOK.table.cards, LOOK.table.light, piles=(pile,))
    seen = eyes.read(renderer.take(scene, 1))
    assert tuple(piece.size for piece in seen.pieces) == sizes or not seen.sure
    assert {piece.colour for piece in seen.pieces} == {colour}


LIKE_TWO = [
    ("black", (3, 7), 1.1, 0.7),
    ("black", (6, 6), 0.6, 0.0),
    ("black", (1, 4), 0.6, 0.0),
    ("red", (6, 6), 0.6, 0.7),
    ("blue", (3, 7), 1.1, 0.7),
]
"""Stacks of three that look like two in half the picture's size: colour, square, yaw, and how far each piece is turned
against the one below."""


def test_the_uppermost_of_three_of_one_colour_is_not_missed_surely(
    eyes: BoardEyes, renderer: Renderer
) -> None:
    """Most of them are read; about the others people are asked."""
    read = 0
    for colour, cell, yaw, turn in LIKE_TWO:
        x, y = LOOK.grid.middle(cell)
        pieces = [Pyramid(colour, size, x, y, yaw + turn * k) for k, size in enumerate((3, 2, 1))]
        scene = Scene((), (), LOOK.table.cards, LOOK.table.light, piles=(piled(pieces, LOOK.grid.z),))
        seen = eyes.read(renderer.take(scene, 1))
        right = tuple(piece.size for piece in seen.pieces) == (3, 2, 1)
        assert right or not seen.sure
        read += right
    assert read >= len(LIKE_TWO) - 1


@pytest.mark.parametrize(
    ("colour", "cell", "sizes", "yaw", "turn", "off"),
    [
        ("yellow", (1, 5), (3, 2), 1.061, 0.0, (0.18, 0.53)),
        ("black", (4, 1), (3, 2, 1), 1.29, 0.184, (-1.68, 5.0)),
        ("blue", (7, 1), (3, 2, 1), 1.155, 1.544, (-1.95, -3.82)),
    ],
)
def test_riders_are_turned_anew_in_full_size(
    eyes: BoardEyes,
    renderer: Renderer,
    colour: str,
    cell: tuple[int, int],
    sizes: tuple[int, ...],
    yaw: float,
    turn: float,
    off: tuple[float, float],
) -> None:
    """In half the size they were fitted to a wrong way round, so that another make-up seemed likelier."""
    x, y = LOOK.grid.middle(cell)
    pieces = [Pyramid(colour, size, x + off[0], y + off[1], yaw + turn * k) for k, size in enumerate(sizes)]
    scene = Scene((), (), LOOK.table.cards, LOOK.table.light, piles=(piled(pieces, LOOK.grid.z),))
    seen = eyes.read(renderer.take(scene, 1))
    assert [(piece.size, piece.colour, piece.sure) for piece in seen.pieces] == [
        (size, colour, True) for size in sizes
    ]
