"""The taught colours of the pieces: pixels of each, and how much one sees through it of what is behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.lighting import FLOOR, logarithm

Samples = npt.NDArray[np.uint8]
"""(N, 3) uint8 BGR: pixels as they would be in the light of the empty board, with nothing but black behind them."""

Through = tuple[float, float, float]
"""The shares of the blue, green and red light behind a piece that are seen through it."""

MOST_SAMPLES = 1600

TO_TINTS = np.array([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
"""Logarithms of blue, green and red into lightness, red against green and blue against green."""


@dataclass(frozen=True, eq=False)
class TaughtColours:
    """The colours of the pieces: for each name pixels of it; and of those one can see through, how much."""

    samples: Mapping[str, Samples]
    through: Mapping[str, Through] = field(default_factory=dict)
    pattern: Mapping[str, float] = field(default_factory=dict)
    """How much of the contrast of the board behind is seen through some colours; of others nothing is known."""

    def __post_init__(self) -> None:
        for name in (*self.through, *self.pattern):
            if name not in self.samples:
                raise ValueError(f"the colour {name} is not taught")
        for name, pixels in self.samples.items():
            if pixels.ndim != 2 or pixels.shape[1] != 3 or not 1 <= len(pixels) <= MOST_SAMPLES:
                raise ValueError(f"the colour {name} has no pixels")

    @property
    def names(self) -> tuple[str, ...]:
        """In the order taught."""
        return tuple(self.samples)

    def shown(self, name: str, behind: npt.ArrayLike, *, glow: float = 1.0) -> Floats32:
        """(N, 3): the tints of a colour's samples before some light (3,), blue, green and red from 0 to 1.

        See-through ones have less light of their own, by `glow`, where less falls on them from behind than when taught.
        """
        logs = logarithm(self.samples[name][None])[0]
        if name not in self.through:
            return tints_of(logs)
        through = np.asarray(self.through[name], np.float32) * np.asarray(behind, np.float32)
        return tints_of(np.log(light_of(logs) * np.float32(glow) + through + np.float32(FLOOR)))


def tints_of(logs: Floats32) -> Floats32:
    """(..., 3) lightness, red against green, blue against green, of (..., 3) logarithms of light."""
    if not logs.size:
        return logs
    # many times faster than a product of so narrow matrices
    return np.asarray(cv2.transform(logs.reshape(-1, 1, 3), TO_TINTS), np.float32).reshape(logs.shape)


def light_of(logs: Floats32) -> Floats32:
    """(..., 3) light from 0 to 1, of its logarithms."""
    return np.asarray(np.maximum(np.exp(logs) - np.float32(FLOOR), 0), np.float32)
