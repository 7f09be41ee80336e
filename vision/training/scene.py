"""One piece of a photographed table with dice on it, and its truth: what the finders and the embedding learn from.

A scene is the rectified table (`loose=False`), a loose picture, or a loose one crowded with icons (`faces=True`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces, things
from vision.training.arrays import Bytes, Floats, Labels
from vision.training.canvas import Canvas
from vision.training.dice import die_kinds, strew
from vision.training.eyes import PATCH, PICTURE, RIGHT_SIZES, device_eye, phone_eye
from vision.training.lights import make_light
from vision.training.photographs import Ground, Photograph, Shot, develop, photograph
from vision.training.solids import Die

TOP = 16
"""A die's edge on the rectified plane, px."""
CROP = 48
"""Side of a kept top, px."""
CROP_SHARE = 1.38
"""How many edges wide a kept top is."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A patch, the dice on it, and crops of tops."""

    patch: Bytes
    """(PATCH, PATCH, 3) BGR."""
    dice: Floats
    """(N, 6): centre x, y px; yaw rad; visible share; spread of grey levels; 1 if of the size that is looked for."""
    quads: Floats
    """(N, 4, 2) px: corners of the tops, in the icon's order."""
    crops: Bytes
    """(M, CROP, CROP, 3) BGR, upright tops, and some places that are no top."""
    icons: NDArray[np.int32]
    """(M,): what the crops show: an icon's index, PIPS + pips, or -1 for what is no top."""


@dataclass(frozen=True, eq=False)
class _Frame:
    """What is photographed: the shot, the die's edge (mm) it is made for, and how many dice are thrown at most."""

    shot: Shot
    edge: float
    count: int
    loose: bool
    right: bool
    """Whether tops have a size that the loose finder should find."""


@dataclass(frozen=True, eq=False)
class _Clutter:
    """Where other things lie, mm; rods with a turn in rad."""

    papers: list[tuple[float, float]]
    coins: list[tuple[float, float]]
    cups: list[tuple[float, float]]
    rods: list[tuple[float, float, float]]
    hands: list[tuple[float, float]]


def sample(rng: np.random.Generator, masks: Bytes, *, loose: bool, faces: bool = False) -> Sample:
    """Make one scene with icons (masks (N, S, S)) and photograph it."""
    kinds = die_kinds(rng, masks, loose=loose, pip_share=(0.1 if faces else 0.75) if loose else 0.0)
    edge = kinds[0].edge
    light = make_light(rng)
    frame = _loose_frame(rng, edge, faces=faces) if loose else _table_frame(rng, edge)
    shot = frame.shot
    dice = strew(rng, kinds, shot.at, shot.span * (0.85 if loose else 1.0), frame.count)
    tile = _maybe_alike(surfaces.table(rng, masks), kinds[0].body, rng)
    ground = Ground(tile, float(rng.uniform(1.0, 4.0)), rng.uniform(0, 6.3) if rng.random() < 0.5 else 0.0)
    clutter = _scatter(rng, frame)

    def flat(canvas: Canvas) -> None:
        for place in clutter.papers:
            things.paper(canvas, place, masks, rng)
        for place in clutter.coins:
            things.coin(canvas, place, rng)

    def standing(canvas: Canvas) -> None:
        for place in clutter.cups:
            things.cup(canvas, place, rng)
        for x, y, turn in clutter.rods:
            a = np.array([x, y, 4.0])
            b = a + np.array([np.cos(turn), np.sin(turn), 0]) * 140
            if _clear(a[:2], b[:2], dice):
                things.rod(canvas, a, b, 4, 4, surfaces.colour(rng))

    def over(canvas: Canvas) -> None:
        for place in clutter.hands:
            things.hand(canvas, place, rng)

    taken = photograph(shot, dice, light, ground, rng, flat=flat, standing=standing, over=over)
    picture = develop(taken.image, rng, rough=loose)
    patch = picture if loose else _rectified(picture, frame)
    return _labelled(patch, picture, taken, dice, frame, rng)


