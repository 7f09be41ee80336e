"""What else lies on a table: cards, coins, pens, cups, markers, hands. Drawn simply; they only have to be no dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces
from vision.training.solids import Eye, Light

Array = NDArray[np.floating[Any]]
Project = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def fill(
    image: Array, polygon: NDArray[np.float64], colour: Array, ids: NDArray[np.int16] | None = None
) -> None:
    """Fill a polygon (N, 2) px, antialiased; `ids` loses what it covers."""
    low = np.maximum(np.floor(polygon.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(polygon.max(0)).astype(int) + 2, image.shape[1::-1])
    if (high <= low).any():
        return
    part = image[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, np.round((polygon - low) * 16).astype(np.int32)[None], 255, cv2.LINE_AA, 4)
    a = mask.astype(np.float32)[..., None] / 255
    part += (colour - part) * a
    if ids is not None:
        ids[low[1] : high[1], low[0] : high[0]][mask > 127] = 0


def rectangle(x: float, y: float, w: float, h: float, yaw: float, z: float = 0.3) -> NDArray[np.float64]:
    """(4, 3) mm."""
    c, s = np.cos(yaw), np.sin(yaw)
    xy = np.array([[-w, h], [w, h], [w, -h], [-w, -h]]) / 2
    return np.stack([x + xy[:, 0] * c - xy[:, 1] * s, y + xy[:, 0] * s + xy[:, 1] * c, np.full(4, z)], 1)


def disc(x: float, y: float, r: float, z: float) -> NDArray[np.float64]:
    """(24, 3) mm."""
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([x + r * np.cos(a), y + r * np.sin(a), np.full(24, z)], 1)


def paper(
    image: Array,
    project: Project,
    at: tuple[float, float],
    light: Light,
    masks: NDArray[np.uint8],
    rng: np.random.Generator,
) -> None:
    """A playing card, a marker, a box or a sheet with prints on it."""
    kind = rng.choice(["card", "marker", "slab", "sheet"])
    w, h = {"card": (57, 89), "marker": (80, 80), "slab": (75, 150), "sheet": (100, 140)}[kind]
    yaw = rng.uniform(0, 6.3)
    lit = light.lamp * max(float(light.direction[2]), 0.1) + light.room
    white = np.array([0.8, 0.8, 0.78], np.float32) * rng.uniform(0.7, 1.1)
    body = surfaces.colour(rng) * 0.5 if kind == "slab" else white
    size = 160
    tile = np.ones((size, size, 3), np.float32) * body
    dark = surfaces.colour(rng, 0.01, 0.2)
    if kind == "marker":
        cells = rng.integers(0, 2, (6, 6)).astype(np.float32)
        cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = 0
        big = np.kron(cells, np.ones((20, 20), np.float32))[..., None]
        tile[20:140, 20:140] = white * big + (1 - big) * 0.02
    elif kind == "card":
        for _ in range(int(rng.integers(2, 12))):
            cv2.circle(
                tile,
                (int(rng.integers(15, size - 15)), int(rng.integers(15, size - 15))),
                int(rng.integers(5, 11)),
                dark.tolist(),
                -1,
                cv2.LINE_AA,
            )
    elif kind == "sheet":
        for _ in range(int(rng.integers(4, 14))):
            s = int(rng.integers(16, 50))
            icon = (
                np.asarray(
                    cv2.resize(masks[rng.integers(len(masks))], (s, s), interpolation=cv2.INTER_AREA),
                    np.float32,
                )[..., None]
                / 255
            )
            oy, ox = rng.integers(0, size - s, 2)
            tile[oy : oy + s, ox : ox + s] = tile[oy : oy + s, ox : ox + s] * (1 - icon) + dark * icon
    quad = project(rectangle(*at, w, h, yaw, z=rng.uniform(0.2, 8) if kind == "slab" else 0.3)).astype(
        np.float32
    )
    H = cv2.getPerspectiveTransform(np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32), quad)
    flat = (image.shape[1], image.shape[0])
    warped = np.asarray(cv2.warpPerspective(tile * lit, H, flat, flags=cv2.INTER_LINEAR))
    a = np.asarray(cv2.warpPerspective(np.ones((size, size), np.float32), H, flat))[..., None]
    image[:] = image * (1 - a) + warped * a


def coin(
    image: Array, project: Project, at: tuple[float, float], light: Light, rng: np.random.Generator
) -> None:
    """A coin or a counter."""
    r = rng.uniform(8, 14)
    body = (
        np.array([0.15, 0.35, 0.5], np.float32)
        * rng.uniform(0.3, 1.6)
        * rng.uniform(0.7, 1.3, 3).astype(np.float32)
    )
    lit = light.lamp * max(float(light.direction[2]), 0.1) + light.room
    fill(image, project(disc(at[0] + 1, at[1] - 1, r, 0)), body * lit * 0.3)
    fill(image, project(disc(*at, r, 2)), body * lit)
    fill(image, project(disc(*at, r * 0.8, 2)), body * lit * rng.uniform(0.75, 1.2))


def rod(
    image: Array,
    ids: NDArray[np.int16],
    eye: Eye,
    project: Project,
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    ra: float,
    rb: float,
    colour: Array,
    light: Light,
) -> None:
    """A tapered round rod from a to b (mm), shaded across."""
    view = (a + b) / 2 - eye.centre
    side = np.cross(b - a, view)
    side /= np.linalg.norm(side) + 1e-9
    lift = -view / np.linalg.norm(view)
    for outer in (1.0, 0.8, 0.6, 0.4, 0.2):
        for sign in (1, -1):
            normal = lift * np.sqrt(1 - outer * outer) + sign * side * outer
            lit = light.lamp * max(float(normal @ light.direction), 0) + light.room * (
                0.6 + 0.4 * float(normal[2])
            )
            edge = sign * side * outer
            fill(image, project(np.array([a, a + edge * ra, b + edge * rb, b])), colour * lit, ids)


def cup(
    image: Array,
    ids: NDArray[np.int16],
    project: Project,
    at: tuple[float, float],
    light: Light,
    rng: np.random.Generator,
) -> None:
    """A mug or a glass seen from the side."""
    r, height = rng.uniform(25, 45), rng.uniform(50, 110)
    body = surfaces.colour(rng)
    lower, upper = project(disc(*at, r, 0)), project(disc(*at, r, height))
    hull = np.asarray(cv2.convexHull(np.concatenate([lower, upper]).astype(np.float32))).reshape(-1, 2)
    fill(image, hull.astype(np.float64), body * (light.lamp * 0.5 + light.room), ids)
    fill(image, upper, body * (light.lamp + light.room), ids)
    fill(image, project(disc(*at, r * 0.92, height)), body * light.room * 0.3 + 0.01, ids)


def hand(
    image: Array,
    ids: NDArray[np.int16],
    eye: Eye,
    project: Project,
    at: tuple[float, float],
    light: Light,
    rng: np.random.Generator,
) -> None:
    """A hand with a sleeve reaching in over the dice, its tips near `at`."""
    skin = (
        np.array([0.2, 0.3, 0.55], np.float32)
        * rng.uniform(0.15, 1.4)
        * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    )
    towards = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(towards), np.sin(towards), 0])
    n = np.array([-d[1], d[0], 0])
    tip = np.array([at[0], at[1], rng.uniform(12, 35)])
    palm = tip - d * 85 + np.array([0, 0, rng.uniform(15, 35)])
    wrist = palm - d * 60 + np.array([0, 0, 15])
    far = wrist - d * 300 + np.array([0, 0, 60])
    rod(image, ids, eye, project, wrist, far, 32, 45, surfaces.colour(rng), light)
    rod(image, ids, eye, project, palm, wrist, 40, 27, skin, light)
    for k in range(5):
        root = palm + n * (k - 2) * 17 + d * 15
        end = (
            tip
            + n * (k - 2) * rng.uniform(12, 24)
            - d * rng.uniform(0, 30)
            + np.array([0, 0, rng.uniform(-8, 12)])
        )
        end[2] = max(end[2], 6)
        rod(image, ids, eye, project, root, end, 11, 7, skin * rng.uniform(0.9, 1.1), light)
        fill(image, project(disc(end[0], end[1], 7, end[2])), skin * (light.lamp * 0.7 + light.room), ids)
