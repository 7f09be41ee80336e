"""The small bundle adjustment over the sixteen corners of four cards: camera, cards, and what else is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.lens import Card, Floats, Lens, Pose, View
from vision.pose import descend, nudged, rotation

_CORNER_PX = 0.2
"""How well a corner is known; it weighs the pixels against what is expected of a lens."""

_FOCAL, _MIDDLE, _BEND = 0.03, 0.01, 0.04
"""How far a nominal lens may be off: focal length (share), middle (share of the width), k1. Modules of one kind differ
in focal length by 1 to 2 % and focusing adds as much; their middles lie within 1 % of the width."""


@dataclass(frozen=True, eq=False)
class Adjusted:
    """The camera in the frame of card 0, the cards, their sizes in mm, and the (4, 4, 2) px that are left over."""

    view: View
    cards: tuple[Card, ...]
    sizes_mm: tuple[float, ...]
    left: Floats

    @property
    def rms_px(self) -> float:
        """Root mean square distance of the corners from where they should be."""
        return float(np.sqrt((self.left**2).sum(axis=-1).mean()))


def adjust(
    start: View, corners: Floats, marker_mm: float, *, sizes_free: bool = False, lens_free: bool = False
) -> Adjusted:
    """Fit the camera and the places of cards 0 to 3 to their (4, 4, 2) px corners, from a rough view of their table.

    With `sizes_free` each card has a size of its own, their mean being `marker_mm`. With `lens_free` focal length,
    middle and first bend of the lens are adjusted too, within what may be expected of a nominal lens.
    """
    pose, lying = _in_frame_of_first(start, corners)
    places = np.array([(card.x, card.y, card.yaw_deg) for card in lying[1:]], dtype=np.float64)

    def at(by: Floats) -> tuple[View, tuple[Card, ...], Floats]:
        rows = (places + by[6:15].reshape(3, 3)).tolist()
        cards = (Card(0, 0.0, 0.0, 0.0), *(Card(i + 1, *row) for i, row in enumerate(rows)))
        sizes = marker_mm + (np.array([*by[15:18], -by[15:18].sum()]) if sizes_free else np.zeros(4))
        lens = _bent(start.lens, by[-4:]) if lens_free else start.lens
        return View(lens, nudged(pose, by[:6])), cards, sizes

    def left(by: Floats) -> Floats:
        view, cards, sizes = at(by)
        where = np.concatenate([card.corners(float(size)) for card, size in zip(cards, sizes, strict=True)])
        off = np.nan_to_num(view.project(where) - corners.reshape(-1, 2), nan=1e4).ravel()
        return np.concatenate([off, _CORNER_PX * by[-4:]]) if lens_free else off

    best = descend(left, np.zeros(15 + 3 * sizes_free + 4 * lens_free), most=60)
    view, cards, sizes = at(best)
    return Adjusted(view, cards, tuple(sizes.tolist()), left(best)[:32].reshape(4, 4, 2))


def _bent(lens: Lens, by: Floats) -> Lens:
    """The lens changed by so many of its expected deviations."""
    K, dist = lens.K.copy(), lens.dist.copy()
    K[0, 0] *= 1 + _FOCAL * by[0]
    K[1, 1] *= 1 + _FOCAL * by[0]
    K[:2, 2] += _MIDDLE * lens.width * by[1:3]
    dist[0] += _BEND * by[3]
    return Lens(width=lens.width, height=lens.height, K=K, dist=dist)


def _in_frame_of_first(start: View, corners: Floats) -> tuple[Pose, list[Card]]:
    """The rough pose in the frame of card 0, and where all cards lie in that frame."""
    first = _lying(0, start.on_plane(corners[0], 0.0))
    pose = carried(start.pose, first)
    view = View(start.lens, pose)
    return pose, [_lying(i, view.on_plane(quad, 0.0)) for i, quad in enumerate(corners)]


def _lying(card_id: int, quad: Floats) -> Card:
    """The card whose (4, 2) mm corners these are, nearly."""
    right = quad[1] + quad[2] - quad[0] - quad[3]
    centre = quad.mean(axis=0)
    return Card(
        card_id, float(centre[0]), float(centre[1]), float(np.rad2deg(np.arctan2(right[1], right[0])))
    )


def carried(pose: Pose, frame: Card) -> Pose:
    """The same camera, seen from the frame whose origin and x axis are the card's."""
    turn = rotation(np.array([0.0, 0.0, np.deg2rad(frame.yaw_deg)]))
    return Pose(R=pose.R @ turn, t=pose.t + pose.R @ np.array([frame.x, frame.y, 0.0]))


def in_table_frame(view: View, cards: Sequence[Card]) -> tuple[View, tuple[Card, ...]]:
    """The same camera and cards in the table frame: origin in the mean of the centres, +x from 0 and 3 to 1 and 2."""
    centres = np.array([(card.x, card.y) for card in cards])
    origin = centres.mean(axis=0)
    along = centres[[1, 2]].mean(axis=0) - centres[[0, 3]].mean(axis=0)
    yaw = float(np.rad2deg(np.arctan2(along[1], along[0])))
    c, s = along / np.linalg.norm(along)
    turned = (centres - origin) @ np.array([[c, -s], [s, c]])
    placed = tuple(
        Card(card.id, float(x), float(y), (card.yaw_deg - yaw + 180) % 360 - 180)
        for card, (x, y) in zip(cards, turned, strict=True)
    )
    frame = Card(id=-1, x=float(origin[0]), y=float(origin[1]), yaw_deg=yaw)
    return View(lens=view.lens, pose=carried(view.pose, frame)), placed
