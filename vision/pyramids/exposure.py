"""Pictures so bright that pale pieces cannot be told from the board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Picture
from vision.pyramids.colours import TaughtColours
from vision.pyramids.stage import Stage

_BLOWN_OUT = 250
_SHARE = 0.15
"""The share of the board that may be blown out where some pieces are white."""
_GREY, _PALE = 0.5, -2.0
"""How near to grey, and how light, a colour is that looks like what is blown out."""
_BEHIND = (0.2, 0.2, 0.2)


def has_pale(colours: TaughtColours) -> bool:
    """Whether pieces of some colour are white, or nearly."""
    tints = [np.median(colours.shown(name, _BEHIND), axis=0) for name in colours.names]
    return any(t[0] > _PALE and np.abs(t[1:]).max() < _GREY for t in tints)


def is_blown_out(stage: Stage, window: Picture) -> bool:
    """Whether too much of the board is white in a picture's window (H, W, 3), whatever stands there."""
    least = np.minimum.reduce(cv2.split(window[::2, ::2]))
    field = np.zeros(least.shape, np.uint8)
    ring = stage.project(stage.board.corners()) / 2
    cv2.fillConvexPoly(field, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return bool((least[field > 0] >= _BLOWN_OUT).mean() > _SHARE)
