"""One picture of the table into the dice that lie there: the camera's place, tops, faces, and every doubt."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards import Fix, fix_view
from vision.cover import Overseer
from vision.errors import VisionError
from vision.faces import (
    ALIKE,
    FLAT,
    LIKE,
    MARGIN,
    UNLIKE,
    Likeness,
    TaughtFaces,
    cut_top,
    likenesses,
    spread,
    vectors,
)
from vision.finder import MAYBE, SURE, Found, find_tops
from vision.lens import Card, Floats, View
from vision.pattern import EmptyTops
from vision.pictures import Picture, StoredPicture
from vision.plane import TopPlane, halved
from vision.seen import COVER, FAINT, NO_DIE, UNKNOWN_DIE, Oddity, Pixel, Seen, SeenDie
from vision.sides import doubting_sides, without_sides

MOSTLY = 0.8
"""Share of a top that must be seen for its face to be sure."""

CLEARLY_A_DIE = 0.75
"""Heat of a top that is there even if it shows none of the taught faces; cards and books pass for tops below it."""

EVIDENCE = 0.385
"""Heat times likeness of a die: 0.5 for 99 in 100 of the readable, and what else passes for a die has less."""

_TOUCHING = 0.86
"""Two dice can't be nearer than their edge; what seems nearer than this share of it is one die or a misread side."""


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
    return np.asarray(_squares_mm(np.array([[x, y]]), np.array([turn]), edge)[0], np.float64)


def _squares_mm(places: Floats, turns: Floats, edge: float) -> Floats:
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
        """The plane of the tops as `view` shows it."""
        if self._plane is None or self._plane.view is not view:
            self._plane = TopPlane(view, self._cards, self._edge)
        return self._plane

    def __call__(self, picture: Picture, view: View, *, half: Picture | None = None) -> list[Top]:
        """The tops, the surest first; `half` is `halved(picture)`, if the caller has it."""
        plane = self.plane(view)
        found = find_tops(plane.rectify(picture, half=half))
        if not found:
            return []
        places = plane.place([(f.x, f.y) for f in found])
        squares = _squares_mm(places, np.array([f.turn for f in found]), self._edge)
        corners = view.project(squares.reshape(-1, 3)).reshape(-1, 4, 2)
        height, width = picture.shape[:2]
        inside = (corners.min(axis=2) > 0) & (corners < [width - 1, height - 1]).all(axis=2)
        tops = []
        for (x, y), f, c, count in zip(
            places.tolist(), found, corners, np.count_nonzero(inside, axis=1).tolist(), strict=True
        ):
            if count:  # what the picture's edge cuts off is seen in part at best
                seen = f if count == 4 else replace(f, visible=min(f.visible, MOSTLY / 2))
                tops.append(Top(x, y, f.turn, c, cut_top(picture, c), seen))
        return tops


NO_PATTERN = 0.8
"""Heat above which a top is none of the table's own pattern."""


