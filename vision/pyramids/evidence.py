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
from vision.pyramids.edges import ridges
from vision.pyramids.fits import Footprint
from vision.pyramids.lighting import FLOOR, Change, planes, relit_as
from vision.pyramids.looks import Looks
from vision.pyramids.pixels import board_likely, put_gains, steps, unlikeness
from vision.threads import each

MOST = 6.0
"""No pixel says more than this, for or against."""

_ELSE_LIT = np.log(np.array([0.7, 0.3], np.float32))
"""How often a face has the light that the board has, and how often another, in logarithms."""
_ENOUGH = 120
"""More pixels of a piece than this tell no more of its colour."""
_AT_ALL = np.float32(7.26)
"""Where the board is more likely than a pixel of noise alone makes it, less so many nats, no piece can be."""
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

    `board` is the logarithm of how dense the board is at what was seen, `lighter` by how much that is lighter than the
    board, in logarithms; `gain` (C, H, W) by how much more each colour explains it, from -MOST to MOST; `edge` how sure
    there is an edge that the empty board has not, from 0 to 1; `colours` what is seen of the colours alone.
    `hidden` is what a hand or the like covers, None if nothing does.
    """

    board: Floats32
    lighter: Floats32
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
    lighter = np.empty((height, width), np.float32)
    often = _ELSE_LIT if len(change.shares) > 1 else np.zeros(1, np.float32)

    def weigh_band(top: int) -> None:
        # with a row more on both sides, which edges need
        rows, wide = (slice(max(top - more, 0), min(top + _BAND + more, height)) for more in (0, 1))
        inner = slice(rows.start - wide.start, rows.stop - wide.start)
        lit = change.at(wide)
        unlike = np.subtract(seen[:, wide], lit.board)
        slopes[:, rows] = steps(unlike)[:, inner]
        itself[rows] = cv2.magnitude(*steps(np.ascontiguousarray(seen[:, wide]))[:, inner])
        noise_lit, in_dark = np.float32(change.noise.lit), np.float32(change.noise.in_dark)
        count = rows.stop - rows.start
        found = unlikeness(inner.start, count, unlike, lit.light, lit.rough, noise_lit, in_dark)
        lighter[rows] = found[0]
        spread = np.asarray(cv2.log(found[2]), np.float32)
        board[rows] = board_likely(found, spread, rows.start, seen, inner.start, lit.light, lit.glare)
        if looks.names:
            put_gains(
                rows.start,
                seen,
                board,
                -3 * cv2.log(lit.rough[inner] + noise_lit) - _AT_ALL,
                change.dimmed(rows),
                looks.behind,
                looks.tables,
                often,
                np.float32(LOG_PIECE),
                np.float32(FLOOR),
                np.float32(MOST),
                gain,
            )

    each(weigh_band, range(0, height, _BAND))
    edge = ridges(slopes, own, itself, fine=fine)
    return Evidence(board, lighter, gain, edge, ColoursSeen(logs, change, looks))
