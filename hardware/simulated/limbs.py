"""A hand with its arm as a skeleton of tapering limbs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hardware.simulated.optics import Floats
from hardware.simulated.scene import Hand

SHOULDER_MM = 640.0
"""How far from the middle of the table people's shoulders are."""

SKIN, SLEEVE, FOREARM = 0, 1, 2
"""What covers a limb; a sleeve ends with a straight hem, out of which the forearm comes."""

_PINCH = np.array(
    [
        [[-96, -20, 54], [-66, -37, 46], [-36, -27, 30], [-13, -7, 9]],
        [[-58, -10, 70], [-15, -3, 75], [15, 4, 45], [13, 6, 9]],
        [[-60, 12, 72], [-18, 18, 73], [8, 22, 46], [2, 22, 18]],
        [[-64, 31, 68], [-28, 38, 66], [-8, 40, 42], [-14, 38, 20]],
        [[-72, 48, 60], [-43, 55, 56], [-28, 55, 38], [-34, 51, 20]],
    ],
    float,
)
"""Thumb to little finger, root to tip: mm along the arm, across it, and up, from between thumb and forefinger."""
_FLAT = np.array(
    [
        [[-92, -14, 32], [-62, -40, 28], [-32, -52, 20], [-8, -56, 13]],
        [[-40, -14, 36], [4, -21, 31], [28, -25, 23], [46, -27, 13]],
        [[-38, 8, 38], [10, 8, 33], [36, 8, 25], [58, 8, 13]],
        [[-42, 28, 36], [4, 34, 31], [28, 38, 23], [48, 40, 13]],
        [[-50, 46, 31], [-14, 57, 26], [2, 62, 20], [18, 65, 12]],
    ],
    float,
)
_THICK = np.array(
    [
        [15, 12.5, 10.5, 9],
        [12.5, 10, 8.5, 7.3],
        [12.5, 10, 8.7, 7.5],
        [12, 9.5, 8.3, 7.2],
        [10.5, 8.5, 7.3, 6.4],
    ]
)
_WRIST = {1.0: np.array([-122.0, 10, 62]), 0.0: np.array([-116.0, 10, 36])}


@dataclass(frozen=True, eq=False)
class Limb:
    """A piece with round ends: places (3,) mm and radii mm, and what it is covered with."""

    a: Floats
    b: Floats
    ra: float
    rb: float
    cover: int


def limbs_of(hand: Hand) -> list[Limb]:
    """The pieces of a hand and its arm."""
    side = -1.0 if hand.left else 1.0
    fingers = _FLAT + (_PINCH - _FLAT) * hand.curl
    fingers[0, 2:, 0] -= hand.open * 0.7
    fingers[0, 2:, 1] -= hand.open * 0.4
    fingers[1, 2:, 0] += hand.open * 0.7
    wrist = _WRIST[0.0] + (_WRIST[1.0] - _WRIST[0.0]) * hand.curl
    d = np.array([math.cos(hand.heading + hand.bend), math.sin(hand.heading + hand.bend)])
    n = np.array([-d[1], d[0]]) * -side

    def placed(joints: Floats) -> Floats:
        out = np.empty_like(joints)
        out[..., :2] = [hand.x, hand.y] + joints[..., :1] * d + joints[..., 1:2] * n
        out[..., 2] = np.maximum(joints[..., 2] + hand.z, 7.0)
        return out

    at, root = placed(fingers), placed(wrist)
    arm = np.array([math.cos(hand.heading), math.sin(hand.heading)])
    elbow = np.array([*(root[:2] - arm * 245), max(root[2] * 0.6, 45.0) + 25])
    far = np.array([*(elbow[:2] - arm * 420), elbow[2] + 150])
    cuff = root + (elbow - root) * 0.3
    limbs = [
        Limb(far, elbow, 58, 50, SLEEVE),
        Limb(elbow, cuff, 50, 40, SLEEVE),
        Limb(cuff, root, 31, 25, FOREARM),
        Limb(root, at[0, 0], 23, 18, SKIN),
    ]
    limbs += [Limb(root, at[k, 0], 24, 14.5, SKIN) for k in range(1, 5)]
    limbs += [Limb(at[k, 0], at[k + 1, 0], 13.5, 13.5, SKIN) for k in range(1, 4)]
    limbs.append(Limb(at[0, 0], at[1, 0], 16, 14, SKIN))
    for finger, thick in zip(at, _THICK, strict=True):
        limbs += [Limb(finger[k], finger[k + 1], thick[k], thick[k + 1], SKIN) for k in range(3)]
    return limbs
