"""What each pixel says: how unlike the empty board it is, and by how much more it is like a piece of each colour.

All are logarithms of probabilities (nats). The board may be lit as expected or lie in shadow, which takes light away
and leaves the colour about alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.colours import tints_of
from vision.pyramids.edges import ridges, steps
from vision.pyramids.fits import Footprint
from vision.pyramids.lighting import Change, Lit, Noise, planes, relit, relit_as
from vision.pyramids.looks import Looks
from vision.threads import each

MOST = 6.0
"""No pixel says more than this, for or against."""

_ELSE_LIT = np.log(np.array([0.7, 0.3], np.float32))
"""How often a face has the light that the board has, and how often another, in logarithms."""
_CLEARLY = 3.0
"""What is a piece by so much more, in nats, in the light that the board has, need not be looked at in others."""
_ENOUGH = 120
"""More pixels of a piece than this tell no more of its colour."""
_SHADOW_TINT, _DEEPER_TINT = 0.08, 0.1
"""How much the colour of the board may change in shadow, and the more the deeper it is."""
_DARKEST = 1.9
"""Shadows take away no more than this."""
_SHADOWS, _STRAY = 0.08, 0.004
"""Shares of the board in shadow and of pixels that differ for any other reason, as by glare."""
_HAZE = float(np.log(0.015 / 1.5))
"""How dense glare is: its share of the board, and how much brighter it may be."""
_LEAST_HAZE, _MORE_HAZE = 0.1, 4.0
"""There may be glare of this share of the board's light anywhere, and of so many times what there is about."""
_HAZE_TINT = 0.13
_HAZY = -1.0
"""Where the board is more likely than this nothing is gained by asking for glare."""
_BAND = 96
"""Rows that are weighed at once, few enough to stay at hand."""
LOG_PIECE = float(np.log(0.05))
"""The logarithm of the share of the pixels that pieces cover, beforehand."""


Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ColoursSeen:
    """What a picture's pixels (H, W) say of the colours, whatever they say of the board."""

    logs: Floats32
    change: Change
    looks: Looks

    def likely(
        self, where: Footprint, shifts: Floats32, *, carrier: int | None = None, known: bool = False
    ) -> Floats32:
        """(L, S, N, C): the logarithm of how dense C colours are at N pixels, their tints being off by `shifts` (S, 3).

        At so many of the pixels as are enough, in each of L lights that may fall on them; of what rides on a piece of
        the colour `carrier`, if given. Where it is `known` how pieces are lit, that is the only light.
        """
        spots = np.flatnonzero(where.mask)
        spots = spots[:: 1 + len(spots) // _ENOUGH]
        logs = where.of(np.moveaxis(self.logs, 2, 0)).reshape(3, -1).T[spots]
        more = self.change.more_at(where.rows, where.columns).reshape(-1, 3)[spots]
        shares = self.change.shares[:1] if known else self.change.shares
        now = np.stack([tints_of(logs) for logs in relit_as(logs, more, shares)])
        tints = (now[:, None] + shifts[:, None]).reshape(-1, 3)
        if carrier is None:
            behind = where.of(self.looks.behind).ravel()[spots]
            found = self.looks.likely(tints, np.tile(behind, len(now) * len(shifts)))
        else:
            found = self.looks.riding(tints, carrier)
        return found.reshape(len(now), len(shifts), len(logs), -1)


@dataclass(frozen=True, eq=False)
class Evidence:
    """Of the pixels of a window (H, W).

    `board` is the logarithm of how dense the board is at what was seen; `gain` (C, H, W) by how much more each colour
    explains it, from -MOST to MOST; `edge` how sure there is an edge that the empty board has not, from 0 to 1;
    `colours` what is seen of the colours alone.
    `hidden` is what a hand or the like covers, None if nothing does.
    """

    board: Floats32
    gain: Floats32
    edge: Floats32
    colours: ColoursSeen
    hidden: Mask | None = None


def weigh(logs: Floats32, change: Change, looks: Looks, own: Floats32, *, fine: float = 1.0) -> Evidence:
    """Weigh a picture's logarithms of light (H, W, 3) against the empty board in its light and the taught colours.

    `own` (H, W) is how steep the empty board is, its own edges; `fine`, edges are so many times wider than usual.
    """
    height, width = own.shape
    seen = planes(logs)
    board = np.empty((height, width), np.float32)
    gain = np.empty((len(looks.names), height, width), np.float32)
    slopes = np.empty((2, height, width), np.float32)
    itself = np.empty((height, width), np.float32)

    def weigh_band(top: int) -> None:
        # with a row more on both sides, which edges need
        rows, wide = (slice(max(top - more, 0), min(top + _BAND + more, height)) for more in (0, 1))
        inner = slice(rows.start - wide.start, rows.stop - wide.start)
        lit = change.at(wide)
        both = np.empty((2, *lit.board.shape), np.float32)
        both[1] = seen[:, wide]
        unlike = np.subtract(both[1], lit.board, out=both[0])
        (slopes[0, rows], across), (slopes[1, rows], down) = steps(both)[:, :, inner]
        itself[rows] = cv2.magnitude(across, down)
        lit = lit.within(inner)
        board[rows] = _board_likely(seen[:, rows], unlike[:, inner], lit, change.noise)
        if looks.names:
            _weigh_colours(gain[:, rows], seen[:, rows], board[rows], lit.rough, change, rows, looks)

    each(weigh_band, range(0, height, _BAND))
    return Evidence(board, gain, ridges(slopes, own, itself, fine=fine), ColoursSeen(logs, change, looks))


def _weigh_colours(
    gain: Floats32,
    logs: Floats32,
    board: Floats32,
    rough: Floats32,
    change: Change,
    rows: slice,
    looks: Looks,
) -> None:
    """Put into (C, h, W) by how much more each colour explains (3, h, W) logarithms than the board (h, W) does."""
    gain[:] = -MOST
    # where the board is more likely than this no piece can be
    worth = np.flatnonzero(board < -3 * np.log(rough + np.float32(change.noise.lit)) - np.float32(7.26))
    if not len(worth):
        return
    here, more = _at(logs, worth), _at(change.more_of(rows), worth)
    kinds = looks.behind[rows].reshape(-1).take(worth)
    likely = looks.likely(_tints(relit(here, more)).T, kinds)
    unlike = board.reshape(-1).take(worth) - np.float32(LOG_PIECE)
    if len(change.shares) > 1:
        likely += _ELSE_LIT[0]
        open_ = np.flatnonzero(np.maximum.reduce([*likely.T]) - unlike < _CLEARLY)
        here, more, kinds = here.take(open_, axis=1).T, more.take(open_, axis=1).T, kinds.take(open_)
        for now, often in zip(relit_as(here, more, change.shares[1:]), _ELSE_LIT[1:], strict=True):
            usual, other = likely.take(open_, axis=0), looks.likely(_tints(now.T).T, kinds) + often
            likely[open_] = np.maximum(usual, other) + np.log1p(np.exp(-np.abs(usual - other)))
    some = np.ascontiguousarray(likely.T)
    some -= unlike
    # where no board could look so, the colours are told apart all the same
    some -= np.maximum(np.maximum.reduce(some) - np.float32(MOST), 0)
    np.maximum(some, -MOST, out=some)
    for layer, gained in zip(gain, some, strict=True):
        layer.reshape(-1)[worth] = gained


def _at(layers: Floats32, spots: npt.NDArray[np.int64]) -> Floats32:
    """(3, N): the values of (3, h, W) at some pixels, counted row by row."""
    out = np.empty((len(layers), len(spots)), np.float32)
    for values, layer in zip(out, layers, strict=True):
        values[:] = layer.reshape(-1).take(spots)
    return out


def _tints(logs: Floats32) -> Floats32:
    """(3, ...): `tints_of`, of (3, ...) logarithms."""
    blue, green, red = logs
    out = np.empty_like(logs)
    np.add(blue, green, out=out[0])
    out[0] += red
    out[0] *= np.float32(1 / 3)
    np.subtract(red, green, out=out[1])
    np.subtract(blue, green, out=out[2])
    return out


def _board_likely(logs: Floats32, unlike: Floats32, lit: Lit, noise: Noise) -> Floats32:
    """(h, W): the logarithm of the density of the board, lit or in shadow, at (3, h, W) logarithms `unlike` it."""
    light, red, blue = _tints(unlike)
    red *= red
    blue *= blue
    tint = np.add(red, blue, out=red)
    least = np.minimum.reduce(lit.light)
    spread2 = (lit.rough + np.float32(noise.lit)) ** 2
    spread2 += (np.float32(noise.in_dark) / least) ** 2
    likely = light * light
    likely *= 2
    likely += tint
    likely /= spread2
    likely *= np.float32(-0.25)
    likely -= np.float32(1.5) * cv2.log(spread2)
    likely -= np.float32(3.45)
    # shadow, glare and the like are less likely than this anywhere
    rest = np.flatnonzero(likely < 0)
    flat = likely.reshape(-1)
    lights = light.reshape(-1).take(rest)
    shadow = _in_shadow(lights, tint.reshape(-1).take(rest), spread2.reshape(-1).take(rest))
    other = np.maximum(np.maximum(shadow, np.float32(np.log(_STRAY / 200.0))), flat.take(rest))
    flat[rest] = other
    hazy = rest[(lights > 0.08) & (other < _HAZY)]
    if len(hazy):
        some, then, glare = (_at(values, hazy) for values in (logs, lit.light, lit.glare))
        flat[hazy] = np.maximum(flat.take(hazy), _in_haze(some, then, _mean(glare)))
    return np.asarray(likely, np.float32)


def _in_shadow(light: Floats32, tint: Floats32, spread2: Floats32) -> Floats32:
    """(N,): the logarithm of the density of the board in shadow, which takes light away and hardly changes colours."""
    depth = np.minimum(np.maximum(-light, 0), _DARKEST)
    shade2 = (depth * np.float32(_DEEPER_TINT) + np.float32(_SHADOW_TINT)) ** 2 + spread2 * 2
    shadow = tint / (shade2 * -2) - np.log(shade2) + np.float32(np.log(_SHADOWS / _DARKEST) - 1.84)
    beyond = np.maximum(light - 0.1, 0) + np.maximum(-light - _DARKEST, 0)
    return np.asarray(shadow - (beyond * np.float32(1 / 0.15)) ** 2, np.float32)


def _in_haze(logs: Floats32, then: Floats32, glare: Floats32) -> Floats32:
    """(N,): the logarithm of the density of the board in a glare, which adds as much light of every colour.

    `then` (3, N) is the board's light. How much glare there is about (N,) tells how much more there may be: glare has
    no outline, as pale pieces have.
    """
    more = _mean(np.exp(logs) - then)
    _, red, blue = _tints(logs - np.log(then + np.maximum(more, 0)))
    tint = red * red + blue * blue
    spread2 = np.float32(_HAZE_TINT**2)
    least = np.float32(_LEAST_HAZE) * then.mean()
    beyond = np.maximum(more - least - np.float32(_MORE_HAZE) * np.maximum(glare, 0), 0) / least
    likely = -0.5 * tint / spread2 - np.log(spread2) - 1.84 + np.float32(_HAZE)
    return np.asarray(likely - beyond, np.float32)


def _mean(values: Floats32) -> Floats32:
    """(N,) of (3, N)."""
    return np.asarray(np.add.reduce(values) / 3, np.float32)
