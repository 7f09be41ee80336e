"""The taught colours: how likely a pixel is in each of them, by the pixels that were taught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.lighting import logarithm

Samples = npt.NDArray[np.uint8]
"""(N, 3) uint8 BGR: pixels as they would be in the light of the empty board."""

MOST_SAMPLES = 1600

_LIGHTS, _LIGHT_FROM, _LIGHT_STEP = 28, -4.8, 0.18
_TINTS, _TINT_STEP, _TINT_UNIT = 52, 0.13, 0.25
_TINT_BLUR = 0.9
_LIGHT_BLURS = ((0.6, 1.6), (0.4, 5.0))
"""How much lighter or darker than taught a face may be, as shares and steps: in other light much."""
_STRAY = 0.03
"""Share of a piece's pixels that can have any colour: pips, glare, what is mirrored."""

TO_TINTS = np.array([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
"""Logarithms of blue, green and red into lightness, red against green and blue against green."""


@dataclass(frozen=True, eq=False)
class TaughtColours:
    """The colours of the pieces: for each name pixels of it; and which of them one can see through."""

    samples: Mapping[str, Samples]
    see_through: tuple[str, ...] = ()
    _table: list[Floats32] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in self.see_through:
            if name not in self.samples:
                raise ValueError(f"the colour {name} is not taught")
        for name, pixels in self.samples.items():
            if pixels.ndim != 2 or pixels.shape[1] != 3 or not 1 <= len(pixels) <= MOST_SAMPLES:
                raise ValueError(f"the colour {name} has no pixels")

    @property
    def names(self) -> tuple[str, ...]:
        """In the order taught."""
        return tuple(self.samples)

    def likely(self, tints: Floats32) -> Floats32:
        """(N, C): the logarithm of how dense each colour is at (N, 3) tints."""
        if not self._table:
            self._table.append(np.stack([_densities(pixels) for pixels in self.samples.values()], axis=1))
        return np.asarray(self._table[0][_bins(tints)], np.float32)


def tints_of(logs: Floats32) -> Floats32:
    """(..., 3) lightness, red against green, blue against green, of (..., 3) logarithms of light."""
    if not logs.size:
        return logs
    # many times faster than a product of so narrow matrices
    return np.asarray(cv2.transform(logs.reshape(-1, 1, 3), TO_TINTS), np.float32).reshape(logs.shape)


def _bins(tints: Floats32) -> npt.NDArray[np.int32]:
    """(N,) index into the table of densities; chroma is told finely where it is faint and coarsely where strong."""
    light = np.clip((tints[:, 0] - _LIGHT_FROM) / _LIGHT_STEP, 0, _LIGHTS - 1).astype(np.int32)
    squeezed = np.arcsinh(tints[:, 1:] / _TINT_UNIT) / _TINT_STEP + _TINTS / 2
    tint = np.clip(squeezed, 0, _TINTS - 1).astype(np.int32)
    return np.asarray((light * _TINTS + tint[:, 0]) * _TINTS + tint[:, 1], np.int32)


def _densities(pixels: Samples) -> Floats32:
    """The logarithm of the density at every bin, flat: the samples' histogram, blurred."""
    tints = tints_of(logarithm(pixels[None])[0])
    counts = np.bincount(_bins(tints), minlength=_LIGHTS * _TINTS * _TINTS).astype(np.float32)
    share = (counts / len(pixels)).reshape(_LIGHTS, _TINTS, _TINTS)
    tinted = [cv2.GaussianBlur(a, (0, 0), _TINT_BLUR, borderType=cv2.BORDER_REPLICATE) for a in share]
    blurred = _along_light(np.stack(tinted).astype(np.float32).reshape(_LIGHTS, -1))
    edge = (np.arange(_TINTS + 1) - _TINTS / 2) * _TINT_STEP
    width = np.diff(np.sinh(edge) * _TINT_UNIT)
    room = (_LIGHT_STEP * width[:, None] * width[None]).astype(np.float32).ravel()
    stray = _STRAY / (_LIGHTS * _LIGHT_STEP * 36.0)
    return np.asarray(np.log((1 - _STRAY) * blurred / room + stray).ravel(), np.float32)


def _along_light(flat: Floats32) -> Floats32:
    """(_LIGHTS, N) blurred along the first axis."""
    steps = np.arange(_LIGHTS)
    off = steps[:, None] - steps[None]
    kernel = sum(share * _bell(off, wide) for share, wide in _LIGHT_BLURS)
    return np.asarray(kernel @ flat, np.float32)


def _bell(off: npt.NDArray[np.int64], wide: float) -> Floats32:
    bell = np.exp(-0.5 * (off / wide) ** 2)
    return np.asarray(bell / (wide * np.sqrt(2 * np.pi)), np.float32)
