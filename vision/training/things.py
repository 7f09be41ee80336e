"""What else lies on a table: cards, coins, pens, cups, markers, hands. Drawn simply; they only have to be no dice."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces
from vision.training.arrays import Bytes, Floats
from vision.training.canvas import Canvas

Place = tuple[float, float]
_SHEET = 160
"""Side of a printed sheet before it is laid on the table, px."""
_SIZES = {"card": (57.0, 89.0), "marker": (80.0, 80.0), "slab": (75.0, 150.0), "sheet": (100.0, 140.0)}
"""Width and height of what is flat, mm."""


def rectangle(x: float, y: float, w: float, h: float, yaw: float, z: float = 0.3) -> NDArray[np.float64]:
    """Corners of a rectangle round (x, y), turned by `yaw` rad, (4, 3) mm: upper left first, clockwise."""
    c, s = np.cos(yaw), np.sin(yaw)
    xy = np.array([[-w, h], [w, h], [w, -h], [-w, -h]]) / 2
    return np.stack([x + xy[:, 0] * c - xy[:, 1] * s, y + xy[:, 0] * s + xy[:, 1] * c, np.full(4, z)], 1)


def disc(x: float, y: float, r: float, z: float) -> NDArray[np.float64]:
    """A circle's outline, (24, 3) mm."""
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([x + r * np.cos(a), y + r * np.sin(a), np.full(24, z)], 1)


def paper(canvas: Canvas, at: Place, masks: Bytes, rng: np.random.Generator) -> None:
    """A playing card, a marker, a box or a sheet with icons (masks (N, S, S)) on it, centred `at` mm."""
    kind = str(rng.choice(["card", "marker", "slab", "sheet"]))
    w, h = _SIZES[kind]
    yaw = rng.uniform(0, 6.3)
    white = np.array([0.8, 0.8, 0.78], np.float32) * rng.uniform(0.7, 1.1)
    body = surfaces.colour(rng) * 0.5 if kind == "slab" else white
    tile = np.ones((_SHEET, _SHEET, 3), np.float32) * body
    dark = surfaces.colour(rng, 0.01, 0.2)
    if kind == "marker":
        _print_marker(tile, white, rng)
    elif kind == "card":
        _print_spots(tile, dark, rng)
    elif kind == "sheet":
        _print_icons(tile, dark, masks, rng)
    z = rng.uniform(0.2, 8) if kind == "slab" else 0.3
    quad = canvas.project(rectangle(*at, w, h, yaw, z=z)).astype(np.float32)
    square = np.array([[0, 0], [_SHEET, 0], [_SHEET, _SHEET], [0, _SHEET]], np.float32)
    H = cv2.getPerspectiveTransform(square, quad)
    size = (canvas.image.shape[1], canvas.image.shape[0])
    warped = np.asarray(cv2.warpPerspective(tile * canvas.light.on_table(), H, size, flags=cv2.INTER_LINEAR))
    a = np.asarray(cv2.warpPerspective(np.ones((_SHEET, _SHEET), np.float32), H, size))[..., None]
    canvas.image[:] = canvas.image * (1 - a) + warped * a


def _print_marker(tile: Floats, white: Floats, rng: np.random.Generator) -> None:
    cells = rng.integers(0, 2, (6, 6)).astype(np.float32)
    cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = 0
    big = np.kron(cells, np.ones((20, 20), np.float32))[..., None]
    tile[20:140, 20:140] = white * big + (1 - big) * 0.02


def _print_spots(tile: Floats, dark: Floats, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(2, 12))):
        centre = (int(rng.integers(15, _SHEET - 15)), int(rng.integers(15, _SHEET - 15)))
        cv2.circle(tile, centre, int(rng.integers(5, 11)), dark.tolist(), -1, cv2.LINE_AA)


def _print_icons(tile: Floats, dark: Floats, masks: Bytes, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(4, 14))):
        s = int(rng.integers(16, 50))
        small = cv2.resize(masks[rng.integers(len(masks))], (s, s), interpolation=cv2.INTER_AREA)
        icon = np.asarray(small, np.float32)[..., None] / 255
        oy, ox = rng.integers(0, _SHEET - s, 2)
        tile[oy : oy + s, ox : ox + s] = tile[oy : oy + s, ox : ox + s] * (1 - icon) + dark * icon


