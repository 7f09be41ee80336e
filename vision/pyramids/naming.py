"""Which colour each piece of a stack has, and how surely: what shows through it is what is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.colours import light_of
from vision.pyramids.evidence import LOG_PIECE, Evidence, Mask
from vision.pyramids.facing import Lamp, Side, sides
from vision.pyramids.fits import Fit, Footprint, faces, footprint
from vision.pyramids.looks import SHIFTS, unless_dazzled
from vision.pyramids.showing import facets, showing, smooth
from vision.pyramids.stage import Stage

_MOST = 2.0
"""No pixel says more than this, nats, for one colour against another: pips, glare and mirrored things are of any."""
_PATTERN, _PATTERN_OFF, _MOST_PATTERN = 0.25, 0.08, 0.8
"""What a nat is worth of how much of the board's pattern shows, how far off that may be, and its most."""
_LIT, _MOST_LIT = 0.2, 1.0
"""What a nat is worth of how its sides are lit, and its most."""
_PLAIN = 1.95
"""What is so distinct, nats, as it is seen is so in light of any tint."""
_BEYOND_DOUBT = 1.25
"""So many times more distinct than needed are pieces that tell how others are lit."""
_KNOWN = 0.5
"""How far off tints may be where it is known how pieces are lit, of what they may be otherwise."""
_KIN = 0.8
"""Colours that need more than this, nats, to be told apart are also told apart by how they are lit."""
_HOPEFUL = 2
"""So many colours, the likeliest in any light, are worth a comparison with all others."""
_FAR = 1000.0
"""A rider is not asked about where the stack with it is by so many nats less likely than that without."""
_FEW = 8
"""Fewer pixels of a piece tell nothing of its colour."""


@dataclass(frozen=True)
class Named:
    """A piece's colour, by how much it is more likely than the next, and how dense it is there, nats a pixel.

    `distinct` is in what is needed to tell it from the next surely; `ridden` by how much a piece of another colour that
    rides on it is more likely than it alone, nats a pixel, where that would be.
    """

    colour: int
    distinct: float
    dense: float
    ridden: float = 0.0


def named(stage: Stage, seen: Evidence, fits: Sequence[Fit]) -> list[list[Named]]:
    """The colours of the pieces of some stacks, each from the lowest up; the nearest come first and hide the others."""
    hidden = np.zeros(seen.board.shape, bool) if seen.hidden is None else seen.hidden.copy()
    stacks, riders = [], []
    for found in fits:
        pieces = _pieces(stage, seen, found, hidden)
        riders.append(_rider(stage, seen, found, hidden))
        stacks.append(pieces)
        where = footprint(stage, found, grown=1)
        where.of(hidden)[where.mask] = True
    if any(piece.is_open for pieces in stacks for piece in pieces):
        _compare_lighting(stage, seen, stacks)
    alike = seen.colours.looks.same
    out = [
        [
            replace(piece.named, distinct=0.0) if piece.named.colour in alike else piece.named
            for piece in pieces
        ]
        for pieces in stacks
    ]
    for pieces, names, rider in zip(stacks, out, riders, strict=True):
        if rider is not None:
            names[-1] = replace(names[-1], ridden=_ridden(seen, pieces[-1], rider))
    return out


@dataclass(eq=False)
class _Piece:
    """A piece of a stack: where it is seen, what it rides on, and what is needed (C, C) to tell its colours apart.

    `reasons` (C, C) is by how much each colour is more likely than each other by more than pixels.
    """

    stack: Fit
    level: int
    where: Footprint
    named: Named
    carrier: _Piece | None
    needed: Floats32
    reasons: Floats | None = None
    is_open: bool = False
    """Whether another colour comes near, so that the lamp should be asked."""


def _pieces(stage: Stage, seen: Evidence, found: Fit, hidden: Mask) -> list[_Piece]:
    out: list[_Piece] = []
    looks = seen.colours.looks
    for level, (face, colour) in enumerate(zip(faces(stage, found), found.colours, strict=True)):
        where = Footprint(face.rows, face.columns, face.mask & ~face.of(hidden))
        carrier = out[-1] if out else None
        needed = looks.needed_riding(carrier.named.colour) if carrier else looks.needed
        if seen.colours.change.dazzled:
            needed = unless_dazzled(needed)
        piece = _Piece(found, level, where, Named(colour, 0.0, 0.0), carrier, needed)
        out.append(piece)
        if np.count_nonzero(where.mask) < _FEW:
            continue
        plain = _plainly(seen, where, needed)
        if plain and not (carrier and looks.colours.through):
            piece.named = plain
        else:
            piece.reasons = None if carrier else _pattern(stage, seen, where, found.corners[level])
            piece.named = _named(_likely(seen, piece, SHIFTS), needed, piece.reasons)
        closest = np.delete(needed[piece.named.colour], piece.named.colour)
        piece.is_open = piece.named.distinct < _BEYOND_DOUBT or float(closest.max(initial=0)) > _KIN
    return out


