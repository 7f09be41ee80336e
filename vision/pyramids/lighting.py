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
_BANDS, _BAND = 8, 2
"""In so many bands of rows the noise is measured, of so many rows each."""
_DARK = 0.25
"""The share of a board that tells what noise there is in the dark."""
_SAFE = 1.2
"""Noise is taken for so many times what was measured."""
_LIT, _IN_DARK = (0.03, 0.05), (0.0012, 0.006)
"""The least and the most noise there may be, in logarithms and in light."""
_OF_TINTS = 2.77
"""The median of two tints' squares together, in variances of a logarithm of light."""
_DAZZLING, _DAZZLED = (0.87, 0.84), (0.4, 0.35)
"""From this light on, now and in the picture of the empty board that all is compared with, cameras show less than there
is; and so much of each may be as bright for the light to be known."""


def _log_table() -> Floats32:
    level = np.arange(256) / 255.0
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.log(light + FLOOR), np.float32)


_LOG = _log_table()


def logarithm(picture: Picture) -> Floats32:
    """(H, W, 3) float32: the logarithm of the light, of a picture (H, W, 3) uint8 BGR in the usual sRGB.

    Each colour's plane lies in one piece, which is many times faster to reckon with.
    """
    out = np.empty((3, *picture.shape[:2]), np.float32)
    for plane, levels in zip(out, cv2.split(picture), strict=True):
        cv2.LUT(levels, _LOG, plane)
    return out.transpose(1, 2, 0)


def planes(values: Floats32) -> Floats32:
    """(3, H, W) of (H, W, 3), each in one piece; not copied if `values` lie so."""
    return np.ascontiguousarray(values.transpose(2, 0, 1))


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


@dataclass(frozen=True)
class Noise:
    """How far pixels of the board usually are from what is expected, root mean square.

    `lit` is in logarithms, wherever they are; `in_dark` in light, which tells in dark places.
    """

    lit: float
    in_dark: float


USUAL_NOISE = Noise(0.05, 0.004)
"""Of pictures in which it was not measured."""


@dataclass(frozen=True, eq=False)
class Lit:
    """Some rows of the empty board as it is lit now.

    `light` (3, h, W) is what the empty board should give, haze and glare included, and `board` the logarithm of that;
    `glare` (3, h, W) is how much of that is glare; `rough` (h, W) how much pixels of the board differ from it, in
    logarithms, root mean square.
    """

    light: Floats32
    board: Floats32
    glare: Floats32
    rough: Floats32


@dataclass(frozen=True, eq=False)
class BoardLight:
    """The light of the empty board, `whole` (3, H, W) and `coarse` (3, h, w)."""

    whole: Floats32
    coarse: Floats32


class Change:
    """How the light changed since the empty board of `light` (3, H, W) was taken, smooth over the board.

    `times` and `plus` (3, h, w) and `rough` (h, w) are known coarsely; `now` (H, W, 3) is the picture, if its noise is
    to be measured. What they make of the board is told for some rows at a time: memory that is touched for the first
    time costs more than what is done with it.
    """

    def __init__(
        self,
        light: Floats32,
        times: Floats32,
        plus: Floats32,
        rough: Floats32,
        *,
        dazzled: bool = False,
        now: Floats32 | None = None,
    ) -> None:
        self._light = light
        self.dazzled = dazzled
        """Whether so much is nearly white, before or now, that the light's change and its tint are hardly known."""
        more = np.log(times)
        grey = np.add.reduce(more) / 3
        self.tinted = bool(np.abs(more - grey).max() > _TINTED)
        """Whether the light has another tint now."""
        self.shares = _SHARES if self.tinted else _SHARES[:1]
        """How much of the change of the light's tint may have come to a face: those turned from a lamp see the sky."""
        dimmed = [np.exp(-grey - np.float32(share) * (more - grey)) for share in self.shares]
        parts = np.concatenate([times, plus, rough[None], more, *dimmed])
        width, height = rough.shape[1], light.shape[1]
        self._tall = np.stack([_resized(part, width, height) for part in parts])
        self.noise = USUAL_NOISE if now is None else self._noise_of(now)
        """Of the picture."""

    def at(self, rows: slice) -> Lit:
        """The empty board in some rows."""
        parts = self._wide(self._tall[:7, rows])
        times, plus, rough = parts[:3], parts[3:6], parts[6]
        flat = -1, times.shape[-1]
        light = self._light[:, rows] * times
        light += plus
        np.maximum(light, 1e-3, out=light)
        board = np.asarray(cv2.log(light.reshape(flat)), np.float32).reshape(light.shape)
        return Lit(light, board, plus, rough)

    def _noise_of(self, now: Floats32) -> Noise:
        """How noisy a picture's (H, W, 3) logarithms of light are, pieces and shadows aside: less than half of it.

        It is told by the tints, as light varies for many reasons, in some rows from top to bottom.
        """
        tops = np.linspace(0, max(len(now) - _BAND, 0), _BANDS).astype(int).tolist()
        tints2, least = [], []
        for rows in (slice(top, top + _BAND) for top in tops):
            board = self.at(rows)
            blue, green, red = planes(now[rows]) - board.board
            tints2.append(((red - green) ** 2 + (blue - green) ** 2).ravel())
            least.append(np.minimum.reduce(board.light).ravel())
        off2, light = np.concatenate(tints2), np.concatenate(least)
        pale, dark = light >= np.median(light), light <= np.quantile(light, _DARK)
        lit, in_dark = (
            float(np.clip(_SAFE * np.sqrt(np.median(some) / _OF_TINTS), *ends))
            for some, ends in ((off2[pale], _LIT), (off2[dark] * light[dark] ** 2, _IN_DARK))
        )
        return Noise(lit, in_dark)

    def undone(self, logs: Floats32, rows: slice = slice(None), columns: slice = slice(None)) -> Floats32:
        """A part of a picture's logarithms (H, W, 3) as it would be in the light of the empty board, but for glare."""
        return relit(logs[rows, columns], self.more_at(rows, columns))

    def more_at(self, rows: slice, columns: slice = slice(None)) -> Floats32:
        """(h, w, 3): how much more light there is in a part of the board, in logarithms."""
        return self._wide(self._tall[7:10, rows])[:, :, columns].transpose(1, 2, 0)

    def dimmed(self, rows: slice) -> Floats32:
        """(L, 3, h, W): in each of the lights that may fall on a face, what brings it to that of the empty board."""
        factors = self._wide(self._tall[10:, rows])
        return factors.reshape(len(self.shares), 3, *factors.shape[1:])

    def closer(self, rows: slice, columns: slice, empty: Floats32) -> Change:
        """The same in a part of the board that is seen larger, empty (H, W, 3) logarithms."""
        parts = self._wide(self._tall[:7, rows])[:, :, columns]
        return Change(board_light(empty).whole, parts[:3], parts[3:6], parts[6], dazzled=self.dazzled)

    def _wide(self, parts: Floats32) -> Floats32:
        """(K, h, W) of (K, h, w)."""
        width, (count, height, narrow) = self._light.shape[2], parts.shape
        return _resized(parts.reshape(-1, narrow), width, count * height).reshape(count, height, width)


