"""An arm that reaches over the board, as spheres: enough of them make a forearm in its sleeve, a palm and fingers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traced.layout import Floats, turn


@dataclass(frozen=True)
class Arm:
    """Spheres (N, 4): mm and radius."""

    sleeve: Floats
    skin: Floats

    @property
    def spheres(self) -> Floats:
        """All of it."""
        return np.vstack([self.sleeve, self.skin])


def reaching(rng: np.random.Generator, over: Floats) -> Arm:
    """An arm from beside the table to a point (2,) mm of the board, where its finger tips are."""
    towards = float(rng.choice([-60, -35, 20, 200, 165, 240])) + float(rng.uniform(-12, 12))
    palm = _mm(0, 0, 80)
    skin = []
    for i, (across, long, width) in enumerate([(-28, 62, 8), (-10, 76, 8.5), (8, 80, 9), (26, 72, 8.5)]):
        knuckle = palm + _mm(40, across, 6)
        spread = turn(float(np.arctan2(across, 150) * 57.3 + rng.uniform(-4, 4)))
        bent = knuckle + spread @ _mm(long * 0.55, 0, 1 if i == 0 else 4)
        tip = bent + spread @ _mm(long * 0.42, 0, -rng.uniform(8, 20))
        skin += [
            _capsule(palm + _mm(-12, across * 0.7, 2), knuckle, 13, 12),
            _capsule(knuckle, bent, 11, width),
        ]
        skin.append(_capsule(bent, tip, width, width - 1.5))
    thumb = palm + _mm(-5, -44, -2)
    skin += [
        _capsule(palm + _mm(-25, -20, 0), thumb, 15, 11),
        _capsule(thumb, thumb + _mm(42, -14, -10), 10.5, 8),
    ]
    wrist = _mm(-65, 0, 84)
    skin += [_capsule(palm + _mm(-15, a, 0), wrist + _mm(0, a * 0.7, 0), 15, 17) for a in (-14, 0, 14)]
    skin.append(_capsule(wrist, wrist + _mm(-70, 0, 12), 22, 27))
    sleeve = _capsule(wrist + _mm(-55, 0, 8), wrist + _mm(-500, 0, 130), 36, 52)

    def placed(spheres: Floats) -> Floats:
        at = (spheres[:, :3] - [95, 0, 0]) @ turn(towards).T + [over[0], over[1], 0]
        return np.column_stack([at, spheres[:, 3]])

    return Arm(placed(sleeve), placed(np.vstack(skin)))


def _mm(x: float, y: float, z: float) -> Floats:
    return np.array([x, y, z], np.float64)


def _capsule(a: Floats, b: Floats, ra: float, rb: float) -> Floats:
    """(N, 4) spheres from one end to the other, a quarter of a radius apart."""
    share = np.linspace(0, 1, max(2, int(np.linalg.norm(b - a) / min(ra, rb) * 4)))[:, None]
    return np.hstack([a + share * (b - a), ra + share * (rb - ra)])
