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
from vision.pyramids.colours import TaughtColours, tints_of
from vision.pyramids.lighting import Change

MOST = 6.0
"""No pixel says more than this, for or against."""

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
_HAZE_TINT = 0.13
_HAZY = -1.0
"""Where the board is more likely than this nothing is gained by asking for glare."""
_LEFT_OVER = 0.5
_BAND = 32
"""Rows that are weighed at once, few enough to stay at hand."""
_PIECE = 0.05
"""Share of the pixels that pieces cover, beforehand."""
_EDGE, _OVER_NOISE = 0.25, 2.5
"""A step of this much is surely an edge, if it is by so much more than what is usual on the board."""


UNKNOWN_EDGE = np.float32(0.35)
"""How sure an edge is where nothing can be known: some of the board has that much of its own."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Evidence:
    """Of the pixels of a window (H, W).

    `board` is the logarithm of how dense the board is at what was seen; `gain` (C, H, W) by how much more each colour
    explains it, from -MOST to MOST; `edge` how sure there is an edge that the empty board has not, from 0 to 1.
    `hidden` is what a hand or the like covers, None if nothing does.
    """

    board: Floats32
    gain: Floats32
    edge: Floats32
    hidden: Mask | None = None


def weigh(logs: Floats32, change: Change, colours: TaughtColours, own: Floats32) -> Evidence:
    """Weigh a picture's logarithms of light (H, W, 3) against the empty board in its light and the taught colours.

    `own` (H, W) is how steep the empty board is, its own edges.
    """
    board = board_likely(logs, change)
    gain = np.full((len(colours.names), *board.shape), -MOST, np.float32)
    worth = np.flatnonzero(board < _worth(change))
    now = logs.reshape(-1, 3).take(worth, axis=0) - change.more.reshape(-1, 3).take(worth, axis=0)
    against = board.ravel().take(worth) - np.float32(np.log(_PIECE))
    for layer, likely in zip(gain.reshape(len(gain), -1), colours.likely(tints_of(now)).T, strict=True):
        layer[worth] = np.clip(likely - against, -MOST, MOST)
    return Evidence(board, gain, edges(logs, change, own))


def _worth(change: Change) -> Floats32:
    """The board's density above which no piece can be there."""
    spread = np.float32(_LIT) + change.rough
    return np.asarray(-3 * np.log(spread) - 2.76 - 4.5, np.float32)


def board_likely(logs: Floats32, change: Change) -> Floats32:
    """(H, W): the logarithm of the density of the board, lit or in shadow, at a picture's (H, W, 3) logarithms."""
    likely = np.empty(logs.shape[:2], np.float32)
    for top in range(0, len(logs), _BAND):
        rows = slice(top, top + _BAND)
        likely[rows] = _board_likely(logs[rows], change.board[rows], change.rough[rows])
    return likely


def _board_likely(logs: Floats32, board: Floats32, rough: Floats32) -> Floats32:
    light, red, blue = cv2.split(tints_of(logs - board))
    tint = red * red + blue * blue
    first, second, third = cv2.split(board)
    dark = cv2.exp(-cv2.min(cv2.min(first, second), third))
    spread2 = (rough + np.float32(_LIT)) ** 2 + (dark * np.float32(_NOISE)) ** 2
    lit = (light * light * 2 + tint) / (spread2 * -4) - 1.5 * cv2.log(spread2) - 3.45
    depth = np.minimum(np.maximum(-light, 0), _DARKEST)
    shade2 = (depth * np.float32(_DEEPER_TINT) + np.float32(_SHADOW_TINT)) ** 2 + spread2 * 2
    shadow = tint / (shade2 * -2) - cv2.log(shade2) + np.float32(np.log(_SHADOWS / _DARKEST) - 1.84)
    beyond = np.maximum(light - 0.1, 0) + np.maximum(-light - _DARKEST, 0)
    shadow -= (beyond * np.float32(1 / 0.15)) ** 2
    likely = np.maximum(np.maximum(lit, shadow), np.float32(np.log(_STRAY / 200.0)))
    hazy = (light > 0.08) & (likely < _HAZY)
    if hazy.any():
        likely[hazy] = np.maximum(likely[hazy], _in_haze(logs[hazy], board[hazy]))
    return np.asarray(likely, np.float32)


def _in_haze(logs: Floats32, board: Floats32) -> Floats32:
    """(N,): the logarithm of the density of the board in a glare, which adds as much light of every colour."""
    light, then = np.exp(logs), np.exp(board)
    more = (light - then).mean(axis=1, keepdims=True)
    tints = tints_of(logs - np.log(then + np.maximum(more, 0)))
    tint = tints[:, 1] ** 2 + tints[:, 2] ** 2
    spread2 = np.float32(_HAZE_TINT**2)
    return np.asarray(-0.5 * tint / spread2 - np.log(spread2) - 1.84 + np.float32(_HAZE), np.float32)


def edges(logs: Floats32, change: Change, own: Floats32) -> Floats32:
    """(H, W), 0 to 1: whether there is an edge just here that the board has not; `own` (H, W) is how steep that is.

    Only the ridge of an edge counts, the steepest pixel across it, however steep: that tells where it is to a part of
    a pixel, in soft pictures too.
    """
    across, down = slopes(logs - change.board)
    # pictures are not equally sharp: what is left of the board's own edges is none
    left_over = np.float32(_LEFT_OVER) * own
    steep = np.maximum(cv2.magnitude(across, down) - left_over, 0)
    beside = cv2.dilate(steep, np.ones((1, 5), np.uint8))
    above = cv2.dilate(steep, np.ones((5, 1), np.uint8))
    near = above + (beside - above) * (across > down)
    sure = max(_EDGE, _OVER_NOISE * float(np.median(near[::3, ::3])))
    edge = steep / np.maximum(near, sure)
    return np.asarray(np.maximum(edge, UNKNOWN_EDGE * (left_over > sure / 2)), np.float32)


def slopes(logs: Floats32) -> tuple[Floats32, Floats32]:
    """(H, W) each: how steep (H, W, 3) logarithms of light are across and down, in the steepest channel."""
    across = np.abs(cv2.Scharr(logs, cv2.CV_32F, 1, 0, scale=1 / 16))
    down = np.abs(cv2.Scharr(logs, cv2.CV_32F, 0, 1, scale=1 / 16))
    return _most(across), _most(down)


def _most(values: Floats32) -> Floats32:
    """(H, W): the highest of the three channels; many times faster than a maximum along a short axis."""
    a, b, c = cv2.split(values)
    return np.asarray(cv2.max(cv2.max(a, b), c), np.float32)


def steepness(logs: Floats32) -> Floats32:
    """(H, W): how steep (H, W, 3) logarithms of light are."""
    return np.asarray(cv2.magnitude(*slopes(logs)), np.float32)
