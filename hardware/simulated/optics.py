"""Where things on the table appear in a picture: the lens and the pose of the simulated camera.

Lengths are mm in the table frame (z up, y away from the device); the camera's frame has x right, y down, z forward.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Optics:
    """A lens for pictures of one size, and where it stands."""

    size: tuple[int, int]
    """Width and height, px."""
    K: Floats
    """(3, 3), as OpenCV has it."""
    dist: Floats
    """(5,): k1, k2, p1, p2, k3; of these only k1 and k2 may differ from 0."""
    R: Floats
    """(3, 3), table to camera."""
    t: Floats
    """(3,), mm."""

    @property
    def eye(self) -> Floats:
        """Where the camera stands, (3,) mm in the table frame."""
        return np.asarray(-self.R.T @ self.t)

    def scaled(self, size: tuple[int, int]) -> Optics:
        """The same camera giving pictures of another size; (0, 0) stays the centre of the first pixel."""
        K = self.K.copy()
        for axis in (0, 1):
            by = size[axis] / self.size[axis]
            K[axis, axis] *= by
            K[axis, 2] = (K[axis, 2] + 0.5) * by - 0.5
        return replace(self, size=size, K=K)

    def project(self, places: Floats) -> Floats:
        """(N, 3) mm -> (N, 2) px."""
        camera = np.asarray(places, float) @ self.R.T + self.t
        x, y = camera[:, 0] / camera[:, 2], camera[:, 1] / camera[:, 2]
        r2 = np.minimum(x * x + y * y, 1.0)  # outside the picture the formula means nothing
        by = 1 + r2 * (self.dist[0] + r2 * self.dist[1])
        return np.stack([self.K[0, 0] * x * by + self.K[0, 2], self.K[1, 1] * y * by + self.K[1, 2]], axis=1)

    def depth(self, places: Floats) -> Floats:
        """How far in front of the camera places (N, 3) lie, (N,) mm."""
        return np.asarray(np.asarray(places, float) @ self.R[2] + self.t[2])

    def rays(self, u: Floats, v: Floats) -> Floats:
        """Pixels of any one shape (...) -> directions in the table frame, (..., 3) float32, not of unit length."""
        x0 = ((u - self.K[0, 2]) / self.K[0, 0]).astype(np.float32)
        y0 = ((v - self.K[1, 2]) / self.K[1, 1]).astype(np.float32)
        k1, k2 = (np.float32(k) for k in self.dist[:2])
        x, y = x0, y0
        for _ in range(3):
            r2 = x * x + y * y
            by = 1 / (1 + r2 * (k1 + r2 * k2))
            x, y = x0 * by, y0 * by
        R = self.R.astype(np.float32)
        return np.stack([R[0, i] * x + R[1, i] * y + R[2, i] for i in range(3)], axis=-1)

    def on_plane(self, u: Floats, v: Floats, z: float = 0.0) -> tuple[Floats, Floats]:
        """Pixels -> x and y, mm, where they meet the plane at height z; float32 of the same shape."""
        d = self.rays(u, v)
        eye = self.eye.astype(np.float32)
        far = (np.float32(z) - eye[2]) / np.minimum(d[..., 2], np.float32(-1e-3))
        return eye[0] + far * d[..., 0], eye[1] + far * d[..., 1]

    def moved(self, turn: Floats, shift: Floats) -> Optics:
        """The camera after a knock: turned by a rotation vector (3,) rad and shifted (3,) mm, in its own frame."""
        by = np.asarray(cv2.Rodrigues(np.asarray(turn, float))[0]).reshape(3, 3)
        return replace(self, R=by @ self.R, t=by @ self.t + shift)


def looking_at(
    size: tuple[int, int],
    focal: float,
    *,
    distance: float,
    elevation: float,
    turn: float,
    roll: float,
    at: Floats,
) -> Optics:
    """A camera `distance` mm from a place `at` (2,) on the table, `elevation` rad above it, `turn` rad off to a side.

    `focal` is in px, `roll` in rad.
    """
    flat = distance * np.cos(elevation)
    eye = np.array([at[0] + flat * np.sin(turn), at[1] - flat * np.cos(turn), distance * np.sin(elevation)])
    forward = np.array([*at, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    R = np.stack([c * right + s * down, c * down - s * right, forward])
    K = np.array([[focal, 0, size[0] / 2 - 0.5], [0, focal, size[1] / 2 - 0.5], [0, 0, 1]])
    return Optics(size, K, np.zeros(5), R, -R @ eye)
