"""Which colour each piece of a stack has, and how surely: what shows through it is what is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.colours import light_of
from vision.pyramids.evidence import Evidence, Mask
from vision.pyramids.fits import Fit, Footprint, faces, footprint
from vision.pyramids.showing import facets, showing, smooth
from vision.pyramids.stage import Stage

_MOST = 2.0
"""No pixel says more than this, nats, for one colour against another: pips, glare and mirrored things are of any."""
_SHIFTS = np.array([(0, red, blue) for red in (0, -0.06, 0.06) for blue in (0, -0.06, 0.06)], np.float32)
"""By how much the light on a piece may be of another tint than on the board about it; none comes first."""
_PATTERN, _PATTERN_OFF = 0.25, 0.06
"""What a nat is worth of how much of the board's pattern shows, and how far off that may be."""
_FEW = 8
"""Fewer pixels of a piece tell nothing of its colour."""


@dataclass(frozen=True)
class Named:
    """A piece's colour, by how much it is more likely than the next, and how dense it is there, nats a pixel."""

    colour: int
    distinct: float
    dense: float


def named(stage: Stage, seen: Evidence, fits: Sequence[Fit]) -> list[list[Named]]:
    """The colours of the pieces of some stacks, each from the lowest up; the nearest come first and hide the others."""
    hidden = np.zeros(seen.board.shape, bool) if seen.hidden is None else seen.hidden.copy()
    out = []
    for found in fits:
        out.append(_pieces(stage, seen, found, hidden))
        where = footprint(stage, found, grown=1)
        where.of(hidden)[where.mask] = True
    return out


def _pieces(stage: Stage, seen: Evidence, found: Fit, hidden: Mask) -> list[Named]:
    out: list[Named] = []
    for face, corners, colour in zip(faces(stage, found), found.corners, found.colours, strict=True):
        where = Footprint(face.rows, face.columns, face.mask & ~face.of(hidden))
        if np.count_nonzero(where.mask) < _FEW:
            out.append(Named(colour, 0.0, 0.0))
        elif out:
            out.append(_named(seen.colours.likely(where, _SHIFTS, carrier=out[-1].colour)))
        else:
            out.append(_named(seen.colours.likely(where, _SHIFTS), _pattern(stage, seen, where, corners)))
    return out


def _pattern(stage: Stage, seen: Evidence, where: Footprint, corners: Floats) -> Floats | None:
    """(C, C): how much more likely each colour is than each other by how much of the board's pattern shows through.

    None if none of them is see-through.
    """
    taught = seen.colours.looks.colours
    if not taught.pattern:
        return None
    shares = [taught.pattern.get(name, 0.0) for name in taught.names]
    now = light_of(seen.colours.change.undone(seen.colours.logs, where.rows, where.columns))
    then = light_of(where.of(np.moveaxis(stage.empty, 2, 0)))
    spots = facets(where, corners)
    light, behind = (
        smooth(values)[spots.rows - where.rows.start, spots.columns - where.columns.start]
        for values in (now.mean(axis=2), then.mean(axis=0))
    )
    told = showing(light, behind, spots)
    unlike = (told.share - np.array(shares)) ** 2 / (2 * (told.error**2 + _PATTERN_OFF**2))
    return np.clip(_PATTERN * (unlike[None, :] - unlike[:, None]), -_MOST, _MOST)


def _named(likely: Floats32, pattern: Floats | None = None) -> Named:
    """Of (L, S, N, C) logarithms of densities, in some lights, as seen and shifted; what the pattern says (C, C).

    Every other colour may be seen in the light that suits it best.
    """
    count = likely.shape[3]
    ahead = np.full(count, _MOST)
    for colour in range(count):
        others = np.delete(likely, colour, axis=3)
        in_lights = []
        for seen in likely[:, 0, :, colour]:
            least = np.clip(seen[:, None] - others, -_MOST, _MOST).mean(axis=2).min(axis=(0, 1))
            if pattern is not None:
                least = least + np.delete(pattern[colour], colour)
            in_lights.append(least.min(initial=_MOST))
        ahead[colour] = max(in_lights)
    best = int(ahead.argmax())
    return Named(best, float(ahead[best]), float(likely[:, 0, :, best].mean(axis=1).max()))
