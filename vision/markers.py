"""Sub-pixel corners of markers whose pattern is known: fit all edges of a marker at once, not its corners one by one.

A soft picture and a camera's tone curve make a dark square on white paper look smaller, by up to 2 % on the far cards;
taken at face value that would be the scale of the whole table. So the edges *inside* the pattern are used too: there
dark cells shrink and light cells grow by the same amount, the `swell`, which is solved for and taken out. Looking at
some 130 places along known edges also tells how much of the marker is really seen, which a corner alone cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats, Lens
from vision.pictures import Picture

Grey = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Crop = tuple[npt.NDArray[np.float32], Floats]
Places = tuple[Floats, Floats, Floats]

CELLS = 6
"""A DICT_4X4 marker is 4 x 4 bits in a black border one cell wide."""

_TAPS = 17
_PASSES = ((5.0, 1.0), (3.5, 0.35), (3.0, 0.25))
"""Each pass: how far from the edge to look (px, never more than half a cell) and the scale of the robust fit (px)."""

_SOFTEN_PX = 0.7
"""Sharp edges alias: without this blur an edge's place depends on how it lies on the pixels, by 0.05 px. With more the
neighbouring edges of small cells would run into each other."""

_ON_EDGE_PX = 0.75
"""A place counts as seen when its edge lies this near to the fitted one; noise and JPEG give about 0.15 px."""

_SETTLED_PX = 0.25
"""Corners that a pass moves by less than this the next one moves by some hundredths of a pixel."""

_INK_TO_PAPER = 0.65
"""Black ink sends back at most this share of the paper's light, glaring and blurred too; grain and shadows more."""

_HALF_A_NUDGE = 0.05

_STEPS = np.arange(256) / 255
_LINEAR = np.where(_STEPS < 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""sRGB grey level -> light. Blur happens in light; seen in it an edge stays nearer to its true place."""


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker as fitted: `corners` (4, 2) float64 px in ArUco's order.

    `seen` is the share of its edge places found where the fit says (1 = all of it), `rms_px` their scatter.
    """

    corners: Floats
    seen: float
    rms_px: float


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """The corner cards' dictionary, DICT_4X4_50."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def pattern(marker_id: int) -> Flags:
    """(6, 6) bool, True where the marker's cell is white; row 0 is its upper side."""
    drawn = cv2.aruco.generateImageMarker(dictionary(), marker_id, CELLS, borderBits=1)
    return np.asarray(drawn, dtype=np.uint8).reshape(CELLS, CELLS) > 127


def fit_markers(
    grey: Grey | Picture, rough: Mapping[int, npt.ArrayLike], *, lens: Lens | None = None, close: bool = False
) -> dict[int, Marker]:
    """Fit the marker with each id to the picture, starting from its rough corners.

    `grey` (H, W), or a picture (H, W, 3), uint8; `rough` id -> (4, 2) px, right to about a third of a cell; `lens`, if
    known, bends a marker's straight edges as it bends everything; `close` saves a pass where the corners are right to
    2 px, and two where they are right already. A marker that reaches out of the picture is left
    out; one that is not there comes back with a low `seen`.
    """
    ids, corners = _within(grey, rough)
    if not ids:
        return {}
    places, towards, real = _padded(ids)
    crops = [_lit(grey, quad) for quad in corners]
    slopes, looked = _at_first(ids, corners.tobytes(), lens)
    usable, left = real, np.zeros(real.shape)
    for turn, (reach, scale) in enumerate(_PASSES[1:] if close else _PASSES):
        normal, offset, contrast = _measure(
            crops, looked if turn == 0 else _place(corners, places, towards, lens), reach
        )
        usable = real & contrast
        design = np.concatenate([(normal[:, :, None] @ slopes)[:, :, 0], np.ones((*offset.shape, 1))], axis=2)
        step, left = _solve(design, offset, usable, scale)
        corners = corners + step[:, :8].reshape(-1, 4, 2)
        if close and np.abs(step[:, :8]).max() < _SETTLED_PX:
            break
    fitted = _as_markers(ids, corners, real, usable, left)
    return {i: marker for i, marker in fitted.items() if _inside(marker.corners, grey)}


def markers_in_place(
    grey: Grey, corners: Mapping[int, npt.ArrayLike], *, lens: Lens | None = None
) -> dict[int, Marker]:
    """How much of each marker lies exactly where these (4, 2) px corners say: as `fit_markers`, but nothing is moved.

    What is left of a card under an arm is too little to fit, and enough to tell that it lies where it lay.
    """
    ids, quads = _within(grey, corners)
    if not ids:
        return {}
    places, towards, real = _padded(ids)
    crops = [_lit(grey, quad) for quad in quads]
    _, offset, usable = _measure(crops, _place(quads, places, towards, lens), _PASSES[-1][0])
    return _as_markers(ids, quads, real, usable & real, offset)


def _as_markers(
    ids: tuple[int, ...], corners: Floats, real: Flags, usable: Flags, left: Floats
) -> dict[int, Marker]:
    on_edge = usable & (np.abs(left) < _ON_EDGE_PX)
    count = on_edge.sum(axis=1)
    seen = count / real.sum(axis=1)
    rms = np.sqrt((on_edge * left**2).sum(axis=1) / np.maximum(count, 1))
    return {
        marker_id: Marker(corners=corners[k], seen=float(seen[k]), rms_px=float(rms[k]))
        for k, marker_id in enumerate(ids)
    }


def _within(grey: Grey | Picture, rough: Mapping[int, npt.ArrayLike]) -> tuple[tuple[int, ...], Floats]:
    """The ids and (N, 4, 2) px corners of those markers that lie in the picture."""
    quads = {i: np.asarray(q, dtype=np.float64).reshape(4, 2) for i, q in rough.items()}
    quads = {i: quad for i, quad in quads.items() if _inside(quad, grey)}
    return tuple(quads), np.array(list(quads.values()), dtype=np.float64).reshape(-1, 4, 2)


def _inside(quad: Floats, grey: Grey | Picture) -> bool:
    height, width = grey.shape[:2]
    if not np.isfinite(quad).all():
        return False
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low.min() >= 1 and high[0] < width - 1 and high[1] < height - 1)


