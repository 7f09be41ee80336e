"""The corner cards, and from them where the camera is at this moment.

Mostly the camera stands where it stood when the table was calibrated. Then it is enough to look at the four places
where the cards must be, which takes a tenth of the time of a search through the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

import numpy as np

from vision.errors import CardsNotVisible, VisionError
from vision.lens import Card, Floats, View
from vision.markers import Grey, Marker, fit_markers, grey_of, markers_in_place
from vision.pictures import Picture
from vision.pose import pose_of_plane, refine_pose
from vision.sightings import (
    CARD_IDS,
    PLACES,
    WHOLE,
    Sighting,
    find_cards,
    sightings,
    sightings_at_a_glance,
)

__all__ = ["CARD_IDS", "PLACES", "WHOLE", "Fix", "Sighting", "find_cards", "fix_view", "sightings"]

STILL_PX = 0.8
"""Corners repeat to 0.3 px from picture to picture, in other light and soft ones too; a card 0.8 px off was moved by
0.3 to 0.5 mm, and that much does not harm a reading."""

AGREE_PX = 1.0
"""The rms to which cards that were not moved agree on one pose; a card moved by 3 mm gives more."""

_MOVED_MM = 2.0
"""A card that was moved by less and still does not lie as it did was turned."""

_ENOUGH = 3
"""Cards that make a pose sure. Two squares at one side of the table leave its other side vague by centimetres."""

_GRAZED = 0.4
"""Share of a covered card that still lies in place. By chance it is at most 0.1."""


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


@dataclass(frozen=True, eq=False)
class _Known:
    """The calibrated table: the view then, each card's (4, 3) mm corners, and the (4, 2) px where they are expected."""

    view: View
    places: Mapping[int, Floats]
    expected: Mapping[int, Floats]


def fix_view(picture: Grey | Picture, *, reference: View, cards: Sequence[Card], marker_mm: float) -> Fix:
    """Where the camera is in this picture.

    `picture` (H, W, 3) uint8, or (H, W) if it is grey already; `reference` the view at calibration, whose lens may be
    for another size of the same shape; `cards` as calibrated. If the cards are where `reference` expects them, the
    fix's view is `reference` itself (for a picture of another size: one and the same object each time). Else they are
    looked for in the whole picture and the pose is found anew from at least three of them. Cards that are covered,
    glare or were moved are left out with a warning. Two cards, or one, are enough where they prove that the camera
    still stands where it stood. Raises CardsNotVisible with advice, and VisionError for a picture of another shape.
    """
    view = _fitting(reference, picture.shape[1], picture.shape[0])
    known = _known(view, tuple(cards), marker_mm)
    places = known.places
    there = fit_markers(picture, known.expected, lens=view.lens, close=True)
    still = {i: marker for i, marker in sorted(there.items()) if _stands(marker, known.expected[i])}
    if still and len(still) == len(places):
        return _as_it_was(known, still, {})
    grey = grey_of(picture)
    if still:
        rest = {i: quad for i, quad in known.expected.items() if i not in still}
        elsewhere = find_cards(grey, near=rest, lens=view.lens) if rest else {}
        if len(still) > 1 or not elsewhere:
            return _as_it_was(known, still, elsewhere)
    fix = _found_at_a_glance(grey, known)
    if fix is not None:
        return fix
    whole = [s for s in sightings(grey, lens=view.lens) if s.id in places and s.marker.seen >= WHOLE]
    fix = _found_anew(known, whole)
    if fix is not None:
        return fix
    parts = markers_in_place(grey, known.expected, lens=view.lens)
    parts = {i: marker for i, marker in sorted(parts.items()) if marker.seen >= _GRAZED}
    if len(parts) > 1:
        return _as_it_was(known, parts, {s.id: s.marker.corners for s in whole if s.id not in parts})
    raise CardsNotVisible(_advice(whole, tuple(places)))


@lru_cache(maxsize=2)
def _known(view: View, cards: tuple[Card, ...], marker_mm: float) -> _Known:
    places = {card.id: card.corners(marker_mm) for card in cards}
    return _Known(view, places, {i: view.project(corners) for i, corners in places.items()})


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


def _as_it_was(known: _Known, still: Mapping[int, Marker], elsewhere: Mapping[int, Floats]) -> Fix:
    """The camera did not move: these cards, or what is seen of them, lie where they lay."""
    unseen = [i for i in known.places if i not in still or still[i].seen < WHOLE]
    if len(known.places) - len(unseen) >= _ENOUGH:
        warnings = [_about(known, i, elsewhere.get(i)) for i in unseen]
    else:
        found = f"only {_names(tuple(still))} can be seen; what is seen lies where it lay, so the camera did not move"
        warnings = [
            f"{found}. Uncover {_names(unseen)}",
            *(_about(known, i, quad) for i, quad in elsewhere.items()),
        ]
    rms = max(_rms([m.corners - known.expected[i]]) or m.rms_px for i, m in still.items())
    return Fix(known.view, rms, tuple(still), False, tuple(warnings))


