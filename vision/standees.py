"""Where the figures of Outrun the Bear stand: the markers on their bases, in mm on the table, each with its doubt.

The markers are of the corner cards' dictionary, so that they are fitted by the same means, which looks at all edges of
a pattern whose size and place are known. A marker is sure only if its sixteen bits are read without a fault, its edges
are seen, and it lies flat in its right size; whatever is otherwise is a doubt with its reason.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cards import WHOLE, fix_view
from vision.lens import Card, Floats, View
from vision.markers import CELLS
from vision.pictures import Picture
from vision.seen import Pixel
from vision.sightings import Sighting, sightings

BEAR: Final = 0
"""The bear's number; runners have 1 to 8."""

STANDEE_IDS: Final = (6, 10, 11, 13, 18, 19, 20, 21, 24)
"""The markers' ids in DICT_4X4_50, by the figures' numbers. However it is turned, each differs from every corner card
in at least 5 of its 16 bits and from each other in at least 6: no other nine of the dictionary differ more."""

MARKER_MM: Final = 24.0
"""Side of the black square. A cell is then 4 mm: some 10 px wide and 6 px deep in the middle of the play area as the
Camera Module 3 sees it from 0.68 m away, 40 degrees above the table, at a focal length of 1690 px; 8 and 4 px at its
far edge. Below 3 px bits can no longer be told."""

FINEST_PX: Final = 3.0
"""Fewer pixels across a cell, in the direction in which it looks narrower, are too few to be sure."""

_SIZE_OFF = 0.08
"""Flat markers of one print measure alike to 3 % when small and far; a base 5 mm high makes them 1.5 % larger."""

_SKEW_OFF = 0.10
"""By how much a flat marker's sides, or its diagonals, may differ; one that leans by 20 degrees differs by 20 %."""


@dataclass(frozen=True)
class SeenStandee:
    """A figure's marker on the table: where its middle is, and whether that can be relied on."""

    number: int
    """0 the bear, 1 to 8 the runners."""
    x: float
    """mm in the table frame."""
    y: float
    """mm in the table frame."""
    yaw_deg: float
    """Counter-clockwise; 0 is upright for someone at the device."""
    sure: bool
    why: str
    """Empty if sure; else the reason in words."""
    seen: float
    """The share of its edges that was found, 0 to 1."""
    outline: tuple[Pixel, ...] = ()
    """Its black square, px of the picture as taken."""


@dataclass(frozen=True)
class SeenStandees:
    """All figures' markers in one picture, in the order of their numbers. One that lies there twice is in it twice."""

    standees: tuple[SeenStandee, ...]
    warnings: tuple[str, ...]
    ms: float
    """How long the reading took, ms, without decoding the picture."""
    view: View

    def sure(self, number: int) -> SeenStandee | None:
        """The figure, if it is surely seen."""
        return next((s for s in self.standees if s.number == number and s.sure), None)


class StandeeReader:
    """Reads pictures of one calibrated table.

    `view` and `cards` as calibrated, `card_mm` the side of the corner cards' black square, `marker_mm` that of the
    figures' markers.
    """

    def __init__(
        self, *, view: View, cards: Sequence[Card], card_mm: float, marker_mm: float = MARKER_MM
    ) -> None:
        self._view = view
        self._cards = tuple(cards)
        self._card_mm = card_mm
        self._marker_mm = marker_mm

    def read(self, picture: Picture) -> SeenStandees:
        """The figures in a picture (H, W, 3) uint8 BGR.

        Raises CardsNotVisible where the corner cards do not tell where the camera is, and VisionError for a picture of
        another shape than the table's.
        """
        start = time.perf_counter()
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        fix = fix_view(grey, reference=self._view, cards=self._cards, marker_mm=self._card_mm)
        found = sightings(grey, lens=fix.view.lens, ids=STANDEE_IDS)
        ids = [sighting.id for sighting in found]
        standees = [
            _standee(fix.view, sighting, self._marker_mm, times=ids.count(sighting.id)) for sighting in found
        ]
        standees.sort(key=lambda standee: (standee.number, standee.x, standee.y))
        return SeenStandees(
            tuple(standees), fix.warnings, round((time.perf_counter() - start) * 1000, 2), fix.view
        )


def _standee(view: View, sighting: Sighting, marker_mm: float, *, times: int) -> SeenStandee:
    pixels = sighting.marker.corners
    corners = view.on_plane(pixels, 0.0)
    why = _doubt(sighting, corners, marker_mm, times=times)
    middle = corners.mean(axis=0)
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return SeenStandee(
        number=STANDEE_IDS.index(sighting.id),
        x=float(middle[0]),
        y=float(middle[1]),
        yaw_deg=float(np.rad2deg(np.arctan2(along[1], along[0]))),
        sure=not why,
        why=why,
        seen=sighting.marker.seen,
        outline=tuple((float(u), float(v)) for u, v in pixels),
    )


def _doubt(sighting: Sighting, corners: Floats, marker_mm: float, *, times: int) -> str:
    """Why this marker is not sure, or nothing; `corners` (4, 2) mm."""
    if times > 1:
        return f"there are {times} with this number on the table"
    if not np.isfinite(corners).all():
        return "it is not on the table"
    if sighting.marker.seen < WHOLE:
        return f"only {sighting.marker.seen:.0%} of its marker is seen"
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    diagonals = np.linalg.norm(corners[:2] - corners[2:], axis=1)
    skew = max(float(np.ptp(sides) / sides.mean()), float(np.ptp(diagonals) / diagonals.mean()))
    if skew > _SKEW_OFF:
        return "its marker does not lie flat on the table"
    if abs(sides.mean() / marker_mm - 1) > _SIZE_OFF:
        return f"its marker looks {sides.mean():.0f} mm large instead of {marker_mm:.0f} mm"
    if _finest_px(sighting.marker.corners) < FINEST_PX:
        return "its marker is too small in the picture"
    return ""


def _finest_px(pixels: Floats) -> float:
    """The width in px of a marker's cell where it looks narrowest: of the ellipse that a circle in it would be."""
    across, down = (pixels[1] - pixels[0]) / CELLS, (pixels[3] - pixels[0]) / CELLS
    return float(np.linalg.svd(np.stack([across, down]), compute_uv=False)[-1])