def _lit(grey: Grey | Picture, quad: Floats) -> Crop:
    """The light round a marker, softened, and the (2,) px where this crop begins."""
    margin = 8
    x0, y0 = (max(0, int(v) - margin) for v in quad.min(axis=0))
    x1, y1 = (int(v) + margin + 2 for v in quad.max(axis=0))
    light = cv2.GaussianBlur(_LINEAR[grey_of(grey[y0:y1, x0:x1])], (0, 0), _SOFTEN_PX)
    return np.asarray(light, dtype=np.float32), np.array([x0, y0], dtype=np.float64)


def grey_of(picture: Grey | Picture) -> Grey:
    """(H, W) uint8 of a picture (H, W, 3), or of what is grey already."""
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


@cache
def _edge_places(marker_id: int) -> tuple[Floats, Floats]:
    """(M, 2) places on the marker's edges and (M, 2) directions from dark to light, in cells, y down."""
    field = np.ones((CELLS + 2, CELLS + 2), dtype=bool)
    field[1:-1, 1:-1] = pattern(marker_id)
    places: list[tuple[float, float]] = []
    towards: list[tuple[float, float]] = []
    for flipped in (False, True):
        cells = field.T if flipped else field
        for row, line in np.argwhere(cells[1:-1, 1:] != cells[1:-1, :-1]):
            for along in _along(int(row), int(line)):
                place, way = (float(line), row + along), (1.0 if cells[row + 1, line + 1] else -1.0, 0.0)
                places.append(place[::-1] if flipped else place)
                towards.append(way[::-1] if flipped else way)
    return np.array(places), np.array(towards)


def _along(row: int, line: int) -> tuple[float, ...]:
    """Where on a one-cell piece of edge to look: away from corners, where blur rounds the edge."""
    if line in (0, CELLS):
        return {0: (0.5, 0.8), CELLS - 1: (0.2, 0.5)}.get(row, (0.2, 0.5, 0.8))
    return (0.35, 0.65)


@cache
def _padded(marker_ids: tuple[int, ...]) -> tuple[Floats, Floats, Flags]:
    """The edge places of several markers as (N, M, 2) arrays of one length, and which of them are not repeats."""
    each = [_edge_places(marker_id) for marker_id in marker_ids]
    longest = max(len(places) for places, _ in each)
    index = [np.arange(longest) % len(places) for places, _ in each]
    places = np.stack([e[0][i] for e, i in zip(each, index, strict=True)])
    towards = np.stack([e[1][i] for e, i in zip(each, index, strict=True)])
    real = np.stack([np.arange(longest) < len(e[0]) for e in each])
    return places, towards, real


def _homographies(quads: Floats) -> Floats:
    """(N, 3, 3) maps from a marker's cells (0..6) to the (N, 4, 2) quads."""
    x, y = np.array([[0, 1, 1, 0], [0, 0, 1, 1]], dtype=np.float64) * CELLS
    square = np.stack([x, y, np.ones(4)], axis=1)
    rows = np.zeros((len(quads), 8, 8))
    rows[:, 0::2, :3] = rows[:, 1::2, 3:6] = square
    rows[:, 0::2, 6:] = -quads[:, :, :1] * square[:, :2]
    rows[:, 1::2, 6:] = -quads[:, :, 1:] * square[:, :2]
    solved = np.linalg.solve(rows, quads.reshape(-1, 8, 1))[..., 0]
    return np.concatenate([solved, np.ones((len(quads), 1))], axis=1).reshape(-1, 3, 3)


