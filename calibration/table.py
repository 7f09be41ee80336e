"""From one picture of the four corner cards: where the camera is and where each card lies.

The only thing known in millimetres is the black square's side. One common wrong scale, as from a printer set to "fit
to page", therefore cannot be seen in a picture: every length is then wrong by that factor, and nothing contradicts
it. The ruler that `bears print cards` puts on the sheet is there to check just that. One card that differs from the
other three is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.adjustment import Adjusted, adjust, in_table_frame
from calibration.errors import CardsUnusable
from vision.cards import CARD_IDS, PLACES, WHOLE, Sighting, sightings
from vision.lens import Card, Floats, Lens, Pose, View
from vision.markers import Grey
from vision.pose import pose_of_plane, refine_pose, rotation

MARKER_MM = 60.0
"""Side of a corner card's black square."""

GOOD_PX, BAD_PX = 0.5, 1.2
"""Good cards and a calibrated lens give 0.1 to 0.2 px rms, soft pictures too. Half a pixel is still no harm, but comes
from something: a nominal lens, a wavy card. 1.2 px is 0.4 mm near and 0.8 mm far: as much as a card printed 1.5 %
too small, or bent up by 2 mm at one corner; what causes that should be mended, not averaged."""

ODD_SIZE, ODD_SIZE_PX = 0.008, 0.5
"""Cards of one print measure alike to 0.2 %, and to 0.2 px where they are small. What is beyond 0.8 % (0.5 mm, or a
card raised by 5 mm) and beyond half a pixel is no accident."""

ODD_SIZE_NOMINAL = 0.012
"""With a nominal lens, which is adjusted by the same sixteen corners, cards of one print measure alike to 0.3 %."""

CAMPSITE_MM = 110.0

ADJUSTED, OTHER_LENS = 0.055, 0.15
"""Focal lengths of one kind of module differ by 1 to 2 %, and focusing adds as much. The adjustment goes two thirds of
the way where the cards ask for more than that. From 5.5 %, which stands for 8 %, something is strange; beyond 15 % it
is another camera, or a picture that was cut or scaled after it was taken."""


@dataclass(frozen=True, eq=False)
class Table:
    """A calibrated table.

    `view` is the camera; `cards` the four cards' places; `sizes_mm` their black squares' sides as measured when the
    mean is taken to be right; `rms_px` how far the cards' 16 corners are from where this says, root mean square.
    """

    view: View
    cards: tuple[Card, ...]
    marker_mm: float
    sizes_mm: tuple[float, ...]
    rms_px: float
    warnings: tuple[str, ...]


def calibrate_table(
    grey: Grey, *, lens: Lens, marker_mm: float = MARKER_MM, lens_measured: bool = True
) -> Table:
    """Measure the table in a picture of the four cards.

    `grey` (H, W) uint8, of the lens's size. A lens that is not measured but nominal is adjusted as well. The table
    frame: z = 0 on the table, the origin at the mean of the cards' centres, +x from the midpoint of cards 0 and 3 to
    that of 1 and 2, +y away from the device. Raises CardsUnusable with advice where a card is missing, covered,
    doubled, in another's place, of another size or not flat.
    """
    if grey.shape != (lens.height, lens.width):
        raise CardsUnusable(
            f"the picture has {grey.shape[1]} x {grey.shape[0]} pixels, but the lens is known for"
            f" {lens.width} x {lens.height}: take the picture in that size, or use that size's lens"
        )
    corners = _each_card_once(sightings(grey, lens=lens))
    start = _first_view(lens, corners, marker_mm)
    fitted = adjust(start, corners, marker_mm, lens_free=not lens_measured)
    sizes = adjust(start, corners, marker_mm, sizes_free=True, lens_free=not lens_measured).sizes_mm
    side_px = float(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).min())
    _check_sizes(sizes, tolerance=max(ODD_SIZE if lens_measured else ODD_SIZE_NOMINAL, ODD_SIZE_PX / side_px))
    _check_fit(fitted)
    by = _adjusted_by(lens, fitted)
    view, cards = in_table_frame(fitted.view, fitted.cards)
    _check_places(cards)
    return Table(
        view=view,
        cards=cards,
        marker_mm=marker_mm,
        sizes_mm=sizes,
        rms_px=fitted.rms_px,
        warnings=(*_lens_doubts(by), *_doubts(view, cards, fitted.rms_px)),
    )


def _called(card_id: int) -> str:
    return f"card {card_id} ({PLACES[card_id]})"


def _each_card_once(seen: Sequence[Sighting]) -> Floats:
    """(4, 4, 2) px corners of the cards 0..3."""
    quads = []
    for card_id in CARD_IDS:
        those = [s.marker for s in seen if s.id == card_id]
        if len(those) > 1:
            raise CardsUnusable(
                f"there are {len(those)} cards {card_id} in the picture: leave one of each number, 0 to 3"
            )
        if not those:
            raise CardsUnusable(
                f"{_called(card_id)} is not seen: put it where the camera sees it whole, uncovered and without glare"
            )
        if those[0].seen < WHOLE:
            raise CardsUnusable(
                f"only {those[0].seen:.0%} of {_called(card_id)} is seen: uncover it, or turn it out of the glare"
            )
        quads.append(those[0].corners)
    return np.stack(quads)


