"""A picture beside the empty board: the light's change taken out, and what is left.

Values are logarithms of the light that fell on the sensor, so that more light adds the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks import Floats32
from vision.pictures import Picture

FLOOR = 0.012
"""Added to the light before its logarithm: what is darker is mostly noise and stray light."""

_MEAN = np.full((1, 3), 1 / 3, np.float32)
_COARSE = 8
"""The light's change is measured on a picture so many times smaller."""
_ODD = (0.5, 0.25, 0.12)
"""What differs from the smooth change by more is rather a piece or a shadow; at first little is known of it."""
_WIDE = (10.5, 6.0, 5.2)
"""How far round each place the light is measured, in coarse pixels: farther than a piece."""
_HOLD = 0.02
"""How strongly each place holds to what its wider surroundings say."""
_SHARES, _TINTED = (1.0, 0.25), 0.1
"""How much of the change of the light's tint may have come to a face, and from what change on that matters."""
_DULL = 0.04
"""Differences of light on the board, relative, that are too small to tell haze from more light."""


def _log_table() -> Floats32:
    level = np.arange(256) / 255.0
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.log(light + FLOOR), np.float32)


_LOG = _log_table()


def logarithm(picture: Picture) -> Floats32:
    """(H, W, 3) float32: the logarithm of the light, of a picture (H, W, 3) uint8 BGR in the usual sRGB."""
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def as_levels(logs: Floats32) -> Picture:
    """The other way round: (..., 3) uint8 of logarithms of light."""
    return np.asarray(np.searchsorted((_LOG[1:] + _LOG[:-1]) / 2, logs), np.uint8)


def relit(logs: Floats32, more: Floats32) -> Floats32:
    """Logarithms of light (..., 3) as they would be with less light by `more` (..., 3), in logarithms.

    What is added for noise and stray light is not part of the light.
    """
    light = np.maximum(np.exp(logs) - np.float32(FLOOR), 0) * np.exp(-more)
    return np.asarray(np.log(light + np.float32(FLOOR)), np.float32)


def relit_as(logs: Floats32, more: Floats32, shares: Sequence[float]) -> list[Floats32]:
    """`relit`, with each of some shares of what the light's tint has changed by."""
    grey = more.mean(axis=-1, keepdims=True)
    return [relit(logs, grey + np.float32(share) * (more - grey)) for share in shares]


@dataclass(frozen=True, eq=False)
class Lit:
    """Some rows of the empty board as it is lit now, in logarithms.

    `more` (h, W, 3) is how much more light there is; `board` (h, W, 3) the light that the empty board should give,
    haze and glare included; `glare` (h, W) is how much of that, as light; `rough` (h, W) how much pixels of the board
    differ from that, root mean square.
    """

    more: Floats32
    board: Floats32
    glare: Floats32
    rough: Floats32


class Change:
    """How the light changed since the empty board (H, W, 3 logarithms) was taken, smooth over the board.

    `times` and `plus` (h, w, 3) and `rough` (h, w) are known coarsely. What they make of the board is told for some
    rows at a time: memory that is touched for the first time costs more than what is done with it.
    """

    def __init__(self, empty: Floats32, times: Floats32, plus: Floats32, rough: Floats32) -> None:
        self._empty = empty
        more = np.log(times)
        parts = (times, plus, more, rough)
        self._tall = [_resized(part, rough.shape[1], len(empty)) for part in parts]
        grey = more.mean(axis=2, keepdims=True)
        self.tinted = bool(np.abs(more - grey).max() > _TINTED)
        """Whether the light has another tint now."""
        self.shares = _SHARES if self.tinted else _SHARES[:1]
        """How much of the change of the light's tint may have come to a face: those turned from a lamp see the sky."""

    def at(self, rows: slice) -> Lit:
        """The empty board in some rows."""
        times, plus, more, rough = (self._wide(part[rows]) for part in self._tall)
        board = cv2.add(cv2.multiply(times, cv2.exp(self._empty[rows])), plus)
        logs = np.asarray(cv2.log(np.maximum(board, 1e-3)), np.float32)
        return Lit(more, logs, np.asarray(cv2.transform(plus, _MEAN), np.float32), rough)

    def undone(self, logs: Floats32, rows: slice = slice(None), columns: slice = slice(None)) -> Floats32:
        """A part of a picture's logarithms (H, W, 3) as it would be in the light of the empty board, but for glare."""
        return relit(logs[rows, columns], self.more_at(rows, columns))

    def more_at(self, rows: slice, columns: slice = slice(None)) -> Floats32:
        """(h, w, 3): how much more light there is in a part of the board, in logarithms."""
        return self._wide(self._tall[2][rows])[:, columns]

    def closer(self, rows: slice, columns: slice, empty: Floats32) -> Change:
        """The same in a part of the board that is seen larger, empty (H, W, 3) logarithms."""
        times, plus, _, rough = (self._wide(part[rows])[:, columns] for part in self._tall)
        return Change(empty, times, plus, rough)

    def _wide(self, part: Floats32) -> Floats32:
        return _resized(part, self._empty.shape[1], len(part))


