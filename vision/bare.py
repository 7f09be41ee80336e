"""Where a piece of ground shows the top of the empty table.

What differs from the empty table in colour, in brightness beyond a soft shadow, or in its grain is no table's top,
whatever it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32
from vision.tabletop import Mask, Piece, changes, grey, largest

OTHER_COLOUR, IN_SHADE = 0.045, 0.12
"""How far the logarithms of the colours' ratios to the empty table may be from their mean, beside what is noise; and
how much more for what is darker: the light in a shadow comes from elsewhere, so it has another colour."""

DARKER, BRIGHTER = -0.5, 0.16
"""How much darker or brighter than round about the top of the table may be, as logarithm: in soft shadows, and where
dice throw their light."""

ROUGH = 0.13
"""How unlike in grain the picture may be to the empty table: spread of the logarithms' ratio over some millimetres."""

GRAINY, SAME_GRAIN = 0.015, 0.35
"""Where the empty table's grain has this spread, and more than noise has, so much of it must be found again."""

CLEARLY_OTHER = 0.3
"""How much brighter or darker another light is, as logarithm: a thing with less of an edge than that may be taken for
the table round it."""

EVENLY, WIDE_MM = 0.08, 120.0
"""How much light changes over six pixels of a coarse piece of ground, at most, as logarithm, beside noise; and how far
what is lit so evenly must reach both ways: farther than a cup, a cap or a hand."""

_LEAST_GRAIN = 0.1
_GRAIN_PX, _VOTING_PX = (5, 5), (9, 9)
_SOFT_PX = (5, 5)
_FAR_STEP = np.array([[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]], np.float32)
_ENOUGH = 0.6
"""Share of such a window that must be free of dice for its grain to say anything."""


def shows(piece: Piece) -> Mask:
    """Where the top of the empty table shows on a piece of ground."""
    table = _like_the_table(piece)
    return np.asarray(table & _same_grain(piece.now, piece.then, table), np.bool_)


def _like_the_table(piece: Piece) -> Mask:
    """Where colour and brightness are the table's, but for noise and soft shadows."""
    brighter = grey(piece.ratio)
    colour = largest(piece.ratio - brighter[..., None])
    noise = float(np.median(colour[piece.alike])) if piece.alike.any() else 0.0
    limit = OTHER_COLOUR + 2 * noise + IN_SHADE * np.maximum(-brighter, 0)
    table = (colour < limit) & (brighter > DARKER) & (brighter < BRIGHTER) & ~piece.known
    return np.asarray(table, np.bool_)


def in_any_light(piece: Piece) -> Mask:
    """Where the top of the empty table shows on a large piece of ground, however that is lit.

    Light changes but slowly from place to place, or at the border of something larger than what hides a die: where a
    lamp's cone ends, or a person's shadow.
    """
    weight = (~piece.known).astype(np.float32)
    share = np.maximum(cv2.blur(weight, _SOFT_PX), 0.05)
    ratio = np.asarray(cv2.blur(piece.ratio * weight[..., None], _SOFT_PX) / share[..., None], np.float32)
    brighter = grey(ratio)[..., None]
    even = ~piece.known
    for steps, limit in (
        (changes(brighter, _FAR_STEP), EVENLY),
        (changes(ratio - brighter, _FAR_STEP), OTHER_COLOUR),
    ):
        noise = float(np.median(steps[piece.alike])) if piece.alike.any() else 0.0
        even &= steps < limit + min(noise, limit)
    even &= _same_grain(piece.now, piece.then, even)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(even.astype(np.uint8), connectivity=4)
    wide = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].min(axis=1) * piece.mm > WIDE_MM
    wide[0] = False
    return np.asarray(cv2.dilate(wide[labels].astype(np.uint8), np.ones(_SOFT_PX, np.uint8)) > 0)


def in_that_light(piece: Piece, even: Mask) -> Mask:
    """Where, of what may be the table in another light, its grain is found again, or it has none there.

    What is as bright as the table and of its colour is judged by `shows` alone.
    """
    even = even & ~piece.known
    clearly = np.abs(grey(piece.ratio)) > CLEARLY_OTHER
    return np.asarray(
        even & clearly & ~_like_the_table(piece) & _same_grain(piece.now, piece.then, even), np.bool_
    )


def _same_grain(now: Floats32, then: Floats32, alike: Mask) -> Mask:
    """Where the grain of the empty table is found again, from logarithms of brightness (H, W) where they are alike."""
    weight = alike.astype(np.float32)

    def mean(levels: Floats32) -> Floats32:
        return np.asarray(cv2.blur(levels * weight, _GRAIN_PX) / share, np.float32)

    share = cv2.blur(weight, _GRAIN_PX)
    enough = share > _ENOUGH
    share = np.maximum(share, 0.05)
    m_now, m_then = mean(now), mean(then)
    of_then = mean(then * then) - m_then * m_then
    of_both = mean(now * then) - m_now * m_then
    of_ratio = mean(now * now) - m_now * m_now + of_then - 2 * of_both
    sure = alike & enough
    noise = float(np.median(of_ratio[sure])) if sure.any() else 0.0
    grainy = enough & (of_then > max(GRAINY**2, 2 * noise))
    # Glare over all of it takes away from the grain everywhere; then less must do.
    usual = float(np.median(of_both[grainy] / of_then[grainy])) if grainy.any() else 1.0
    same = of_both > min(SAME_GRAIN, max(usual / 2, _LEAST_GRAIN)) * of_then
    # Grain comes in streaks: what is smooth between them is what they are.
    votes = cv2.blur(np.where(grainy, np.where(same, 1.0, -1.0), 0.0).astype(np.float32), _VOTING_PX)
    return np.asarray((votes >= 0) & ((of_ratio < ROUGH**2 + 4 * noise) | ~enough), np.bool_)