def _first_view(lens: Lens, corners: Floats, marker_mm: float) -> View:
    """The camera, roughly, in the frame of one card.

    A small square alone has two explanations, tilted to and fro. Both are tried for each card, and the one is taken
    in whose plane all four look like squares of the right size.
    """
    flat = np.array(Card(id=0, x=0.0, y=0.0, yaw_deg=0.0).corners(marker_mm))
    best, least = None, np.inf
    for quad in corners:
        try:
            first = pose_of_plane(lens, flat[:, :2], quad)
        except ValueError:
            continue
        for pose in (first, _tilted_the_other_way(first)):
            view = View(lens=lens, pose=refine_pose(lens, pose, flat, quad)[0])
            on_table = view.on_plane(corners.reshape(-1, 2), 0.0).reshape(-1, 4, 2)
            sides = np.linalg.norm(on_table - np.roll(on_table, 1, axis=1), axis=2)
            off = float(np.sqrt(np.mean((sides / marker_mm - 1) ** 2)))
            if off < least:
                best, least = view, off
    if best is None or not np.isfinite(best.on_plane(corners.reshape(-1, 2), 0.0)).all():
        raise CardsUnusable("the cards do not lie on one table: lay all four flat on the same surface")
    return best


def _tilted_the_other_way(pose: Pose) -> Pose:
    """The other explanation of a small flat thing: its normal mirrored at the line of sight."""
    sight = pose.t / np.linalg.norm(pose.t)
    normal = pose.R[:, 2]
    other = 2 * (normal @ sight) * sight - normal
    axis = np.cross(normal, other)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return pose
    return Pose(R=rotation(axis / length * np.arctan2(length, normal @ other)) @ pose.R, t=pose.t)


def _check_sizes(sizes: Sequence[float], *, tolerance: float) -> None:
    """Refuse one card that differs from three that are alike, and four that all differ."""
    odd = int(np.argmax(np.abs(np.array(sizes) - np.median(sizes))))
    others = [size for i, size in enumerate(sizes) if i != odd]
    usual = float(np.mean(others))
    off = abs(sizes[odd] / usual - 1)
    if off <= tolerance:
        return
    if (max(others) - min(others)) / usual > max(tolerance, off / 2):
        raise CardsUnusable(
            "the cards do not fit together as four equal squares on one table: check that the lens is this camera's"
            " (bears calibrate lens), that all cards lie flat, and that they were printed at the same scale"
        )
    raise CardsUnusable(
        f"{_called(odd)} looks {off:.1%} {'larger' if sizes[odd] > usual else 'smaller'}"
        " than the others: lay it flat on the table, and print all four at the same scale (100 %)"
    )


def _check_fit(fitted: Adjusted) -> None:
    if fitted.rms_px <= BAD_PX:
        return
    each = np.sqrt((fitted.left**2).sum(axis=2).mean(axis=1))
    worst = int(np.argmax(each))
    others = float(np.delete(each, worst).max())
    if each[worst] > 2 * others:
        raise CardsUnusable(
            f"{_called(worst)} is {each[worst]:.1f} px off while the others fit: press it flat, or print it anew"
        )
    raise CardsUnusable(
        f"the cards fit only to {fitted.rms_px:.1f} px (good is below {GOOD_PX} px): check that they lie flat, that the"
        " picture is sharp, and that the lens is this camera's (bears calibrate lens)"
    )


def _adjusted_by(lens: Lens, fitted: Adjusted) -> float:
    """By which share the focal length was adjusted; refuses what no camera of the kind can have."""
    before, after = float(lens.K[0, 0]), float(fitted.view.lens.K[0, 0])
    by = after / before - 1
    if abs(by) > OTHER_LENS:
        raise CardsUnusable(
            f"the cards ask for a focal length of {after:.0f} px where this camera has {before:.0f} px ({by:+.0%}):"
            " name the camera that took the picture, give the picture as it was taken, neither cut nor scaled, or"
            " measure the lens (bears calibrate lens)"
        )
    return by


def _lens_doubts(by: float) -> list[str]:
    doubt = (
        f"the camera's focal length had to be adjusted by {by:+.0%}, more than cameras of one kind differ: check that"
        " it is this camera and that the picture is whole, or measure the lens (bears calibrate lens)"
    )
    return [doubt] if abs(by) > ADJUSTED else []


def _check_places(cards: Sequence[Card]) -> None:
    signs = [(card.x > 0, card.y > 0) for card in cards]
    if signs != [(False, False), (True, False), (True, True), (False, True)]:
        places = ", ".join(f"{i} {place}" for i, place in enumerate(PLACES))
        raise CardsUnusable(
            f"the cards lie in each other's places; seen from the device they belong: {places}"
        )


def _doubts(view: View, cards: Sequence[Card], rms: float) -> list[str]:
    warnings = []
    if rms > GOOD_PX:
        warnings.append(
            f"the cards fit to {rms:.2f} px (good is below {GOOD_PX} px): check that they lie flat and that the lens is"
            " this camera's"
        )
    if view.pose.eye[1] > min(cards[2].y, cards[3].y):
        warnings.append("the camera stands at the far cards: cards 0 and 1 belong near the device")
    room = min(min(abs(c.x), abs(c.y)) for c in cards)
    if room < CAMPSITE_MM:
        warnings.append(
            f"the cards leave only {room:.0f} mm round the middle, less than the campsite's {CAMPSITE_MM:.0f} mm:"
            " lay them farther apart"
        )
    return warnings
