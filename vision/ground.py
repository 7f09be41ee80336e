"""Where the top of the table can be seen to be empty, and so where a die can't be standing unseen.

A die stands 14 to 19 mm high: it, or whatever hides it, covers a patch of the picture that is larger than a coin. So
a place hides a die only if next to nothing of the table's top shows where the die's outline would be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision import bare, flat
from vision.lens import Card, Floats, View
from vision.networks import Floats32
from vision.pictures import Picture, StoredPicture
from vision.tabletop import FINE, Mask, Piece, Spot, TableTop, grey

SHOWS = 0.14
"""Share of a die's outline over which the table's top must show for no die to be there."""

HIDES = 0.15
"""Share of it that something must be seen to hide that is no die itself: dice stand no higher than a die."""

SIDES_SHOW = 0.4
"""Share of the place where a die's sides should be that may look like the table: some dice have its colour."""

STEP_MM = 2.0
"""How far the places that are looked at lie apart."""

_WIDE_EDGES = 4.0
"""Half the side of the piece of ground that is looked at round a die, in edges."""
_REACH_EDGES = 1.95
"""The middle of a partner is nearer than this: corner to corner, and a bit apart."""
_NEAR_EDGES = 0.46
"""The middle of a die can't be nearer to another than half an edge, less what places may be off."""
_RADIUS_EDGES = 0.54
"""A die turned any way stands on about a disc of this radius: between half its edge and half its diagonal."""
_LARGE_EDGES, _COARSE = 10.0, 9
"""Half the side of the piece of ground in which sheets are looked for, in edges, and pixels to an edge there."""
_ROOM_EDGES, _FEW_LARGE = 3.0, 4
"""So far (edges) beyond what is asked about it must reach; and so many such pieces are looked at one by one."""
_SIDES_EDGES, _FEWEST_PIXELS = 2.5, 20
_SHADOW_EDGES = 3.0
"""How far shadows are looked at, in edges."""
_OTHERS, _FEWEST_OTHERS, _VOTES, _APART_EDGES = 8, 3, 0.35, 4.0
"""So many other dice's shadows are compared with; so many at least, and that share, must be alike. Some shadows fall on
other dice. They lie so many edges apart or more: beside nearer ones the same thing may be seen again."""
_LIKE_SHADOW, _SHADED = 0.16, -0.42

Place = tuple[float, float]


@dataclass(frozen=True, eq=False)
class _Large:
    """A large piece of ground, and where on it the table shows in any light, and where something flat."""

    ground: Piece
    even: Mask
    sheets: Mask
    whole: bool
    """Whether it is all of the table."""

    def holds(self, x: float, y: float, reach: float) -> bool:
        """Whether it reaches so far (mm) round a place, each way."""
        half = self.ground.n * self.ground.mm / 2
        off = max(abs(x - self.ground.left - half), abs(self.ground.far - half - y))
        return off + reach <= half


