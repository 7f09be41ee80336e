"""Table tops made by rule: wood, felt, cloth, paper, tweed; square tiles that repeat, linear colours."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Bytes, Floats

TILE = 512
"""Side of a table top's tile, px."""
KINDS = ("wood", "felt", "plain", "checks", "stripes", "prints", "tweed", "carpet", "marble", "dots")


def noise(rng: np.random.Generator, cells: tuple[float, float], octaves: int = 3) -> Floats:
    """Smooth repeating noise about 0, (TILE, TILE); `cells` are the features' width and height in px."""
    out = np.zeros((TILE, TILE), np.float32)
    for k in range(octaves):
        w = int(np.clip(TILE / max(cells[0] / 2**k, 1), 2, TILE))
        h = int(np.clip(TILE / max(cells[1] / 2**k, 1), 2, TILE))
        grid = rng.normal(size=(h, w)).astype(np.float32)
        grid = np.pad(grid, 2, mode="wrap")
        big = cv2.resize(grid, None, fx=TILE / w, fy=TILE / h, interpolation=cv2.INTER_CUBIC)
        oy, ox = int(2 * TILE / h), int(2 * TILE / w)
        out += np.asarray(big)[oy : oy + TILE, ox : ox + TILE] * 0.6**k
    return np.asarray(out / (out.std() + 1e-6))


def colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.85) -> Floats:
    """A linear colour (3,) of some lightness between `low` and `high`: often muted, now and then strong."""
    value = np.exp(rng.uniform(np.log(low), np.log(high)))
    hue = rng.dirichlet([1.5, 1.5, 1.5]) * 3
    strength = rng.beta(1.2, 1.6)
    return np.clip(value * (1 - strength + strength * hue), 0.005, 0.95).astype(np.float32)


def table(rng: np.random.Generator, masks: Bytes) -> Floats:
    """One table top, (TILE, TILE, 3) float32; icons (masks (N, S, S)) are printed on some."""
    kind = str(rng.choice(list(KINDS)))
    base = colour(rng)
    if kind == "wood":
        out = _wood(rng)
    elif kind in {"felt", "plain"}:
        amount = rng.uniform(0.02, 0.3) if kind == "felt" else rng.uniform(0, 0.04)
        out = _grained(base, noise(rng, (2, 2), 1) * amount + noise(rng, (40, 40), 3) * amount * 0.4)
    elif kind == "carpet":
        size = rng.uniform(3, 22)
        out = _grained(base, noise(rng, (size, size * rng.uniform(0.6, 1.4)), 3) * rng.uniform(0.15, 0.6))
    elif kind == "marble":
        out = _grained(base, noise(rng, (80, 80), 5) * rng.uniform(0.1, 0.5))
    else:
        second = colour(rng)
        pattern = _pattern(kind, rng, masks)
        a = np.asarray(cv2.GaussianBlur(pattern, (0, 0), rng.uniform(0.5, 1.5)))[..., None]
        out = _grained(base * (1 - a) + second * a, noise(rng, (2, 2), 2) * rng.uniform(0, 0.2))
    return np.clip(out, 0, 1).astype(np.float32)


def _grained(base: Floats, grain: Floats) -> Floats:
    """A colour (3,) or a picture (TILE, TILE, 3), lighter and darker by exp(grain)."""
    return np.asarray(base * np.exp(grain)[..., None])


def _wood(rng: np.random.Generator) -> Floats:
    base = np.array([0.1, 0.2, 0.35], np.float32) * rng.uniform(0.2, 2.0)
    base = base * rng.uniform(0.8, 1.2, 3).astype(np.float32)
    grain = noise(rng, (rng.uniform(60, 250), rng.uniform(2, 6)), 4) * 0.14 + noise(rng, (200, 30), 2) * 0.12
    planks = (np.arange(TILE) % int(rng.integers(60, 250))) < 2
    out = _grained(base, grain * rng.uniform(0.5, 2.2))
    if rng.random() < 0.6:
        out[planks] *= 0.35
    return out


def _pattern(kind: str, rng: np.random.Generator, masks: Bytes) -> Floats:
    """Where the second colour is, (TILE, TILE) float32, 0..1."""
    y, x = np.mgrid[:TILE, :TILE].astype(np.float32)
    step = TILE / int(rng.integers(4, 40))
    out: Floats
    if kind == "checks":
        out = 0.5 * ((x // step) % 2) + 0.5 * ((y // step) % 2)
    elif kind == "stripes":
        out = ((x // step) % 2) if rng.random() < 0.5 else ((y // step) % 2)
    elif kind == "dots":
        out = (np.hypot(x % step - step / 2, y % step - step / 2) < step * rng.uniform(0.15, 0.4)).astype(
            np.float32
        )
    elif kind == "tweed":
        fine = rng.integers(3, 8)
        weave = (x // fine + y // fine * rng.integers(1, 3)) % 2
        out = weave * 0.7 + 0.3 * (noise(rng, (float(fine), float(fine)), 2) > 0)
    else:
        out = np.zeros((TILE, TILE), np.float32)
        for _ in range(int(rng.integers(8, 60))):
            size = int(rng.integers(20, 110))
            small = cv2.resize(masks[rng.integers(len(masks))], (size, size), interpolation=cv2.INTER_AREA)
            icon = np.rot90(np.asarray(small), int(rng.integers(4))).astype(np.float32) / 255
            oy, ox = rng.integers(0, TILE - size, 2)
            out[oy : oy + size, ox : ox + size] = np.maximum(out[oy : oy + size, ox : ox + size], icon)
    return np.asarray(out, np.float32)
