"""Table tops made by rule: wood, felt, cloth, paper, tweed; square tiles that repeat, linear RGB."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
TILE = 512


def noise(rng: np.random.Generator, cells: tuple[float, float], octaves: int = 3) -> Array:
    """Smooth repeating noise about 0, (TILE, TILE); `cells` are the features' width and height in pixels."""
    out = np.zeros((TILE, TILE), np.float32)
    for k in range(octaves):
        w = int(np.clip(TILE / max(cells[0] / 2**k, 1), 2, TILE))
        h = int(np.clip(TILE / max(cells[1] / 2**k, 1), 2, TILE))
        grid = rng.normal(size=(h, w)).astype(np.float32)
        grid = np.pad(grid, 2, mode="wrap")
        big = cv2.resize(grid, None, fx=TILE / w, fy=TILE / h, interpolation=cv2.INTER_CUBIC)
        oy, ox = int(2 * TILE / h), int(2 * TILE / w)
        out += np.asarray(big)[oy : oy + TILE, ox : ox + TILE] * 0.6**k
    return out / (out.std() + 1e-6)


def colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.85) -> Array:
    """A linear colour: often muted, now and then strong."""
    value = np.exp(rng.uniform(np.log(low), np.log(high)))
    hue = rng.dirichlet([1.5, 1.5, 1.5]) * 3
    strength = rng.beta(1.2, 1.6)
    return np.clip(value * (1 - strength + strength * hue), 0.005, 0.95).astype(np.float32)


def table(rng: np.random.Generator, masks: NDArray[np.uint8]) -> Array:
    """One table top, (TILE, TILE, 3) float32."""
    kind = rng.choice(
        ["wood", "felt", "plain", "checks", "stripes", "prints", "tweed", "carpet", "marble", "dots"]
    )
    base = colour(rng)
    if kind == "wood":
        base = (
            np.array([0.1, 0.2, 0.35], np.float32)
            * rng.uniform(0.2, 2.0)
            * rng.uniform(0.8, 1.2, 3).astype(np.float32)
        )
        grain = (
            noise(rng, (rng.uniform(60, 250), rng.uniform(2, 6)), 4) * 0.14 + noise(rng, (200, 30), 2) * 0.12
        )
        planks = (np.arange(TILE) % int(rng.integers(60, 250))) < 2
        out = base * np.exp(grain * rng.uniform(0.5, 2.2))[..., None]
        if rng.random() < 0.6:
            out[planks] *= 0.35
    elif kind in ("felt", "plain"):
        amount = rng.uniform(0.02, 0.3) if kind == "felt" else rng.uniform(0, 0.04)
        out = (
            base * np.exp(noise(rng, (2, 2), 1) * amount + noise(rng, (40, 40), 3) * amount * 0.4)[..., None]
        )
    elif kind == "carpet":
        size = rng.uniform(3, 22)
        out = (
            base
            * np.exp(noise(rng, (size, size * rng.uniform(0.6, 1.4)), 3) * rng.uniform(0.15, 0.6))[..., None]
        )
    elif kind == "marble":
        out = base * np.exp(noise(rng, (80, 80), 5) * rng.uniform(0.1, 0.5))[..., None]
    else:
        second = colour(rng)
        y, x = np.mgrid[:TILE, :TILE].astype(np.float32)
        step = TILE / int(rng.integers(4, 40))
        if kind == "checks":
            a = 0.5 * ((x // step) % 2) + 0.5 * ((y // step) % 2)
        elif kind == "stripes":
            a = ((x // step) % 2) if rng.random() < 0.5 else ((y // step) % 2)
        elif kind == "dots":
            a = (np.hypot(x % step - step / 2, y % step - step / 2) < step * rng.uniform(0.15, 0.4)).astype(
                np.float32
            )
        elif kind == "tweed":
            fine = rng.integers(3, 8)
            a = ((x // fine + y // fine * rng.integers(1, 3)) % 2) * 0.7 + 0.3 * (
                noise(rng, (int(fine), int(fine)), 2) > 0
            )
        else:
            a = np.zeros((TILE, TILE), np.float32)
            for _ in range(int(rng.integers(8, 60))):
                size = int(rng.integers(20, 110))
                icon = cv2.resize(masks[rng.integers(len(masks))], (size, size), interpolation=cv2.INTER_AREA)
                icon = np.rot90(np.asarray(icon), int(rng.integers(4))).astype(np.float32) / 255
                oy, ox = rng.integers(0, TILE - size, 2)
                a[oy : oy + size, ox : ox + size] = np.maximum(a[oy : oy + size, ox : ox + size], icon)
        a = np.asarray(cv2.GaussianBlur(np.asarray(a, np.float32), (0, 0), rng.uniform(0.5, 1.5)))[..., None]
        out = (base * (1 - a) + second * a) * np.exp(noise(rng, (2, 2), 2) * rng.uniform(0, 0.2))[..., None]
    return np.clip(out, 0, 1).astype(np.float32)
