"""What of an explained board is sure, and every doubt: about its stacks, and about what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.board import SIDE
from vision.pyramids.casting import Shadows
from vision.pyramids.covered import partly_hidden
from vision.pyramids.evidence import Evidence
from vision.pyramids.fits import Fit, Footprint, footprint, silhouette
from vision.pyramids.naming import Named, named
from vision.pyramids.overlooked import Faint
from vision.pyramids.seen import Cell
from vision.pyramids.shades import shaded
from vision.pyramids.slivers import Sliver
from vision.pyramids.stage import Stage

_UNEXPLAINED = 0.55
"""Share of a small piece's pixels that, unexplained in one place, are a doubt."""
_DIM = 0.0
"""Pixels of which the board is less likely than this are not lit as the rest of it."""
_INSIDE_EDGE, _EDGY = 0.6, 0.12
_STRANGE = -6.0
"""Pixels of which the board is less likely than this, in nats, need a piece to explain them."""
_SHADED = 0.8
"""The share of a patch's strange pixels that must be as in a coloured shadow, for it to be one."""
_MARGIN = 160.0
"""By how many nats a stack must explain its pixels better than any other make-up."""
_INSIDE, _OUTLINED = 6000.0, 0.8
"""By how much more for each share that its outline is less edged than this, where a see-through piece rides on one of
its colour: what shines in a single one, its far edges and what it mirrors, can look like another on it."""
_RIDDEN = 1.0
"""By how much more likely, nats a pixel, something that rides on a see-through piece may be than that alone."""
_FAINTLY = 1.5
"""How much more the margin of a stack is worth that is told by its edges rather than its pixels."""
_BETWEEN_MM = 4.5
"""A stack nearer to a side of its square stands between two."""
_COLOURED = -6.0
"""How dense its colour must be on a piece, nats; what was not taught is about -8.7."""
_EDGED, _EDGED_ALIKE = 0.6, 0.68
"""How edged an outline must be; and that of a piece that looks like its square, as some of it may not show."""
_FITS, _BARE = 0.75, 0.08
"""What is less edged, and looks like the empty board in a larger share, lies there rather than stands."""
PARTLY_COVERED = "partly covered"
"""Why a stack is not sure of which a hand or the like hides a part."""


@dataclass(frozen=True, eq=False)
class Odd:
    """A patch that no piece explains: place mm, outline (N, 2) px of the window."""

    reason: str
    x: float
    y: float
    outline: Floats


@dataclass(frozen=True, eq=False)
class Explanation:
    """The stacks, each with the reason why it is not sure (empty if it is) and its confidence; and what is left."""

    fits: tuple[Fit, ...]
    whys: tuple[str, ...]
    confidences: tuple[float, ...]
    odd: tuple[Odd, ...]
    hidden: tuple[Cell, ...]


def judged(
    stage: Stage,
    seen: Evidence,
    fits: Sequence[Fit],
    faint: Sequence[Faint],
    behind: Sequence[Sliver] = (),
    *,
    alike: Mapping[Cell, AbstractSet[int]],
    hidden: tuple[Cell, ...],
) -> Explanation:
    """What the stacks say that were found, those that are hardly seen among them, and what is `behind` them.

    Colours that are `alike` hardly show on some squares, and on those `hidden` a piece could stand unseen.
    """
    taken = {found.cell for found in fits}
    plain = [one.fit for one in faint if one.plain and one.fit.cell not in taken]
    order = sorted([*fits, *plain], key=lambda f: nearness(stage, f))
    margins = [found.margin * (_FAINTLY if found in plain else 1.0) for found in order]
    names = named(stage, seen, order)
    shadows = Shadows(stage, seen, order)
    whys = [
        _why(stage, seen, found, margin, pieces, shadows, plain=found in plain, alike=alike)
        for found, margin, pieces in zip(order, margins, names, strict=True)
    ]
    confidences = [
        max(0.0, min(1.0, margin / (2 * _MARGIN), _distinct(pieces) / 2, found.edged))
        for found, margin, pieces in zip(order, margins, names, strict=True)
    ]
    order = [
        replace(found, colours=tuple(piece.colour for piece in pieces))
        for found, pieces in zip(order, names, strict=True)
    ]
    free = np.ones(seen.board.shape, bool)
    for found in order:
        where = footprint(stage, found, grown=3)
        where.of(free)[where.mask] = False
    odd = _odd(stage, seen, free, order, shadows)
    odd += tuple(
        _maybe(stage, one.fit)
        for one in faint
        if one.fit not in plain and not shadows.resembles(silhouette(stage, one.fit) & free)
    )
    odd += tuple(
        _behind(stage, sliver)
        for sliver in behind
        if free[sliver.mask].any() and not shadows.explain(sliver.mask & free)
    )
    return Explanation(tuple(order), tuple(whys), tuple(confidences), odd, hidden)


