"""Hands over a board, between whose fingers pieces are seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.eyes import BoardEyes
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Hand, Pyramid, Scene
from tests.vision.pyramids.simulated import OPAQUE

COLOURS = ("red", "yellow", "green", "blue", "black")


def over_it(seed: int) -> tuple[Scene, set[tuple[tuple[int, int], str, int]]]:
    """A board with a dozen pieces and a hand over its middle, and what stands there."""
    rng = np.random.default_rng(seed)
    grid, stood, piles = OPAQUE.grid, set(), []
    for k in rng.permutation(64)[:12].tolist():
        cell = (k % 8, k // 8)
        piece = (COLOURS[int(rng.integers(5))], int(rng.integers(1, 4)))
        x, y = grid.middle(cell)
        piles.append(piled([Pyramid(*piece, x, y, float(rng.uniform(0, 1.5)))], grid.z))
        stood.add((cell, *piece))
    x, y = grid.place(float(rng.uniform(2, 6)), float(rng.uniform(2, 6)))
    heading = float(rng.choice([math.pi / 2, 0.7, 2.4]))
    hand = Hand(
        int(rng.integers(8)), x, y, float(rng.uniform(25, 60)), heading, 14.0, float(rng.uniform(0, 1))
    )
    return Scene((), (hand,), OPAQUE.table.cards, OPAQUE.table.light, piles=tuple(piles)), stood


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_never_a_piece(eyes: BoardEyes, renderer: Renderer, seed: int) -> None:
    """Wherever it is; nothing is surely read that is not there, and most of what stands round about it is."""
    scene, stood = over_it(seed)
    seen = eyes.read(renderer.take(scene, seed))
    sure = {(piece.cell, piece.colour, piece.size) for piece in seen.pieces if piece.sure}
    assert sure <= stood
    assert not seen.sure
    assert len(sure) >= 6