def _about(known: _Known, card_id: int, found: Floats | None) -> str:
    """Why a card was not used although the camera stands still."""
    if found is None:
        return f"{_name(card_id)} is covered, glares or is gone; the camera stands still, so it can be done without"
    by = np.linalg.norm(
        known.view.on_plane(found, 0.0).mean(axis=0) - known.places[card_id][:, :2].mean(axis=0)
    )
    how = f"moved by {by:.0f} mm" if by >= _MOVED_MM else "turned"
    return (
        f"{_name(card_id)} was {how} since the calibration, the camera was not:"
        " lay it back or calibrate the table again"
    )


def _found_at_a_glance(grey: Grey, known: _Known) -> Fix | None:
    """The pose on which all cards agree, if that many of them show at half the size that they tell of the others."""
    lens = known.view.lens
    whole = [
        s for s in sightings_at_a_glance(grey, lens=lens) if s.id in known.places and s.marker.seen >= WHOLE
    ]
    fix = _found_anew(known, whole)
    if fix is not None and len(fix.seen) < len(known.places):
        rest = {i: fix.view.project(corners) for i, corners in known.places.items() if i not in fix.seen}
        fitted = fit_markers(grey, rest, lens=lens, close=True)
        whole += [Sighting(i, marker) for i, marker in fitted.items() if marker.seen >= WHOLE]
        fix = _found_anew(known, whole)
    return fix if fix is not None and len(fix.seen) == len(known.places) else None


def _found_anew(known: _Known, whole: Sequence[Sighting]) -> Fix | None:
    """The pose on which most of the cards agree, at least three."""
    by_id: dict[int, list[Floats]] = {}
    for sighting in whole:
        by_id.setdefault(sighting.id, []).append(sighting.marker.corners)
    for size in range(len(by_id), _ENOUGH - 1, -1):
        best: Fix | None = None
        for ids in combinations(sorted(by_id), size):
            for quads in product(*(by_id[i][:3] for i in ids)):
                fix = _agreeing(known, dict(zip(ids, quads, strict=True)), set(by_id))
                if fix is not None and (best is None or fix.rms_px < best.rms_px):
                    best = fix
        if best is not None:
            return best
    return None


def _agreeing(known: _Known, quads: Mapping[int, Floats], present: set[int]) -> Fix | None:
    """The pose from these cards' (4, 2) px corners, if they agree on one."""
    lens = known.view.lens
    places = np.concatenate([known.places[i] for i in quads])
    pixels = np.concatenate(list(quads.values()))
    try:
        pose, left = refine_pose(lens, pose_of_plane(lens, places[:, :2], pixels), places, pixels)
    except ValueError:
        return None
    rms = _rms(list(left.reshape(-1, 4, 2)))
    if not rms < AGREE_PX or pose.eye[2] <= 0:
        return None
    view = View(lens=lens, pose=pose)
    moved = any(
        _rms([view.project(corners) - known.expected[i]]) > STILL_PX for i, corners in known.places.items()
    )
    warnings = []
    if moved:
        warnings.append(
            "the camera was moved since the calibration; its place was found again from the cards"
        )
    for card_id in sorted(set(known.places) - set(quads)):
        why = "was moved since the calibration" if card_id in present else "is covered, glares or is gone"
        warnings.append(f"{_name(card_id)} {why}: the camera's place comes from the other three")
    return Fix(view, rms, tuple(sorted(quads)), moved, tuple(warnings))


def _advice(whole: Sequence[Sighting], wanted: Sequence[int]) -> str:
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
    if len(seen) < _ENOUGH:
        return (
            f"only {_names(seen)} can be seen, and the camera was moved since the calibration:"
            f" uncover {_names([i for i in wanted if i not in seen])} and take the picture again"
        )
    return f"{_names(seen)} no longer lie as they did at the calibration: lay them back, or calibrate the table again"


def _name(card_id: int) -> str:
    return f"card {card_id} ({PLACES[card_id]})" if card_id in CARD_IDS else f"card {card_id}"


def _names(ids: Sequence[int]) -> str:
    return "cards " + ", ".join(map(str, sorted(ids))) if len(ids) > 1 else f"card {ids[0]}"
