"""One picture of the table into the dice that lie there: the camera's place, tops, faces, and every doubt."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.cards import Fix, fix_view
from vision.cover import Overseer
from vision.errors import VisionError
from vision.faces import (
    ALIKE,
    FLAT,
    LIKE,
    MARGIN,
    MORE_LIKE_PIPS,
    PIPS,
    UNLIKE,
    Likeness,
    TaughtFaces,
    likenesses,
    spread,
    vectors,
)
from vision.finder import MAYBE, SURE
from vision.lens import Card, View
from vision.outskirts import Outskirts
from vision.pattern import EmptyTops
from vision.pictures import Picture, StoredPicture
from vision.plane import halved
from vision.seen import COVER, FAINT, NO_DIE, UNKNOWN_DIE, Oddity, Pixel, Seen, SeenDie
from vision.sides import doubting_sides, unexplained, without_sides
from vision.tops import MOSTLY, Top, Tops, squares_mm

CLEARLY_A_DIE = 0.75
"""Heat of a top that is there even if it shows none of the taught faces; cards and books pass for tops below it."""

EVIDENCE = 0.385
"""Heat times likeness of a die: 0.5 for 99 in 100 of the readable, and what else passes for a die has less."""

_TOUCHING = 0.86
"""Two dice can't be nearer than their edge; what seems nearer than this share of it is one die or a misread side."""


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
        self._outskirts = Outskirts(self._tops, cards, marker_mm)
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
            picture,
            reference=self._view_at(picture.shape[1], picture.shape[0]),
            cards=self._cards,
            marker_mm=self._marker,
        )
        half = halved(picture)
        glance = self._overseer.glance(picture, fix.view, half=half)
        beyond = self._outskirts.with_something(glance, fix.view)
        tops = self._tops(picture, fix.view, half=half, beyond=beyond)
        tops = without_pattern(self._off_the_cards(tops, fix), self._empty, fix.view)
        dice, oddities = judged(tops, self._faces, self._edge)
        dice = without_sides(dice, fix.view, self._edge, self._kinds)
        dice = doubting_sides(dice, fix.view, self._edge, self._kinds)
        oddities = unexplained(oddities, dice, fix.view, self._edge, self._kinds)
        dice = with_boxes(dice, fix.view, self._edge)
        oddities += [
            Oddity(COVER, "something reaches over the table here", cover.x, cover.y, cover.outline)
            for cover in self._overseer.covers(picture, fix.view, glance=glance)
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
                oddities.append(_oddity(FAINT, "hardly a die", top, like.face))
            continue
        why = _doubt(top, like, close=close)
        if why == _STRANGER:
            continue
        if why == _UNKNOWN and top.found.heat >= CLEARLY_A_DIE:
            oddities.append(_oddity(UNKNOWN_DIE, "a die that shows none of the taught faces", top))
        elif why == _UNKNOWN:
            oddities.append(_oddity(FAINT, "hardly a die", top, like.face))
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
    if like.foreign > max(PIPS, like.like + MORE_LIKE_PIPS) and like.like < ALIKE:
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


def _oddity(kind: str, reason: str, top: Top, face: str = "") -> Oddity:
    return Oddity(kind, reason, top.x, top.y, tuple((float(a), float(b)) for a, b in top.corners), face)


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
    tops = squares_mm(np.array([(d.x, d.y) for d in dice]), turns, edge)
    cubes = np.concatenate([tops, tops * np.array([1, 1, 0])], axis=1)
    pixels = view.project(cubes.reshape(-1, 3)).reshape(len(dice), 8, 2)
    low, high = pixels.min(axis=1).round(1).tolist(), pixels.max(axis=1).round(1).tolist()
    return [replace(d, box=(*a, *b)) for d, a, b in zip(dice, low, high, strict=True)]
