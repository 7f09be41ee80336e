"""What of an explained board is sure, and every doubt: about its stacks, and about what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pyramids.board import SIDE
from vision.pyramids.covered import partly_hidden
from vision.pyramids.evidence import LOG_PIECE, Evidence
from vision.pyramids.fits import Fit, Footprint, faces, footprint
from vision.pyramids.overlooked import Faint
from vision.pyramids.seen import Cell
from vision.pyramids.stage import Stage

_UNEXPLAINED = 0.55
"""Share of a small piece's pixels that, unexplained in one place, are a doubt."""
_DIM = 0.0
"""Pixels of which the board is less likely than this are not lit as the rest of it."""
_INSIDE_EDGE, _EDGY = 0.6, 0.12
_STRANGE = -6.0
"""Pixels of which the board is less likely than this, in nats, need a piece to explain them."""
_MARGIN = 160.0
"""By how many nats a stack must explain its pixels better than any other make-up."""
_FAINTLY = 1.5
"""How much more the margin of a stack is worth that is told by its edges rather than its pixels."""
_BETWEEN_MM = 4.5
"""A stack nearer to a side of its square stands between two."""
_COLOURED = -6.0
"""How dense its colour must be on a piece, nats; what was not taught is about -8.7."""
_TINTED = 0.5
"""What share of what its colour explains the next colour must fail to explain."""
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
    *,
    clear: AbstractSet[int],
    alike: Mapping[Cell, AbstractSet[int]],
    hidden: tuple[Cell, ...],
) -> Explanation:
    """What the stacks say that were found, those that are hardly seen among them.

    `clear` colours let light through, those `alike` hardly show on some squares, and on those `hidden` a piece could
    stand unseen.
    """
    taken = {found.cell for found in fits}
    plain = [one.fit for one in faint if one.plain and one.fit.cell not in taken]
    order = sorted([*fits, *plain], key=lambda f: _nearness(stage, f))
    margins = [found.margin * (_FAINTLY if found in plain else 1.0) for found in order]
    whys = [
        _why(stage, seen, found, margin, clear=bool(clear), plain=found in plain, alike=alike)
        for found, margin in zip(order, margins, strict=True)
    ]
    confidences = [
        max(0.0, min(1.0, margin / (2 * _MARGIN), found.tinted / (2 * _TINTED), found.edged))
        for found, margin in zip(order, margins, strict=True)
    ]
    free = np.ones(seen.board.shape, bool)
    for found in order:
        where = footprint(stage, found, grown=3)
        where.of(free)[where.mask] = False
    odd = _odd(stage, seen, free, wary=bool(clear)) + tuple(
        _maybe(stage, one.fit) for one in faint if one.fit not in plain
    )
    return Explanation(tuple(order), tuple(whys), tuple(confidences), odd, hidden)


def _why(
    stage: Stage,
    seen: Evidence,
    found: Fit,
    margin: float,
    *,
    clear: bool,
    plain: bool,
    alike: Mapping[Cell, AbstractSet[int]],
) -> str:
    """Why a stack is not sure, empty if it is; `clear`, some colours let light through."""
    if partly_hidden(stage, found, seen.hidden):
        return PARTLY_COVERED
    if _off_square(stage, found) < _BETWEEN_MM:
        return "stands between squares, or on the rim"
    if margin < _MARGIN:
        return "could be another stack"
    if found.tinted < _TINTED:
        return "could be of another colour"
    if any(
        _likely(seen, face, colour) < _COLOURED
        for face, colour in zip(faces(stage, found), found.colours, strict=True)
    ):
        return "is of no taught colour"
    if clear and any(a == b for a, b in pairwise(found.colours)):
        return "what rides on it may be clear"
    if found.edged < _FITS and not plain and _bare(stage, found, seen) > _BARE:
        return "parts of it look like the empty board"
    hardly_shows = not plain and not alike.get(found.cell, frozenset()).isdisjoint(found.colours)
    return "its outline is not seen" if found.edged < (_EDGED_ALIKE if hardly_shows else _EDGED) else ""


def _likely(seen: Evidence, face: Footprint, colour: int) -> float:
    """The logarithm of how dense a colour is on what is seen of a piece, on average."""
    mask = face.mask if seen.hidden is None else face.mask & ~face.of(seen.hidden)
    if not mask.any():
        return 0.0
    gained = face.of(seen.gain)[colour][mask] + face.of(seen.board)[mask]
    return float(gained.mean()) - LOG_PIECE


def _maybe(stage: Stage, found: Fit) -> Odd:
    outline = [cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2) for shape in found.corners]
    return Odd(
        "a piece may stand here that hardly differs from the board", found.x, found.y, stage.whole(outline[0])
    )


def _bare(stage: Stage, found: Fit, seen: Evidence) -> float:
    """The share of a stack's pixels that look like the empty board."""
    where = footprint(stage, found)
    inside = cv2.erode(where.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return float((where.of(seen.board)[inside] > _DIM).mean()) if inside.any() else 0.0


def _off_square(stage: Stage, found: Fit) -> float:
    """How far a stack's axis is from the nearest side of its square, mm."""
    place = stage.board.to_cells([(found.x, found.y)])[0] - found.cell
    return float(np.minimum(place, 1 - place).min()) * stage.board.cell_mm


def _nearness(stage: Stage, found: Fit) -> float:
    eye = stage.view.pose.eye
    return float(np.hypot(found.x - eye[0], found.y - eye[1]))


def _odd(stage: Stage, seen: Evidence, free: npt.NDArray[np.bool_], *, wary: bool) -> tuple[Odd, ...]:
    """Patches on the board that nothing explains, if a piece could be there.

    Where some pieces are clear (`wary`), what is only darker than the board could be one, too; but in a shadow there
    are no edges.
    """
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
        odd = np.count_nonzero(strange & mine) > _UNEXPLAINED * stage.areas[column, row]
        if not odd and not (wary and inside.sum() >= 30 and edged[inside].mean() >= _EDGY):
            continue
        contours, _ = cv2.findContours(mine.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outline = stage.whole(np.asarray(max(contours, key=len), np.float64).reshape(-1, 2))
        out.append(Odd("something here is no upright piece that was taught", x, y, outline))
    return tuple(out)
