"""What each pixel says: how unlike the empty board it is, and by how much more it is like a piece of each colour.

All are logarithms of probabilities (nats). The board may be lit as expected or lie in shadow, which takes light away
and leaves the colour about alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.colours import tints_of
from vision.pyramids.edges import ridges, steps
from vision.pyramids.fits import Footprint
from vision.pyramids.lighting import Change, Lit, relit, relit_as
from vision.pyramids.looks import Kinds, Looks

MOST = 6.0
"""No pixel says more than this, for or against."""

_ELSE_LIT = np.log(np.array([0.7, 0.3], np.float32))
"""How often a face has the light that the board has, and how often another, in logarithms."""
_CLEARLY = 3.0
"""What is a piece by so much more, in nats, in the light that the board has, need not be looked at in others."""
_ENOUGH = 120
"""More pixels of a piece than this tell no more of its colour."""
_LIT = 0.05
"""How much a pixel of the lit board differs from what is expected, at least."""
_NOISE = 0.004
"""Noise of the sensor, in light."""
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
_BAND = 32
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

    def likely(self, where: Footprint, shifts: Floats32, *, carrier: int | None = None) -> Floats32:
        """(L, S, N, C): the logarithm of how dense C colours are at N pixels, their tints being off by `shifts` (S, 3).

        At so many of the pixels as are enough, in each of L lights that may fall on them; of what rides on a piece of
        the colour `carrier`, if given.
        """
        spots = np.flatnonzero(where.mask)
        spots = spots[:: 1 + len(spots) // _ENOUGH]
        logs = where.of(np.moveaxis(self.logs, 2, 0)).reshape(3, -1).T[spots]
        more = self.change.more_at(where.rows, where.columns).reshape(-1, 3)[spots]
        now = np.stack([tints_of(logs) for logs in relit_as(logs, more, self.change.shares)])
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
    board = np.empty((height, width), np.float32)
    gain = np.full((len(looks.names), height, width), -MOST, np.float32)
    slopes = np.empty((2, height, width), np.float32)
    itself = np.empty((height, width), np.float32)
    for top in range(0, height, _BAND):
        # with a row more on both sides, which edges need
        rows, wide = (slice(max(top - more, 0), min(top + _BAND + more, height)) for more in (0, 1))
        inner = slice(rows.start - wide.start, rows.stop - wide.start)
        lit = change.at(wide)
        unlike = logs[wide] - lit.board
        (slopes[0, rows], across), (slopes[1, rows], down) = steps(unlike, logs[wide])[:, :, inner]
        itself[rows] = cv2.magnitude(across, down)
        lit = Lit(lit.more[inner], lit.board[inner], lit.glare[inner], lit.rough[inner])
        board[rows] = _board_likely(logs[rows], unlike[inner], lit)
        if looks.names:
            _weigh_colours(
                gain[:, rows], logs[rows], board[rows], lit, change.shares, looks, looks.behind[rows]
            )
    return Evidence(board, gain, ridges(slopes, own, itself, fine=fine), ColoursSeen(logs, change, looks))


def _weigh_colours(
    gain: Floats32,
    logs: Floats32,
    board: Floats32,
    lit: Lit,
    shares: Sequence[float],
    looks: Looks,
    behind: Kinds,
) -> None:
    """Put into (C, h, W) by how much more each colour explains (h, W, 3) logarithms than the board (h, W) does."""
    # where the board is more likely than this no piece can be
    worth = np.flatnonzero(board < -3 * np.log(lit.rough + np.float32(_LIT)) - np.float32(7.26))
    here, more = (values.reshape(-1, 3).take(worth, axis=0) for values in (logs, lit.more))
    kinds = behind.reshape(-1).take(worth)
    likely = looks.likely(tints_of(relit(here, more)), kinds)
    unlike = board.ravel().take(worth) - np.float32(LOG_PIECE)
    if len(shares) > 1:
        likely += _ELSE_LIT[0]
        open_ = np.flatnonzero(np.maximum.reduce([*likely.T]) - unlike < _CLEARLY)
        for now, often in zip(relit_as(here[open_], more[open_], shares[1:]), _ELSE_LIT[1:], strict=True):
            other = looks.likely(tints_of(now), kinds[open_]) + often
            likely[open_] = np.logaddexp(likely[open_], other)
    some = likely.T - unlike
    # where no board could look so, the colours are told apart all the same
    some -= np.maximum(np.maximum.reduce([*some]) - np.float32(MOST), 0)
    for layer, gained in zip(gain, np.maximum(some, -MOST), strict=True):
        layer.reshape(-1)[worth] = gained


def _board_likely(logs: Floats32, unlike: Floats32, lit: Lit) -> Floats32:
    """(h, W): the logarithm of the density of the board, lit or in shadow, at (h, W, 3) logarithms `unlike` it."""
    light, red, blue = cv2.split(tints_of(unlike))
    tint = red * red + blue * blue
    first, second, third = cv2.split(lit.board)
    dark = cv2.exp(-cv2.min(cv2.min(first, second), third))
    spread2 = (lit.rough + np.float32(_LIT)) ** 2 + (dark * np.float32(_NOISE)) ** 2
    likely = (light * light * 2 + tint) / (spread2 * -4) - 1.5 * cv2.log(spread2) - 3.45
    # shadow, glare and the like are less likely than this anywhere
    rest = np.flatnonzero(likely < 0)
    flat = likely.reshape(-1)
    lights = np.asarray(light, np.float32).reshape(-1).take(rest)
    shadow = _in_shadow(lights, tint.reshape(-1).take(rest), spread2.reshape(-1).take(rest))
    other = np.maximum(np.maximum(shadow, np.float32(np.log(_STRAY / 200.0))), flat.take(rest))
    flat[rest] = other
    hazy = rest[(lights > 0.08) & (other < _HAZY)]
    if len(hazy):
        some, expected = (values.reshape(-1, 3).take(hazy, axis=0) for values in (logs, lit.board))
        glare = lit.glare.reshape(-1).take(hazy)
        flat[hazy] = np.maximum(flat.take(hazy), _in_haze(some, expected, glare))
    return np.asarray(likely, np.float32)


def _in_shadow(light: Floats32, tint: Floats32, spread2: Floats32) -> Floats32:
    """(N,): the logarithm of the density of the board in shadow, which takes light away and hardly changes colours."""
    depth = np.minimum(np.maximum(-light, 0), _DARKEST)
    shade2 = (depth * np.float32(_DEEPER_TINT) + np.float32(_SHADOW_TINT)) ** 2 + spread2 * 2
    shadow = tint / (shade2 * -2) - np.log(shade2) + np.float32(np.log(_SHADOWS / _DARKEST) - 1.84)
    beyond = np.maximum(light - 0.1, 0) + np.maximum(-light - _DARKEST, 0)
    return np.asarray(shadow - (beyond * np.float32(1 / 0.15)) ** 2, np.float32)


def _in_haze(logs: Floats32, board: Floats32, glare: Floats32) -> Floats32:
    """(N,): the logarithm of the density of the board in a glare, which adds as much light of every colour.

    How much of it there is about (N,) tells how much more there may be: glare has no outline, as pale pieces have.
    """
    light, then = np.exp(logs), np.exp(board)
    more = (light - then).mean(axis=1, keepdims=True)
    tints = tints_of(logs - np.log(then + np.maximum(more, 0)))
    tint = tints[:, 1] ** 2 + tints[:, 2] ** 2
    spread2 = np.float32(_HAZE_TINT**2)
    least = np.float32(_LEAST_HAZE) * then.mean()
    beyond = np.maximum(more[:, 0] - least - np.float32(_MORE_HAZE) * np.maximum(glare, 0), 0) / least
    likely = -0.5 * tint / spread2 - np.log(spread2) - 1.84 + np.float32(_HAZE)
    return np.asarray(likely - beyond, np.float32)
