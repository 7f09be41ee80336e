"""Dice lie beside each other, carry what they are said to carry, and rounds are worth what the rules say."""

import cv2
import numpy as np
import pytest

from vision.training.arrays import Bytes
from vision.training.dice import apart, die_kinds, pip_face, strew
from vision.training.layouts import CAMP, MOMENTS, lay_out, worth, zone
from vision.training.solids import TILE, Die


@pytest.mark.parametrize("value", range(1, 7))
def test_a_pip_face_has_its_pips(value: int) -> None:
    """Counted as blobs; on the six they may touch, so rows are counted there."""
    face = pip_face(value, np.random.default_rng(4)) > 0.5
    count, _ = cv2.connectedComponents(face.astype(np.uint8))
    assert count - 1 == value or (value == 6 and count - 1 == 2)
    assert face.shape == (TILE, TILE)


def test_dice_do_not_lie_in_each_other(masks: Bytes) -> None:
    """Real ones cannot."""
    rng = np.random.default_rng(5)
    dice = strew(rng, die_kinds(rng, masks, loose=False, pip_share=0.0), (10.0, 5.0), 60.0, 20)
    squares = [(d.x, d.y, d.yaw, d.edge) for d in dice]
    assert len(squares) > 8
    assert all(apart(s, squares[:k], 0.0) for k, s in enumerate(squares))


@pytest.mark.parametrize(
    ("place", "clear"),
    [
        ((15.9, 0.0, 0.0), False),
        ((16.5, 0.0, 0.0), True),
        ((17.0, 0.0, 0.785), False),
        ((0.0, 20.0, 0.785), True),
    ],
)
def test_apart_minds_the_corners(place: tuple[float, float, float], clear: bool) -> None:
    """A turned die needs more room than one that lies side by side."""
    first, second = (0.0, 0.0, 0.0, 16.0), (*place, 16.0)
    assert apart(first, [second], 0.3) == clear
    assert apart(second, [first], 0.3) == clear


SEATS = (180.0, 0.0)


@pytest.mark.parametrize("moment", sorted(set(MOMENTS)))
def test_a_layout_is_a_round_that_can_be(moment: str) -> None:
    """Five dice of the campsite a seat, pairs side by side before one seat, at the end of a round one animal gone."""
    layout = lay_out(np.random.default_rng(6), 16.0, SEATS, moment)
    names = [name for name, *_ in layout.dice]
    assert sum(name in CAMP for name in names) <= 5 * len(SEATS)
    for a, b in layout.pairs:
        (player, *first), (taken, *second) = layout.dice[a], layout.dice[b]
        assert player not in CAMP
        assert taken in CAMP
        assert np.hypot(first[0] - second[0], first[1] - second[1]) < 16.0 * 1.5
        assert zone(first[0], first[1], SEATS) == zone(second[0], second[1], SEATS)
    if moment == "end-of-round":
        left = {name for name, x, y, _ in layout.dice if zone(x, y, SEATS) == "campsite"}
        assert left != set(CAMP)


def test_a_round_is_worth_what_the_rules_say() -> None:
    """A made set with a wrong score would blame the reader: 1 + 2 for the first seat, -2 - 1 for the second."""
    bare = np.zeros((TILE, 6 * TILE), np.float32)
    grey = np.full(3, 0.5, np.float32)

    def lying(name: str, x: float, y: float) -> tuple[str, Die]:
        return name, Die(x, y, 0.0, 16.0, 1.0, bare, grey, grey, 0.0)

    dice = [
        lying("bear", 0, 0),
        *(lying("gun", -200, 0), lying("bear", -217, 0)),
        *(lying("runner", -200, 50), lying("tent", -217, 50)),
        *(lying("sleeper", 200, 0), lying("tent", 217, 0)),
        lying("tent", 200, 80),
    ]
    assert worth(dice, [(1, 2), (3, 4), (5, 6)], SEATS) == {
        "bears_left": 1,
        "tents_left": 0,
        "scores": [3, -3],
    }
