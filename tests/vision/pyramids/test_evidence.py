"""What pixels say of a board, beside the same board when it was empty."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramids.colours import TaughtColours
from vision.pyramids.edges import steepness
from vision.pyramids.evidence import MOST, Evidence, weigh
from vision.pyramids.lighting import change_of_light, logarithm

HEIGHT, WIDTH = 90, 120
RED = np.full((40, 3), (30, 30, 190), np.uint8)


def seen(now: np.ndarray, empty: np.ndarray) -> Evidence:
    """What a picture (H, W, 3) says."""
    before, after = logarithm(empty), logarithm(now)
    colours = TaughtColours({"red": RED})
    return weigh(after, change_of_light(after, before), colours, steepness(before))


def chequered() -> np.ndarray:
    """An empty board, squares of 15 px."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH] // 15
    return np.where((rows + columns)[..., None] % 2, (90, 140, 180), (60, 80, 100)).astype(np.uint8)


def test_a_board_as_it_was_speaks_for_no_piece() -> None:
    """To the pixel the same picture, so that not one pixel is worth a look."""
    found = seen(chequered(), chequered())
    assert (found.gain == -MOST).all()
    assert found.edge.max() <= 0.35


@pytest.mark.parametrize("light", [1.0, 0.7])
def test_a_piece_is_told_by_its_colour_and_its_edges(light: float) -> None:
    """In other light, too; here on rows where one band of those weighed at once ends and the next begins."""
    board = chequered()
    board[28:44, 50:66] = RED[0]
    dimmer = np.clip(board * light, 0, 255).astype(np.uint8)
    found = seen(dimmer, chequered())
    assert found.gain[0, 29:43, 51:65].min() > 0
    assert np.median(found.gain[0, :20]) < 0
    rim = np.concatenate([found.edge[27:29, 54:62].max(axis=0), found.edge[43:45, 54:62].max(axis=0)])
    assert rim.min() > 0.8
