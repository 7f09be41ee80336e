"""The taught colours, and how much more a pixel looks like one of them than like the empty board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32

_CHROMA = np.array([[0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
"""Red against green, and blue against green, of logarithms in the order blue, green, red."""

_BOARD_CHROMA = 0.09
_BRIGHTER, _DARKER = 0.2, 1.2
_TINT = 0.07
_SHADE, _SHADE_ROOM = 0.35, 0.5
MOST = 10.0
"""No pixel speaks louder than this: what is neither board nor colour, as a pip, says nothing."""


@dataclass(frozen=True, eq=False)
class TaughtColour:
    """How one colour looks in the light of the empty board: mean (2,) and spread (2, 2) of its chroma, and lightness.

    All of logarithms of light: chroma is red and blue against green; `dark` and `light` bound the mean of the three.
    """

    chroma: Floats
    spread: Floats
    dark: float
    light: float


@dataclass(frozen=True, eq=False)
class TaughtColours:
    """The colours of the pieces, by name."""

    colours: Mapping[str, TaughtColour]

    @property
    def names(self) -> tuple[str, ...]:
        """In the order taught."""
        return tuple(self.colours)


def chroma_of(logs: Floats32) -> Floats32:
    """(..., 2) chroma of (..., 3) logarithms of light."""
    return np.asarray(logs @ _CHROMA.T, np.float32)


def lightness_of(logs: Floats32) -> Floats32:
    """(...) lightness of (..., 3) logarithms of light."""
    return np.asarray(logs.mean(axis=-1), np.float32)


def unlike_board(change: Floats32) -> Floats32:
    """(H, W), 0 to MOST: how unlike the board, lit or in shadow, pixels are that differ by (H, W, 3) from it."""
    chroma, light = chroma_of(change), lightness_of(change)
    cost = (chroma * chroma).sum(axis=-1) / _BOARD_CHROMA**2
    cost += (light / np.where(light > 0, np.float32(_BRIGHTER), np.float32(_DARKER))) ** 2
    return np.asarray(np.minimum(cost, MOST), np.float32)


def unlike_colour(logs: Floats32, colour: TaughtColour) -> Floats32:
    """(H, W), 0 to MOST: how unlike a colour pixels (H, W, 3) are, the light's change taken out."""
    off = chroma_of(logs) - colour.chroma.astype(np.float32)
    inverse = np.linalg.inv(colour.spread + _TINT**2 * np.eye(2)).astype(np.float32)
    cost = (
        inverse[0, 0] * off[..., 0] ** 2
        + 2 * inverse[0, 1] * off[..., 0] * off[..., 1]
        + inverse[1, 1] * off[..., 1] ** 2
    )
    light = lightness_of(logs)
    beyond = np.maximum(
        np.maximum(colour.dark - _SHADE_ROOM - light, light - colour.light - _SHADE_ROOM), 0.0
    )
    return np.asarray(np.minimum(cost + (beyond / _SHADE) ** 2, MOST), np.float32)


def learn_colour(logs: Floats32) -> TaughtColour:
    """A colour from (N, 3) of its pixels, the light's change taken out; a tenth may be pips and glare."""
    chroma, light = chroma_of(logs), lightness_of(logs)
    middle = np.median(chroma, axis=0)
    off = np.linalg.norm(chroma - middle, axis=1)
    near = off <= np.quantile(off, 0.9)
    dark, bright = np.quantile(light, [0.05, 0.92])
    return TaughtColour(
        chroma=np.asarray(chroma[near].mean(axis=0), np.float64),
        spread=np.asarray(np.cov(chroma[near].T), np.float64),
        dark=float(dark),
        light=float(bright),
    )
