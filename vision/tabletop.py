"""Pieces of the table's top in a picture, beside the empty table: what is brighter, darker, of another colour.

The light is taken out: light that changed since, also from one side of the table to the other, makes the whole of it
brighter or darker smoothly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats, View
from vision.networks import Floats32
from vision.pictures import Picture, StoredPicture, pixels_of

FINE = 12
"""Pixels to a die's edge on the ground as it is looked at."""

_COARSE_MM = 16.0
_LOG = np.log(np.arange(256, dtype=np.float32) + 6.0)
"""The darkest levels are mostly noise; a little is added before their ratio is taken."""
_ALIKE = 0.3
_NODE_MM, _ROUND_MM = 8.0, 160.0
"""How far the places lie apart that are projected into a picture, and how far round the cards they reach."""

Spot = tuple[float, float, float]
"""Where a die lies: x and y in mm, turn in degrees."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Piece:
    """A square piece of ground of (n, n) pixels, `mm` each, and what is known of it.

    `known` is what dice that were seen hide; `colours` (n, n, 3) the logarithm of the picture; `ratio` (n, n, 3) that
    of the picture over the empty table, light taken out, and `alike` where it is small; `now` and `then` the
    logarithms of their brightness.
    """

    left: float
    far: float
    mm: float
    n: int
    known: Mask
    alike: Mask
    colours: Floats32
    ratio: Floats32
    now: Floats32
    then: Floats32


class TableTop:
    """The table's top in one picture, and the empty table if it is known from the view `before`.

    `area` (mm: left, near, right, far) is where the light's change is measured.
    """

    def __init__(
        self,
        picture: Picture,
        view: View,
        background: Picture | StoredPicture | None,
        before: View,
        area: tuple[float, float, float, float],
        edge_mm: float,
    ) -> None:
        self._picture, self._view = picture, view
        self._background, self._before = background, before
        self._area, self._edge = area, edge_mm
        self._light: Floats | None = None

    def piece_round(self, x: float, y: float, edges: float, dice: Sequence[Spot], fine: int = FINE) -> Piece:
        """The ground round a place, so many edges to each side, with the light's change taken out.

        A die's edge has `fine` pixels.
        """
        mm = self._edge / fine
        n = 2 * round(edges * fine)
        left, far = x - n * mm / 2, y + n * mm / 2
        near = [d for d in dice if math.dist(d[:2], (x, y)) < 2 * edges * self._edge]
        known = self._silhouettes(near, left, far, mm, n)
        now, then = self._levels(left, far, mm, n)
        ratio = np.asarray(now - then - self._light_at(x, y), np.float32)
        alike = (largest(ratio) < _ALIKE) & ~known
        some = ratio[::2, ::2][alike[::2, ::2]]  # medians take long
        if len(some) > 0.1 * alike.size / 4:
            ratio -= np.median(some, axis=0)
        return Piece(left, far, mm, n, known, alike, now, ratio, grey(now), grey(then))

    def _levels(self, left: float, far: float, mm: float, n: int) -> tuple[Floats32, Floats32]:
        """(n, n, 3) each: logarithms of what the picture and the empty table show on a piece of ground."""
        where = _places(_field(self._view, self._picture.shape, self._area), left, far, mm, n)
        now = _logarithms(self._picture, where)
        if self._background is None:
            return now, np.zeros_like(now)
        if self._before is not self._view or self._background.shape != self._picture.shape:
            where = _places(_field(self._before, self._background.shape, self._area), left, far, mm, n)
        return now, _logarithms(pixels_of(self._background), where)

    def _light_at(self, x: float, y: float) -> Floats32:
        """(3,): how much brighter the empty table is here than it was, as logarithm; smooth over the whole table."""
        if self._light is None:
            self._light = self._fit_light()
        x0, y0, x1, y1 = self._area
        u, v = (2 * x - x0 - x1) / (x1 - x0), (2 * y - y0 - y1) / (y1 - y0)
        a, b, c, d, e, f = self._light
        return np.asarray(a + u * b + v * c + u * v * d + u * u * e + v * v * f, np.float32)

    def _fit_light(self) -> Floats:
        """(6, 3) coefficients of the light's change over the table: the fit that most of the ground agrees with."""
        x0, y0, x1, y1 = self._area
        n = int(max(x1 - x0, y1 - y0) / _COARSE_MM) + 1
        now, then = self._levels(x0, y1, _COARSE_MM, n)
        ratio = (now - then).reshape(-1, 3)
        rows, columns = np.mgrid[0:n, 0:n]
        places = np.stack(
            [x0 + (columns + 0.5) * _COARSE_MM, y1 - (rows + 0.5) * _COARSE_MM], axis=-1
        ).reshape(-1, 2)
        inside = (places[:, 0] < x1) & (places[:, 1] > y0)
        ratio, terms = ratio[inside], _quadratic(places[inside], self._area)
        fit = np.zeros((6, 3))
        fit[0] = np.median(ratio, axis=0)
        for limit in (0.5, 0.3, 0.2):
            good = np.abs(ratio - terms @ fit).max(axis=1) < limit
            if good.sum() < 40:
                break
            fit = np.linalg.lstsq(terms[good], ratio[good], rcond=None)[0]
        return np.asarray(fit, np.float64)

    def sides(self, die: Spot, piece: Piece) -> Mask:
        """Where a piece of ground shows the sides of a die that stands there, and nothing else."""
        mask = np.zeros((piece.n, piece.n), np.uint8)
        for share, top_only, value in ((0.9, False, 1), (1.1, True, 0)):
            feet, tops = self._squares([die], share)
            hull = tops if top_only else np.concatenate([feet, tops], axis=1)
            pixels = (
                np.stack([(hull[0, :, 0] - piece.left), (piece.far - hull[0, :, 1])], axis=1) / piece.mm - 0.5
            )
            cv2.fillConvexPoly(mask, cv2.convexHull(np.round(pixels).astype(np.int32)), (value,))
        return (mask > 0) & ~piece.known

    def _squares(self, dice: Sequence[Spot], share: float) -> tuple[Floats, Floats]:
        """(N, 4, 2) mm each: the corners of dice on the table, at a share of their size, and what their tops hide."""
        x, y, yaw = np.array(dice, np.float64).T[..., None]
        turn = np.radians(np.nan_to_num(yaw))
        along, across = np.cos(turn) * self._edge * share / 2, np.sin(turn) * self._edge * share / 2
        u, v = _SQUARE
        feet = np.stack([x + along * u - across * v, y + across * u + along * v], axis=2)
        eye = self._view.pose.eye
        return feet, eye[:2] + (feet - eye[:2]) * (eye[2] / (eye[2] - self._edge))

    def _silhouettes(self, dice: Sequence[Spot], left: float, far: float, mm: float, n: int) -> Mask:
        """Where dice that were seen hide the ground, and a little more than that."""
        mask = np.zeros((n, n), np.uint8)
        if not dice:
            return mask > 0
        hulls = np.concatenate(self._squares(dice, 1.1), axis=1)
        pixels = np.stack([(hulls[..., 0] - left) / mm, (far - hulls[..., 1]) / mm], axis=2) - 0.5
        for hull in np.round(pixels).astype(np.int32):
            cv2.fillConvexPoly(mask, cv2.convexHull(hull), (1,))
        return mask > 0


