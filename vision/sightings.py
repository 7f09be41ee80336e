"""Finding the corner cards, or other markers of their dictionary, in a picture: in all of it or near known places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.lens import Floats, Lens
from vision.markers import Grey, Marker, dictionary, fit_markers

CARD_IDS = (0, 1, 2, 3)
PLACES = ("near left", "near right", "far right", "far left")
"""Where each card lies as the device sees it, by id."""

WHOLE = 0.85
"""A marker seen to this share is taken as it is. Unobstructed ones give 0.95 to 1, in blur too; a half-covered one and
whatever else lies there at most 0.65."""

_THRESHOLDS = (15.0, 7.0)
"""By how many grey levels ink must be darker than its surroundings. ArUco's own 7 finds quads in grain and noise, which
takes twice as long and loses cards now and then; 15 alone is too much in dim light, so 7 comes second."""

_SMALL = (8, 0.25)
"""For markers smaller than cards: samples across a cell, and the share of it left out at each side. ArUco's rough
corners are wrong by a pixel, a quarter of a small cell; with its own 4 and 0.13 now and then a sharp marker is lost."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """One marker in the picture that was looked for, mostly a corner card's, and how it was seen."""

    id: int
    marker: Marker


def find_cards(
    grey: Grey, *, near: Mapping[int, Floats] | None = None, lens: Lens | None = None
) -> dict[int, Floats]:
    """The corner cards that are seen whole: id -> (4, 2) float64 px, sub-pixel, in ArUco's order.

    `grey` (H, W) uint8. With `near` (id -> (4, 2) px) only a window round each of these places is searched, for that
    card alone. Of two cards with one id the one seen better is given; `sightings` gives both.
    """
    found: dict[int, Marker] = {}
    looked: Iterable[Sighting]
    looked = sightings(grey, lens=lens) if near is None else _sightings_near(grey, near, lens)
    for sighting in looked:
        best = found.get(sighting.id)
        if sighting.marker.seen >= WHOLE and (best is None or sighting.marker.seen > best.seen):
            found[sighting.id] = sighting.marker
    return {card_id: marker.corners for card_id, marker in sorted(found.items())}


def sightings(grey: Grey, *, lens: Lens | None = None, ids: Sequence[int] = CARD_IDS) -> tuple[Sighting, ...]:
    """Every marker with one of the `ids` in the whole picture, also doubled and partly covered ones."""
    found: list[Sighting] = []
    for constant in _THRESHOLDS:
        detected = _detected(grey, constant, ids)
        found += [s for s in _fitted(grey, detected, lens) if not any(_same(s, f) for f in found)]
        if {s.id for s in found if s.marker.seen >= WHOLE} == set(ids):
            break
    return tuple(found)


def sightings_at_a_glance(grey: Grey, *, lens: Lens | None = None) -> tuple[Sighting, ...]:
    """The corner cards that show in the picture at half its size: mostly all, for a third of the time."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    detected = [(i, quad * 2 + 0.5) for i, quad in _detected(np.asarray(half), _THRESHOLDS[0], CARD_IDS)]
    return tuple(_fitted(grey, detected, lens))


def _sightings_near(grey: Grey, near: Mapping[int, Floats], lens: Lens | None) -> Iterator[Sighting]:
    height, width = grey.shape
    for card_id, quad in near.items():
        if not np.isfinite(quad).all():
            continue
        low, high = np.asarray(quad).min(axis=0), np.asarray(quad).max(axis=0)
        margin = 0.5 * (high - low).max()
        x0, y0 = np.clip((low - margin).astype(int), 0, (width, height))
        x1, y1 = np.clip((high + margin).astype(int) + 1, 0, (width, height))
        if min(x1 - x0, y1 - y0) < 20:
            continue
        window = np.ascontiguousarray(grey[y0:y1, x0:x1])
        for constant in _THRESHOLDS:
            shown = [(i, np.add(quad, (x0, y0))) for i, quad in _detected(window, constant, (card_id,))]
            if shown:
                yield from _fitted(grey, shown, lens)
                break


def _fitted(grey: Grey, detected: Iterable[tuple[int, Floats]], lens: Lens | None) -> Iterator[Sighting]:
    """Fit what was detected, all different cards at once, which is much quicker than one by one."""
    waiting = list(detected)
    while waiting:
        batch = dict(reversed(waiting))
        waiting = [(i, quad) for i, quad in waiting if quad is not batch[i]]
        for card_id, marker in fit_markers(grey, batch, lens=lens).items():
            yield Sighting(id=card_id, marker=marker)


def _same(one: Sighting, other: Sighting) -> bool:
    """Whether two sightings are of one marker: they overlap by more than half."""
    apart = np.linalg.norm(one.marker.corners.mean(axis=0) - other.marker.corners.mean(axis=0))
    return one.id == other.id and bool(apart < 0.5 * np.linalg.norm(np.ptp(other.marker.corners, axis=0)))


def _detected(grey: Grey, constant: float, wanted: Sequence[int]) -> Iterator[tuple[int, Floats]]:
    """The ids among those `wanted` that are seen, and ArUco's rough (4, 2) px corners.

    OpenCV 4 gives the ids as (N, 1) or None, OpenCV 5 as (N,).
    """
    how = cv2.aruco.DetectorParameters()
    how.adaptiveThreshConstant = constant
    if not set(wanted) <= set(CARD_IDS):
        how.perspectiveRemovePixelPerCell, how.perspectiveRemoveIgnoredMarginPerCell = _SMALL
    answer: tuple[Any, ...] = cv2.aruco.ArucoDetector(dictionary(), how).detectMarkers(grey)
    quads, ids = answer[0], answer[1]
    numbers = np.ravel(np.asarray(ids if ids is not None else [], dtype=np.int64)).tolist()
    for number, quad in zip(numbers, quads, strict=True):
        if number in wanted:
            yield number, np.asarray(quad, dtype=np.float64).reshape(4, 2)