def _why(
    stage: Stage,
    seen: Evidence,
    found: Fit,
    margin: float,
    pieces: Sequence[Named],
    shadows: Shadows,
    *,
    plain: bool,
    alike: Mapping[Cell, AbstractSet[int]],
) -> str:
    """Why a stack is not sure, empty if it is."""
    if partly_hidden(stage, found, seen.hidden):
        return PARTLY_COVERED
    if _off_square(stage, found) < _BETWEEN_MM:
        return "stands between squares, or on the rim"
    less = max(0.0, _OUTLINED - found.edged) if _see_through_alike(seen, pieces) else 0.0
    if margin < _MARGIN + _INSIDE * less:
        return "could be another stack"
    if pieces[-1].ridden > _RIDDEN:
        return "could be another stack"
    if _distinct(pieces) < 1:
        return "could be of another colour"
    if any(piece.dense < _COLOURED for piece in pieces):
        return "is of no taught colour"
    if found.edged < _FITS and not plain and _bare(stage, found, seen) > _BARE:
        return "parts of it look like the empty board"
    colours = {piece.colour for piece in pieces}
    hardly_shows = not plain and not alike.get(found.cell, frozenset()).isdisjoint(colours)
    least = _EDGED_ALIKE if hardly_shows else _EDGED
    if found.edged >= least or shadows.edged(silhouette(stage, found), seen.edge) >= least:
        return ""
    return "its outline is not seen"


def _see_through_alike(seen: Evidence, pieces: Sequence[Named]) -> bool:
    """Whether one of some pieces rides on another of its own see-through colour."""
    looks = seen.colours.looks
    return any(
        upper.colour == lower.colour and looks.names[upper.colour] in looks.colours.through
        for lower, upper in pairwise(pieces)
    )


def _distinct(pieces: Sequence[Named]) -> float:
    return min(piece.distinct for piece in pieces)


def _maybe(stage: Stage, found: Fit) -> Odd:
    outline = [cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2) for shape in found.corners]
    return Odd(
        "a piece may stand here that hardly differs from the board", found.x, found.y, stage.whole(outline[0])
    )


def _behind(stage: Stage, sliver: Sliver) -> Odd:
    x, y = stage.view.on_plane(stage.whole(sliver.middle[None]), stage.board.z)[0].tolist()
    return Odd("a piece may stand here that others hide", x, y, stage.whole(_outline_of(sliver.mask)))


def _bare(stage: Stage, found: Fit, seen: Evidence) -> float:
    """The share of a stack's pixels that look like the empty board."""
    where = footprint(stage, found)
    inside = cv2.erode(where.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return float((where.of(seen.board)[inside] > _DIM).mean()) if inside.any() else 0.0


def _off_square(stage: Stage, found: Fit) -> float:
    """How far a stack's axis is from the nearest side of its square, mm."""
    place = stage.board.to_cells([(found.x, found.y)])[0] - found.cell
    return float(np.minimum(place, 1 - place).min()) * stage.board.cell_mm


def _is_shadow(seen: Evidence, patch: npt.NDArray[np.bool_], fits: Sequence[Fit]) -> bool:
    """Whether pixels (H, W) may be in the coloured shadow of see-through pieces that stand somewhere."""
    taught = seen.colours.looks.colours
    names = {taught.names[colour] for found in fits for colour in found.colours} & set(taught.through)
    if not names:
        return False
    rows, columns = (np.flatnonzero(patch.any(axis=axis)) for axis in (1, 0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    found = shaded(seen, Footprint(*box, patch[box]), [taught.through[name] for name in sorted(names)])
    return bool(found.mean() > _SHADED)


def nearness(stage: Stage, found: Fit) -> float:
    """How far a stack is from the camera, mm over the table."""
    eye = stage.view.pose.eye
    return float(np.hypot(found.x - eye[0], found.y - eye[1]))


def _odd(
    stage: Stage, seen: Evidence, free: npt.NDArray[np.bool_], fits: Sequence[Fit], shadows: Shadows
) -> tuple[Odd, ...]:
    """Patches on the board that nothing explains, neither stacks nor their shadows, if a piece could be there.

    Where some pieces are clear, what is only darker than the board could be one, too; but in a shadow there are no
    edges.
    """
    wary = seen.colours.looks.clear
    strange = seen.board < _STRANGE
    rest = free & (seen.board < _DIM if wary else strange)
    ring = stage.project(stage.board.corners()).astype(np.float32)
    field = np.zeros(rest.shape, np.uint8)
    cv2.fillConvexPoly(field, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    patches = np.asarray(
        cv2.morphologyEx((rest & (field > 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    )
    least = _UNEXPLAINED * min(stage.areas.values())
    if cv2.countNonZero(patches) < least:
        return ()
    count, labels, stats, middles = cv2.connectedComponentsWithStats(patches)
    edged = np.asarray(seen.edge > _INSIDE_EDGE, np.uint8)
    out = []
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] < least:
            continue
        pixel = stage.whole(np.asarray(middles[k : k + 1], np.float64))
        x, y = stage.view.on_plane(pixel, stage.board.z)[0].tolist()
        column, row = np.clip(stage.board.to_cells([(x, y)])[0].astype(int), 0, SIDE - 1).tolist()
        if stats[k, cv2.CC_STAT_AREA] < _UNEXPLAINED * stage.areas[column, row]:
            continue
        mine = np.asarray(labels) == k
        inside = np.asarray(cv2.erode(mine.astype(np.uint8), np.ones((5, 5), np.uint8))) > 0
        edgy = inside.sum() >= 30 and edged[inside].mean() >= _EDGY
        odd = np.count_nonzero(strange & mine) > _UNEXPLAINED * stage.areas[column, row]
        if not edgy and (not odd or _is_shadow(seen, strange & mine, fits)):
            continue
        if not odd and not wary:
            continue
        if shadows.explain(mine):
            continue
        outline = stage.whole(_outline_of(mine))
        out.append(Odd("something here is no upright piece that was taught", x, y, outline))
    return tuple(out)


def _outline_of(mask: npt.NDArray[np.bool_]) -> Floats:
    """(N, 2) px round pixels (H, W)."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(max(contours, key=len), np.float64).reshape(-1, 2)
