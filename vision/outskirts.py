"""Where something lies beyond the corner cards, by a coarse look.

Few dice roll that far, and to look for them everywhere would take half as long again. So they are looked for where the
picture is not as the empty table was; light that changed there only costs time.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.cover import Glance
from vision.lens import Card, Floats, View
from vision.pictures import Picture
from vision.plane import Area, TopPlane
from vision.tabletop import largest
from vision.tops import Tops, beyond

OTHER, ROUND_ABOUT = 0.16, (15, 15)
"""How much brighter or darker a pixel of the small picture must be than round about, beside the empty table, as
logarithm: light changes slowly from place to place."""
LEAST = 5
"""Pixels together that are so: of the farthest dice ten are."""
MOST_MM2 = 3500.0
"""What is larger is no die, nor a few: an arm, a cup, a card, a book."""
DIE_PX = 5
"""Where the empty table is not known, a narrower strip than this holds no die."""
ROOM = 2.0
"""So far round them, in edges, dice are looked for: more than what is seen of one sticks out of it."""
PAPER = 1.5
"""Side of a card's sheet, in sides of its marker, at most: ink that glares is no thing."""

_LOG = np.log(np.arange(256, dtype=np.float32) + 12.0)

Mask = npt.NDArray[np.bool_]
_Blobs = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
"""Connected pixels: a number for each pixel, 0 for none, and the size of each, px."""


class Outskirts:
    """Looks beyond the plane that `tops` searches; keeps where that is in the picture for the next one."""

    def __init__(self, tops: Tops, cards: Sequence[Card], marker_mm: float) -> None:
        self._tops, self._cards, self._side = tops, tuple(cards), marker_mm * PAPER
        self._view: View | None = None
        self._where: list[tuple[Area, Mask, float]] = []

    def with_something(self, glance: Glance, view: View) -> list[Area]:
        """The parts in which anything lies; whole sides of the table if the empty table is not known."""
        plane = self._tops.plane(view)
        if self._view is not view:
            self._view, self._where = view, self._masks(plane, glance.now.shape[:2])
        if glance.empty is None or glance.known is None:
            return [area for area, _, _ in self._where]
        unknown = cv2.erode((~glance.known).astype(np.uint8), np.ones((DIE_PX, DIE_PX), np.uint8)) > 0
        other = _other(glance.now, glance.empty) | unknown
        any_there = any((other & where).any() for _, where, _ in self._where)
        return self._parts(_blobs(other), plane) if any_there else []

    def _parts(self, blobs: _Blobs, plane: TopPlane) -> list[Area]:
        """The parts in which lies what is as large as a die or a few, and a little round it."""
        view, room = plane.view, ROOM * plane.edge_mm
        labels, sizes = blobs
        scale = np.array([view.lens.width / labels.shape[1], view.lens.height / labels.shape[0]])
        every: list[Area] = []
        for area, where, mm2 in self._where:
            parts: list[Area] = []
            here = np.where(where, labels, 0)
            for k in np.flatnonzero(np.bincount(here.ravel(), minlength=2)[1:] >= LEAST) + 1:
                if sizes[k] > MOST_MM2 / mm2:
                    continue
                pixels = (np.argwhere(here == k)[:, ::-1] + 0.5) * scale - 0.5
                places = np.concatenate([view.on_plane(pixels, height) for height in (0.0, plane.edge_mm)])
                places = places[np.isfinite(places).all(axis=1)]
                low, high = places.min(axis=0) - room, places.max(axis=0) + room
                part = Area(*np.maximum(area[:2], low), *np.minimum(area[2:], high))
                for other in [other for other in parts if _overlap(part, other)]:
                    parts.remove(other)
                    part = Area(*np.minimum(part, other)[:2], *np.maximum(part, other)[2:])
                parts.append(part)
            every += [p for p in parts if min(p.right - p.left, p.far - p.near) > plane.edge_mm]
        return every

    def _masks(self, plane: TopPlane, shape: Sequence[int]) -> list[tuple[Area, Mask, float]]:
        view = plane.view
        within = _shown(_rim(plane.area, plane.edge_mm), view, shape)
        for card in self._cards:
            sheet = _shown(card.corners(self._side), view, shape)
            within |= cv2.dilate(sheet.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        where = []
        for area in beyond(plane):
            mask = _shown(_rim(area, plane.edge_mm), view, shape)
            size = (area.right - area.left) * (area.far - area.near)
            where.append((area, mask & ~within, size / max(1.0, float(np.count_nonzero(mask)))))
        return where


def _other(now: Picture, empty: Picture) -> Mask:
    """Where a picture is not as the empty table was, but for its light."""
    ratio = cv2.LUT(now, _LOG) - cv2.LUT(empty, _LOG)
    ratio -= cv2.blur(ratio, ROUND_ABOUT)
    return largest(np.asarray(ratio, np.float32)) > OTHER


def _blobs(mask: Mask) -> _Blobs:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return np.asarray(labels), np.asarray(stats[:, cv2.CC_STAT_AREA])


def _overlap(one: Area, other: Area) -> bool:
    """Whether two areas have a part in common."""
    return one.left < other.right and other.left < one.right and one.near < other.far and other.near < one.far


def _rim(area: Area, height: float) -> Floats:
    """(N, 3) mm: places on the border of an area, at a height."""
    steps = np.linspace(0, 1, 12)
    xs, ys = area.left + (area.right - area.left) * steps, area.near + (area.far - area.near) * steps
    rim = [(x, y) for y in (area.near, area.far) for x in xs]
    rim += [(x, y) for x in (area.left, area.right) for y in ys]
    return np.array([(x, y, height) for x, y in rim])


def _shown(rim: Floats, view: View, shape: Sequence[int]) -> Mask:
    """Where a small picture shows what lies within some places (N, 3) mm."""
    scale = np.array([shape[1] / view.lens.width, shape[0] / view.lens.height])
    outline = cv2.convexHull(np.round((view.project(rim) + 0.5) * scale - 0.5).astype(np.int32))
    return np.asarray(cv2.fillConvexPoly(np.zeros(shape[:2], np.uint8), outline, (1,)) > 0)