def coin(canvas: Canvas, at: Place, rng: np.random.Generator) -> None:
    """A coin or a counter, centred `at` mm."""
    r = rng.uniform(8, 14)
    body = np.array([0.15, 0.35, 0.5], np.float32) * rng.uniform(0.3, 1.6)
    body = body * rng.uniform(0.7, 1.3, 3).astype(np.float32)
    lit = canvas.light.on_table()
    canvas.fill(canvas.project(disc(at[0] + 1, at[1] - 1, r, 0)), body * lit * 0.3)
    canvas.fill(canvas.project(disc(*at, r, 2)), body * lit)
    canvas.fill(canvas.project(disc(*at, r * 0.8, 2)), body * lit * rng.uniform(0.75, 1.2))


def rod(
    canvas: Canvas, a: NDArray[np.float64], b: NDArray[np.float64], ra: float, rb: float, colour: Floats
) -> None:
    """A round rod from `a` to `b` (3,) mm, `ra` and `rb` mm thick there, shaded across; it hides dice."""
    view = (a + b) / 2 - canvas.eye.centre
    side = np.cross(b - a, view)
    side /= np.linalg.norm(side) + 1e-9
    lift = -view / np.linalg.norm(view)
    light = canvas.light
    for outer in (1.0, 0.8, 0.6, 0.4, 0.2):
        for sign in (1, -1):
            normal = lift * np.sqrt(1 - outer * outer) + sign * side * outer
            lamp = light.lamp * max(float(normal @ light.direction), 0)
            room = light.room * (0.6 + 0.4 * float(normal[2]))
            edge = sign * side * outer
            outline = np.array([a, a + edge * ra, b + edge * rb, b])
            canvas.fill(canvas.project(outline), colour * (lamp + room), hides=True)


def cup(canvas: Canvas, at: Place, rng: np.random.Generator) -> None:
    """A mug or a glass seen from the side; it hides dice."""
    r, height = rng.uniform(25, 45), rng.uniform(50, 110)
    body = surfaces.colour(rng)
    light = canvas.light
    lower, upper = canvas.project(disc(*at, r, 0)), canvas.project(disc(*at, r, height))
    hull = np.asarray(cv2.convexHull(np.concatenate([lower, upper]).astype(np.float32))).reshape(-1, 2)
    canvas.fill(hull.astype(np.float64), body * (light.lamp * 0.5 + light.room), hides=True)
    canvas.fill(upper, body * (light.lamp + light.room), hides=True)
    canvas.fill(canvas.project(disc(*at, r * 0.92, height)), body * light.room * 0.3 + 0.01, hides=True)


def hand(canvas: Canvas, at: Place, rng: np.random.Generator) -> None:
    """A hand with a sleeve reaching in over the dice, its tips near `at` mm."""
    skin = np.array([0.2, 0.3, 0.55], np.float32) * rng.uniform(0.15, 1.4)
    skin = skin * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    towards = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(towards), np.sin(towards), 0])
    n = np.array([-d[1], d[0], 0])
    tip = np.array([at[0], at[1], rng.uniform(12, 35)])
    palm = tip - d * 85 + np.array([0, 0, rng.uniform(15, 35)])
    wrist = palm - d * 60 + np.array([0, 0, 15])
    far = wrist - d * 300 + np.array([0, 0, 60])
    rod(canvas, wrist, far, 32, 45, surfaces.colour(rng))
    rod(canvas, palm, wrist, 40, 27, skin)
    light = canvas.light
    for k in range(5):
        root = palm + n * (k - 2) * 17 + d * 15
        end = tip + n * (k - 2) * rng.uniform(12, 24) - d * rng.uniform(0, 30)
        end = end + np.array([0, 0, rng.uniform(-8, 12)])
        end[2] = max(end[2], 6)
        rod(canvas, root, end, 11, 7, skin * rng.uniform(0.9, 1.1))
        fingertip = canvas.project(disc(end[0], end[1], 7, end[2]))
        canvas.fill(fingertip, skin * (light.lamp * 0.7 + light.room), hides=True)
