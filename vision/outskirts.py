"""On which sides of the table something lies beyond the corner cards, by a coarse look.

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
from vision.plane import Area
from vision.tabletop import largest
from vision.tops import SIDES, Side, Tops, beyond

OTHER, ROUND_ABOUT = 0.16, (15, 15)
"""How much brighter or darker a pixel of the small picture must be than round about, beside the empty table, as
logarithm: light changes slowly from place to place."""
LEAST = 5
"""Pixels together that are so: of the farthest dice ten are."""
PAPER = 1.5
"""Side of a card's sheet, in sides of its marker, at most: ink that glares is no thing."""

_LOG = np.log(np.arange(256, dtype=np.float32) + 12.0)

Mask = npt.NDArray[np.bool_]


class Outskirts:
    """Looks beyond the plane that `tops` searches; keeps where that is in the picture for the next one."""

    def __init__(self, tops: Tops, cards: Sequence[Card], marker_mm: float) -> None:
        self._tops, self._cards, self._side = tops, tuple(cards), marker_mm * PAPER
        self._view: View | None = None
        self._where: dict[Side, Mask] = {}

    def with_something(self, glance: Glance, view: View) -> list[Side]:
        """The sides on which anything lies; all, as far as the picture shows them, if the empty table is not known."""
        if self._view is not view:
            self._view, self._where = view, self._masks(view, glance.now.shape[:2])
        if glance.empty is None or glance.known is None:
            return list(self._where)
        other = _other(glance.now, glance.empty) | ~glance.known
        return [side for side, where in self._where.items() if _is_large(other & where)]

    def _masks(self, view: View, shape: Sequence[int]) -> dict[Side, Mask]:
        plane = self._tops.plane(view)
        strips = {side: area for side in SIDES if (area := beyond(plane, side)) is not None}
        within = _shown(_rim(plane.area, plane.edge_mm), view, shape)
        for card in self._cards:
            sheet = _shown(card.corners(self._side), view, shape)
            within |= cv2.dilate(sheet.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return {
            side: _shown(_rim(area, plane.edge_mm), view, shape) & ~within for side, area in strips.items()
        }


def _other(now: Picture, empty: Picture) -> Mask:
    """Where a picture is not as the empty table was, but for its light."""
    ratio = cv2.LUT(now, _LOG) - cv2.LUT(empty, _LOG)
    ratio -= cv2.blur(ratio, ROUND_ABOUT)
    return largest(np.asarray(ratio, np.float32)) > OTHER


def _is_large(mask: Mask) -> bool:
    """Whether there are as many pixels together as of a die."""
    if not mask.any():
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return bool((stats[1:, cv2.CC_STAT_AREA] >= LEAST).any())


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
