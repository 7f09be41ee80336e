"""The innermost loops of fitting, against the plainest way to the same: counting pixels, solving with numpy."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.lens import Lens, Pose, View
from vision.pyramids.board import Board
from vision.pyramids.kernels import _solve, gain, lay, shaded, snap, spanned, totals
from vision.pyramids.makeups import LEVELS, PARTS, SKIRT, makeup, solids_on
from vision.pyramids.solids import STACKS, in_sight, points
from vision.pyramids.sums import running
from vision.pyramids.window import Window

SIZE = (60, 50)
shapes = st.lists(st.tuples(st.integers(-10, 70), st.integers(-10, 60)), min_size=5, max_size=5)


def inside(shape: np.ndarray) -> np.ndarray:
    """(H, W): the pixels whose centre is inside the outline of some points."""
    hull = cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2)
    v, u = np.mgrid[: SIZE[1], : SIZE[0]]
    turns = [
        (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0])
        for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True)
    ]
    return np.asarray((np.array(turns) >= 0).all(axis=0) | (np.array(turns) <= 0).all(axis=0))


def pyramid(points: list[tuple[int, int]]) -> np.ndarray:
    """Five points, the first four of which go round a quadrilateral."""
    shape = np.array(points, float)
    middle = shape[:4].mean(axis=0)
    angle = np.arctan2(*(shape[:4] - middle).T)
    return np.concatenate([shape[:4][np.argsort(angle)], shape[4:]])


@given(shapes, st.integers(0, 1000))
def test_totals_are_those_of_the_pixels_inside(points: list[tuple[int, int]], seed: int) -> None:
    """Whatever the outline, also where it leaves the picture; a pixel on the very rim may count or not."""
    shape = pyramid(points)
    assume(len(cv2.convexHull(shape[:4].astype(np.float32))) == 4)  # as the picture of a square is
    hull = cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2)
    assume(cv2.contourArea(hull) >= 20)
    values = np.random.default_rng(seed).uniform(-1, 1, SIZE[::-1]).astype(np.float32)
    got = totals(running([values])[0], *spanned(shape[None], *SIZE), 1)[0]
    near_rim = 4.0 + 0.05 * cv2.arcLength(hull, True)
    assert got == pytest.approx(values[inside(shape)].sum(), abs=near_rim)


def test_some_of_the_rows_stand_for_all_of_them() -> None:
    """Each second one counts twice; the last alone may be one too many."""
    shape = np.array([[10, 40], [30, 45], [50, 40], [30, 35], [30, 5]], float)
    spans = spanned(np.stack([shape, shape + np.array([3, -7])]), *SIZE)
    ones = running([np.ones(SIZE[::-1], np.float32)])[0]
    assert totals(ones, *spans, 2) == pytest.approx(totals(ones, *spans, 1), abs=20)
    stripes = np.zeros(SIZE[::-1], np.float32)
    stripes[6::2] = 1.0
    first = spanned(shape[None] + (0, 1), *SIZE)
    assert totals(running([stripes])[0], *first, 2)[0] == 2 * totals(running([stripes])[0], *first, 1)[0] > 0


def test_what_a_rider_hides_is_not_counted_for_what_carries_it() -> None:
    """Both have all that is theirs, and nothing twice; in the patch of another square, too."""
    low = np.array([[10, 40], [30, 45], [50, 40], [30, 35], [30, 5]], float)
    high = low * 0.5 + (15, 5)
    values = np.random.default_rng(0).uniform(-1, 1, (2, *SIZE[::-1])).astype(np.float32)
    sums = running([np.concatenate([np.zeros_like(some), some]) for some in values])
    found = np.zeros((2, 3), np.float32)
    spans = spanned(np.stack([low, low, high]), *SIZE)
    tops = np.full(2, SIZE[1])
    gain(sums, np.array([1, 2]), np.array([0, 1]), tops, *spans, found)
    for some, (alone, below, above) in zip(values, found.tolist(), strict=True):
        # a pixel on the very rim may count or not
        assert alone == pytest.approx(some[inside(low)].sum(), abs=4)
        assert above == pytest.approx(some[inside(high)].sum(), abs=4)
        assert below == pytest.approx(some[inside(low) & ~inside(high)].sum(), abs=4)


DISTORTED = Lens(
    K=np.array([[860.0, 0.7, 326.0], [0, 880.0, 236.0], [0, 0, 1]]),
    dist=np.array([-0.09, 0.03, 0.002, -0.003, -0.004]),
    width=640,
    height=480,
)


def window() -> Window:
    """A board seen obliquely through a lens that bends lines, and a rectangle of that."""
    R, _ = cv2.Rodrigues(np.array([2.2, 0.15, -0.1]))
    pose = Pose(R=np.asarray(R), t=np.array([12.0, -20.0, 640.0]))
    return Window(View(DISTORTED, pose), Board(-160.0, -160.0, 0.0, 40.0), 1, (40, 20, 560, 440))


def at_origin(pile: tuple[int, ...], *yaws: float) -> tuple[np.ndarray, np.ndarray]:
    """The make-up (1,) and place (1, PARTS) of a stack in the middle of the board."""
    at = np.zeros((1, PARTS))
    at[0, 2 : 2 + len(yaws)] = yaws
    return np.array([makeup(pile)]), at


def test_places_are_where_the_view_has_them() -> None:
    """Less the window's corner; with all that lenses do."""
    some = window()
    places = np.random.default_rng(1).uniform((-120, -120, 0), (120, 120, 60), (50, 3))
    assert some.project(places) == pytest.approx(some.view.project(places) - (40, 20), abs=1e-9)


