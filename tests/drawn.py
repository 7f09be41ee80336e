"""Pictures of corner cards on a table, drawn as a lens sees them, with a known truth.

Drawn in light, three by three samples a pixel, blurred, with noise, then brought to sRGB: like a camera's pictures in
all that displaces an edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, Floats, Lens, Pose, View
from vision.markers import pattern

Grey = npt.NDArray[np.uint8]

SAMPLES = 3
DOTS = 8
"""Texture pixels a mm of a drawn card."""


@dataclass(frozen=True)
class Look:
    """How a picture is taken: blur (sigma, px), noise (grey levels), the paper's light and the ink's (0..1)."""

    blur: float = 0.7
    noise: float = 1.0
    paper: float = 0.75
    ink: float = 0.03
    table: float = 0.2


def lens_like_v3(width: int = 2304, height: int = 1296, k1: float = 0.01) -> Lens:
    """A lens about as long as that of the Camera Module 3."""
    focal = 0.737 * width
    K = np.array([[focal, 0, width / 2 - 12.3], [0, focal * 1.001, height / 2 + 7.1], [0, 0, 1]])
    return Lens(width=width, height=height, K=K, dist=np.array([k1, -0.004, 0.0003, -0.0002, 0.0]))


def looking(eye: Sequence[float], at: Sequence[float] = (0, 0, 0), roll: float = 0.0) -> Pose:
    """The pose of a camera at `eye` (mm) that looks at a place, rolled by `roll` degrees."""
    forward = np.asarray(at, dtype=np.float64) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0, 0, 1))
    right /= np.linalg.norm(right)
    R = np.stack([right, np.cross(forward, right), forward])
    c, s = np.cos(np.deg2rad(roll)), np.sin(np.deg2rad(roll))
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ R
    return Pose(R=R, t=-R @ np.asarray(eye, dtype=np.float64))


def four_cards() -> tuple[Card, ...]:
    """Cards as a person lays them down, in the table frame."""
    rough = np.array([[-300, -225], [295, -240], [305, 240], [-300, 225]], dtype=np.float64)
    rough -= rough.mean(axis=0)
    along = rough[[1, 2]].mean(axis=0) - rough[[0, 3]].mean(axis=0)
    angle = np.arctan2(along[1], along[0])
    c, s = np.cos(angle), np.sin(angle)
    places = rough @ np.array([[c, -s], [s, c]])
    yaws = (-3.0, 2.5, 9.0, -10.0)
    return tuple(
        Card(i, float(x), float(y), yaw) for i, ((x, y), yaw) in enumerate(zip(places, yaws, strict=True))
    )


def draw(
    view: View,
    cards: Sequence[Card],
    *,
    look: Look = Look(),
    sizes: Mapping[int, float] | None = None,
    heights: Mapping[int, float] | None = None,
    hidden: Sequence[tuple[float, float, float, float]] = (),
    seed: int = 0,
) -> Grey:
    """The picture (H, W) uint8 of these cards.

    `sizes` scales a card (1 = right), `heights` lifts it by mm; a card's key is its place in `cards`. `hidden` are
    rectangles (x0, y0, x1, y1) in px that something covers.
    """
    lens = view.lens
    rng = np.random.default_rng(seed)
    light = np.full((lens.height, lens.width), look.table, dtype=np.float32)
    grain = cv2.resize(
        rng.normal(0, 1, (lens.height // 8, lens.width // 3)).astype(np.float32), (lens.width, lens.height)
    )
    light *= 1 + 0.15 * grain
    for place, card in enumerate(cards):
        scale, lift = (sizes or {}).get(place, 1.0), (heights or {}).get(place, 0.0)
        _lay(light, view, card, look, scale, lift)
    for x0, y0, x1, y1 in hidden:
        light[round(y0) : round(y1), round(x0) : round(x1)] = 0.35
    blurred = cv2.GaussianBlur(light, (0, 0), look.blur) if look.blur else light
    light = np.clip(np.asarray(blurred, dtype=np.float32), 0, 1)
    levels = 255 * np.where(
        light < 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055
    )
    levels += rng.normal(0, look.noise, levels.shape) if look.noise else 0
    return np.clip(np.round(levels), 0, 255).astype(np.uint8)


def _lay(
    light: npt.NDArray[np.float32], view: View, card: Card, look: Look, scale: float, lift: float
) -> None:
    paper = np.full((80 * DOTS, 80 * DOTS), look.paper, dtype=np.float32)
    cells = np.kron(pattern(card.id), np.ones((10 * DOTS, 10 * DOTS), dtype=bool))
    paper[10 * DOTS : 70 * DOTS, 10 * DOTS : 70 * DOTS] = np.where(cells, look.paper, look.ink)
    shown = view.project(np.add(card.corners(80 * scale), (0, 0, lift)))
    if not np.isfinite(shown).all():
        return
    low = np.maximum(np.floor(shown.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(shown.max(axis=0)).astype(int) + 3, (view.lens.width, view.lens.height))
    if (high <= low).any():
        return
    pixels = np.stack(np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1])), axis=-1)
    there = view.on_plane(pixels.reshape(-1, 2), lift) - (card.x, card.y)
    angle = np.deg2rad(card.yaw_deg)
    c, s = np.cos(angle), np.sin(angle)
    coarse = (there @ np.array([[c, -s], [s, c]]) / scale).reshape(pixels.shape).astype(np.float32)
    size = (high[0] - low[0], high[1] - low[1])
    own = np.asarray(
        cv2.resize(coarse, (SAMPLES * size[0], SAMPLES * size[1]), interpolation=cv2.INTER_LINEAR)
    )
    u, v = (own[..., 0] + 40) * DOTS - 0.5, (40 - own[..., 1]) * DOTS - 0.5
    seen = cv2.remap(paper, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = (np.abs(own) < 40).all(axis=2).astype(np.float32)
    share = cv2.resize(inside, size, interpolation=cv2.INTER_AREA)
    value = cv2.resize(seen * inside, size, interpolation=cv2.INTER_AREA)
    part = light[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - share) + value


def play_error_mm(found: View, true: View, z: float = 16.0) -> float:
    """By how many mm at most places in the play area, at height `z`, are mistaken for others."""
    places = np.array([[x, y, z] for x in (-250, 0, 250) for y in (-200, 0, 200)], dtype=np.float64)
    off = found.on_plane(true.project(places), z) - places[:, :2]
    return float(np.linalg.norm(off, axis=1).max())


def rms(off: Floats) -> float:
    """Root mean square length of (..., 2) offsets."""
    return float(np.sqrt((off**2).sum(axis=-1).mean()))
