"""The corner cards in a picture, and from them where the camera is at this moment.

Mostly the camera stands where it stood when the table was calibrated. Then it is enough to look at the four places
where the cards must be, which takes a tenth of the time of a search through the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np

from vision.errors import CardsNotVisible, VisionError
from vision.lens import Card, Floats, Lens, View
from vision.markers import Grey, Marker, dictionary, fit_markers, share_in_place
from vision.pose import pose_of_plane, refine_pose

CARD_IDS = (0, 1, 2, 3)
PLACES = ("near left", "near right", "far right", "far left")
"""Where each card lies as the device sees it, by id."""

WHOLE = 0.85
"""A marker seen to this share is taken as it is. Unobstructed ones give 0.95 to 1, in blur too; a half-covered one and
whatever else lies there at most 0.65."""

STILL_PX = 0.8
"""Corners repeat to 0.3 px from picture to picture, in other light and soft ones too; a card 0.8 px off was moved by
0.3 to 0.5 mm, and that much does not harm a reading."""

AGREE_PX = 1.0
"""The rms to which cards that were not moved agree on one pose; a card moved by 3 mm gives more."""

_GRAZED = 0.4
"""Places of a covered card that still lie on their edges. By chance it is 0.1 to 0.2 of them."""


_THRESHOLDS = (15.0, 7.0)
"""By how many grey levels ink must be darker than its surroundings. ArUco's own 7 finds quads in grain and noise, which
takes twice as long and loses cards now and then; 15 alone is too much in dim light, so 7 comes second."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """One marker with a corner card's id in the picture, and how it was seen."""

    id: int
    marker: Marker


@dataclass(frozen=True, eq=False)
class Fix:
    """Where the camera is now.

    `view` is for pictures of this size; `rms_px` how well the cards used agree with it; `seen` their ids; `moved`
    whether the camera stands elsewhere than at calibration; `warnings` one line each, with advice.
    """

    view: View
    rms_px: float
    seen: tuple[int, ...]
    moved: bool
    warnings: tuple[str, ...]


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


def sightings(grey: Grey, *, lens: Lens | None = None) -> tuple[Sighting, ...]:
    """Every marker with a corner card's id in the whole picture, also doubled and partly covered ones."""
    found: list[Sighting] = []
    for constant in _THRESHOLDS:
        found += [
            s for s in _fitted(grey, _detected(grey, constant), lens) if not any(_same(s, f) for f in found)
        ]
        if {s.id for s in found if s.marker.seen >= WHOLE} == set(CARD_IDS):
            break
    return tuple(found)


def _sightings_near(grey: Grey, near: Mapping[int, Floats], lens: Lens | None) -> Iterator[Sighting]:
    height, width = grey.shape
    for card_id, quad in near.items():
        low, high = np.asarray(quad).min(axis=0), np.asarray(quad).max(axis=0)
        margin = 0.5 * (high - low).max()
        x0, y0 = np.clip((low - margin).astype(int), 0, (width, height))
        x1, y1 = np.clip((high + margin).astype(int) + 1, 0, (width, height))
        if min(x1 - x0, y1 - y0) < 20:
            continue
        window = np.ascontiguousarray(grey[y0:y1, x0:x1])
        for constant in _THRESHOLDS:
            shown = [(i, np.add(quad, (x0, y0))) for i, quad in _detected(window, constant) if i == card_id]
            if shown:
                yield from _fitted(grey, shown, lens)
                break


def _fitted(grey: Grey, detected: Iterable[tuple[int, Floats]], lens: Lens | None) -> Iterator[Sighting]:
    for card_id, corners in detected:
        for marker in fit_markers(grey, {card_id: corners}, lens=lens).values():
            yield Sighting(id=card_id, marker=marker)


def _same(one: Sighting, other: Sighting) -> bool:
    """Whether two sightings are of one marker: they overlap by more than half."""
    apart = np.linalg.norm(one.marker.corners.mean(axis=0) - other.marker.corners.mean(axis=0))
    return one.id == other.id and bool(apart < 0.5 * np.linalg.norm(np.ptp(other.marker.corners, axis=0)))