def _resized(values: Floats32, width: int, height: int) -> Floats32:
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def change_of_light(now: Floats32, empty: Floats32) -> Change:
    """The change between two (H, W, 3) logarithms of light, smooth over the board.

    Light is multiplied, and glare is added; both are fitted round each place. Pieces, hands and shadows are left out as
    long as they cover less than half.
    """
    height, width = now.shape[:2]
    size = max(2, width // _COARSE), max(2, height // _COARSE)
    seen = np.exp(_shrunk(now, size))
    then = np.exp(_shrunk(empty, size))
    ratio = np.log(seen / then).reshape(-1, 3)
    times = np.broadcast_to(np.exp(np.median(ratio, axis=0)), seen.shape).astype(np.float32)
    plus = np.zeros_like(seen)
    rough2 = np.zeros(seen.shape[:2], np.float32)
    for odd, wide in zip(_ODD, _WIDE, strict=True):
        off = np.log(seen / np.maximum(times * then + plus, 1e-3))
        trust = (1.0 / (1.0 + (np.abs(off).max(axis=2) / odd) ** 2) ** 2).astype(np.float32)
        times, plus, rough2 = _fitted(seen, then, off, trust, times, plus, wide)
    return Change(empty, times, plus, np.sqrt(rough2))


def _fitted(
    seen: Floats32,
    then: Floats32,
    off: Floats32,
    trust: Floats32,
    times: Floats32,
    plus: Floats32,
    wide: float,
) -> tuple[Floats32, Floats32, Floats32]:
    """Round each place, what the empty board's light is multiplied with and what is added; and what is left, squared.

    Weighted least squares with Gaussian weights `wide` coarse pixels broad, held to what was known before.
    """
    weight = trust[..., None]
    expected = times * then + plus
    parts = [
        weight,
        weight * then,
        weight * seen,
        weight * then * then,
        weight * then * seen,
        weight * off**2,
    ]
    blurred = _blurred(np.concatenate(parts, axis=2), wide)
    mass = blurred[..., :1]
    hold = np.float32(_HOLD)
    all_ = mass + hold
    mean_then = (blurred[..., 1:4] + hold * then) / all_
    mean_seen = (blurred[..., 4:7] + hold * expected) / all_
    varied = (blurred[..., 7:10] + hold * then * then) / all_ - mean_then**2
    together = (blurred[..., 10:13] + hold * then * expected) / all_ - mean_then * mean_seen
    ratio = mean_seen / mean_then
    dull = (_DULL * mean_then) ** 2
    new_times = np.clip((together + dull * ratio) / (varied + dull), 0.3 * ratio, ratio)
    new_plus = mean_seen - new_times * mean_then
    rough2 = (blurred[..., 13:16] / all_).mean(axis=2)
    return new_times.astype(np.float32), new_plus.astype(np.float32), rough2.astype(np.float32)


def _shrunk(values: Floats32, size: tuple[int, int]) -> Floats32:
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def _blurred(values: Floats32, wide: float) -> Floats32:
    """Blurred about as by a Gaussian: three boxes are several times faster."""
    side = 2 * round((np.sqrt(4 * wide**2 + 1) - 1) / 2) + 1
    layers = []
    for k in range(0, values.shape[2], 4):
        layer = np.ascontiguousarray(values[..., k : k + 4])
        for _ in range(3):
            layer = np.asarray(cv2.blur(layer, (side, side), borderType=cv2.BORDER_REFLECT), np.float32)
        layers.append(layer)
    return np.concatenate(layers, axis=2)