class Reader:
    """Reads the dice of one calibrated table.

    `view` and `cards` are those of the calibration; a camera that was moved since is noticed and measured anew in
    each picture. `background` is the empty table in the calibration's view, if there is one. `kinds` says which
    faces are on the same dice (face -> any name for the kind of die; unsaid, any may be): a side can only show
    what its die has.
    """

    def __init__(
        self,
        *,
        view: View,
        cards: Sequence[Card],
        marker_mm: float,
        edge_mm: float,
        faces: TaughtFaces,
        background: Picture | StoredPicture | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self._view, self._cards, self._marker, self._edge = view, tuple(cards), marker_mm, edge_mm
        self._views = {(view.lens.width, view.lens.height): view}
        self._faces = faces
        self._kinds = dict(kinds or {})
        self._tops = Tops(cards, edge_mm)
        self._overseer = Overseer(background, view, cards)
        self._empty = EmptyTops(background, view) if background is not None else None

    def read(self, picture: Picture) -> Seen:
        """All dice in the picture (H, W, 3) uint8 BGR.

        Raises CardsNotVisible if nothing tells where the camera is, VisionError if the picture is not of the lens's
        shape.
        """
        began = time.perf_counter()
        lens = self._view.lens
        if picture.shape[0] * lens.width != picture.shape[1] * lens.height:
            raise VisionError(
                f"the picture is {picture.shape[1]}x{picture.shape[0]}, the profile's lens {lens.width}x{lens.height}: "
                "take pictures of the profile's shape, or build a profile for this camera"
            )
        fix = fix_view(
            np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8),
            reference=self._view_at(picture.shape[1], picture.shape[0]),
            cards=self._cards,
            marker_mm=self._marker,
        )
        half = halved(picture)
        tops = self._tops(picture, fix.view, half=half)
        tops = without_pattern(self._off_the_cards(tops, fix), self._empty, fix.view)
        dice, oddities = judged(tops, self._faces, self._edge)
        dice = without_sides(dice, fix.view, self._edge, self._kinds)
        dice = doubting_sides(dice, fix.view, self._edge, self._kinds)
        dice = with_boxes(dice, fix.view, self._edge)
        oddities += [
            Oddity(COVER, "something reaches over the table here", cover.x, cover.y, cover.outline)
            for cover in self._overseer.covers(picture, fix.view, half=half)
        ]
        ms = (time.perf_counter() - began) * 1e3
        return Seen(tuple(dice), tuple(oddities), fix.warnings, ms, fix.view)

    def _off_the_cards(self, tops: list[Top], fix: Fix) -> list[Top]:
        """Without the prints of corner cards that lie there in full view: no die can lie on those."""
        if not tops:
            return tops
        places = fix.view.on_plane(np.stack([t.corners for t in tops]).mean(axis=1), 0.0)
        printed = np.zeros(len(tops), bool)
        for card in self._cards:
            if card.id in fix.seen:
                a = math.radians(card.yaw_deg)
                off = (places - [card.x, card.y]) @ np.array(
                    [[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]
                )
                printed |= np.abs(off).max(axis=1) < self._marker / 2
        return [t for t, p in zip(tops, printed, strict=True) if not p]

    def _view_at(self, width: int, height: int) -> View:
        """The calibration's view for pictures of another size but the same shape."""
        view = self._views.get((width, height))
        if view is None:
            view = View(self._view.lens.scaled(width, height), self._view.pose)
            self._views[width, height] = view
        return view


def without_pattern(tops: Sequence[Top], empty: EmptyTops | None, view: View) -> list[Top]:
    """The same tops without those that are the table's own pattern, as far as the `empty` table is known."""
    if empty is None:
        return list(tops)
    asked = [t for t in tops if t.found.heat <= NO_PATTERN]
    shown = empty.shown_by([t.shot for t in asked], [t.corners for t in asked], view)
    pattern = {id(t) for t, shows in zip(asked, shown, strict=True) if shows}
    return [t for t in tops if id(t) not in pattern]


def judged(tops: Sequence[Top], faces: TaughtFaces, edge: float) -> tuple[list[SeenDie], list[Oddity]]:
    """Each top's face, or a doubt, or nothing where it is surely something else."""
    dice: list[SeenDie] = []
    oddities: list[Oddity] = []
    likes = likenesses(vectors([t.shot for t in tops]), faces) if tops else []
    for top, like in zip(tops, likes, strict=True):
        close = any(math.hypot(top.x - d.x, top.y - d.y) < _TOUCHING * edge for d in dice)
        if top.found.heat < MAYBE or (top.found.heat < SURE and (close or not _is_like(like))):
            if like.like >= UNLIKE or top.found.visible < MOSTLY or spread(top.shot) < 2 * FLAT:
                oddities.append(_oddity(FAINT, "hardly a die", top))
            continue
        why = _doubt(top, like, close=close)
        if why == _STRANGER:
            continue
        if why == _UNKNOWN and top.found.heat >= CLEARLY_A_DIE:
            oddities.append(_oddity(UNKNOWN_DIE, "a die that shows none of the taught faces", top))
        elif why == _UNKNOWN:
            oddities.append(_oddity(FAINT, "hardly a die", top))
        else:
            dice.append(_seen(top, like, why))
    return dice, oddities


_UNKNOWN, _STRANGER = "unknown", "stranger"


def _is_like(like: Likeness) -> bool:
    """Whether a top is like one of the taught faces and no other."""
    return like.like >= LIKE and like.margin >= MARGIN


def _doubt(top: Top, like: Likeness, *, close: bool) -> str:
    """Empty where the face is sure, else the reason why not; _UNKNOWN or _STRANGER where it is none of ours."""
    if spread(top.shot) < FLAT:
        return "washed out or covered"
    if like.foreign > like.like + MARGIN / 2 and like.like < ALIKE:
        return _STRANGER
    if like.like < UNLIKE:
        return _UNKNOWN if top.found.visible > MOSTLY else "partly covered"
    if top.found.heat * like.like < EVIDENCE:
        return NO_DIE
    if top.found.visible < MOSTLY:
        return "partly covered"
    if close:
        return "overlaps another die"
    if like.like < LIKE:
        return f"not much like {like.face}"
    if like.margin < MARGIN:
        return f"could be {like.face} or {like.next_face or 'something else'}"
    return ""


def _oddity(kind: str, reason: str, top: Top) -> Oddity:
    return Oddity(kind, reason, top.x, top.y, tuple((float(a), float(b)) for a, b in top.corners))


def _seen(top: Top, like: Likeness, why: str) -> SeenDie:
    # a shot turned by q quarters looks like the top: the icon's right-hand side is q quarters further round
    turn = top.turn + like.quarter * math.pi / 2
    corners: list[Pixel] = [(a, b) for a, b in top.corners.tolist()]
    outline = tuple(corners[-like.quarter :] + corners[: -like.quarter]) if like.quarter else tuple(corners)
    across, down = zip(*corners, strict=True)
    confidence = max(
        0.0, min(1.0, top.found.heat * min(1.0, like.like / LIKE) * min(1.0, max(0.0, like.margin) / MARGIN))
    )
    return SeenDie(
        face=like.face,
        x=round(top.x, 2),
        y=round(top.y, 2),
        yaw_deg=round(math.degrees(turn) % 360, 1),
        confidence=round(confidence, 3),
        sure=why == "",
        why=why,
        outline=outline,
        box=(min(across), min(down), max(across), max(down)),
    )


def with_boxes(dice: Sequence[SeenDie], view: View, edge: float) -> list[SeenDie]:
    """The same dice with the boxes of the whole cubes."""
    if not dice:
        return []
    turns = np.radians([d.yaw_deg for d in dice])
    tops = _squares_mm(np.array([(d.x, d.y) for d in dice]), turns, edge)
    cubes = np.concatenate([tops, tops * np.array([1, 1, 0])], axis=1)
    pixels = view.project(cubes.reshape(-1, 3)).reshape(len(dice), 8, 2)
    low, high = pixels.min(axis=1).round(1).tolist(), pixels.max(axis=1).round(1).tolist()
    return [replace(d, box=(*a, *b)) for d, a, b in zip(dice, low, high, strict=True)]