def _detected(grey: Grey, constant: float) -> Iterator[tuple[int, Floats]]:
    """The corner cards' ids and ArUco's rough (4, 2) px corners.

    OpenCV 4 gives the ids as (N, 1) or None, OpenCV 5 as (N,).
    """
    how = cv2.aruco.DetectorParameters()
    how.adaptiveThreshConstant = constant
    answer: tuple[Any, ...] = cv2.aruco.ArucoDetector(dictionary(), how).detectMarkers(grey)
    quads, ids = answer[0], answer[1]
    numbers = np.ravel(np.asarray(ids if ids is not None else [], dtype=np.int64)).tolist()
    for number, quad in zip(numbers, quads, strict=True):
        if number in CARD_IDS:
            yield number, np.asarray(quad, dtype=np.float64).reshape(4, 2)


def fix_view(grey: Grey, *, reference: View, cards: Sequence[Card], marker_mm: float) -> Fix:
    """Where the camera is in this picture.

    `grey` (H, W) uint8; `reference` the view at calibration, whose lens may be for another size of the same shape;
    `cards` as calibrated. If the cards are where `reference` expects them, the fix's view is `reference` itself (for a
    picture of another size: one and the same object each time). Else they are looked for in the whole picture and the
    pose is found anew from at least three of them. Cards that are covered, glare or were moved are left out with a
    warning. Two cards, or one, are enough where they prove that the camera still stands where it stood. Raises
    CardsNotVisible with advice, and VisionError for a picture of another shape.
    """
    reference = _fitting(reference, grey.shape[1], grey.shape[0])
    places = {card.id: card.corners(marker_mm) for card in cards}
    expected = {card_id: reference.project(corners) for card_id, corners in places.items()}
    there = fit_markers(grey, expected, lens=reference.lens, close=True)
    still = tuple(i for i, marker in sorted(there.items()) if _stands(marker, expected[i]))
    if len(still) >= min(3, len(places)):
        rest = {i: quad for i, quad in expected.items() if i not in still}
        elsewhere = find_cards(grey, near=rest, lens=reference.lens) if rest else {}
        warnings = tuple(_about(i, elsewhere.get(i), places[i], reference) for i in rest)
        return Fix(reference, _rms([there[i].corners - expected[i] for i in still]), still, False, warnings)
    whole = [s for s in sightings(grey, lens=reference.lens) if s.id in places and s.marker.seen >= WHOLE]
    fix = _pose_anew(whole, reference, places, expected)
    if fix is None:
        fix = _proved_still(grey, whole, still, reference, places, expected)
    if fix is None:
        raise CardsNotVisible(_advice(whole, tuple(places)))
    return fix


@lru_cache(maxsize=8)
def _fitting(view: View, width: int, height: int) -> View:
    """The view for pictures of this size; the same object each time, so that callers can tell it has not changed."""
    lens = view.lens
    if (width, height) == (lens.width, lens.height):
        return view
    if abs(width * lens.height - height * lens.width) > 0.005 * height * lens.width:
        raise VisionError(
            f"the picture has {width} x {height} pixels and the table was calibrated with {lens.width} x {lens.height}:"
            " use pictures of that shape, or calibrate again with this one"
        )
    return View(lens=lens.scaled(width, height), pose=view.pose)


def _stands(marker: Marker, expected: Floats) -> bool:
    return marker.seen >= WHOLE and _rms([marker.corners - expected]) < STILL_PX


def _rms(offs: Sequence[Floats]) -> float:
    """Root mean square distance in px of (4, 2) offsets."""
    return float(np.sqrt(np.mean([np.sum(off**2, axis=1) for off in offs])))


def _about(card_id: int, found: Floats | None, places: Floats, reference: View) -> str:
    """Why a card was not used although the camera stands still."""
    if found is not None:
        by = np.linalg.norm(reference.on_plane(found, 0.0).mean(axis=0) - places[:, :2].mean(axis=0))
        return (
            f"{_name(card_id)} was moved by {by:.0f} mm since the calibration, the camera was not:"
            " lay it back or calibrate the table again"
        )
    return f"{_name(card_id)} is covered, glares or is gone; the camera stands still, so the reading goes on without it"


