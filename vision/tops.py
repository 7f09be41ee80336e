"""Tops of dice in a picture of the table: found on the plane of the tops, with their places and crops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces import cut_top
from vision.finder import APART, Found, find_tops
from vision.lens import Card, Floats, View
from vision.pictures import Picture
from vision.plane import Area, TopPlane

MOSTLY = 0.8
"""Share of a top that must be seen for its face to be sure."""

BEYOND_MM = 48.0
"""So far beyond the plane dice are looked for where anything lies there."""


@dataclass(frozen=True, eq=False)
class Top:
    """A top found in a picture: centre mm, turn rad, corners (4, 2) px, its crop, and the finder's figures."""

    x: float
    y: float
    turn: float
    corners: Floats
    shot: np.ndarray
    found: Found


def corners_mm(x: float, y: float, turn: float, edge: float) -> Floats:
    """(4, 3) mm: upper left, upper right, lower right, lower left of a top whose right-hand side is towards `turn`."""
    return np.asarray(squares_mm(np.array([[x, y]]), np.array([turn]), edge)[0], np.float64)


def squares_mm(places: Floats, turns: Floats, edge: float) -> Floats:
    """`corners_mm` of many tops at once: (N, 2) mm and (N,) rad -> (N, 4, 3) mm."""
    right = np.stack([np.cos(turns), np.sin(turns)], axis=1) * (edge / 2)
    up = right[:, ::-1] * (-1.0, 1.0)
    out = np.full((len(places), 4, 3), edge)
    out[:, :, :2] = places[:, None] + np.stack([up - right, up + right, right - up, -right - up], axis=1)
    return out


class Tops:
    """Finds the tops in pictures taken from one view; keeps the map to the plane for the next picture."""

    def __init__(self, cards: Sequence[Card], edge_mm: float) -> None:
        self._cards, self._edge = tuple(cards), edge_mm
        self._plane: TopPlane | None = None

    def plane(self, view: View) -> TopPlane:
        """The plane of the tops as `view` shows it, between the cards and a little beyond them."""
        if self._plane is None or self._plane.view is not view:
            self._plane = TopPlane(view, self._cards, self._edge)
        return self._plane

    def __call__(
        self, picture: Picture, view: View, *, half: Picture | None = None, beyond: Sequence[Area] = ()
    ) -> list[Top]:
        """The tops, the surest first; `half` is `halved(picture)`, if the caller has it.

        They are looked for in areas `beyond` the plane as well.
        """
        further = (TopPlane(view, self._cards, self._edge, area=area) for area in beyond)
        planes = [self.plane(view), *further]
        found: list[tuple[Found, float, float]] = []
        for plane in planes:
            tops_there = find_tops(plane.rectify(picture, half=half))
            places = plane.place([(f.x, f.y) for f in tops_there]).tolist()
            found += [
                (f, x, y)
                for f, (x, y) in zip(tops_there, places, strict=True)
                if all(other is plane or other.depth(x, y) <= plane.depth(x, y) for other in planes)
            ]
        if not found:
            return []
        found = _apart(found, self._edge) if len(planes) > 1 else found
        places = np.array([(x, y) for _, x, y in found])
        squares = squares_mm(places, np.array([f.turn for f, _, _ in found]), self._edge)
        corners = view.project(squares.reshape(-1, 3)).reshape(-1, 4, 2)
        height, width = picture.shape[:2]
        inside = (corners.min(axis=2) > 0) & (corners < [width - 1, height - 1]).all(axis=2)
        tops = []
        for (f, x, y), c, count in zip(
            found, corners, np.count_nonzero(inside, axis=1).tolist(), strict=True
        ):
            if count:  # what the picture's edge cuts off is seen in part at best
                seen = f if count == 4 else replace(f, visible=min(f.visible, MOSTLY / 2))
                tops.append(Top(x, y, f.turn, c, cut_top(picture, c), seen))
        return tops


def _apart(found: Sequence[tuple[Found, float, float]], edge: float) -> list[tuple[Found, float, float]]:
    """The hottest first, without those over a hotter one: a top at a seam is found on both its sides."""
    kept: list[tuple[Found, float, float]] = []
    for f, x, y in sorted(found, key=lambda one: -one[0].heat):
        if all((x - u) ** 2 + (y - v) ** 2 >= (APART * edge) ** 2 for _, u, v in kept):
            kept.append((f, x, y))
    return kept


def beyond(plane: TopPlane) -> list[Area]:
    """The strips beyond a plane on each side, and a little of the plane; without those the picture hardly shows."""
    lens = plane.view.lens
    across, down = np.meshgrid(np.linspace(0, lens.width - 1, 9), np.linspace(0, lens.height - 1, 9))
    shown = plane.view.on_plane(np.stack([across.ravel(), down.ravel()], axis=1), plane.edge_mm)
    shown = shown[np.isfinite(shown).all(axis=1)]
    inner, room = plane.area, 1.5 * plane.edge_mm
    low, high = shown.min(axis=0), shown.max(axis=0)
    left, near = max(inner.left - BEYOND_MM, low[0]), max(inner.near - BEYOND_MM, low[1])
    right, far = min(inner.right + BEYOND_MM, high[0]), min(inner.far + BEYOND_MM, high[1])
    strips = [
        (far - inner.far, Area(left, inner.far - room, right, far)),
        (inner.near - near, Area(left, near, right, inner.near + room)),
        (inner.left - left, Area(left, inner.near, inner.left + room, inner.far)),
        (right - inner.right, Area(inner.right - room, inner.near, right, inner.far)),
    ]
    return [area for width, area in strips if width > plane.edge_mm / 2]
