"""From a point on the table to its pixel and back: the lens, where it stands, and the corner cards' places.

Pixels follow OpenCV: (0, 0) is the centre of the first pixel, x to the right, y down. Millimetres are in the table
frame: z = 0 is the table top, z up, +y away from the device. Camera axes are x right, y down, z forward.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NEWTON_STEPS = 12
"""Undistorting converges quadratically: 4 steps reach 1e-9 px on the widest lens known to us, the rest is margin."""


def _array(value: npt.ArrayLike, shape: tuple[int, ...], name: str) -> Floats:
    array = np.array(value, dtype=np.float64)
    if array.shape != shape:
        array = array.reshape(shape) if array.size == int(np.prod(shape)) else array
    if array.shape != shape or not bool(np.isfinite(array).all()):
        raise ValueError(f"{name} must hold {shape} finite numbers, not {array.shape}")
    array.flags.writeable = False
    return array


def _points(value: npt.ArrayLike, columns: int) -> Floats:
    return np.asarray(value, dtype=np.float64).reshape(-1, columns)


@dataclass(frozen=True, eq=False)
class Lens:
    """A pinhole with Brown distortion, exactly OpenCV's model with five coefficients.

    `K` is (3, 3) float64 in pixels, `dist` (5,) float64 in the order k1, k2, p1, p2, k3, both for pictures of
    `width` x `height` pixels. Source: OpenCV, "Camera Calibration and 3D Reconstruction", detailed description.
    Raises ValueError for other shapes, numbers that are not finite or a size that is not positive.
    """

    width: int
    height: int
    K: Floats
    dist: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "K", _array(self.K, (3, 3), "K"))
        object.__setattr__(self, "dist", _array(self.dist, (5,), "dist"))
        if self.width <= 0 or self.height <= 0:
            raise ValueError(f"a picture of {self.width} x {self.height} pixels has no lens")

    def scaled(self, width: int, height: int) -> Lens:
        """The same lens when its whole picture is shrunk or enlarged to another size.

        A pixel's centre, not its corner, is a whole number: hence the half pixel before and after.
        """
        sx, sy = width / self.width, height / self.height
        K = self.K.copy()
        K[0, :2] *= sx
        K[1, 1] *= sy
        K[0, 2] = (K[0, 2] + 0.5) * sx - 0.5
        K[1, 2] = (K[1, 2] + 0.5) * sy - 0.5
        return Lens(width=width, height=height, K=K, dist=self.dist)

    @cached_property
    def reach(self) -> float:
        """The greatest x/z, squared with y/z, up to which farther out in the world is farther out in the picture.

        Beyond it the polynomial turns back and would show things that the lens never sees.
        """
        k1, k2, _, _, k3 = self.dist
        slope = np.array([7 * k3, 5 * k2, 3 * k1, 1.0])
        slope[np.abs(slope) < 1e-9] = 0.0
        turns = np.roots(np.trim_zeros(slope, "f"))
        ahead = [float(turn.real) for turn in turns if abs(turn.imag) < 1e-12 and turn.real > 0]
        return min(ahead, default=float("inf"))

    def bend(self, rays: npt.ArrayLike) -> Floats:
        """(N, 2) pixels of the (N, 2) rays x/z, y/z in the camera frame; nan beyond the lens's reach."""
        x, y = _points(rays, 2).T
        k1, k2, p1, p2, k3 = self.dist
        r2 = x * x + y * y
        r2 = np.where(r2 < self.reach, r2, np.nan)
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        u = self.K[0, 0] * bent_x + self.K[0, 1] * bent_y + self.K[0, 2]
        v = self.K[1, 1] * bent_y + self.K[1, 2]
        return np.stack([u, v], axis=1)

    def unbend(self, pixels: npt.ArrayLike) -> Floats:
        """(N, 2) rays x/z, y/z in the camera frame through the (N, 2) pixels, by Newton's method.

        nan where the lens shows nothing (far outside the picture of one with strong distortion).
        """
        u, v = _points(pixels, 2).T
        goal_y = (v - self.K[1, 2]) / self.K[1, 1]
        goal_x = (u - self.K[0, 2] - self.K[0, 1] * goal_y) / self.K[0, 0]
        k1, k2, p1, p2, k3 = self.dist
        x, y = goal_x.copy(), goal_y.copy()
        with np.errstate(all="ignore"):
            for _ in range(_NEWTON_STEPS):
                r2 = x * x + y * y
                radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
                slope = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3))
                off_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x) - goal_x
                off_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y - goal_y
                if not off_x.size or max(np.abs(off_x).max(), np.abs(off_y).max()) < 1e-13:
                    break
                xx = radial + x * x * slope + 2 * p1 * y + 6 * p2 * x
                xy = x * y * slope + 2 * p1 * x + 2 * p2 * y
                yy = radial + y * y * slope + 6 * p1 * y + 2 * p2 * x
                det = xx * yy - xy * xy
                x = x - (yy * off_x - xy * off_y) / det
                y = y - (xx * off_y - xy * off_x) / det
            rays = np.stack([x, y], axis=1)
            lost = ~(np.abs(self.bend(rays) - _points(pixels, 2)).max(axis=1, initial=0.0) < 1e-3)
        rays[lost] = np.nan
        return rays