class EmptyTable:
    """The picture of the empty table from the calibration's `view`, looked at where it is needed."""

    def __init__(
        self, background: Picture | StoredPicture | None, view: View, cards: Sequence[Card], edge_mm: float
    ) -> None:
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
        background: Picture | StoredPicture | None,
        before: View,
        area: tuple[float, float, float, float],
        edge_mm: float,
    ) -> None:
        self._eye, self._edge, self._area = view.pose.eye, edge_mm, area
        self._top = TableTop(picture, view, background, before, area, edge_mm)
        self._pieces: dict[tuple[Spot, tuple[Spot, ...]], Piece] = {}
        self._large: dict[tuple[Spot, ...], list[_Large]] = {}

    def hiding_places(
        self, x: float, y: float, dice: Sequence[Spot], matters: Callable[[Place], bool] | None = None
    ) -> list[Place]:
        """Places (mm) beside a die at (x, y) where another can stand and not be seen, the nearest first.

        `dice` are all that were seen. Where they are none can stand; what they hide of the ground themselves, and
        their shadows, are accounted for. Where none of the places `matters` there are none.
        """
        piece = self._top.piece_round(x, y, _WIDE_EDGES, dice)
        shows = bare.shows(piece)
        places = self._bare_of(shows, piece, x, y, dice)

        def any_matters() -> bool:
            return any(map(matters, places)) if matters is not None else bool(places)

        if any_matters():  # looking at more of the ground takes long
            shows = shows | self._flat(piece, x, y, dice)
            places = self._bare_of(shows, piece, x, y, dice)
        # Other dice's shadows take long to look at; not where no shadow would make a difference.
        if any_matters() and self._bare_of(shows | _dark(piece), piece, x, y, dice) != places:
            places = self._bare_of(shows | self._shadows(piece, x, y, dice), piece, x, y, dice)
        return places if any_matters() else []

    def stands(self, die: Spot, dice: Sequence[Spot]) -> bool:
        """Whether one of the `dice` stands where it seems to, and is no side that was taken for a top.

        A top that is covered leaves a side: below that lies the table, and behind it stands what covers the top.
        """
        others = [other for other in dice if other != die]
        piece = self._top.piece_round(*die[:2], _SIDES_EDGES, others)
        sides = self._top.sides(die, piece)
        if np.count_nonzero(sides) < _FEWEST_PIXELS or bare.shows(piece)[sides].mean() < SIDES_SHOW:
            return True
        behind = self._behind(die)

        def is_there(place: Place) -> bool:
            return math.dist(place, behind) <= self._edge / 2

        return not any(map(is_there, self.hiding_places(*behind, others, is_there)))

    def _behind(self, side: Spot) -> Place:
        """Where a die stands, nearly, whose side is seen as a top here: the side's middle is half an edge lower."""
        off = np.array(side[:2]) - self._eye[:2]
        away = float(np.hypot(*off))
        farther = away * (self._eye[2] - self._edge / 2) / (self._eye[2] - self._edge) + self._edge / 2
        x, y = self._eye[:2] + off * (farther / away)
        return float(x), float(y)

    def _bare_of(self, shows: Mask, piece: Piece, x: float, y: float, dice: Sequence[Spot]) -> list[Place]:
        """Places beside (x, y) where next to none of what `shows` shows inside a die's outline."""
        outline = self._outline(x, y, piece.mm)
        outline /= outline.sum()
        share, odd = (
            cv2.filter2D(mask.astype(np.float32), -1, outline, borderType=cv2.BORDER_CONSTANT)
            for mask in (shows, ~shows & ~piece.known)
        )
        every = max(1, round(STEP_MM / piece.mm))
        hides = (share < SHOWS) & (odd > HIDES)
        rows, columns = np.nonzero(hides[every // 2 :: every, every // 2 :: every])
        px = np.asarray(piece.left + (columns * every + every // 2 + 0.5) * piece.mm, np.float64)
        py = np.asarray(piece.far - (rows * every + every // 2 + 0.5) * piece.mm, np.float64)
        hidden = np.hypot(px - x, py - y) < _REACH_EDGES * self._edge
        for die in dice:
            if math.dist(die[:2], (x, y)) < 4 * self._edge:
                hidden &= _to_square(px, py, die, self._edge) > _NEAR_EDGES * self._edge
        nearest = np.argsort(np.hypot(px - x, py - y)[hidden], kind="stable")
        return list(zip(px[hidden][nearest].tolist(), py[hidden][nearest].tolist(), strict=True))

    def _round_die(self, die: Spot, dice: Sequence[Spot]) -> Piece:
        """The ground round one of the dice; kept, for it is asked for again and again."""
        reach = 2 * _SHADOW_EDGES * self._edge
        key = (die, tuple(d for d in dice if math.dist(d[:2], die[:2]) < reach))
        if key not in self._pieces:
            self._pieces[key] = self._top.piece_round(*die[:2], _SHADOW_EDGES, key[1])
        return self._pieces[key]

    def _flat(self, piece: Piece, x: float, y: float, dice: Sequence[Spot]) -> Mask:
        """Where the table's top shows in another light, or something flat; that needs a look at more of the ground."""
        large = self._large_round(x, y, piece.n * piece.mm / 2, tuple(dice))
        step = piece.mm / large.ground.mm
        across, down = piece.left - large.ground.left, large.ground.far - piece.far
        first = (across / large.ground.mm + (step - 1) / 2, down / large.ground.mm + (step - 1) / 2)
        even, sheets = (
            cv2.warpAffine(
                mask.astype(np.uint8),
                np.array([[step, 0, first[0]], [0, step, first[1]]]),
                (piece.n, piece.n),
                flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
            )
            > 0
            for mask in (large.even, large.sheets)
        )
        return sheets | bare.in_that_light(piece, even)

    def _large_round(self, x: float, y: float, reach: float, dice: tuple[Spot, ...]) -> _Large:
        """A large piece of ground in which a place lies, `reach` mm each way; and from the fifth on all of the table.

        So however many dice are lonely, and whatever lies beside them, it takes no longer than that.
        """
        known = self._large.setdefault(dice, [])
        for large in known:
            if large.whole or large.holds(x, y, reach + _ROOM_EDGES * self._edge):
                return large
        whole = len(known) >= _FEW_LARGE
        edges = _LARGE_EDGES
        if whole:
            left, near, right, far = self._area
            x, y = (left + right) / 2, (near + far) / 2
            edges = (max(right - left, far - near) / 2 + reach) / self._edge + _ROOM_EDGES
        ground = self._top.piece_round(x, y, edges, dice, _COARSE)
        even = bare.in_any_light(ground)
        sheets = flat.shows(ground, even | bare.shows(ground), self._eye[:2])
        known.append(_Large(ground, even, sheets, whole))
        return known[-1]

    def _shadows(self, piece: Piece, x: float, y: float, dice: Sequence[Spot]) -> Mask:
        """Where it is as dark, and of that colour, as it is at the same side of other dice: in their shadows.

        Whatever the lamps are like, dice near each other throw the same shadow.
        """
        explained = np.zeros((piece.n, piece.n), np.bool_)
        dark = _dark(piece)
        by_distance = sorted((die for die in dice), key=lambda die: math.dist(die[:2], (x, y)))
        apart = [die for die in by_distance if math.dist(die[:2], (x, y)) > _APART_EDGES * self._edge]
        if not dark.any() or len(apart) < _FEWEST_OTHERS:
            return explained
        others = [self._round_die(die, dice) for die in apart[:_OTHERS]]
        sample = np.stack([np.where(other.known[..., None], np.nan, other.ratio) for other in others])
        size = others[0].n
        for near in by_distance:
            if math.dist(near[:2], (x, y)) > 2 * _SHADOW_EDGES * self._edge:
                break
            row = round((piece.far - near[1]) / piece.mm) - size // 2
            column = round((near[0] - piece.left) / piece.mm) - size // 2
            top, left = max(0, row), max(0, column)
            if top >= min(row + size, piece.n) or left >= min(column + size, piece.n):
                continue
            rows, columns = np.nonzero(dark[top : row + size, left : column + size])
            rows, columns = rows + top, columns + left
            off = np.abs(sample[:, rows - row, columns - column] - piece.ratio[rows, columns])
            alike = np.count_nonzero((off < _LIKE_SHADOW).all(axis=2), axis=0) >= max(
                _FEWEST_OTHERS, _VOTES * len(others)
            )
            explained[rows, columns] |= alike
        return explained

    def _outline(self, x: float, y: float, mm: float) -> Floats32:
        """What a die standing here hides of the ground, whatever way it is turned, as weights round its centre."""
        eye = self._eye
        lift = self._edge / (eye[2] - self._edge)
        dx, dy = round((x - eye[0]) * lift / mm), round((eye[1] - y) * lift / mm)
        return _standing(dx, dy, round(_RADIUS_EDGES * FINE * (1 + lift / 2), 1)).copy()


def _dark(piece: Piece) -> Mask:
    """Where it is as dark as in a shadow."""
    return np.asarray((grey(piece.ratio) < _SHADED) & ~piece.known, np.bool_)


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
