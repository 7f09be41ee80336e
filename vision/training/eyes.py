"""Cameras: where they stand, and which pixel sees which place. Lengths in mm of the table frame (z up)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Floats

PICTURE = (2304, 1296)
"""Width and height of the device's pictures, px."""
PATCH = 256
"""Side of the square pictures that the finders learn from, px."""
RIGHT_SIZES = (20.0, 44.0)
"""A die's edge, px, that the loose finder finds."""
WRONG_SIZES = ((60.0, 260.0), (6.0, 13.0))
"""And what it must leave to a search at another scale."""


@dataclass(frozen=True, eq=False)
class Eye:
    """A pinhole camera: focal length px, principal point px, and table mm -> camera mm."""

    f: float
    cx: float
    cy: float
    R: NDArray[np.float64]
    t: NDArray[np.float64]

    @property
    def centre(self) -> NDArray[np.float64]:
        """Where it stands, (3,) mm."""
        return -self.R.T @ self.t

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 3) mm -> (N, 2) px."""
        c = points @ self.R.T + self.t
        return np.stack([self.f * c[:, 0] / c[:, 2] + self.cx, self.f * c[:, 1] / c[:, 2] + self.cy], 1)

    def rays(self, u: Floats, v: Floats) -> Floats:
        """World directions, unit length, of pixels: (..., 3) float32."""
        d = np.stack([(u - self.cx) / self.f, (v - self.cy) / self.f, np.ones_like(u)], -1)
        d = d @ self.R.astype(np.float32)
        return (d / np.sqrt((d * d).sum(-1, keepdims=True))).astype(np.float32)


def look_at(
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float,
    target: tuple[float, float],
    f: float,
    size: tuple[int, int],
) -> Eye:
    """A camera `distance` mm from a point of the table; angles in radians, azimuth 0 = from -y; `size` px."""
    ce, se = np.cos(elevation), np.sin(elevation)
    eye = np.array(
        [
            target[0] + distance * ce * np.sin(azimuth),
            target[1] - distance * ce * np.cos(azimuth),
            distance * se,
        ]
    )
    z = np.array([target[0], target[1], 0.0]) - eye
    z /= np.linalg.norm(z)
    x = np.cross(z, [0.0, 0.0, 1.0])
    if np.linalg.norm(x) < 1e-6:
        x = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    c, s = np.cos(roll), np.sin(roll)
    R = np.stack([c * x + s * y, -s * x + c * y, z])
    return Eye(f, (size[0] - 1) / 2, (size[1] - 1) / 2, R, -R @ eye)


def device_eye(rng: np.random.Generator) -> tuple[Eye, tuple[float, float]]:
    """A camera on an arm beside the table, and a place on the table (mm) that it sees."""
    while True:
        f = float(rng.choice([1695.0, 1695.0, 1695.0, 1330.0, 2250.0]) * rng.uniform(0.93, 1.07))
        distance = float(rng.uniform(560, 860)) * (f / 1695) ** 0.7
        eye = look_at(
            distance,
            np.radians(rng.uniform(36, 72)),
            rng.normal(0, 0.15),
            rng.normal(0, 0.04),
            (rng.normal(0, 30), rng.normal(10, 30)),
            f,
            PICTURE,
        )
        at = (float(rng.uniform(-300, 300)), float(rng.uniform(-230, 230)))
        px = eye.project(np.array([[at[0], at[1], 16.0]]))[0]
        if 120 < px[0] < PICTURE[0] - 120 and 100 < px[1] < PICTURE[1] - 100:
            return eye, at


def phone_eye(rng: np.random.Generator, edge: float, wrong: float) -> Eye:
    """A camera in somebody's hand that sees edges (mm) at one of RIGHT_SIZES, with chance `wrong` at another."""
    f = float(rng.uniform(700, 2600))
    low, high = WRONG_SIZES[int(rng.integers(2))] if rng.random() < wrong else RIGHT_SIZES
    size = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    elevation = np.radians(rng.uniform(28, 90) if rng.random() < 0.6 else rng.uniform(60, 90))
    return look_at(
        f * edge / size, elevation, rng.uniform(0, 6.3), rng.normal(0, 0.3), (0.0, 0.0), f, (PATCH, PATCH)
    )