def laid(some: Window, which: np.ndarray, at: np.ndarray, edge: np.ndarray) -> tuple[np.ndarray, ...]:
    """What `lay` puts: shapes, rows, columns from and to, edges; in one patch as large as the window."""
    pieces = int(LEVELS[which].sum())
    begin = np.cumsum(LEVELS[which]) - LEVELS[which]
    out = (
        np.empty((pieces, 5, 2)),
        np.empty((pieces, 2), np.int32),
        np.zeros((pieces, some.height), np.int32),
        np.zeros((pieces, some.height), np.int32),
        np.empty((len(which), 2)),
    )
    corners, tops = np.zeros((len(which), 2)), np.zeros(len(which), np.int64)
    lay(some.camera, solids_on(some.board.z), LEVELS, which, at, corners, tops, edge, 0.35, begin, *out)
    return out


@pytest.mark.parametrize("pile", STACKS)
def test_stacks_are_laid_where_their_solids_are(pile: tuple[int, ...]) -> None:
    """Every make-up; what they cover is what lies within their outlines."""
    some, yaws = window(), (0.4, -0.3, 0.1)
    which, at = at_origin(pile, *yaws[: len(in_sight(pile))])
    edge = np.zeros((some.height, some.width), np.float32)
    found, rows, left, right, _ = laid(some, which, at, edge)
    for level, (size, z) in enumerate(in_sight(pile)):
        solid = points([0.0, 0.0], yaws[level], size, some.board.z + z)
        assert found[level] == pytest.approx(some.project(solid), abs=1e-9)
    for got, expected in zip((rows, left, right), spanned(found, some.width, some.height), strict=True):
        assert (got[:, : expected.shape[1]] == expected).all()


@pytest.mark.parametrize("pile", [(3,), (2,), (3, 1), (3, 2, 1)])
def test_outlines_are_as_edged_as_the_picture_under_them(pile: tuple[int, ...]) -> None:
    """All of it where everything is an edge; and nearly so where there are edges along its lines only."""
    some = window()
    which, at = at_origin(pile, *[0.5] * len(in_sight(pile)))
    everywhere = np.ones((some.height, some.width), np.float32)
    shapes, *_, edges = laid(some, which, at, everywhere)
    assert edges[0, 0] == pytest.approx(edges[0, 1])
    outline = np.concatenate([*shapes])
    assert edges[0, 1] > 2 * np.ptp(outline[:, 1])
    drawn = np.zeros((some.height, some.width), np.float32)
    for shape in shapes:
        for k in range(4):
            for other in ((k + 1) % 4, 4):
                ends = [np.round(shape[n] * 16).astype(int).tolist() for n in (k, other)]
                cv2.line(drawn, ends[0], ends[1], 1.0, 2, cv2.LINE_AA, 4)
    mine = laid(some, which, at, drawn)[-1][0]
    aside = laid(some, which, at + np.array([9.0, 0, 0, 0, 0]), drawn)[-1][0]
    assert mine[0] / mine[1] > 0.9
    assert aside[0] / aside[1] < 0.6


def test_the_rim_of_a_rider_may_not_show() -> None:
    """On a piece of its own colour; that of a piece on the board must."""
    some = window()
    nothing = np.zeros((some.height, some.width), np.float32)
    assert laid(some, *at_origin((3,), 0.5), nothing)[-1][0, 0] == 0
    shapes, *_, edges = laid(some, *at_origin((3, 1), 0.5, 0.5), nothing)
    rims = [np.hypot(*(shapes[1, k] - shapes[1, (k + 1) % 4])) for k in range(4)]
    assert edges[0, 0] == pytest.approx(0.35 * (sum(rims) / 2), rel=0.15)


