"""Coloured shadows: what see-through pieces leave of the light that falls on the board through them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.colours import Through, tints_of
from vision.pyramids.evidence import Evidence
from vision.pyramids.fits import Footprint

_SHARES = np.linspace(0.0, 1.0, 17, dtype=np.float32)[:, None]
"""How much of the light comes through the piece, the rest past it."""
_LEAST = 0.02
_NEAR = 0.45
"""How far the tint of a shadow may be from what the light that comes through would make it."""
_BRIGHTER = 0.4
"""Light that is bent together makes a shadow brighter than the board about it by no more than this."""


def shaded(seen: Evidence, where: Footprint, colours: Iterable[Through]) -> npt.NDArray[np.bool_]:
    """(N,): which of N pixels may be board in the shadow of pieces of some see-through colours."""
    logs = seen.colours.logs[where.rows, where.columns][where.mask]
    board = seen.colours.change.at(where.rows).board[:, :, where.columns][:, where.mask].T
    tints = tints_of(logs - board)
    out = np.zeros(len(tints), bool)
    for through in colours:
        off = np.abs(tints[:, None, 1:] - _line(through)).max(axis=2).min(axis=1)
        out |= off < _NEAR
    return out & (tints[:, 0] < _BRIGHTER)


def _line(through: Through) -> Floats32:
    """(S, 2): the tints of the shadows, from none to a full one."""
    filtered = np.maximum(np.array(through, np.float32), _LEAST)
    return tints_of(np.log(1 - _SHARES + _SHARES * filtered / filtered.max()))[:, 1:]
