"""What lies flat on the table: sheets of paper and large cards, under which no die can stand.

Whatever hides a die is as high as one. Walking from its middle towards the camera one sees its side, or the shadow
under it; from a sheet's one steps straight onto the table in full light. A sheet's outline is straight and has right
angles on the table's plane; that of an upright side flares, since it is seen farther off than it is, and cups and
caps are round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.tabletop import Mask, Piece, changes, grey

LEAST_MM = 45.0
"""A sheet is at least so wide and so long: caps, patches and small cards are not."""

SQUARE_DEG, WAVERING_MM = 2.0, 0.8
"""How far the angles between a sheet's sides may be from right ones; and more, as if an end of them were so far off."""

SLOWLY, NOISE = 0.03, 2.5
"""How much a surface's colours change from one pixel to the next, at most, as logarithm; and by so many grey levels."""

FULL_LIGHT = -0.12
"""The table beside a sheet's near sides is no darker than this, as logarithm, beside what is round about."""

STRAIGHT, BESIDE = 0.75, 0.6
"""Share of an outline that must lie on the sheet's sides, and of the near sides that must have the table before."""

GAP_MM = 8.0
"""What is narrower than this, on a sheet, is printed on it or lies there: no die, nor what hides one."""

_LEAST_MM2 = 700.0
_SIDE_MM, _OFF_MM = 18.0, 1.8
"""A side is at least so long, and its pixels so near to a line."""
_BAND_MM = 5.5
"""How far beyond the outline the table is looked for."""
_STRIP_MM, _STRIPS, _FEW, _OTHER_LIGHT = 4.0, 12, 5, 0.06
"""A surface is parted so wide, so often, along a side, where it has some pixels; and how much brighter or darker, as
logarithm, it may be two strips further in: the side of a box that is hardly darker than its top is by 0.1."""
_NEAR_FACING, _TURNED_DEG = 0.35, 14.0
_STEP = np.array([[-0.5, 0.0, 0.5]], np.float32)
_SOFT_PX, _ROUND_PX = (5, 5), (25, 25)
_SQUARE = np.ones((3, 3), np.uint8)


def shows(piece: Piece, table: Mask, eye: Floats) -> Mask:
    """Where a piece of ground (n, n) shows the surface of something flat.

    `table` (n, n) is where the table shows, in whatever light, `eye` (2,) mm the place above which the camera stands.
    """
    lit = _in_full_light(table, piece)
    hidden = cv2.dilate(piece.known.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    hidden[:2] = hidden[-2:] = hidden[:, :2] = hidden[:, -2:] = True
    flat = np.zeros_like(table)
    pixel = np.array([eye[0] - piece.left, piece.far - eye[1]]) / piece.mm - 0.5
    sheets = [_outlined(surface, hidden) for surface in _surfaces(piece, ~table & ~piece.known)]
    for _ in range(2):  # what is printed on a sheet, or lies on it, has that for its table
        for sheet in sheets:
            if not (flat & sheet.surface).any() and _lies_flat(sheet, lit | flat, piece, pixel):
                flat |= sheet.surface
    gaps = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(GAP_MM / piece.mm / 2) + 1,) * 2)
    return np.asarray(cv2.morphologyEx(flat.astype(np.uint8), cv2.MORPH_CLOSE, gaps) > 0)


def _in_full_light(table: Mask, piece: Piece) -> Mask:
    """Where the table is seen, and no thing's shadow on it; also between spots too small to matter."""
    brighter = grey(piece.ratio)
    weight = cv2.erode(table.astype(np.float32), _SQUARE)
    near, round_about = (
        cv2.blur(brighter * weight, size) / np.maximum(cv2.blur(weight, size), 0.01)
        for size in (_SOFT_PX, _ROUND_PX)
    )
    lit = (table & (near > round_about + FULL_LIGHT)) | piece.known
    return np.asarray(cv2.blur(lit.astype(np.float32), (5, 5)) > 0.5)


def _surfaces(piece: Piece, other: Mask) -> Iterator[Mask]:
    """Connected pieces of ground over which colours change but slowly, of which most is not the table."""
    limit = SLOWLY + NOISE * np.exp(-piece.now)
    smooth = (changes(piece.colours, _STEP) < limit) & ~piece.known
    count, labels, stats, _ = cv2.connectedComponentsWithStats(smooth.astype(np.uint8), connectivity=4)
    others = np.bincount(labels[other], minlength=count)
    for k in range(1, count):
        area = stats[k, cv2.CC_STAT_AREA]
        if area * piece.mm**2 >= _LEAST_MM2 and others[k] > area / 2:
            yield cv2.dilate((labels == k).astype(np.uint8), _SQUARE) > 0


@dataclass(frozen=True, eq=False)
class _Sheet:
    """A surface, and what is seen of its outline without dents.

    That is pixels (N, 2), as column and row, and their outward normals; `corners` are those of the whole outline.
    """

    surface: Mask
    pixels: Floats32
    normals: Floats32
    corners: Floats