def test_outside_a_patch_edges_are_those_at_its_border() -> None:
    """A stack half beyond it is laid as far as there are rows and columns."""
    some = window()
    which, at = at_origin((3,), 0.2)
    at[0, :2] = 0.0, -170.0
    edge = np.full((some.height, some.width), 0.5, np.float32)
    _, rows, left, right, edges = laid(some, which, at, edge)
    assert 0 <= rows[0, 0] <= rows[0, 1] <= some.height
    assert left.min() >= 0
    assert right.max() <= some.width
    assert edges[0, 0] == pytest.approx(0.5 * edges[0, 1])


@pytest.mark.parametrize("pile", [(3,), (1,), (3, 2), (3, 2, 1)])
def test_edges_pull_stacks_to_where_their_lines_are(pile: tuple[int, ...]) -> None:
    """From a few millimetres and some hundredths of a radian away, to less than half a millimetre."""
    some = window()
    levels = len(in_sight(pile))
    which, at = at_origin(pile, *[0.3] * levels)
    blank = np.zeros((some.height, some.width), np.float32)
    drawn = np.zeros((some.height, some.width), np.uint8)
    for shape in laid(some, which, at, blank)[0]:
        hull = cv2.convexHull(np.round(shape * 16).astype(np.int32))
        cv2.fillConvexPoly(drawn, hull, 0, cv2.LINE_8, 4)
        cv2.polylines(drawn, [hull], True, 255, 2, cv2.LINE_AA, 4)
    edge = drawn.astype(np.float32) / np.float32(255)
    moved = at + np.array([1.5, -1.0, 0.06, 0.0, 0.0])
    corners, tops = np.zeros((1, 2)), np.zeros(1, np.int64)
    solids = solids_on(some.board.z)
    snap(some.camera, solids, SKIRT, LEVELS, which, corners, tops, edge, some.height, 6, moved)
    assert np.abs(moved - at)[0, :2].max() < 0.5
    assert abs(moved - at)[0, 2] < 0.05
    assert (moved[0, 2 + levels :] == 0).all()


def test_faint_edges_pull_at_nothing() -> None:
    """They may be of anything; a stack stays where it was found."""
    some = window()
    which, at = at_origin((3,), 0.3)
    edge = np.zeros((some.height, some.width), np.float32)
    (shape,) = laid(some, which, at, edge)[0]
    cv2.polylines(edge, [cv2.convexHull(np.round(shape).astype(np.int32))], True, 0.3, 2)
    moved = at + np.array([1.5, -1.0, 0.06, 0.0, 0.0])
    before = moved.copy()
    corners, tops = np.zeros((1, 2)), np.zeros(1, np.int64)
    snap(
        some.camera, solids_on(some.board.z), SKIRT, LEVELS, which, corners, tops, edge, some.height, 3, moved
    )
    assert (moved == before).all()


@given(st.integers(1, 6), st.integers(0, 1000))
def test_equations_are_solved(count: int, seed: int) -> None:
    """Of any symmetric positive matrix."""
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(count, count))
    matrix, side = half @ half.T + 0.1 * np.eye(count), rng.normal(size=count)
    expected = np.linalg.solve(matrix, side)
    _solve(matrix.copy(), side)
    assert side == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_shadows_cover_what_the_light_leaves_dark() -> None:
    """Counted in pixels of a picture four times smaller, whichever way the light comes."""
    some, coarse = window(), 4
    pieces = np.stack([points([0.0, 0.0], 0.3, size, z) for size, z in in_sight((3, 1))])
    ways = np.array([(0.9, 0.2), (-0.5, 0.7), (0.0, 0.0), (1.8, 0.0)])
    height, width = some.height // coarse, some.width // coarse
    free = np.ones((height, width), np.float32)
    dark = np.zeros((height, width), np.float32)
    dark[:, : width // 2] = 1.0
    sums = running([free, dark])
    found = shaded(some.camera, some.board.z, pieces, ways, coarse, *sums)
    for way, (covered, within) in zip(ways, found.tolist(), strict=True):
        where = np.zeros((height, width), bool)
        v, u = np.mgrid[:height, :width]
        for piece in pieces:
            flat = np.column_stack([piece[:, :2] + piece[:, 2:] * way, np.full(5, some.board.z)])
            hull = cv2.convexHull((some.project(flat) / coarse).astype(np.float32))
            each = zip(u.ravel().tolist(), v.ravel().tolist(), strict=True)
            where |= np.array([cv2.pointPolygonTest(hull, at, False) >= 0 for at in each]).reshape(v.shape)
        assert covered == pytest.approx(np.count_nonzero(where), abs=0.1 * np.count_nonzero(where) + 3)
        assert within == pytest.approx(np.count_nonzero(where & (dark > 0)), abs=0.1 * covered + 3)
