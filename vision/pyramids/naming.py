"""Which colour each piece of a stack has, and how surely: what shows through it is what is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.colours import light_of
from vision.pyramids.evidence import LOG_PIECE, Evidence, Mask
from vision.pyramids.fits import Fit, Footprint, faces, footprint
from vision.pyramids.looks import SHIFTS
from vision.pyramids.showing import facets, showing, smooth
from vision.pyramids.stage import Stage

_MOST = 2.0
"""No pixel says more than this, nats, for one colour against another: pips, glare and mirrored things are of any."""
_PATTERN, _PATTERN_OFF, _MOST_PATTERN = 0.25, 0.08, 0.8
"""What a nat is worth of how much of the board's pattern shows, how far off that may be, and its most."""
_BEYOND_DOUBT = 1.95
"""What is so distinct as it is seen is so in light of any tint."""
_HOPEFUL = 2
"""So many colours, the likeliest in any light, are worth a comparison with all others."""
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
    alike = {colour for pair in seen.colours.looks.mixed_up for colour in pair}
    out = []
    for found in fits:
        pieces = _pieces(stage, seen, found, hidden)
        out.append([replace(one, distinct=0.0) if one.colour in alike else one for one in pieces])
        where = footprint(stage, found, grown=1)
        where.of(hidden)[where.mask] = True
    return out


def _pieces(stage: Stage, seen: Evidence, found: Fit, hidden: Mask) -> list[Named]:
    out: list[Named] = []
    for face, corners, colour in zip(faces(stage, found), found.corners, found.colours, strict=True):
        where = Footprint(face.rows, face.columns, face.mask & ~face.of(hidden))
        if np.count_nonzero(where.mask) < _FEW:
            out.append(Named(colour, 0.0, 0.0))
            continue
        if (plain := _plainly(seen, where)) and (not out or not seen.colours.looks.colours.through):
            out.append(plain)
            continue
        carrier = out[-1].colour if out else None
        pattern = None if out else _pattern(stage, seen, where, corners)
        name = _named(seen.colours.likely(where, SHIFTS[:1], carrier=carrier), pattern)
        if name.distinct < _BEYOND_DOUBT:
            name = _named(seen.colours.likely(where, SHIFTS, carrier=carrier), pattern)
        out.append(name)
    return out


def _plainly(seen: Evidence, where: Footprint) -> Named | None:
    """The colour that explains the pixels of a piece before the board, if that is beyond doubt; else None."""
    gains = where.of(seen.gain)[:, where.mask]
    best = int(gains.sum(axis=1).argmax())
    others = np.delete(gains, best, axis=0)
    distinct = float(np.minimum(gains[best] - others, _MOST).mean(axis=1).min(initial=_MOST))
    if distinct < _BEYOND_DOUBT:
        return None
    return Named(best, distinct, float((gains[best] + where.of(seen.board)[where.mask]).mean()) - LOG_PIECE)


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
    return np.clip(_PATTERN * (unlike[None, :] - unlike[:, None]), -_MOST_PATTERN, _MOST_PATTERN)


def _named(likely: Floats32, pattern: Floats | None = None) -> Named:
    """Of (L, S, N, C) logarithms of densities, in some lights, as seen and shifted; what the pattern says (C, C).

    Every other colour may be seen in the light that suits it best.
    """
    usual = likely[:, 0].mean(axis=1)
    found = []
    for colour in np.argsort(-usual.max(axis=0), kind="stable")[:_HOPEFUL].tolist():
        others = np.delete(likely, colour, axis=3)
        more = 0.0 if pattern is None else np.delete(pattern[colour], colour)
        over = [
            np.clip(seen[:, None] - others, -_MOST, _MOST).mean(axis=2) for seen in likely[:, 0, :, colour]
        ]
        ahead = max(float((some.min(axis=(0, 1)) + more).min(initial=_MOST)) for some in over)
        found.append(Named(colour, ahead, float(usual[:, colour].max())))
    return max(found, key=lambda one: one.distinct)
