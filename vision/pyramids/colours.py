"""The taught colours of the pieces: pixels of each, and how much one sees through it of what is behind."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.lighting import FLOOR, logarithm

Samples = npt.NDArray[np.uint8]
"""(N, 3) uint8 BGR: pixels as they would be in the light of the empty board, with nothing but black behind them."""

Through = tuple[float, float, float]
"""The shares of the blue, green and red light behind a piece that are seen through it."""

MOST_SAMPLES = 1600
MOST_LIGHT = 10.0
"""No side of a piece has more light than this, of what is white."""

TO_TINTS = np.array([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
"""Logarithms of blue, green and red into lightness, red against green and blue against green."""


Way = tuple[float, float]
"""Where light comes from: its azimuth, rad over the table from +x, and how far beyond the sides facing it that goes."""


def facing_it(azimuths: npt.ArrayLike, way: Way) -> Floats:
    """(N,): how much light from there falls on sides that face (N,) rad over the table, from 0 to 1."""
    azimuth, reach = way
    return np.asarray(np.maximum(np.cos(np.asarray(azimuths) - azimuth) + reach, 0) / (1 + reach), np.float64)


@dataclass(frozen=True, eq=False)
class Facing:
    """How the sides of a colour are lit by the way they face.

    `light` (2, 3) is the blue, green and red light of all sides, and what a side has more that faces the light;
    `off` (3,) how far off lightness and tints were from that when taught, nats.
    """

    light: Floats
    off: Floats

    def lit(self, azimuth: float, way: Way) -> Floats:
        """(3,) blue, green and red, from 0 to 1, of a side that faces `azimuth`, if light comes that way."""
        return np.asarray(self.light[0] + facing_it(azimuth, way) * self.light[1], np.float64)


@dataclass(frozen=True, eq=False)
class TaughtColours:
    """The colours of the pieces: for each name pixels of it; and of those one can see through, how much."""

    samples: Mapping[str, Samples]
    through: Mapping[str, Through] = field(default_factory=dict)
    pattern: Mapping[str, float] = field(default_factory=dict)
    """How much of the contrast of the board behind is seen through some colours; of others nothing is known."""
    facing: Mapping[str, Facing] = field(default_factory=dict)
    """How their sides are lit by the way they face, of those of which that is known."""
    way: Way = (0.0, 1.0)
    """Where the light came from when they were taught."""
    dazzled: Collection[str] = frozenset()
    """Colours taught in pictures so bright that their light is hardly known."""

    def __post_init__(self) -> None:
        for name in (*self.through, *self.pattern, *self.facing, *self.dazzled):
            if name not in self.samples:
                raise ValueError(f"the colour {name} is not taught")
        for name, pixels in self.samples.items():
            if pixels.ndim != 2 or pixels.shape[1] != 3 or not 1 <= len(pixels) <= MOST_SAMPLES:
                raise ValueError(f"the colour {name} has no pixels")

    @property
    def names(self) -> tuple[str, ...]:
        """In the order taught."""
        return tuple(self.samples)

    def shown(
        self, name: str, behind: npt.ArrayLike, *, glow: float = 1.0, touching: float = 0.0
    ) -> Floats32:
        """(N, 3): the tints of a colour's samples before some light (3,), blue, green and red from 0 to 1.

        See-through ones have less light of their own, by `glow`, where less falls on them from behind than when taught.
        Of what they are `touching` so much more shows through them, in their tint.
        """
        logs = logarithm(self.samples[name][None])[0]
        if name not in self.through:
            return tints_of(logs)
        own, shares = light_of(logs), np.asarray(self.through[name], np.float32)
        if touching > 0:
            tint = np.median(own, axis=0) + shares
            shares = shares + np.float32(touching) * tint / np.maximum(tint.max(), 1e-3)
        through = np.minimum(shares, 1) * np.asarray(behind, np.float32)
        return tints_of(np.log(own * np.float32(glow) + through + np.float32(FLOOR)))


def tints_of(logs: Floats32) -> Floats32:
    """(..., 3) lightness, red against green, blue against green, of (..., 3) logarithms of light."""
    if not logs.size:
        return logs
    # many times faster than a product of so narrow matrices
    return np.asarray(cv2.transform(logs.reshape(-1, 1, 3), TO_TINTS), np.float32).reshape(logs.shape)


def light_of(logs: Floats32) -> Floats32:
    """(..., 3) light from 0 to 1, of its logarithms."""
    return np.asarray(np.maximum(np.exp(logs) - np.float32(FLOOR), 0), np.float32)