def _maybe_alike(tile: Floats, body: Floats, rng: np.random.Generator) -> Floats:
    """The table's top, now and then in the colour of the dice, (3,): then only light and shadow show their edges."""
    if rng.random() >= 0.25:
        return tile
    wanted = np.asarray(body, np.float32) * np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    return np.clip(tile * (wanted / (tile.mean((0, 1)) + 1e-3)), 0, 1).astype(np.float32)


def _loose_frame(rng: np.random.Generator, edge: float, *, faces: bool) -> _Frame:
    eye = phone_eye(rng, edge, 0.0 if faces else 0.25)
    distance = float(np.linalg.norm(eye.centre))
    right = RIGHT_SIZES[0] * 0.9 < eye.f * edge / distance < RIGHT_SIZES[1] * 1.1
    shot = Shot(eye, (0, 0), (PATCH, PATCH), (0.0, 0.0), PATCH * (distance / eye.f) * 0.75)
    count = int(rng.integers(10, 22) if faces else rng.integers(0, 11))
    return _Frame(shot, edge, count, loose=True, right=right)


def _table_frame(rng: np.random.Generator, edge: float) -> _Frame:
    """The part of the device's picture that the rectified patch is made from; of even size, from an even pixel on."""
    eye, at = device_eye(rng)
    span = PATCH * edge / TOP / 2
    ring = [
        [at[0] + a * span * 1.08, at[1] + b * span * 1.08, z]
        for a in (-1, 1)
        for b in (-1, 1)
        for z in (0, edge)
    ]
    px = eye.project(np.array(ring))
    x0, y0 = (np.maximum(np.floor(px.min(0)) - 6, 0).astype(int) // 2) * 2
    x1, y1 = np.minimum(np.ceil(px.max(0)) + 8, PICTURE).astype(int)
    size = int((x1 - x0) // 2 * 2), int((y1 - y0) // 2 * 2)
    shot = Shot(eye, (int(x0), int(y0)), size, at, span)
    return _Frame(shot, edge, int(rng.integers(0, 24)), loose=False, right=True)


def _scatter(rng: np.random.Generator, frame: _Frame) -> _Clutter:
    at, span = frame.shot.at, frame.shot.span

    def spot() -> tuple[float, float]:
        return (at[0] + rng.uniform(-span, span), at[1] + rng.uniform(-span, span))

    return _Clutter(
        papers=[spot() for _ in range(int(rng.poisson(0.7)))],
        coins=[spot() for _ in range(int(rng.poisson(0.4)))],
        cups=[
            (at[0] + rng.uniform(-span, span), at[1] + rng.uniform(0, span))
            for _ in range(int(rng.random() < 0.15))
        ],
        rods=[(*spot(), rng.uniform(0, 6.3)) for _ in range(int(rng.random() < 0.2))],
        hands=[spot() for _ in range(int(rng.random() < (0.06 if frame.loose else 0.14)))],
    )


def _clear(a: NDArray[np.float64], b: NDArray[np.float64], dice: Sequence[Die]) -> bool:
    """Whether no die is near the line from a to b, (2,) mm."""
    return all(
        np.hypot(*(a + k * (b - a) - [die.x, die.y])) > die.edge
        for die in dice
        for k in np.linspace(0, 1, 12)
    )


def on_plane(places: NDArray[np.float64], at: tuple[float, float], edge: float) -> NDArray[np.float64]:
    """Places (N, 2) mm on the plane of the tops -> (N, 2) px of a rectified patch round `at`."""
    return np.stack(
        [
            (places[:, 0] - at[0]) * TOP / edge + PATCH / 2 - 0.5,
            (at[1] - places[:, 1]) * TOP / edge + PATCH / 2 - 0.5,
        ],
        1,
    )


def _rectified(picture: Bytes, frame: _Frame) -> Bytes:
    """The plane of the tops from above, (PATCH, PATCH, 3), from the picture at half its size as the reader does."""
    shot, edge = frame.shot, frame.edge
    steps = (np.arange(PATCH) - PATCH / 2 + 0.5) * edge / TOP
    gx, gy = np.meshgrid(steps + shot.at[0], shot.at[1] - steps)
    points = np.stack([gx.ravel(), gy.ravel(), np.full(gx.size, edge)], 1)
    uv = (shot.eye.project(points) - shot.origin).reshape(PATCH, PATCH, 2)
    w, h = shot.size
    half = np.asarray(cv2.resize(picture, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
    maps = ((uv - 0.5) / 2).astype(np.float32)
    patch = cv2.remap(half, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(patch, np.uint8)


def _labelled(
    patch: Bytes,
    picture: Bytes,
    taken: Photograph,
    dice: Sequence[Die],
    frame: _Frame,
    rng: np.random.Generator,
) -> Sample:
    shot = frame.shot
    w, h = shot.size
    shown = np.bincount(np.maximum(taken.ids, 0).reshape(-1), minlength=len(dice) + 1)
    grey = picture.astype(np.float32).max(2)
    rows, quads, crops, icons = [], [], [], []
    for k, die in enumerate(dice):
        top = die.top()
        corners = shot.eye.project(top) - shot.origin
        visible = shown[k + 1] / max(taken.whole[k], 1) if taken.whole[k] else 0.0
        inside = (corners > 0).all() and (corners[:, 0] < w - 1).all() and (corners[:, 1] < h - 1).all()
        spread = spread_on(grey, taken.ids, k + 1)
        quad = corners if frame.loose else on_plane(top[:, :2], shot.at, frame.edge)
        known = abs(die.edge / frame.edge - 1) < 0.08 or frame.loose
        share = (visible if inside else min(visible, 0.5)) * frame.right
        rows.append([*quad.mean(0), die.yaw, share, spread, float(known)])
        quads.append(quad)
        if inside and visible > 0.9 and spread > 9:
            crops.append(cut(picture, corners))
            icons.append(die.icon)
    others = _no_tops(picture, dice, frame, rng)
    return Sample(
        patch,
        np.array(rows, np.float32).reshape(-1, 6),
        np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array(crops + others, np.uint8).reshape(-1, CROP, CROP, 3),
        np.array(icons + [-1] * len(others), np.int32),
    )


def spread_on(grey: Floats, ids: Labels, mark: int) -> float:
    """Standard deviation of grey levels (H, W) where the top of a die is seen; 0 if that is hardly anywhere."""
    top = grey[ids == mark]
    return float(np.std(top)) if len(top) > 20 else 0.0


def _no_tops(picture: Bytes, dice: Sequence[Die], frame: _Frame, rng: np.random.Generator) -> list[Bytes]:
    """Up to two crops of what is no top: sides, seams, table."""
    shot = frame.shot
    crops = []
    for _ in range(2):
        if dice:
            die = dice[int(rng.integers(len(dice)))]
            e, z = die.edge, rng.uniform(0, die.edge)
            a = rng.uniform(0, 6.3)
            x = die.x + np.cos(a) * e * rng.uniform(0.5, 1.5)
            y = die.y + np.sin(a) * e * rng.uniform(0.5, 1.5)
        else:
            e = z = frame.edge
            x = shot.at[0] + rng.uniform(-shot.span, shot.span)
            y = shot.at[1] + rng.uniform(-shot.span, shot.span)
        if min([np.hypot(x - d.x, y - d.y) / d.edge for d in dice], default=9.0) > 0.4:
            square = things.rectangle(x, y, e, e, rng.uniform(0, 6.3), z)
            crops.append(cut(picture, shot.eye.project(square) - shot.origin))
    return crops


def cut(picture: Bytes, corners: NDArray[np.float64]) -> Bytes:
    """The top with these corners (4, 2) px and a margin, upright, (CROP, CROP, 3)."""
    m = CROP * (1 - 1 / CROP_SHARE) / 2
    target = np.array([[m, m], [CROP - m, m], [CROP - m, CROP - m], [m, CROP - m]], np.float32) - 0.5
    H = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    crop = cv2.warpPerspective(
        picture, H, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)
