"""Where the top of the table can be seen to be empty, and so where a die can't be standing unseen.

A die stands 14 to 19 mm high: it, or whatever hides it, covers a patch of the picture that is larger than a coin. So
a place hides a die only if next to nothing of the table's top shows where the die's outline would be. The table's top
is known from the picture of the empty table, with the light taken out: light that changed since, also from one side
of the table to the other, makes it brighter or darker smoothly. What differs from it in colour, in brightness beyond
a soft shadow, or in its grain is no table's top, whatever it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Card, Floats, View
from vision.networks import Floats32
from vision.pictures import Picture

FINE = 12
"""Pixels to a die's edge on the ground as it is looked at."""

SHOWS = 0.14
"""Share of a die's outline over which the table's top must show for no die to be there."""

OTHER_COLOUR, IN_SHADE = 0.045, 0.12
"""How far the logarithms of the colours' ratios to the empty table may be from their mean, beside what is noise; and
how much more for what is darker: the light in a shadow comes from elsewhere, so it has another colour."""

DARKER, BRIGHTER = -0.5, 0.16
"""How much darker or brighter than round about the top of the table may be, as logarithm: in soft shadows, and where
dice throw their light."""

ROUGH = 0.13
"""How unlike in grain the picture may be to the empty table: spread of the logarithms' ratio over some millimetres."""

GRAINY, SAME_GRAIN = 0.015, 0.35
"""Where the empty table's grain has this spread, and more than noise has, so much of it must be found again."""

STEP_MM = 2.0
"""How far the places that are looked at lie apart."""

_COARSE_MM = 16.0
_WIDE_EDGES = 4.0
"""Half the side of the piece of ground that is looked at round a die, in edges."""
_REACH_EDGES = 1.95
"""The middle of a partner is nearer than this: corner to corner, and a bit apart."""
_NEAR_EDGES = 0.46
"""The middle of a die can't be nearer to another than half an edge, less what places may be off."""
_RADIUS_EDGES = 0.54
"""A die turned any way stands on about a disc of this radius: between half its edge and half its diagonal."""
_LOG = np.log(np.arange(256, dtype=np.float32) + 6.0)
"""The darkest levels are mostly noise; a little is added before their ratio is taken."""
_ALIKE = 0.3
_SHADOW_EDGES = 3.0
"""How far shadows are looked at, in edges."""
_OTHERS, _FEWEST_OTHERS, _VOTES = 12, 3, 0.3
"""So many other dice's shadows are compared with; that share of them must be alike. Some shadows fall on other dice."""
_LIKE_SHADOW, _SHADED = 0.2, -0.2
_LEAST_GRAIN = 0.1
_GRAIN_PX, _VOTING_PX = (5, 5), (9, 9)
_ENOUGH = 0.6
"""Share of such a window that must be free of dice for its grain to say anything."""

Place = tuple[float, float]
Spot = tuple[float, float, float]
"""Where a die lies: x and y in mm, turn in degrees."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Piece:
    """A square piece of ground of (n, n) pixels, `mm` each, and what is known of it.

    `known` is what dice that were seen hide; `ratio` (n, n, 3) the logarithm of the picture over the empty table,
    light taken out, and `alike` where it is small; `now` and `then` the logarithms of their brightness.
    """

    left: float
    far: float
    mm: float
    n: int
    known: Mask
    alike: Mask
    ratio: Floats32
    now: Floats32
    then: Floats32


class EmptyTable:
    """The picture of the empty table from the calibration's `view`, looked at where it is needed."""

    def __init__(self, background: Picture | None, view: View, cards: Sequence[Card], edge_mm: float) -> None:
        self._background, self._view, self._edge = background, view, edge_mm
        xs, ys = [c.x for c in cards], [c.y for c in cards]
        self._area = min(xs), min(ys), max(xs), max(ys)

    def seen_in(self, picture: Picture, view: View) -> Ground:
        """The ground as a picture (H, W, 3) uint8 BGR taken from `view` shows it."""
        return Ground(picture, view, self._background, self._view, self._area, self._edge)