@dataclass(frozen=True, eq=False)
class Pose:
    """Where the camera is: table mm -> camera mm, Xc = R @ X + t.

    `R` is a (3, 3) float64 rotation, `t` (3,) float64 mm. Raises ValueError if R is no rotation.
    """

    R: Floats
    t: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "R", _array(self.R, (3, 3), "R"))
        object.__setattr__(self, "t", _array(self.t, (3,), "t"))
        if np.abs(self.R @ self.R.T - np.eye(3)).max() > 1e-4 or np.linalg.det(self.R) < 0:
            raise ValueError("R is not a rotation")

    @property
    def eye(self) -> Floats:
        """(3,) mm: where the camera's centre is in the table frame."""
        return np.asarray(-self.R.T @ self.t, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class View:
    """A lens somewhere: which pixel shows which place."""

    lens: Lens
    pose: Pose

    def project(self, points: npt.ArrayLike) -> Floats:
        """(N, 2) px of the (N, 3) points, mm in the table frame; nan for points that are not before the camera."""
        in_camera = _points(points, 3) @ self.pose.R.T + self.pose.t
        with np.errstate(all="ignore"):
            rays = np.where(in_camera[:, 2:] > 1e-6, in_camera[:, :2] / in_camera[:, 2:], np.nan)
            return self.lens.bend(rays)

    def on_plane(self, pixels: npt.ArrayLike, z: float) -> Floats:
        """(N, 2) mm: where the rays through the (N, 2) px meet the plane `z` mm above the table.

        nan where a ray does not meet it before the camera (pixels above the horizon).
        """
        rays = self.lens.unbend(pixels)
        along = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ self.pose.R
        eye = self.pose.eye
        with np.errstate(all="ignore"):
            far = (z - eye[2]) / along[:, 2]
            far = np.where(far > 0, far, np.nan)
            return np.asarray(eye[:2] + far[:, None] * along[:, :2], dtype=np.float64)


@dataclass(frozen=True)
class Card:
    """A corner card lying on the table: centre in mm in the table frame, `yaw_deg` counter-clockwise.

    yaw 0 is the marker upright for someone at the device, that is, its upper side towards +y.
    """

    id: int
    x: float
    y: float
    yaw_deg: float

    def corners(self, marker_mm: float) -> Floats:
        """(4, 3) mm: the black square's corners in ArUco's order (upper left, upper right, lower right, lower left)."""
        half = marker_mm / 2
        square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        angle = np.deg2rad(self.yaw_deg)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        flat = square @ turn.T + (self.x, self.y)
        return np.concatenate([flat, np.zeros((4, 1))], axis=1)
