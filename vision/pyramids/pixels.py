"""The innermost loops over pixels: how steep pictures are, and how likely the board and each colour are there.

All values are float32; those of `(3, h, W)` are of blue, green and red.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from vision.compiled import Number, compiled
from vision.networks import Floats32
from vision.pyramids.makeups import Columns

Kinds = npt.NDArray[np.uint8]
"""Which kind of board there is."""

LIGHTS, LIGHT_FROM, LIGHT_STEP = 28, np.float32(-4.8), np.float32(0.18)
TINTS, TINT_STEP, TINT_UNIT = 52, np.float32(0.13), np.float32(0.25)
"""The bins of the tables of colours: lightness, and two tints, red and blue against green."""

_SHADOW_TINT, _DEEPER_TINT = np.float32(0.08), np.float32(0.1)
"""How much the colour of the board may change in shadow, and the more the deeper it is."""
_DARKEST = np.float32(1.9)
"""Shadows take away no more than this."""
_SHADOWS, _STRAY = np.float32(0.08), np.float32(0.004)
"""Shares of the board in shadow and of pixels that differ for any other reason, as by glare."""
_LIGHTER, _SHADE = np.float32(0.1), np.float32(0.15)
"""How much lighter than the board a shadow may seem, and how sharply it ends there and where it is darkest."""
_HAZE = np.float32(math.log(0.015 / 1.5))
"""How dense glare is: its share of the board, and how much brighter it may be."""
_LEAST_HAZE, _MORE_HAZE = np.float32(0.1), np.float32(4.0)
"""There may be glare of this share of the board's light anywhere, and of so many times what there is about."""
_HAZE_TINT = np.float32(0.13)
_HAZY, _HAZY_LIGHT = np.float32(-1.0), np.float32(0.08)
"""Where the board is more likely, or less lighter than usual, than this nothing is gained by asking for glare."""
_CLEARLY = np.float32(3.0)
"""What is a piece by so much more, in nats, in the light that the board has, need not be looked at in others."""
_LITTLE = np.float32(5.0)
"""What is less likely than something else by so much, in nats, adds nothing to it."""
_DENSITY = np.float32(math.log(2 * math.pi))
_OTHERWISE = np.float32(math.log(_STRAY / 200.0))
_ZERO, _ONE, _TWO, _HALF, _THIRD, _ENDLESS = (np.float32(n) for n in (0.0, 1.0, 2.0, 0.5, 1 / 3, np.inf))


@compiled
def steps(picture: Floats32) -> Floats32:
    """(2, h, W): how steep logarithms of light (3, h, W) are across and down, in the steepest, by Scharr's kernels.

    The first and the last row and column have no step: nothing is known of what is beyond.
    """
    count, height, width = picture.shape
    near, far = np.float32(10 / 16), np.float32(3 / 16)
    out = np.zeros((2, height, width), np.float32)
    level, rise = np.empty(width, np.float32), np.empty(width, np.float32)
    # loops that count from 0 over few rows at a time are many times faster
    for row in range(1, height - 1):
        across, down = out[0, row, 1:-1], out[1, row, 1:-1]
        for k in range(count):
            above, here, below = picture[k, row - 1], picture[k, row], picture[k, row + 1]
            for x in range(width):
                level[x] = near * here[x] + far * (above[x] + below[x])
                rise[x] = below[x] - above[x]
            left, right = level[:-2], level[2:]
            for x in range(width - 2):
                across[x] = max(across[x], abs(right[x] - left[x]))
            left, middle, right = rise[:-2], rise[1:-1], rise[2:]
            for x in range(width - 2):
                down[x] = max(down[x], abs(near * middle[x] + far * (left[x] + right[x])))
    return out


@compiled
def crests(slopes: Floats32, own: Floats32, itself: Floats32, left_over: Number) -> Floats32:
    """(2, h, W): how steep pixels are, and how steep the steepest of the five across their edge.

    From the steps (2, h, W) across and down, of which a share `left_over` of the board's `own` (h, W) is taken off; nor
    are they steeper than the picture `itself` (h, W).
    """
    _, height, width = slopes.shape
    out = np.empty((2, height, width), np.float32)
    steep, near = out
    for row in range(height):
        across, down, mine, most, here = (
            slopes[0, row],
            slopes[1, row],
            own[row],
            itself[row],
            steep[row],
        )
        for x in range(width):
            all_of_it = min(math.sqrt(across[x] * across[x] + down[x] * down[x]), most[x])
            here[x] = max(all_of_it - left_over * mine[x], _ZERO)
    beside = np.zeros(width + 4, np.float32)
    a, b, c, d, e = beside[:-4], beside[1:-3], beside[2:-2], beside[3:-1], beside[4:]
    above = np.empty(width, np.float32)
    for row in range(height):
        c[:] = steep[row]
        above[:] = steep[row]
        for other in range(max(row - 2, 0), min(row + 3, height)):
            some = steep[other]
            for x in range(width):
                above[x] = max(above[x], some[x])
        across, down, most = slopes[0, row], slopes[1, row], near[row]
        for x in range(width):
            most[x] = max(a[x], b[x], c[x], d[x], e[x]) if across[x] > down[x] else above[x]
    return out