class Ground:
    """The ground in one picture: compares it with the empty table, piece by piece, when asked."""

    def __init__(
        self,
        picture: Picture,
        view: View,
        background: Picture | None,
        before: View,
        area: tuple[float, float, float, float],
        edge_mm: float,
    ) -> None:
        self._picture, self._view = picture, view
        self._background, self._before = background, before
        self._area, self._edge = area, edge_mm
        self._light: Floats | None = None
        self._pieces: dict[tuple[Spot, tuple[Spot, ...]], _Piece] = {}

    def hiding_places(self, x: float, y: float, dice: Sequence[Spot]) -> list[Place]:
        """Places (mm) beside a die at (x, y) where another can stand and not be seen.

        `dice` are all that were seen. Where they are none can stand; what they hide of the ground themselves, and
        their shadows, are accounted for.
        """
        piece = self._piece_round(x, y, _WIDE_EDGES, dice)
        shows = self._shows(piece)
        places = self._bare_of(shows, piece, x, y, dice)
        if places:
            places = self._bare_of(shows | self._shadows(piece, x, y, dice), piece, x, y, dice)
        return places

    def _bare_of(self, shows: Mask, piece: _Piece, x: float, y: float, dice: Sequence[Spot]) -> list[Place]:
        """Places beside (x, y) where next to none of what `shows` shows inside a die's outline."""
        outline = self._outline(x, y, piece.mm)
        share = cv2.filter2D(
            shows.astype(np.float32), -1, outline / outline.sum(), borderType=cv2.BORDER_CONSTANT
        )
        every = max(1, round(STEP_MM / piece.mm))
        rows, columns = np.nonzero(share[every // 2 :: every, every // 2 :: every] < SHOWS)
        px = np.asarray(piece.left + (columns * every + every // 2 + 0.5) * piece.mm, np.float64)
        py = np.asarray(piece.far - (rows * every + every // 2 + 0.5) * piece.mm, np.float64)
        hidden = np.hypot(px - x, py - y) < _REACH_EDGES * self._edge
        for die in dice:
            if math.dist(die[:2], (x, y)) < 4 * self._edge:
                hidden &= _to_square(px, py, die, self._edge) > _NEAR_EDGES * self._edge
        return list(zip(px[hidden].tolist(), py[hidden].tolist(), strict=True))

    def _round_die(self, die: Spot, dice: Sequence[Spot]) -> _Piece:
        """The ground round one of the dice; kept, for it is asked for again and again."""
        key = (die, tuple(dice))
        if key not in self._pieces:
            self._pieces[key] = self._piece_round(*die[:2], _SHADOW_EDGES, dice)
        return self._pieces[key]

    def _piece_round(self, x: float, y: float, edges: float, dice: Sequence[Spot]) -> _Piece:
        """The ground round a place, so many edges to each side, with the light's change taken out."""
        mm = self._edge / FINE
        n = 2 * round(edges * FINE)
        left, far = x - n * mm / 2, y + n * mm / 2
        near = [d for d in dice if math.dist(d[:2], (x, y)) < 2 * edges * self._edge]
        known = self._silhouettes(near, left, far, mm, n)
        now, then = self._levels(left, far, mm, n)
        ratio = np.asarray(now - then - self._light_at(x, y), np.float32)
        alike = (_largest(ratio) < _ALIKE) & ~known
        if alike.mean() > 0.1:
            ratio -= np.median(ratio[alike], axis=0)
        return _Piece(left, far, mm, n, known, alike, ratio, _grey(now), _grey(then))

    def _shows(self, piece: _Piece) -> Mask:
        """Where the top of the empty table shows on a piece of ground."""
        brighter = _grey(piece.ratio)
        colour = _largest(piece.ratio - brighter[..., None])
        noise = float(np.median(colour[piece.alike])) if piece.alike.any() else 0.0
        limit = OTHER_COLOUR + 2 * noise + IN_SHADE * np.maximum(-brighter, 0)
        table = (colour < limit) & (brighter > DARKER) & (brighter < BRIGHTER) & ~piece.known
        return np.asarray(table & _same_grain(piece.now, piece.then, table), np.bool_)

    def _shadows(self, piece: _Piece, x: float, y: float, dice: Sequence[Spot]) -> Mask:
        """Where it is as dark, and of that colour, as it is at the same side of other dice: in their shadows.

        Whatever the lamps are like, dice near each other throw the same shadow.
        """
        by_distance = sorted((die for die in dice), key=lambda die: math.dist(die[:2], (x, y)))
        others = [self._round_die(die, dice) for die in by_distance[1 : _OTHERS + 1]]
        explained = np.zeros((piece.n, piece.n), np.bool_)
        if len(others) < _FEWEST_OTHERS:
            return explained
        # Colour by colour, for numpy is slow along an axis of three.
        sample = np.stack([np.where(other.known[..., None], np.nan, other.ratio) for other in others], axis=3)
        sample = np.ascontiguousarray(sample.transpose(2, 3, 0, 1))
        colours = np.ascontiguousarray(piece.ratio.transpose(2, 0, 1))
        dark = colours.mean(axis=0) < _SHADED
        size = others[0].n
        for near in by_distance:
            if math.dist(near[:2], (x, y)) > 2 * _SHADOW_EDGES * self._edge:
                break
            row = round((piece.far - near[1]) / piece.mm) - size // 2
            column = round((near[0] - piece.left) / piece.mm) - size // 2
            top, left = max(0, row), max(0, column)
            if top >= min(row + size, piece.n) or left >= min(column + size, piece.n):
                continue
            here = colours[:, top : row + size, left : column + size]
            high, wide = here.shape[1:]
            there = sample[:, :, top - row : top - row + high, left - column : left - column + wide]
            near_it = np.abs(there[0] - here[0]) < _LIKE_SHADOW
            for colour in (1, 2):
                near_it &= np.abs(there[colour] - here[colour]) < _LIKE_SHADOW
            alike = np.count_nonzero(near_it, axis=0) >= _VOTES * len(others)
            explained[top : row + size, left : column + size] |= (
                alike & dark[top : row + size, left : column + size]
            )
        return explained & ~piece.known

    def _levels(self, left: float, far: float, mm: float, n: int) -> tuple[Floats32, Floats32]:
        """(n, n, 3) each: logarithms of what the picture and the empty table show on a piece of ground."""
        where = _places(self._view, self._picture.shape, left, far, mm, n)
        now = _logarithms(self._picture, where)
        if self._background is None:
            return now, np.zeros_like(now)
        if self._before is not self._view or self._background.shape != self._picture.shape:
            where = _places(self._before, self._background.shape, left, far, mm, n)
        return now, _logarithms(self._background, where)

    def _light_at(self, x: float, y: float) -> Floats:
        """(3,): how much brighter the empty table is here than it was, as logarithm; smooth over the whole table."""
        if self._light is None:
            self._light = self._fit_light()
        return np.asarray(_quadratic(np.array([[x, y]]), self._area)[0] @ self._light, np.float64)

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

    def _silhouettes(self, dice: Sequence[Spot], left: float, far: float, mm: float, n: int) -> Mask:
        """Where dice that were seen hide the ground, and a little more than that."""
        mask = np.zeros((n, n), np.uint8)
        if not dice:
            return mask > 0
        x, y, yaw = np.array(dice, np.float64).T[..., None]
        turn = np.radians(np.nan_to_num(yaw))
        along, across = np.cos(turn) * self._edge * 0.55, np.sin(turn) * self._edge * 0.55
        u, v = _SQUARE
        feet = np.stack([x + along * u - across * v, y + across * u + along * v], axis=2)
        eye = self._view.pose.eye
        tops = eye[:2] + (feet - eye[:2]) * (eye[2] / (eye[2] - self._edge))
        hulls = np.concatenate([feet, tops], axis=1)
        pixels = np.stack([(hulls[..., 0] - left) / mm, (far - hulls[..., 1]) / mm], axis=2) - 0.5
        for hull in np.round(pixels).astype(np.int32):
            cv2.fillConvexPoly(mask, cv2.convexHull(hull), (1,))
        return mask > 0

    def _outline(self, x: float, y: float, mm: float) -> Floats32:
        """What a die standing here hides of the ground, whatever way it is turned, as weights round its centre."""
        eye = self._view.pose.eye
        lift = self._edge / (eye[2] - self._edge)
        dx, dy = round((x - eye[0]) * lift / mm), round((eye[1] - y) * lift / mm)
        return _standing(dx, dy, round(_RADIUS_EDGES * FINE * (1 + lift / 2), 1))


def _grey(colours: Floats32) -> Floats32:
    """(H, W): the mean of (H, W, 3); many times faster than numpy's."""
    return np.asarray(colours @ np.full(3, 1 / 3, np.float32), np.float32)


def _largest(colours: Floats32) -> Floats32:
    """(H, W): the largest of (H, W, 3), regardless of signs; many times faster than numpy's."""
    a, b, c = cv2.split(np.abs(colours))
    return np.asarray(np.maximum(np.maximum(a, b), c), np.float32)


def _same_grain(now: Floats32, then: Floats32, alike: Mask) -> Mask:
    """Where the grain of the empty table is found again, from logarithms of brightness (H, W) where they are alike."""
    weight = alike.astype(np.float32)

    def mean(levels: Floats32) -> Floats32:
        return np.asarray(cv2.blur(levels * weight, _GRAIN_PX) / share, np.float32)

    share = cv2.blur(weight, _GRAIN_PX)
    enough = share > _ENOUGH
    share = np.maximum(share, 0.05)
    m_now, m_then = mean(now), mean(then)
    of_then = mean(then * then) - m_then * m_then
    of_both = mean(now * then) - m_now * m_then
    of_ratio = mean(now * now) - m_now * m_now + of_then - 2 * of_both
    sure = alike & enough
    noise = float(np.median(of_ratio[sure])) if sure.any() else 0.0
    grainy = enough & (of_then > max(GRAINY**2, 2 * noise))
    # Glare over all of it takes away from the grain everywhere; then less must do.
    usual = float(np.median(of_both[grainy] / of_then[grainy])) if grainy.any() else 1.0
    same = of_both > min(SAME_GRAIN, max(usual / 2, _LEAST_GRAIN)) * of_then
    # Grain comes in streaks: what is smooth between them is what they are.
    votes = cv2.blur(np.where(grainy, np.where(same, 1.0, -1.0), 0.0).astype(np.float32), _VOTING_PX)
    return np.asarray((votes >= 0) & ((of_ratio < ROUGH**2 + 4 * noise) | ~enough), np.bool_)


_SQUARE = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]])


def _to_square(x: Floats, y: Floats, die: Spot, edge: float) -> Floats:
    """How far places lie from a die's square, mm; 0 inside it."""
    turn = math.radians(die[2] if math.isfinite(die[2]) else 0.0)
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = x - die[0], y - die[1]
    along, across = np.abs(c * dx + s * dy) - edge / 2, np.abs(c * dy - s * dx) - edge / 2
    return np.asarray(np.hypot(np.maximum(along, 0), np.maximum(across, 0)), np.float64)


@lru_cache(maxsize=64)
def _standing(dx: int, dy: int, radius: float) -> Floats32:
    """A disc drawn out from the middle by (dx, dy) px."""
    n = math.ceil(max(abs(dx), abs(dy)) + radius) + 1
    drawn = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
    for t in np.linspace(0, 1, 25):
        at = (round((n + t * dx) * 16), round((n + t * dy) * 16))
        cv2.circle(drawn, at, round(radius * 16), (1.0,), -1, cv2.LINE_8, 4)
    return drawn


def _quadratic(places: Floats, area: tuple[float, float, float, float]) -> Floats:
    """(N, 6): the terms of a smooth function of places (N, 2) mm."""
    x0, y0, x1, y1 = area
    u = (places[:, 0] - (x0 + x1) / 2) * 2 / (x1 - x0)
    v = (places[:, 1] - (y0 + y1) / 2) * 2 / (y1 - y0)
    return np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=1)


def _places(
    view: View, shape: tuple[int, ...], left: float, far: float, mm: float, n: int
) -> tuple[Floats32, Floats32]:
    """(n, n) px each: where a picture of this shape shows a square of the table's top, `mm` to a pixel of it."""
    step = max(1, n // 8)
    count = -(-n // step) + 1
    u = np.arange(count) * step
    columns, rows = np.meshgrid(u, u)
    places = np.stack(
        [left + (columns + 0.5) * mm, far - (rows + 0.5) * mm, np.zeros_like(rows, float)], axis=-1
    )
    scale = np.array([shape[1] / view.lens.width, shape[0] / view.lens.height])
    pixels = (view.project(places.reshape(-1, 3)) + 0.5) * scale - 0.5
    coarse = np.nan_to_num(pixels, nan=-1e4).reshape(count, count, 2).astype(np.float32)
    grow = np.array([[step, 0, 0], [0, step, 0]], np.float32)
    across, down = cv2.split(
        cv2.warpAffine(coarse, grow, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _logarithms(picture: Picture, where: tuple[Floats32, Floats32]) -> Floats32:
    """(n, n, 3): logarithms of what a picture shows at such places; of black where the picture ends."""
    piece = cv2.remap(picture, *where, cv2.INTER_LINEAR)
    return np.asarray(cv2.LUT(cv2.blur(piece, (3, 3)), _LOG), np.float32)
