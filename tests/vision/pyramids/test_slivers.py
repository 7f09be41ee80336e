"""Pieces of which hardly more than a rim shows beside another."""

from __future__ import annotations

from math import radians

import pytest

from companion.eyes import BoardEyes
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pyramid, Scene
from tests.vision.pyramids.simulated import OPAQUE
from vision.pyramids.seen import SeenBoard


def behind(eyes: BoardEyes, renderer: Renderer, across: float, away: float) -> SeenBoard:
    """A small red piece on e6 behind a large black one on e5, so many millimetres from where hardly any of it shows."""
    grid = OPAQUE.grid
    (x, y), (u, v) = grid.middle((4, 5)), grid.middle((4, 4))
    red = Pyramid("red", 1, x + across, y + away, radians(13.8))
    black = Pyramid("black", 3, u, v, radians(30))
    piles = tuple(piled([piece], grid.z) for piece in (red, black))
    scene = Scene((), (), OPAQUE.table.cards, OPAQUE.table.light, piles=piles)
    return eyes.read(renderer.take(scene, 1))


@pytest.mark.parametrize("across", [-6.0, -3.0, 0.0, 3.0, 6.0])
@pytest.mark.parametrize("away", [-9.0, -6.0, 0.0])
def test_a_piece_behind_another_is_read_or_asked_about(
    eyes: BoardEyes, renderer: Renderer, across: float, away: float
) -> None:
    """Never is it missed without a word."""
    seen = behind(eyes, renderer, across, away)
    read = {(piece.cell, piece.colour, piece.size) for piece in seen.pieces}
    assert ((4, 4), "black", 3) in read
    assert ((4, 5), "red", 1) in read or not seen.sure