@compiled
def unlikeness(
    first: int, count: int, unlike: Floats32, light: Floats32, rough: Floats32, lit: Number, in_dark: Number
) -> Floats32:
    """(3, count, W): how much lighter than the board pixels are, their tint squared, and the variance expected.

    In so many rows from the `first` on of what is `unlike` (3, h, W) the board in its `light` (3, h, W), which is
    `rough` (h, W). Noise is `lit` in logarithms, and `in_dark` in light.
    """
    width = unlike.shape[2]
    out = np.empty((3, count, width), np.float32)
    for k in range(count):
        row = first + k
        blue, green, red = unlike[0, row], unlike[1, row], unlike[2, row]
        b, g, r = light[0, row], light[1, row], light[2, row]
        lighter, tint2, spread2 = out[0, k], out[1, k], out[2, k]
        for x in range(width):
            lighter[x] = (blue[x] + green[x] + red[x]) * _THIRD
            tint2[x] = (red[x] - green[x]) * (red[x] - green[x]) + (blue[x] - green[x]) * (blue[x] - green[x])
            usual, dark = rough[row, x] + lit, in_dark / min(b[x], g[x], r[x])
            spread2[x] = usual * usual + dark * dark
    return out


@compiled
def board_likely(
    found: Floats32,
    spread: Floats32,
    top: int,
    seen: Floats32,
    first: int,
    light: Floats32,
    glare: Floats32,
) -> Floats32:
    """(count, W): the logarithm of the density of the board, lit, in shadow or in glare.

    From what `unlikeness` gives, the logarithm (count, W) of its variance, and of what was `seen` (3, H, W) from the
    row `top` on, before the board's `light` (3, h, W) from the row `first` on, `glare` (3, h, W) of which is glare.
    """
    lighter, tint2, spread2 = found
    height, width = lighter.shape
    out = np.empty((height, width), np.float32)
    quarter, wide, plain = np.float32(-0.25), np.float32(1.5), np.float32(3.45)
    hazy, bright = 0, 0.0
    for row in range(height):
        for x in range(width):
            level, tint = lighter[row, x], tint2[row, x]
            likely = quarter * (_TWO * level * level + tint) / spread2[row, x] - wide * spread[row, x] - plain
            # shadow, glare and the like are less likely than this anywhere
            if likely < _ZERO:
                likely = max(likely, _in_shadow(level, tint, spread2[row, x]), _OTHERWISE)
                if level > _HAZY_LIGHT and likely < _HAZY:
                    hazy += 1
                    lit = first + row
                    bright += light[0, lit, x] + light[1, lit, x] + light[2, lit, x]
            out[row, x] = likely
    if hazy:
        least = _LEAST_HAZE * np.float32(bright / (3 * hazy))
        for row in range(height):
            for x in range(width):
                if lighter[row, x] > _HAZY_LIGHT and out[row, x] < _HAZY:
                    lit = first + row
                    haze = _in_haze(seen[:, top + row, x], light[:, lit, x], glare[:, lit, x], least)
                    out[row, x] = max(out[row, x], haze)
    return out


@compiled
def _in_shadow(light: Number, tint2: Number, spread2: Number) -> Number:
    """The logarithm of the density of the board in shadow, which takes light away and hardly changes colours."""
    depth = min(max(-light, _ZERO), _DARKEST)
    tint = depth * _DEEPER_TINT + _SHADOW_TINT
    shade2 = tint * tint + _TWO * spread2
    dense = math.log(_SHADOWS / (_DARKEST * shade2)) - _DENSITY
    beyond = (max(light - _LIGHTER, _ZERO) + max(-light - _DARKEST, _ZERO)) / _SHADE
    return dense - _HALF * tint2 / shade2 - beyond * beyond


@compiled
def _in_haze(seen: Floats32, light: Floats32, glare: Floats32, least: Number) -> Number:
    """The logarithm of the density of the board in a glare, which adds as much light of every colour.

    How much `glare` there is about tells how much more there may be: glare has no outline, as pale pieces have.
    """
    more = _ZERO
    for k in range(3):
        more += (math.exp(seen[k]) - light[k]) * _THIRD
    some = max(more, _ZERO)
    blue = seen[0] - math.log(light[0] + some)
    green = seen[1] - math.log(light[1] + some)
    red = seen[2] - math.log(light[2] + some)
    tint2 = (red - green) * (red - green) + (blue - green) * (blue - green)
    spread2 = _HAZE_TINT * _HAZE_TINT
    about = max((glare[0] + glare[1] + glare[2]) * _THIRD, _ZERO)
    beyond = max(more - least - _MORE_HAZE * about, _ZERO) / least
    likely: Number = _HAZE - math.log(spread2) - _DENSITY - _HALF * tint2 / spread2 - beyond
    return likely


