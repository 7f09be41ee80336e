"""Where a camera is, from places on the table whose pixels are known; and the least squares behind it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.lens import Floats, Lens, Pose, View


def descend(residuals: Callable[[Floats], Floats], start: Floats, *, most: int = 30) -> Floats:
    """The (P,) parameters near `start` with the smallest sum of squared residuals, by Levenberg-Marquardt.

    `residuals` takes (P,) float64 and gives (M,) float64; slopes are taken by differences, so the parameters should
    be of comparable size (mm, hundredths of radians). Stops when a step gains less than a millionth, at the latest
    after `most` steps. Source: Nocedal and Wright, "Numerical Optimization", section 10.3.
    """
    at = np.array(start, dtype=np.float64)
    left = residuals(at)
    cost, damping, nudge = float(left @ left), 1e-4, 1e-5
    for _ in range(most):
        slopes = np.stack([(residuals(at + nudge * unit) - left) / nudge for unit in np.eye(len(at))], axis=1)
        square, pull = slopes.T @ slopes, slopes.T @ left
        step, there, gained = at, left, -1.0
        while gained < 0:
            if damping > 1e8:
                return at
            step = _solved(square + damping * np.diag(np.diag(square) + 1e-12), -pull)
            there = residuals(at + step)
            gained = cost - float(there @ there)
            damping *= 10
        at, left, cost, damping = at + step, there, cost - gained, max(damping / 100, 1e-9)
        if gained <= 1e-6 * cost + 1e-18:
            break
    return at


def _solved(square: Floats, right: Floats) -> Floats:
    return np.asarray(np.linalg.solve(square, right), dtype=np.float64)


def rotation(turn: Floats) -> Floats:
    """(3, 3) rotation about the axis `turn` (3,) by its length in radians (Rodrigues' formula)."""
    angle = float(np.linalg.norm(turn))
    x, y, z = turn / angle if angle > 1e-12 else turn
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    if angle <= 1e-12:
        return np.asarray(np.eye(3) + cross)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))


def nudged(pose: Pose, by: Floats) -> Pose:
    """The pose after a small change `by` (6,): a turn in 0.01 radians, then a shift in mm, in camera axes."""
    return Pose(R=rotation(by[:3] / 100) @ pose.R, t=pose.t + by[3:6])


def pose_of_plane(lens: Lens, places: Floats, pixels: Floats) -> Pose:
    """A first pose from (N, 2) mm on the table (z = 0) and their (N, 2) px, N >= 4, by a homography.

    Source: Zhang, "A flexible new technique for camera calibration", 2000, section 3.1. Raises ValueError where the
    places or pixels lie in a line or behind the camera.
    """
    rays = lens.unbend(pixels)
    size = float(np.abs(places).max()) or 1.0
    plane = np.concatenate([places / size, np.ones((len(places), 1))], axis=1)
    nothing = np.zeros_like(plane)
    rows = np.concatenate(
        [
            np.concatenate([plane, nothing, -rays[:, :1] * plane], axis=1),
            np.concatenate([nothing, plane, -rays[:, 1:] * plane], axis=1),
        ]
    )
    if not np.isfinite(rows).all():
        raise ValueError("a pixel lies outside what the lens can show")
    _, spread, right = np.linalg.svd(rows)
    if spread[7] < 1e-9 * spread[0]:
        raise ValueError("the places lie in a line")
    columns = right[-1].reshape(3, 3) @ np.diag([1 / size, 1 / size, 1.0])
    columns /= 0.5 * (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1]))
    columns = columns if columns[2, 2] > 0 else -columns
    rough = np.stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])], axis=1)
    left, _, right = np.linalg.svd(rough)
    return Pose(R=left @ right, t=columns[:, 2])


def refine_pose(lens: Lens, start: Pose, places: Floats, pixels: Floats) -> tuple[Pose, Floats]:
    """The pose near `start` that best shows (N, 3) mm at (N, 2) px, and the (N, 2) px left over."""

    def left(by: Floats) -> Floats:
        off = View(lens, nudged(start, by)).project(places) - pixels
        return np.nan_to_num(off, nan=1e4).ravel()

    pose = nudged(start, descend(left, np.zeros(6)))
    return pose, View(lens, pose).project(places) - pixels
