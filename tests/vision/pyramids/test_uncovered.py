"""Hands over a board, between whose fingers pieces are seen."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.eyes import BoardEyes
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Hand, Pyramid, Scene
from tests.vision.pyramids.painted import TONES, board, empty, shade, soft, stand, view
from tests.vision.pyramids.simulated import OPAQUE
from vision.pyramids.colours import TaughtColours
from vision.pyramids.covered import hidden_squares, without
from vision.pyramids.evidence import weigh
from vision.pyramids.leftover import Leftover
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks
from vision.pyramids.stacking import stacks
from vision.pyramids.stage import Stage
from vision.pyramids.uncovered import uncovered

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


@pytest.mark.parametrize(
    ("skin", "shown"),
    [
        ([], {(3, 4)}),
        ([(3.0, 4.0), (3.35, 4.0), (3.35, 6.5), (3.0, 6.5)], set()),
        ([(3.0, 4.0), (4.0, 4.0), (4.0, 6.5), (3.0, 6.5)], set()),
        ([(3.4, 4.5), (3.6, 4.5), (3.6, 5.2), (3.4, 5.2)], set()),
    ],
    ids=["in plain sight", "a quarter under a finger", "all under a hand", "a finger before it"],
)
def test_what_stands_in_plain_sight_is_no_hand(
    skin: list[tuple[float, float]], shown: set[tuple[int, int]]
) -> None:
    """Whatever tells hands: skin and cloth have no outlines and colours of pieces, nor has a piece half under them."""
    stage = Stage(view(), board(), empty(), view())
    picture = empty()
    stand(picture, (3.5, 4.5), [("red", 3)])
    places = board().to_table([(2.0, 3.5), (5.0, 3.5), (5.0, 6.5), (2.0, 6.5)])
    outline = view().project(np.concatenate([places, np.full((4, 1), board().z)], axis=1))
    if skin:
        finger = board().to_table(skin)
        ring = view().project(np.concatenate([finger, np.full((4, 1), board().z)], axis=1))
        cv2.fillConvexPoly(picture, np.round(ring * 16).astype(np.int32), (120, 150, 205), cv2.LINE_AA, 4)
    logs = logarithm(stage.cut(soft(picture)))
    red = looks(TaughtColours({"red": shade(TONES["red"], 1.0)}), stage.empty)
    whole = weigh(logs, change_of_light(logs, stage.empty), red, stage.own_edges)
    covered = without(stage, whole, [outline])
    seen = uncovered(stage, whole, covered)
    assert covered.hidden is not None
    assert seen.hidden is not None
    assert (3, 4) in hidden_squares(stage, covered.hidden)
    assert {(3, 4)}.difference(hidden_squares(stage, seen.hidden)) == shown
    assert (4, 5) in hidden_squares(stage, seen.hidden)
    given_back = covered.hidden & ~seen.hidden
    assert given_back.any() == bool(shown)
    assert (seen.gain[:, given_back] == whole.gain[:, given_back]).all()
    assert (seen.edge[given_back] == whole.edge[given_back]).all()
    assert (seen.gain[:, seen.hidden] == 0).all()


def test_a_sleeve_of_a_taught_colour_is_no_piece() -> None:
    """Even if it is shaped as one to a part: the rest of its outline is not there."""
    stage = Stage(view(), board(), empty(), view())
    picture = empty()
    stand(picture, (3.5, 4.5), [("red", 3)])
    u, v = view().project(np.append(board().to_table([(3.5, 4.5)])[0], board().z)[None])[0].astype(int)
    part = picture[v - 150 : v + 60, u - 90 : u]
    part[:] = cv2.GaussianBlur(picture, (0, 0), 9)[v - 150 : v + 60, u - 90 : u]
    logs = logarithm(stage.cut(soft(picture)))
    red = looks(TaughtColours({"red": shade(TONES["red"], 1.0)}), stage.empty)
    whole = weigh(logs, change_of_light(logs, stage.empty), red, stage.own_edges)
    places = board().to_table([(2.0, 3.5), (5.0, 3.5), (5.0, 6.5), (2.0, 6.5)])
    outline = view().project(np.concatenate([places, np.full((4, 1), board().z)], axis=1))
    covered = without(stage, whole, [outline])
    seen = uncovered(stage, whole, covered)
    assert covered.hidden is not None
    assert seen.hidden is not None
    assert (seen.hidden == covered.hidden).all()
    assert stacks(Leftover(stage, whole.gain, whole.edge))
