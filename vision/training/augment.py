"""What a camera, a light and a finder might have made of the same scene: drawn anew each time one is learned from."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Bytes, Floats
from vision.training.covers import SIZE as COVER_SIZE
from vision.training.eyes import PATCH
from vision.training.scene import CROP

FACE = 40
"""Side of what the embedding takes, px; a top's edge is FACE / 1.15 of them."""
_RIM = 6
"""Left out where a crop's contrast is measured, px."""


def scaled(picture: Bytes) -> Floats:
    """(H, W, 3) uint8 -> (3, H, W) float32 as the finders take it."""
    return _taken(picture.astype(np.float32) / 255)


def _taken(x: Floats) -> Floats:
    return np.ascontiguousarray((x - 0.45).transpose(2, 0, 1)) * 4


def augmented(patch: Bytes, rng: np.random.Generator) -> Floats:
    """A patch (H, W, 3) with colours, gamma and channels shuffled, (3, H, W) float32 as the finders take it."""
    x = patch.astype(np.float32) / 255
    if rng.random() < 0.7:
        x = x ** np.float32(np.exp(rng.normal(0, 0.2)))
        x = x * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    if rng.random() < 0.1:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    return _taken(np.clip(x, 0, 1))


def mirrored(patch: Bytes, dice: Floats, quads: Floats) -> tuple[Bytes, Floats, Floats]:
    """A patch, its dice (N, 6) and quads (N, 4, 2) as in a mirror that stands to its right."""
    dice, quads = dice.copy(), quads.copy()
    dice[:, 0], dice[:, 2] = PATCH - 1 - dice[:, 0], np.pi - dice[:, 2]
    quads[..., 0] = PATCH - 1 - quads[..., 0]
    return patch[:, ::-1], dice, quads


def turned(patch: Bytes, dice: Floats, quads: Floats) -> tuple[Bytes, Floats, Floats]:
    """A patch, its dice (N, 6) and quads (N, 4, 2) a quarter counter-clockwise; the column yaw is left as it is."""
    dice = dice.copy()
    dice[:, 0], dice[:, 1] = dice[:, 1].copy(), PATCH - 1 - dice[:, 0]
    return np.rot90(patch), dice, np.stack([quads[..., 1], PATCH - 1 - quads[..., 0]], -1)


def jittered(crop: Bytes, quarter: int, rng: np.random.Generator) -> Floats:
    """A crop (CROP, CROP, 3) as the finder might have cut it under another light, (3, FACE, FACE) float32.

    Turned by `quarter` quarters.
    """
    x = _cut_anew(crop, quarter, rng)
    if rng.random() < 0.25:
        n = int(rng.integers(14, 30))
        small = cv2.resize(x, (n, n), interpolation=cv2.INTER_AREA)
        x = np.asarray(cv2.resize(small, (FACE, FACE), interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.3:
        x = _partly_lit(x, rng)
    if rng.random() < 0.2:
        x = _glaring(x, rng)
    if rng.random() < 0.6:
        x = x ** np.float32(np.exp(rng.normal(0, 0.3)))
        x = x * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.3:
        x = x + rng.normal(0, rng.uniform(0.01, 0.05), x.shape)
    return standardised(np.clip(x, 0, 1).astype(np.float32))


def _cut_anew(crop: Bytes, quarter: int, rng: np.random.Generator) -> Floats:
    """Turned, scaled, shifted and skewed a little, (FACE, FACE, 3), 0..1."""
    corners = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], np.float32) - FACE / 2
    a = np.radians(rng.normal(0, 3.0))
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]], np.float32)
    source = corners * np.float32(np.exp(rng.normal(0, 0.03))) @ turn.T
    source = source + rng.normal(0, 1.0, 2).astype(np.float32)
    source += rng.normal(0, 0.5, (4, 2)).astype(np.float32) + (CROP / 2 - 0.5)
    H = cv2.getPerspectiveTransform(source, np.roll(corners + FACE / 2 - np.float32(0.5), quarter, 0))
    cut = cv2.warpPerspective(crop, H, (FACE, FACE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.asarray(cut).astype(np.float32) / 255)


def _partly_lit(x: Floats, rng: np.random.Generator) -> Floats:
    """With glare or a shadow's edge over part of the face."""
    yy, xx = np.mgrid[:FACE, :FACE].astype(np.float32) / FACE - 0.5
    b = rng.uniform(0, 6.3)
    across = xx * np.cos(b) + yy * np.sin(b)
    ramp = 1 / (1 + np.exp(-(across - rng.uniform(-0.3, 0.5)) / rng.uniform(0.03, 0.3)))
    if rng.random() < 0.5:
        return np.asarray(x * (1 - ramp * np.float32(rng.uniform(0.2, 0.7)))[..., None])
    return np.asarray(x + (1 - x) * (ramp * np.float32(rng.uniform(0.2, 0.65)))[..., None])


def _glaring(x: Floats, rng: np.random.Generator) -> Floats:
    """With glare on the top alone, up to its rounded rim."""
    m = rng.uniform(3, 7)
    yy, xx = np.mgrid[:FACE, :FACE].astype(np.float32) - (FACE / 2 - 0.5)
    off = np.maximum(np.abs(xx), np.abs(yy)) - (FACE / 2 - m)
    side = 1 / (1 + np.exp(off / rng.uniform(0.3, 1.2)))
    level = np.float32(rng.uniform(0.6, 1.0))
    return np.asarray(x + (level - x) * (side * np.float32(rng.uniform(0.3, 0.85)))[..., None])


def standardised(x: Floats) -> Floats:
    """Mean 0 in each channel and spread 1 on the inner part, where the icon is, (H, W, 3) -> (3, H, W).

    Glare fades the whole top and not the die's rim; measured on the inner part, the icon keeps its contrast.
    """
    inner = x[_RIM:-_RIM, _RIM:-_RIM]
    x = np.clip((x - inner.mean((0, 1))) / (inner.std((0, 1)).max() + np.float32(0.012)), -3, 3)
    return np.ascontiguousarray(x.transpose(2, 0, 1)).astype(np.float32)


def nudged(pair: Bytes, mask: Bytes, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A pair (H, W, 6) and its mask, mirrored, recoloured, the empty picture shifted a little and sometimes missing.

    As the network takes them: (6, H, W) and (H / 2, W / 2), float32.
    """
    x: Floats = pair.astype(np.float32) / 255
    if rng.random() < 0.5:
        x, mask = x[:, ::-1], mask[:, ::-1]
    if rng.random() < 0.5:
        order = rng.permutation(3)
        x = x[..., np.concatenate([order, order + 3])]
    if rng.random() < 0.4:
        M = np.array([[1, 0, rng.normal(0, 1.0)], [0, 1, rng.normal(0, 1.0)]], np.float32)
        empty = np.ascontiguousarray(x[..., 3:])
        shifted = cv2.warpAffine(empty, M, COVER_SIZE, borderMode=cv2.BORDER_REPLICATE)
        x = np.concatenate([x[..., :3], np.asarray(shifted)], 2)
    for part in (slice(0, 3), slice(3, 6)):
        gamma = np.float32(np.exp(rng.normal(0, 0.12)))
        x[..., part] = x[..., part] ** gamma * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    x = x + rng.normal(0, 0.008, x.shape).astype(np.float32)
    x = (np.clip(x, 0, 1) - 0.45) * 4
    if rng.random() < 0.1:
        x[..., 3:] = 0  # no picture of the empty table
    return np.ascontiguousarray(x.transpose(2, 0, 1)), np.ascontiguousarray(mask, np.float32) / 255
