"""Shadows of stacks are told from other dark patches: they all fall one way, and end where the stacks' heights say."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.pyramids.painted import board, empty, shade, view
from vision.lens import Floats
from vision.pictures import Picture
from vision.pyramids.casting import Shadows
from vision.pyramids.colours import TaughtColours
from vision.pyramids.evidence import weigh
from vision.pyramids.fits import Fit
from vision.pyramids.judging import Explanation, judged
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks
from vision.pyramids.solids import points
from vision.pyramids.stage import Stage

Patch = npt.NDArray[np.bool_]
TO_THE_RIGHT = (1.1, 0.2)
"""Shadows over the board, mm for each mm of height."""
THREE = (((1, 5), 3), ((4, 4), 2), ((3, 1), 3))
LARGE = (((1, 5), 3), ((4, 4), 3), ((3, 1), 3))
"""Squares, and the sizes of pieces on them."""


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage(view(), board(), empty(), view())


def piece(stage: Stage, cell: tuple[int, int], size: int) -> Fit:
    x, y = stage.board.to_table([(cell[0] + 0.5, cell[1] + 0.5)])[0].tolist()
    corners = stage.project(points([x, y], 0.4, size, stage.board.z))
    return Fit(cell, (size,), x, y, (0.4,), (0,), 0.0, 0.0, 1.0, corners[None])


def shadow(stage: Stage, fit: Fit, way: tuple[float, float]) -> Floats:
    """(N, 2) px of the window."""
    corners = points([fit.x, fit.y], 0.4, fit.pile[0], 0.0)
    flat = np.column_stack([corners[:, :2] + corners[:, 2:] * way, np.full(5, stage.board.z)])
    return np.asarray(cv2.convexHull(stage.project(flat).astype(np.float32)), np.float64)[:, 0]


def filled(stage: Stage, outline: Floats) -> Patch:
    out = np.zeros((stage.height, stage.width), np.uint8)
    cv2.fillConvexPoly(out, np.rint(outline).astype(np.int32), 1)
    return out > 0


def shadows(stage: Stage, fits: list[Fit], dark: Patch) -> Shadows:
    """Of a picture of the board on which some pixels are darker."""
    window: Picture = stage.cut(empty()).copy()
    window[dark] = (window[dark] * 0.4).astype(np.uint8)
    logs = logarithm(window)
    nothing = looks(TaughtColours({}), stage.empty)
    return Shadows(stage, weigh(logs, change_of_light(logs, stage.empty), nothing, stage.own_edges), fits)


def free(stage: Stage, fits: list[Fit], patch: Patch) -> Patch:
    """Without the pieces and a rim about them."""
    covered = np.zeros(patch.shape, np.uint8)
    for fit in fits:
        hull = cv2.convexHull(fit.corners[0].astype(np.float32))[:, 0]
        covered |= filled(stage, np.asarray(hull, np.float64)).astype(np.uint8)
    beside = np.asarray(cv2.dilate(covered, np.ones((7, 7), np.uint8)), np.uint8) == 0
    return np.asarray(patch & beside)


def test_dark_patches_beside_pieces_are_their_shadows(stage: Stage) -> None:
    """Each of three."""
    fits = [piece(stage, cell, size) for cell, size in THREE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    for one in each:
        assert told.explain(free(stage, fits, one))


def test_what_is_dark_beyond_the_shadows_is_something_else(stage: Stage) -> None:
    """On the other side of a piece, far from all, or where a shadow is larger than its piece makes it."""
    fits = [piece(stage, cell, size) for cell, size in (((2, 5), 3), ((5, 3), 3), ((5, 6), 3))]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    wrong = filled(stage, shadow(stage, fits[0], (-1.1, -0.2)))
    far = filled(stage, shadow(stage, piece(stage, (1, 1), 3), TO_THE_RIGHT))
    large = filled(stage, shadow(stage, fits[2], (2.6, 0.9)))
    told = shadows(stage, fits, np.logical_or.reduce([*each, wrong, far, large]))
    assert told.explain(free(stage, fits, each[1]))
    for one in (wrong, far, large):
        assert not told.explain(free(stage, fits, one & ~np.logical_or.reduce(each)))


def test_a_spot_where_a_shadow_would_fall_that_is_not_there_is_something_else(stage: Stage) -> None:
    """That of a piece which light from nearer by casts elsewhere, or none."""
    fits = [piece(stage, cell, size) for cell, size in (*THREE, ((5, 6), 3))]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    rows, columns = np.nonzero(free(stage, fits, each[3]))
    spot = np.zeros_like(each[3])
    cv2.circle(spot.view(np.uint8), (int(np.median(columns)), int(np.median(rows))), 7, 1, -1)
    spot &= each[3]
    told = shadows(stage, fits, np.logical_or.reduce([*each[:3], spot]))
    assert told.explain(free(stage, fits, each[1]))
    assert not told.explain(free(stage, fits, spot))


def test_a_patch_that_is_mostly_lit_is_something_else(stage: Stage) -> None:
    """Although all of it that is dark is a shadow: a pale thing may lie in one."""
    fits = [piece(stage, cell, size) for cell, size in THREE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    dark = free(stage, fits, each[1])
    assert told.explain(dark)
    lit = filled(stage, shadow(stage, piece(stage, (6, 6), 3), TO_THE_RIGHT))
    assert not told.explain(dark | lit)


def test_without_pieces_or_without_a_patch_nothing_is_a_shadow(stage: Stage) -> None:
    """Whatever is dark."""
    dark = filled(stage, shadow(stage, piece(stage, (3, 3), 3), TO_THE_RIGHT))
    assert not shadows(stage, [], dark).explain(dark)
    fits = [piece(stage, (3, 3), 3)]
    assert not shadows(stage, fits, dark).explain(np.zeros_like(dark))


def test_an_outline_over_a_shadow_and_board_is_no_piece(stage: Stage) -> None:
    """But one over board alone may be: nothing dark tells that it is a shadow."""
    fits = [piece(stage, cell, size) for cell, size in LARGE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    assert told.resembles(free(stage, fits, each[1]))
    lit = filled(stage, shadow(stage, piece(stage, (6, 6), 2), TO_THE_RIGHT))
    assert not told.resembles(lit)


@pytest.mark.parametrize(("size", "is_one"), [(1, True), (3, False)])
def test_an_outline_is_a_shadow_if_enough_of_it_is_dark(stage: Stage, size: int, is_one: bool) -> None:
    """A shadow in a part of it tells nothing of a large thing that is lit."""
    fits = [piece(stage, cell, size) for cell, size in LARGE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    lit = filled(stage, shadow(stage, piece(stage, (6, 6), size), TO_THE_RIGHT))
    assert told.resembles(lit | free(stage, fits, each[1])) is is_one


def test_no_edge_is_needed_between_a_piece_and_its_shadow(stage: Stage) -> None:
    """An outline that is plain elsewhere is plain; one that is not there either is none."""
    fits = [piece(stage, cell, size) for cell, size in LARGE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    hull = cv2.convexHull(fits[1].corners[0].astype(np.float32))[:, 0]
    outline = np.asarray(hull, np.float64)
    silhouette = filled(stage, outline)
    edge = np.zeros(silhouette.shape, np.float32)
    cv2.polylines(edge, [np.rint(outline).astype(np.int32)], isClosed=True, color=1.0, thickness=2)
    beside = cv2.dilate(free(stage, fits, each[1]).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    edge[beside] = 0
    assert told.edged(silhouette, edge) > 0.9
    assert told.edged(silhouette, edge * 0.3) < 0.4
    assert shadows(stage, [], np.zeros_like(silhouette)).edged(silhouette, edge) == 0


@pytest.mark.parametrize(("to_the_right", "edged"), [(10, 0.0), (30, 1.0)])
def test_of_an_outline_that_shadows_hide_nothing_is_known(
    stage: Stage, to_the_right: int, edged: float
) -> None:
    """However edged it is where it is lit, if that is less than half of it."""
    fits = [piece(stage, cell, size) for cell, size in LARGE]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits]
    told = shadows(stage, fits, np.logical_or.reduce(each))
    outlined = np.roll(free(stage, fits, each[1]), to_the_right, axis=1)
    assert told.edged(outlined, np.ones(outlined.shape, np.float32)) == edged


def told_of(stage: Stage, *, shaded: bool) -> Explanation:
    """What is said of three red pieces whose outlines are half seen, with hard shadows beside them or without."""
    fits = [replace(piece(stage, cell, size), likely=1000.0, edged=0.5) for cell, size in LARGE]
    window: Picture = stage.cut(empty()).copy()
    if shaded:
        dark = np.logical_or.reduce([filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in fits])
        window[dark] = (window[dark] * 0.4).astype(np.uint8)
    for fit in fits:
        hull = cv2.convexHull(fit.corners[0].astype(np.float32))
        cv2.fillConvexPoly(window, np.rint(hull).astype(np.int32), (40, 40, 190))
    logs = logarithm(window)
    red = looks(TaughtColours({"red": shade((40, 40, 190), 1.0)}), stage.empty)
    seen = weigh(logs, change_of_light(logs, stage.empty), red, stage.own_edges)
    return judged(stage, seen, fits, [], alike={}, hidden=())


def test_outlines_are_plain_enough_if_shadows_hide_the_rest_of_them(stage: Stage) -> None:
    """Else what is half edged is asked about."""
    assert told_of(stage, shaded=True).whys == ("", "", "")
    assert told_of(stage, shaded=False).whys == ("its outline is not seen",) * 3


def test_shadows_that_fall_beyond_the_picture_are_none(stage: Stage) -> None:
    """Of things that would stand far before, behind and beside the board."""
    near = [piece(stage, cell, size) for cell, size in THREE]
    far = [piece(stage, cell, 3) for cell in ((3, -9), (3, 30), (-30, 3), (30, 3))]
    each = [filled(stage, shadow(stage, fit, TO_THE_RIGHT)) for fit in near]
    told = shadows(stage, [*near, *far], np.logical_or.reduce(each))
    for one in each:
        assert told.explain(free(stage, near, one))