def _pose_anew(
    whole: Sequence[Sighting], reference: View, places: Mapping[int, Floats], expected: Mapping[int, Floats]
) -> Fix | None:
    """The pose on which most of the cards agree, at least three."""
    by_id: dict[int, list[Floats]] = {}
    for sighting in whole:
        by_id.setdefault(sighting.id, []).append(sighting.marker.corners)
    for size in range(len(by_id), 2, -1):
        best: Fix | None = None
        for ids in combinations(sorted(by_id), size):
            for quads in product(*(by_id[i][:3] for i in ids)):
                fix = _pose_from(dict(zip(ids, quads, strict=True)), reference, places, expected, set(by_id))
                if fix is not None and (best is None or fix.rms_px < best.rms_px):
                    best = fix
        if best is not None:
            return best
    return None


def _pose_from(
    quads: Mapping[int, Floats],
    reference: View,
    places: Mapping[int, Floats],
    expected: Mapping[int, Floats],
    present: set[int],
) -> Fix | None:
    lens = reference.lens
    known = np.concatenate([places[i] for i in quads])
    pixels = np.concatenate(list(quads.values()))
    try:
        pose, left = refine_pose(lens, pose_of_plane(lens, known[:, :2], pixels), known, pixels)
    except ValueError:
        return None
    rms = _rms(list(left.reshape(-1, 4, 2)))
    if not rms < AGREE_PX or pose.eye[2] <= 0:
        return None
    view = View(lens=lens, pose=pose)
    moved = any(_rms([view.project(places[i]) - expected[i]]) > STILL_PX for i in places)
    warnings = (
        ["the camera was moved since the calibration; its place was found again from the cards"]
        if moved
        else []
    )
    for card_id in sorted(set(places) - set(quads)):
        why = "was moved since the calibration" if card_id in present else "is covered, glares or is gone"
        warnings.append(f"{_name(card_id)} {why}: the camera's place comes from the other three")
    return Fix(view, rms, tuple(sorted(quads)), moved, tuple(warnings))


def _proved_still(
    grey: Grey,
    whole: Sequence[Sighting],
    still: tuple[int, ...],
    reference: View,
    places: Mapping[int, Floats],
    expected: Mapping[int, Floats],
) -> Fix | None:
    """The reference itself, if a card seen whole, or parts of two, lie exactly where it says."""
    shares = share_in_place(grey, expected, lens=reference.lens)
    parts = tuple(i for i, share in sorted(shares.items()) if share >= _GRAZED)
    if not still and len(parts) < 2:
        return None
    lost = ", ".join(str(i) for i in sorted(set(places) - set(still)))
    how = (
        f"only card {' and '.join(map(str, still))} is seen whole"
        if still
        else "no corner card is seen whole"
    )
    warnings = [f"{how}; what is seen lies where it was, so the camera did not move. Uncover cards {lost}"]
    elsewhere = {s.id: s.marker.corners for s in whole if s.id not in still}
    warnings += [_about(i, quad, places[i], reference) for i, quad in sorted(elsewhere.items())]
    return Fix(reference, STILL_PX, still or parts, False, tuple(warnings))


def _advice(whole: Sequence[Sighting], wanted: tuple[int, ...]) -> str:
    seen = [s.id for s in whole]
    doubled = sorted({i for i in seen if seen.count(i) > 1})
    if doubled:
        return (
            f"there are two cards {doubled[0]} in the picture: take away the one that does not belong there"
        )
    if not seen:
        return (
            "no corner card is seen: check that the camera looks at the table, that there is light,"
            " and that nothing lies on the cards"
        )
    missing = [i for i in wanted if i not in seen]
    if len(seen) < 3:
        return (
            f"only {_names(seen)} seen, and the camera was moved since the calibration:"
            f" uncover {_names(missing)} and take the picture again"
        )
    return f"{_names(seen)} no longer lie as they did at the calibration: lay them back, or calibrate the table again"


def _name(card_id: int) -> str:
    return f"card {card_id} ({PLACES[card_id]})" if card_id in CARD_IDS else f"card {card_id}"


def _names(ids: Sequence[int]) -> str:
    return "cards " + ", ".join(map(str, ids)) if len(ids) > 1 else f"card {ids[0]}"