def _show(quads: Floats, places: Floats, lens: Lens | None) -> Floats:
    """(N, M, 2) px of the (N, M, 2) places, in cells, of markers with (N, 4, 2) px corners."""
    flat = quads if lens is None else lens.unbend(quads).reshape(-1, 4, 2)
    maps = _homographies(flat).transpose(0, 2, 1)
    there = places @ maps[:, :2] + maps[:, 2:]
    there = there[..., :2] / there[..., 2:]
    return there if lens is None else lens.bend(there).reshape(there.shape)


@lru_cache(maxsize=2)
def _at_first(ids: tuple[int, ...], corners: bytes, lens: Lens | None) -> tuple[Floats, Places]:
    """`_slopes` and `_place` at (N, 4, 2) px corners: mostly they are looked for where they were before."""
    places, towards, _ = _padded(ids)
    quads = np.frombuffer(corners, np.float64).reshape(-1, 4, 2)
    return _slopes(quads, places, lens), _place(quads, places, towards, lens)


def _place(corners: Floats, places: Floats, towards: Floats, lens: Lens | None) -> Places:
    """Where the edge places lie: (N, M, 2) px, their (N, M, 2) normals towards the light, and (N, M) px a cell."""
    nudge = _HALF_A_NUDGE
    tangent = towards[..., ::-1] * (-1.0, 1.0)
    spread = np.concatenate([places, places + nudge * tangent, places + nudge * towards], axis=1)
    spot, along, across = np.split(_show(corners, spread, lens), 3, axis=1)
    along, across = (along - spot) / nudge, (across - spot) / nudge
    normal = np.stack([along[..., 1], -along[..., 0]], axis=2)
    normal /= np.sqrt((normal**2).sum(axis=2, keepdims=True))
    cell = (normal * across).sum(axis=2)
    return spot, normal * np.sign(cell)[..., None], np.abs(cell)


def _slopes(corners: Floats, places: Floats, lens: Lens | None) -> Floats:
    """(N, M, 2, 8): how a place moves with each coordinate of the four corners, px per px."""
    nudge = _HALF_A_NUDGE
    each = np.concatenate([np.zeros((1, 4, 2)), nudge * np.eye(8).reshape(8, 4, 2)])
    moved = (corners[:, None] + each).reshape(-1, 4, 2)
    shown = _show(moved, np.repeat(places, 9, axis=0), lens).reshape(len(corners), 9, -1, 2)
    return np.asarray((shown[:, 1:] - shown[:, :1]).transpose(0, 2, 3, 1) / nudge)


def _measure(crops: Sequence[Crop], looked: Places, reach: float) -> tuple[Floats, Floats, Flags]:
    """Look for every edge near its place: (N, M, 2) normals, (N, M) px how far off, and which are edges of ink."""
    spot, normal, cell_px = looked
    look = np.minimum(reach, 0.5 * np.median(cell_px, axis=1))
    found = [
        _edges(light, s - at, n, r) for (light, at), s, n, r in zip(crops, spot, normal, look, strict=True)
    ]
    offset, strength = np.stack([f[0] for f in found]), np.stack([f[1] for f in found])
    usable = strength > 0.3 * np.median(strength, axis=1, keepdims=True)
    return normal, offset, usable


def _edges(
    light: npt.NDArray[np.float32], spot: Floats, normal: Floats, reach: float
) -> tuple[Floats, Flags]:
    """How far along its normal each place's edge lies, (M,) px, and whether it is one: from ink to paper."""
    taps = np.linspace(-reach, reach, _TAPS)
    where = (spot[:, None] + normal[:, None] * taps[:, None]).astype(np.float32)
    line = cv2.remap(light, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rise = np.maximum(line[:, 2:] - line[:, :-2], 0.0)
    offset = rise @ taps[1:-1] / np.maximum(rise.sum(axis=1), 1e-9)
    printed = line[:, :4].mean(axis=1) < _INK_TO_PAPER * line[:, -4:].mean(axis=1)
    return offset, np.asarray(printed)


def _solve(design: Floats, offset: Floats, usable: Flags, scale: float) -> tuple[Floats, Floats]:
    """Robust least squares for each marker: (N, 9) steps of the corners' coordinates and the swell; (N, M) px left."""
    step: Floats = np.zeros((len(design), 9, 1))
    left = offset - np.median(offset, axis=1, keepdims=True)
    for _ in range(5):
        weight = usable / (1 + (left / scale) ** 2) ** 2
        heavy = (design * weight[..., None]).transpose(0, 2, 1)
        solved = np.linalg.solve(heavy @ design + 1e-6 * np.eye(9), heavy @ offset[..., None])
        step = np.asarray(solved, dtype=np.float64)
        left = offset - (design @ step)[..., 0]
    return step[..., 0], np.asarray(left, dtype=np.float64)