def grey(colours: Floats32) -> Floats32:
    """(H, W): the mean of (H, W, 3); many times faster than numpy's."""
    return np.asarray(colours @ np.full(3, 1 / 3, np.float32), np.float32)


def largest(colours: Floats32) -> Floats32:
    """(H, W): the largest of (H, W, 3), regardless of signs; many times faster than numpy's."""
    a, b, c = cv2.split(np.abs(colours))
    return np.asarray(np.maximum(np.maximum(a, b), c), np.float32)


def changes(colours: Floats32, kernel: Floats32) -> Floats32:
    """(H, W): how much (H, W, N) changes along rows or columns, whichever is more, by a row (1, M) of weights."""
    along, across = (np.abs(cv2.filter2D(colours, -1, k)).reshape(colours.shape) for k in (kernel, kernel.T))
    most = np.maximum(along, across)
    return most[..., 0] if most.shape[2] == 1 else largest(np.asarray(most, np.float32))


_SQUARE = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]])


def _quadratic(places: Floats, area: tuple[float, float, float, float]) -> Floats:
    """(N, 6): the terms of a smooth function of places (N, 2) mm."""
    x0, y0, x1, y1 = area
    u = (places[:, 0] - (x0 + x1) / 2) * 2 / (x1 - x0)
    v = (places[:, 1] - (y0 + y1) / 2) * 2 / (y1 - y0)
    return np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=1)


@dataclass(frozen=True, eq=False)
class _Field:
    """Where a picture shows the table's top: (rows, columns, 2) px of places `_NODE_MM` apart, from `left`, `far`."""

    left: float
    far: float
    pixels: Floats32


@lru_cache(maxsize=4)
def _field(view: View, shape: tuple[int, ...], area: tuple[float, float, float, float]) -> _Field:
    """For pictures of one shape from one view; kept, for the camera mostly stands still."""
    left, far = area[0] - _ROUND_MM, area[3] + _ROUND_MM
    x, y = np.meshgrid(
        np.arange(left, area[2] + _ROUND_MM, _NODE_MM), np.arange(far, area[1] - _ROUND_MM, -_NODE_MM)
    )
    scale = np.array([shape[1] / view.lens.width, shape[0] / view.lens.height])
    places = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    pixels = (view.project(places) + 0.5) * scale - 0.5
    return _Field(left, far, np.nan_to_num(pixels, nan=-1e4).reshape(*x.shape, 2).astype(np.float32))


def _places(field: _Field, left: float, far: float, mm: float, n: int) -> tuple[Floats32, Floats32]:
    """(n, n) px each: where a picture shows a square of the table's top, `mm` to a pixel of it."""
    step = mm / _NODE_MM
    first = (left + mm / 2 - field.left) / _NODE_MM, (field.far - far + mm / 2) / _NODE_MM
    across, down = cv2.split(
        cv2.warpAffine(
            field.pixels,
            np.array([[step, 0, first[0]], [0, step, first[1]]]),
            (n, n),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(-1e4, -1e4, 0, 0),
        )
    )
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _logarithms(picture: Picture, where: tuple[Floats32, Floats32]) -> Floats32:
    """(n, n, 3): logarithms of what a picture shows at such places; of black where the picture ends."""
    piece = cv2.remap(picture, *where, cv2.INTER_LINEAR)
    return np.asarray(cv2.LUT(cv2.blur(piece, (3, 3)), _LOG), np.float32)