def _rider(stage: Stage, seen: Evidence, found: Fit, hidden: Mask) -> Footprint | None:
    """Where a rider would be seen on a stack, by the likeliest that has one; None if that is far from likely."""
    higher = [rival for rival in found.rivals if rival.sizes[:-1] == found.sizes]
    rival = max(higher, key=lambda f: f.likely, default=None)
    if not seen.colours.looks.colours.through or rival is None or rival.likely < found.likely - _FAR:
        return None
    face = faces(stage, rival)[-1]
    where = Footprint(face.rows, face.columns, face.mask & ~face.of(hidden))
    return where if np.count_nonzero(where.mask) >= _FEW else None


def _ridden(seen: Evidence, upper: _Piece, where: Footprint) -> float:
    """By how much a rider of another colour is more likely than the uppermost piece of a stack alone, nats a pixel.

    What is seen through a rider was taken for the piece below when stacks were compared: only then it is told what is
    behind it.
    """
    looks, colour = seen.colours.looks, upper.named.colour
    if looks.names[colour] not in looks.colours.through or len(looks.names) == 1:
        return 0.0
    carrier = upper.carrier.named.colour if upper.carrier else None
    alone = seen.colours.likely(where, SHIFTS[:1], carrier=carrier)[:, 0, :, colour].max(axis=0)
    riding = np.delete(seen.colours.likely(where, SHIFTS[:1], carrier=colour)[:, 0], colour, axis=2).max(
        axis=0
    )
    return float(np.clip(riding - alone[:, None], -_MOST, _MOST).mean(axis=0).max())


def _likely(seen: Evidence, piece: _Piece, shifts: Floats32, *, known: bool = False) -> Floats32:
    carrier = piece.carrier.named.colour if piece.carrier else None
    return seen.colours.likely(piece.where, shifts, carrier=carrier, known=known)


def _compare_lighting(stage: Stage, seen: Evidence, stacks: Sequence[Sequence[_Piece]]) -> None:
    """Name the pieces anew of which another colour comes near, by how the sides of those beyond doubt are lit."""
    colours = seen.colours.looks.colours
    everything = [piece for pieces in stacks for piece in pieces]
    sure = [
        (colours.names[piece.named.colour], _sides(stage, seen, piece))
        for piece in everything
        if not piece.carrier and piece.named.distinct >= _BEYOND_DOUBT
    ]
    lamp = Lamp(colours, sure)
    if not lamp.known:
        return
    for piece in everything:
        if not piece.is_open or np.count_nonzero(piece.where.mask) < _FEW:
            continue
        carrier = colours.names[piece.carrier.named.colour] if piece.carrier else None
        if carrier in colours.through:
            continue
        seen_sides = _sides(stage, seen, piece)
        likely = lamp.likely(seen_sides, carrier=carrier)
        lit = np.clip(_LIT * (likely[:, None] - likely[None, :]), -_MOST_LIT, _MOST_LIT)
        reasons = lit if piece.reasons is None else piece.reasons + lit
        shifts = (_KNOWN * SHIFTS - lamp.turned(seen_sides)).astype(np.float32)
        piece.named = _named(_likely(seen, piece, shifts, known=True), piece.needed, reasons)


def _sides(stage: Stage, seen: Evidence, piece: _Piece) -> list[Side]:
    rows, columns = piece.where.rows, piece.where.columns
    now = light_of(seen.colours.change.undone(seen.colours.logs, rows, columns))
    return sides(stage, piece.stack, piece.level, piece.where, now, light_of(stage.empty[rows, columns]))


def _plainly(seen: Evidence, where: Footprint, needed: Floats32) -> Named | None:
    """The colour that explains the pixels of a piece before the board, if that is beyond doubt; else None."""
    gains = where.of(seen.gain)[:, where.mask]
    best = int(gains.sum(axis=1).argmax())
    others = np.delete(gains, best, axis=0)
    ahead = np.minimum(gains[best] - others, _MOST).mean(axis=1)
    if float(ahead.min(initial=_MOST)) < _PLAIN:
        return None
    distinct = float((ahead / np.delete(needed[best], best)).min(initial=_MOST))
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


def _named(likely: Floats32, needed: Floats32, reasons: Floats | None = None) -> Named:
    """Of (L, S, N, C) logarithms of densities, in some lights, as seen and shifted; what other reasons say (C, C).

    Every other colour may be seen in the light that suits it best.
    """
    usual = likely[:, 0].mean(axis=1)
    found = []
    for colour in np.argsort(-usual.max(axis=0), kind="stable")[:_HOPEFUL].tolist():
        others = np.delete(likely, colour, axis=3)
        more = 0.0 if reasons is None else np.delete(reasons[colour], colour)
        over = [
            np.clip(seen[:, None] - others, -_MOST, _MOST).mean(axis=2) for seen in likely[:, 0, :, colour]
        ]
        least = np.delete(needed[colour], colour)
        ahead = max(float(((some.min(axis=(0, 1)) + more) / least).min(initial=_MOST)) for some in over)
        found.append(Named(colour, ahead, float(usual[:, colour].max())))
    return max(found, key=lambda one: one.distinct)