def _resized(values: Floats32, width: int, height: int) -> Floats32:
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def change_of_light(now: Floats32, empty: Floats32 | BoardLight) -> Change:
    """The change from the empty board to (H, W, 3) logarithms of light, smooth over the board.

    Light is multiplied, and glare is added; both are fitted round each place. Pieces, hands and shadows are left out as
    long as they cover less than half. `empty` is the light of the empty board, or its logarithms.
    """
    board = empty if isinstance(empty, BoardLight) else board_light(empty)
    seen, then = _coarse(now), board.coarse
    usual = np.exp(np.median(np.log(seen / then).reshape(3, -1), axis=1)).astype(np.float32)
    times = np.broadcast_to(usual[:, None, None], seen.shape)
    plus = np.zeros_like(seen)
    rough2 = np.zeros(seen.shape[1:], np.float32)
    for odd, wide in zip(_ODD, _WIDE, strict=True):
        off = np.log(seen / np.maximum(times * then + plus, 1e-3))
        trust = 1 / (1 + (np.maximum.reduce(np.abs(off)) / np.float32(odd)) ** 2) ** 2
        times, plus, rough2 = _fitted(seen, then, off, trust, times, plus, wide)
    bright = [
        np.mean(np.maximum.reduce(light) > most) for light, most in zip((seen, then), _DAZZLING, strict=True)
    ]
    dazzled = any(bool(share > most) for share, most in zip(bright, _DAZZLED, strict=True))
    return Change(board.whole, times, plus, np.sqrt(rough2), dazzled=dazzled, now=now)


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
    expected = times * then + plus
    parts = np.empty((16, *trust.shape), np.float32)
    parts[0] = trust
    np.multiply(trust, then, out=parts[1:4])
    np.multiply(trust, seen, out=parts[4:7])
    np.multiply(parts[1:4], then, out=parts[7:10])
    np.multiply(parts[1:4], seen, out=parts[10:13])
    np.multiply(trust, off**2, out=parts[13:])
    blurred = _blurred(parts, wide)
    hold = np.float32(_HOLD)
    share = 1 / (blurred[0] + hold)
    mean_then = (blurred[1:4] + hold * then) * share
    mean_seen = (blurred[4:7] + hold * expected) * share
    varied = (blurred[7:10] + hold * then * then) * share - mean_then**2
    together = (blurred[10:13] + hold * then * expected) * share - mean_then * mean_seen
    ratio = mean_seen / mean_then
    dull = (np.float32(_DULL) * mean_then) ** 2
    new_times = np.clip((together + dull * ratio) / (varied + dull), np.float32(0.3) * ratio, ratio)
    rough2 = np.add.reduce(blurred[13:]) * (share / 3)
    return new_times, mean_seen - new_times * mean_then, rough2


def board_light(logs: Floats32) -> BoardLight:
    """The light of (H, W, 3) logarithms."""
    flat = np.asarray(cv2.exp(planes(logs).reshape(-1, logs.shape[1])), np.float32)
    return BoardLight(flat.reshape(3, *logs.shape[:2]), _coarse(logs))


def _coarse(logs: Floats32) -> Floats32:
    """(3, h, w): the light of (H, W, 3) logarithms, much smaller."""
    height, width = logs.shape[:2]
    size = max(2, width // _COARSE), max(2, height // _COARSE)
    small = cv2.resize(cv2.merge([*planes(logs)]), size, interpolation=cv2.INTER_AREA)
    return np.exp(planes(np.asarray(small, np.float32)))


def _blurred(layers: Floats32, wide: float) -> Floats32:
    """(K, h, w) blurred about as by a Gaussian: three boxes are several times faster."""
    side = 2 * round((np.sqrt(4 * wide**2 + 1) - 1) / 2) + 1
    out = np.empty_like(layers)
    for done, layer in zip(out, layers, strict=True):
        once = layer
        for _ in range(3):
            once = cv2.blur(once, (side, side), done, borderType=cv2.BORDER_REFLECT)
    return out