def _outlined(surface: Mask, hidden: Mask) -> _Sheet:
    """The convex outline of a surface, as far as it can be seen: not where it is bridged, or dice are `hidden`."""
    contours, _ = cv2.findContours(surface.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=len)
    corners = np.asarray(cv2.convexHull(contour), np.float32).reshape(-1, 2)
    pixels, normals = [], []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = float(np.hypot(*(b - a)))
        steps = np.arange(0.5, max(length, 0.6))[:, None] / max(length, 1.0)
        pixels.append(a + (b - a) * steps)
        normals.append(np.broadcast_to(np.array([b[1] - a[1], a[0] - b[0]]) / length, pixels[-1].shape))
    every = np.concatenate(pixels)
    rows, columns = (np.round(every[:, k]).astype(int) for k in (1, 0))
    edge = (
        cv2.dilate((surface & ~(cv2.erode(surface.astype(np.uint8), _SQUARE) > 0)).astype(np.uint8), _SQUARE)
        > 0
    )
    seen = edge[rows, columns] & ~hidden[rows, columns]
    out = np.concatenate(normals)
    middle = corners.mean(axis=0)
    out *= np.sign(np.einsum("ij,ij->i", out, every - middle))[:, None]
    return _Sheet(surface, every[seen], out[seen].astype(np.float32), np.asarray(corners, np.float64))


def _lies_flat(sheet: _Sheet, ground: Mask, piece: Piece, eye: Floats) -> bool:
    """Whether a surface has a sheet's outline, and `ground` in full light before it, as seen from `eye` (2,) px."""
    towards, mm = eye - sheet.corners.mean(axis=0), piece.mm
    places = np.round(sheet.pixels + sheet.normals * (_BAND_MM / mm)).astype(int)
    places = np.clip(places, 0, len(ground) - 1)
    beside = ground[places[:, 1], places[:, 0]]
    near = sheet.normals @ (towards / np.hypot(*towards)) > _NEAR_FACING
    if np.count_nonzero(near) * mm < _SIDE_MM or beside[near].mean() < BESIDE:
        return False
    pixels, normals = sheet.pixels[beside], sheet.normals[beside]
    turn = np.angle(np.exp(4j * np.arctan2(normals[:, 1], normals[:, 0])).sum()) / 4
    sides = [s for k in range(4) if (s := _side(pixels, normals, turn + k * np.pi / 2, mm)) is not None]
    if len(sides) < 2 or not _at_right_angles(sides, mm):
        return False
    if any(_steps(sheet.surface, piece, side) for side in sides if side[0] @ towards > 0):
        return False
    on_sides = np.zeros(len(pixels), np.bool_)
    for normal, offset, _ in sides:
        on_sides |= np.abs(pixels @ normal - offset) * mm < _OFF_MM
    axis = sides[0][0]
    across = np.stack([axis, [-axis[1], axis[0]]], axis=1)
    return bool(on_sides.mean() > STRAIGHT and np.ptp(sheet.corners @ across, axis=0).min() * mm > LEAST_MM)


_Side = tuple[Floats, float, float]
"""A line along one side of an outline: its outward normal (2,), its offset along that, and its length, px."""


def _side(pixels: Floats32, normals: Floats32, turn: float, mm: float) -> _Side | None:
    """The longest straight side of an outline that faces, nearly, in the direction `turn` (rad), if there is one."""
    facing = np.array([np.cos(turn), np.sin(turn)])
    fit = pixels[normals @ facing > np.cos(np.radians(_TURNED_DEG))]
    if len(fit) * mm < _SIDE_MM:
        return None
    offsets, window = fit @ facing, _OFF_MM / mm
    best = max(offsets, key=lambda offset: np.count_nonzero(np.abs(offsets - offset) < window))
    normal, offset, on = facing, float(best), fit
    for _ in range(4):
        on = fit[np.abs(fit @ normal - offset) < window]
        if len(on) * mm < _SIDE_MM:
            return None
        middle = on.mean(axis=0)
        _, axes = np.linalg.eigh(np.cov((on - middle).T))
        normal = axes[:, 0] * (1 if axes[:, 0] @ facing > 0 else -1)
        offset = float(middle @ normal)
    return normal, offset, float(len(on))


def _steps(surface: Mask, piece: Piece, side: _Side) -> bool:
    """Whether a surface changes its brightness all along one of its sides, as from a box's side to its top."""
    normal, offset, _ = side
    rows, columns = np.nonzero(cv2.erode(surface.astype(np.uint8), _SQUARE))
    strip = ((offset - columns * normal[0] - rows * normal[1]) * piece.mm / _STRIP_MM).astype(int)
    levels = piece.now[rows, columns]
    mean = [
        float(np.median(levels[strip == k])) if np.count_nonzero(strip == k) >= _FEW else np.nan
        for k in range(_STRIPS)
    ]
    return bool(np.nanmax(np.abs(np.subtract(mean[2:], mean[:-2])), initial=0.0) > _OTHER_LIGHT)


def _at_right_angles(sides: list[_Side], mm: float) -> bool:
    """Whether all sides are parallel or at right angles to each other, as far as their lengths tell."""
    turns = [(np.arctan2(normal[1], normal[0]), length * mm) for normal, _, length in sides]
    return all(
        abs((np.degrees(a - b) + 45) % 90 - 45) < SQUARE_DEG + np.degrees(WAVERING_MM / min(m, n))
        for (a, m), (b, n) in combinations(turns, 2)
    )
