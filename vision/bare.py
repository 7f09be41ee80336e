"""Where a piece of ground shows the top of the empty table.

What differs from the empty table in colour, in brightness beyond a soft shadow, or in its grain is no table's top,
whatever it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.networks import Floats32
from vision.tabletop import Mask, Piece, grey, largest

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

_LEAST_GRAIN = 0.1
_GRAIN_PX, _VOTING_PX = (5, 5), (9, 9)
_ENOUGH = 0.6
"""Share of such a window that must be free of dice for its grain to say anything."""


def shows(piece: Piece) -> Mask:
    """Where the top of the empty table shows on a piece of ground."""
    brighter = grey(piece.ratio)
    colour = largest(piece.ratio - brighter[..., None])
    noise = float(np.median(colour[piece.alike])) if piece.alike.any() else 0.0
    limit = OTHER_COLOUR + 2 * noise + IN_SHADE * np.maximum(-brighter, 0)
    table = (colour < limit) & (brighter > DARKER) & (brighter < BRIGHTER) & ~piece.known
    return np.asarray(table & _same_grain(piece.now, piece.then, table), np.bool_)


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