@compiled
def _squeezed(tint: Number) -> Number:
    """The inverse hyperbolic sine of a tint, in bins; by its formula, several times faster than that of the library."""
    some = max(tint, -tint) * (_ONE / TINT_UNIT)
    bins: Number = math.log(some + math.sqrt(some * some + _ONE)) * (_ONE / TINT_STEP)
    sign: Number = _ONE if tint > _ZERO else -_ONE
    return _HALF * TINTS + sign * bins


@compiled
def _bin_of(lightness: Number, red: Number, blue: Number) -> int:
    """The bin of a tint in the tables of colours; chroma is told finely where it is faint and coarsely where strong."""
    light = (lightness - LIGHT_FROM) * (_ONE / LIGHT_STEP)
    first, second = _squeezed(red), _squeezed(blue)
    out = int(min(max(light, _ZERO), np.float32(LIGHTS - 1)))
    out = out * TINTS + int(min(max(first, _ZERO), np.float32(TINTS - 1)))
    return out * TINTS + int(min(max(second, _ZERO), np.float32(TINTS - 1)))


@compiled
def bins(tints: Floats32) -> Columns:
    """(N,): the bins of (N, 3) tints in the tables of colours."""
    out = np.empty(len(tints), np.int32)
    for n in range(len(tints)):
        out[n] = _bin_of(tints[n, 0], tints[n, 1], tints[n, 2])
    return out


@compiled
def put_gains(
    top: int,
    seen: Floats32,
    board: Floats32,
    worth: Floats32,
    dimmed: Floats32,
    behind: Kinds,
    tables: Floats32,
    often: Floats32,
    piece: Number,
    floor: Number,
    most: Number,
    gain: Floats32,
) -> None:
    """Put into (C, H, W) by how much more C colours explain what was `seen` (3, H, W) than the `board` (H, W) does.

    In some rows from the `top` on, where the board is less likely than `worth` (h, W); elsewhere no piece can be, and
    no pixel says more than `most`. `tables` (K, bins, C) are of the colours' densities before the kinds of board that
    are `behind` (H, W). Any of L lights may fall on a face, so `often` (L,) in logarithms, and is brought to that of
    the empty board by `dimmed` (L, 3, h, W) times. `piece` is the logarithm of how often there is one, and `floor` was
    added to light before its logarithm.
    """
    colours, _, width = gain.shape
    likely = np.empty(colours, np.float32)
    for k in range(len(worth)):
        row = top + k
        for x in range(width):
            if board[row, x] >= worth[k, x]:
                for colour in range(colours):
                    gain[colour, row, x] = -most
                continue
            unlike = board[row, x] - piece
            b = max(math.exp(seen[0, row, x]) - floor, _ZERO)
            g = max(math.exp(seen[1, row, x]) - floor, _ZERO)
            r = max(math.exp(seen[2, row, x]) - floor, _ZERO)
            for light in range(len(often)):
                blue = math.log(b * dimmed[light, 0, k, x] + floor)
                green = math.log(g * dimmed[light, 1, k, x] + floor)
                red = math.log(r * dimmed[light, 2, k, x] + floor)
                found = tables[
                    behind[row, x], _bin_of((blue + green + red) * _THIRD, red - green, blue - green)
                ]
                likeliest = -_ENDLESS
                for colour in range(colours):
                    dense = found[colour] + often[light] - unlike
                    if light:
                        least, dense = min(dense, likely[colour]), max(dense, likely[colour])
                        if least > dense - _LITTLE:
                            dense += math.log(_ONE + math.exp(least - dense))
                    likely[colour] = dense
                    likeliest = max(likeliest, dense)
                if likeliest >= _CLEARLY:
                    break
            # where no board could look so, the colours are told apart all the same
            over = _ZERO
            for colour in range(colours):
                over = max(over, likely[colour] - most)
            for colour in range(colours):
                gain[colour, row, x] = max(likely[colour] - over, -most)


@compiled
def add_up(values: Floats32, sums: Floats32) -> None:
    """Put into (N + 1, M) the sums of the first rows of (N, M) values."""
    sums[0] = 0.0
    for n in range(len(values)):
        row, before, after = values[n], sums[n], sums[n + 1]
        for m in range(len(row)):
            after[m] = before[m] + row[m]
